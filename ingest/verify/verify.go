// Package verify re-checks records against their sources: everything that a
// user of chunks relies on, and everything a recipe promises.
//
// Checks need no trust in the code that made the records: they slice, count
// and compare. Only the last one, with a recipe, cuts the document again.
package verify

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/store"
)

// Problem is one promise broken.
type Problem struct {
	Doc     string `json:"doc"`
	Record  string `json:"record,omitempty"`
	Check   string `json:"check"` // its name: see Checks
	Message string `json:"message"`
}

// String writes the problem in one line.
func (p Problem) String() string {
	at := p.Doc
	if p.Record != "" {
		at = p.Record
	}
	return fmt.Sprintf("%s: %s: %s", at, p.Check, p.Message)
}

// Check is one promise, by name, with the invariant of the design it is part
// of.
type Check struct {
	Name, Doc string
	Invariant int
	run       func(*document)
	of        scope
}

// scope says which records a check looks at.
type scope uint8

const (
	eachLevel scope = iota // chunks, and then parents: each tile the text by themselves
	together               // all of them
)

// Checks lists all checks in the order in which they run.
func Checks() []Check {
	return []Check{
		{"numbers", "num, of, prev and next give the order on each level", 9, (*document).numbers, eachLevel},
		{"ids", "no id twice, each of its document", 9, (*document).ids, together},
		{"tile", "bodies tile the text on each level: only white space between", 1, (*document).tile, eachLevel},
		{"slice", "start and end slice to text, in bytes and code points", 2, (*document).slice, eachLevel},
		{"lines", "start_line and end_line count line ends", 2, (*document).lines, eachLevel},
		{"origins", "origins and pages are those of the span", 2, (*document).origins, eachLevel},
		{"grapheme", "no body begins inside a grapheme cluster", 4, (*document).grapheme, eachLevel},
		{"overlap", "overlap is the text right before the body", 7, (*document).overlap, eachLevel},
		{"assembly", "embed_text is the frame and the body; digest, chars and tokens are of them", 9, (*document).assembly, eachLevel},
		{"headings", "headings are those in force", 5, (*document).headings, eachLevel},
		{"max", "embed_text measures at most max, the frame a quarter", 3, (*document).max, eachLevel},
		{"parted", "no heading is parted from what follows it", 5, (*document).parted, eachLevel},
		{"parents", "each chunk lies in its parent", 1, (*document).parents, together},
		{"window", "a window holds its body, and is a slice of the text", 2, (*document).windows, eachLevel},
		{"derived", "a derived text has its place in the chunk that it delivers", 9, (*document).derived, together},
		{"again", "cutting the document again gives the same records", 8, (*document).again, together},
	}
}

// Options say what is known beside the records.
type Options struct {
	// Cutting is the recipe that made the records; nil checks only what needs
	// none.
	Cutting *ingest.Cutting
}

// document is one document under check.
type document struct {
	ctx      context.Context
	doc      *doc.Document
	records  []store.Record            // those under check, by num
	roles    map[string][]store.Record // all of them by role, by num
	opt      Options
	check    string
	problems []Problem
	fields   enrich.Fields // what bodies may be written by, where no recipe says
}

// Document checks the records of one document, in any order, against it.
func Document(ctx context.Context, d *doc.Document, records []store.Record, opt Options) []Problem {
	v := &document{ctx: ctx, doc: d, roles: byRole(records), opt: opt}
	for _, c := range Checks() {
		v.check = c.Name
		if c.of == together {
			v.records = v.ordered()
			c.run(v)
			continue
		}
		for _, role := range levels {
			if v.records = v.roles[role]; role == store.RoleChunk || len(v.records) > 0 {
				c.run(v)
			}
		}
	}
	return v.problems
}

// levels are the roles whose bodies tile the text, as far as there are any.
var levels = []string{store.RoleChunk, store.RoleParent}

// byRole are the records of each role by number. What isn't known is a chunk.
func byRole(records []store.Record) map[string][]store.Record {
	roles := map[string][]store.Record{}
	for _, r := range records {
		role := r.Role
		if role != store.RoleParent && role != store.RoleDerived {
			role = store.RoleChunk
		}
		roles[role] = append(roles[role], r)
	}
	for _, rs := range roles {
		sort.SliceStable(rs, func(i, j int) bool { return rs[i].Num < rs[j].Num })
	}
	return roles
}

// ordered are all records: chunks, parents, what is derived.
func (v *document) ordered() []store.Record {
	return slices.Concat(v.roles[store.RoleChunk], v.roles[store.RoleParent], v.roles[store.RoleDerived])
}

func (v *document) report(r *store.Record, format string, args ...any) {
	p := Problem{Doc: v.doc.URI, Check: v.check, Message: fmt.Sprintf(format, args...)}
	if r != nil {
		p.Record = r.ID
	}
	v.problems = append(v.problems, p)
}

// inside reports whether the record's span can be sliced at all; others
// checks that need the slice leave such a record alone.
func (v *document) inside(r *store.Record) bool {
	return 0 <= r.Start && r.Start <= r.End && r.End <= len(v.doc.Text)
}

func (v *document) numbers() {
	for i := range v.records {
		r := &v.records[i]
		if r.Num != i+1 || r.Of != len(v.records) {
			v.report(r, "is %d/%d, expected %d/%d: a chunk is lost or doubled", r.Num, r.Of, i+1, len(v.records))
		}
		prev, next := "", ""
		if i > 0 {
			prev = v.records[i-1].ID
		}
		if i+1 < len(v.records) {
			next = v.records[i+1].ID
		}
		if r.Prev != prev || r.Next != next {
			v.report(r, "prev %q and next %q, expected %q and %q", r.Prev, r.Next, prev, next)
		}
	}
}

func (v *document) ids() {
	seen := map[string]bool{}
	for i := range v.records {
		r := &v.records[i]
		if seen[r.ID] {
			v.report(r, "id stands twice")
		}
		seen[r.ID] = true
		if r.DocID != v.doc.URI || !strings.HasPrefix(r.ID, r.DocID+"#") {
			v.report(r, "id and doc_id %q are not of document %q", r.DocID, v.doc.URI)
		}
	}
}

func (v *document) tile() {
	at := 0
	for i := range v.records {
		r := &v.records[i]
		if !v.inside(r) {
			v.report(r, "span %d:%d lies outside the text of %d bytes", r.Start, r.End, len(v.doc.Text))
			continue
		}
		switch {
		case r.Start < at:
			v.report(r, "begins at %d, inside the chunk before, which ends at %d", r.Start, at)
		case !doc.IsBlank(v.doc.Text[at:r.Start]):
			v.report(r, "text lost before it, bytes %d to %d: %q", at, r.Start, excerpt(v.doc.Text[at:r.Start]))
		}
		at = max(at, r.End)
	}
	if rest := v.doc.Text[at:]; !doc.IsBlank(rest) {
		v.report(nil, "text lost at the end, from byte %d: %q", at, excerpt(rest))
	}
}

func excerpt(s string) string {
	s = strings.TrimSpace(s)
	for i := range s {
		if i >= 40 {
			return s[:i] + "…"
		}
	}
	return s
}
