package store

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
)

// ParseFilter reads conditions as people write them, all of which must hold;
// see [ParseCondition]. Conditions that name documents are joined: each
// document named may pass.
func ParseFilter(conditions ...string) (Filter, error) {
	var f Filter
	for _, text := range conditions {
		c, err := ParseCondition(text)
		if err != nil {
			return Filter{}, err
		}
		if c.Field == FieldDoc && !c.Not {
			f.Docs = append(f.Docs, c.Values...)
			continue
		}
		if other := slices.IndexFunc(f.Where, c.excludes); other >= 0 {
			return Filter{}, fmt.Errorf("filter %q and %q: no chunk can pass both; for any of several values write %s=a,b", f.Where[other], c, c.Field)
		}
		f.Where = append(f.Where, c)
	}
	return f, nil
}

// ParseCondition reads one condition: a field, a comparison, and values parted
// by commas, of which one is enough.
//
//	lang=es            path=hr/**          date>=2024-01-01
//	kind=table,list    tags=rrhh           date<2025
//	access!=secret     meta.author=Ana     section=Vacaciones
//
// A backslash before a comma takes it as part of a value. A name that is no
// field of [FilterFields] is a key of the metadata, with or without [MetaField].
func ParseCondition(text string) (Condition, error) {
	name, op, value := cutCondition(text)
	if name == "" || op == "" || value == "" {
		return Condition{}, fmt.Errorf("filter %q is not KEY=VALUE, such as lang=es, doc=faq.md, tags!=draft or date>=2024-01-01", text)
	}
	c := Condition{Field: name, Op: Op(op), Values: doc.SplitList(value)}
	if op == unequal {
		c.Op, c.Not = Equal, true
	}
	if !slices.Contains(FilterFields(), name) && !strings.HasPrefix(name, MetaField) {
		c.Field = MetaField + name
	}
	if err := c.Valid(); err != nil {
		return Condition{}, fmt.Errorf("filter %q: %w", text, err)
	}
	return c, nil
}

// cutCondition parts a condition at its first comparison.
func cutCondition(text string) (name, op, value string) {
	at := strings.IndexAny(text, "=<>!")
	if at < 0 {
		return "", "", ""
	}
	op = text[at : at+1]
	if strings.HasPrefix(text[at+1:], "=") && op != "=" {
		op = text[at : at+2]
	}
	if op == "!" {
		return "", "", ""
	}
	return strings.TrimSpace(text[:at]), op, strings.TrimSpace(text[at+len(op):])
}

// excludes reports whether no record can pass both conditions, as they want
// different values of a field that has one.
func (c Condition) excludes(o Condition) bool {
	return c.Field == o.Field && c.single() && o.single() && !slices.ContainsFunc(c.Values, o.given)
}

// single reports whether the condition wants values of a field of which each
// record has one.
func (c Condition) single() bool {
	switch c.Field {
	case FieldCollection, FieldRole, FieldKind, FieldProfile, FieldLang, FieldTitle:
		return c.op() == Equal && !c.Not
	}
	return false
}
