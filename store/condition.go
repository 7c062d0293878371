package store

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/glob"
)

// The fields of a record that a [Condition] can be about. Any other is written
// [MetaField] and a key of the document's metadata.
const (
	FieldDoc        = "doc"        // the document's id
	FieldPath       = "path"       // the same, by patterns such as hr/** or *.md
	FieldCollection = "collection" // a named set of documents
	FieldRole       = "role"       // chunk, parent, derived
	FieldKind       = "kind"       // text, table, code, list …
	FieldProfile    = "profile"    // kind of source
	FieldLang       = "lang"       // language
	FieldTitle      = "title"      // of the document
	FieldSection    = "section"    // one of the headings in force
	FieldSource     = "source"     // where the document was read from, by patterns
	FieldDate       = "date"       // of the document

	MetaField = "meta." // begins the name of a key of the metadata
)

// Op is how a condition compares.
type Op string

// The comparisons. All but Equal are of dates.
const (
	Equal   Op = "=" // the value is one of those given
	Before  Op = "<"
	UpTo    Op = "<="
	After   Op = ">"
	From    Op = ">="
	unequal    = "!=" // written for a Condition that is Not
)

// Condition is one thing that a record must hold.
//
// Equal: of a text, one of Values is it. Of paths, one of Values is a pattern
// that matches it. Of metadata, one of Values is the whole text or an element
// of the list that it is (see [doc.SplitList]). Of dates, one of Values names a
// time that it lies in: 2024 is a whole year. The other comparisons are of
// FieldDate, and of metadata that are dates, with the one value: Before 2024 is
// before its first moment, UpTo 2024 before its last one has passed, After 2024
// when it has, From 2024 from its first moment on.
//
// A record that hasn't the field passes no condition but those that are Not,
// which let pass what the same condition without it doesn't.
type Condition struct {
	Field  string
	Op     Op // empty is Equal
	Values []string
	Not    bool
}

// String writes the condition as [ParseCondition] reads it.
func (c Condition) String() string {
	op := string(c.op())
	if c.Not {
		op = unequal
	}
	return c.Field + op + doc.JoinList(c.Values)
}

func (c Condition) op() Op {
	if c.Op == "" {
		return Equal
	}
	return c.Op
}

// Valid reports what is wrong with a condition: a field that records haven't,
// no value, a pattern or a date that is none, a comparison that the field
// doesn't have.
func (c Condition) Valid() error {
	_, meta := strings.CutPrefix(c.Field, MetaField)
	switch {
	case !meta && !slices.Contains(FilterFields(), c.Field):
		return fmt.Errorf("no field %q; fields are %s, and %sKEY for a key of the metadata", c.Field, strings.Join(FilterFields(), ", "), MetaField)
	case len(c.Values) == 0:
		return fmt.Errorf("no value for %s", c.Field)
	case c.op() == Equal && c.Field != FieldDate:
		for _, v := range c.Values {
			if c.Field != FieldPath && c.Field != FieldSource {
				break
			}
			if err := glob.Check(v); err != nil {
				return err
			}
		}
		return nil
	case !slices.Contains([]Op{Equal, Before, UpTo, After, From}, c.op()):
		return fmt.Errorf("no comparison %q; there are =, !=, <, <=, > and >=", c.Op)
	case !meta && c.Field != FieldDate:
		return fmt.Errorf("%s has no order; only dates are compared with %s", c.Field, c.Op)
	case c.op() != Equal && (len(c.Values) > 1 || c.Not):
		return fmt.Errorf("%s is compared with one date by %s", c.Field, c.Op)
	}
	for _, v := range c.Values {
		if _, _, ok := doc.ParseDate(v); !ok {
			return fmt.Errorf("%q is no date; write a year, a month or a day: 2024, 2024-05, 2024-05-31", v)
		}
	}
	return nil
}

// FilterFields lists the fields of a record that conditions can be about.
func FilterFields() []string {
	return []string{FieldDoc, FieldPath, FieldCollection, FieldRole, FieldKind, FieldProfile, FieldLang, FieldTitle, FieldSection, FieldSource, FieldDate}
}

// matcher is the condition as a function. One that isn't valid lets nothing
// pass, whether it is Not or isn't.
func (c Condition) matcher() func(*Record) bool {
	if c.Valid() != nil {
		return func(*Record) bool { return false }
	}
	holds := c.holds()
	if c.Not {
		return func(r *Record) bool { return !holds(r) }
	}
	return holds
}

// holds is the condition without its Not.
func (c Condition) holds() func(*Record) bool {
	key, meta := strings.CutPrefix(c.Field, MetaField)
	switch {
	case c.Field == FieldDate:
		in := c.dates()
		return func(r *Record) bool { return in(r.Date) }
	case meta && c.op() != Equal:
		in := c.dates()
		return func(r *Record) bool { return in(r.Meta[key]) }
	case meta:
		return func(r *Record) bool {
			text, ok := r.Meta[key]
			return ok && slices.ContainsFunc(c.Values, func(v string) bool { return doc.ListHas(text, v) })
		}
	case c.Field == FieldSection:
		return func(r *Record) bool { return slices.ContainsFunc(r.Headings, c.given) }
	case c.Field == FieldPath, c.Field == FieldSource:
		return func(r *Record) bool {
			return slices.ContainsFunc(c.Values, func(p string) bool { return glob.Match(p, *r.text(c.Field)) })
		}
	}
	return func(r *Record) bool { return c.given(*r.text(c.Field)) }
}

func (c Condition) given(value string) bool { return slices.Contains(c.Values, value) }

// text is the record's text of a field that has one.
func (r *Record) text(field string) *string {
	switch field {
	case FieldCollection:
		return &r.Collection
	case FieldRole:
		return &r.Role
	case FieldKind:
		return &r.Kind
	case FieldProfile:
		return &r.Profile
	case FieldLang:
		return &r.Lang
	case FieldTitle:
		return &r.Title
	case FieldSource:
		return &r.Source
	}
	return &r.DocID
}

// dates is a function that reports whether a date is as the condition says.
func (c Condition) dates() func(string) bool {
	spans := make([][2]time.Time, len(c.Values))
	for i, v := range c.Values {
		spans[i][0], spans[i][1], _ = doc.ParseDate(v)
	}
	return func(text string) bool {
		t, _, ok := doc.ParseDate(text)
		return ok && slices.ContainsFunc(spans, func(s [2]time.Time) bool { return c.op().holds(t, s[0], s[1]) })
	}
}

// holds compares a moment with what begins at start and is over at end.
func (o Op) holds(t, start, end time.Time) bool {
	switch o {
	case Before:
		return t.Before(start)
	case UpTo:
		return t.Before(end)
	case After:
		return !t.Before(end)
	case From:
		return !t.Before(start)
	}
	return !t.Before(start) && t.Before(end)
}
