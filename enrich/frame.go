// Package enrich makes what stands around a body: the breadcrumb of titles,
// the document's summary, the header that a piece of a table, of code or of a
// list has lost.
//
// Everything here is a part of a frame. A frame, without overlap, keeps to a
// quarter of what a chunk may hold: its parts give way, the body never does.
package enrich

import (
	"cmp"
	"iter"
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
)

// Framer makes the frames of chunks. Its methods are safe for concurrent use.
type Framer struct {
	Max     int          // of the whole chunk, in Measure
	Measure size.Measure // of a part of a text: special tokens don't belong to a frame
	Roles   []chunk.Role // the parts wanted
	// Joined says that sections share bodies on purpose: the breadcrumb of such
	// a body names all of them, and not only the one that it begins in.
	Joined bool
	// Fields, where set, writes rows as lines that name their columns: bodies
	// then need no header row.
	Fields *Fields
}

// Frame is a chunk.Limits.Frame. Parts that don't fit a quarter of Max give
// way in this order: context, the lines of the summary from the last one, the middle of the breadcrumb, the
// delimiter line of a table header, the row's first cell or the outermost lines
// of another header, the header. A part that gave way
// is marked Short.
func (f Framer) Frame(d *doc.Document, body doc.Span) (before, after []chunk.Part) {
	return f.frame(d, f.placeOf(d, body, new(tables))), nil
}

// place is all of a body that its frame depends on.
type place struct {
	sections sections
	header   header
}

// placeOf finds the place of a body; known are the tables read last.
func (f Framer) placeOf(d *doc.Document, body doc.Span, known *tables) place {
	at := place{sections: sectionsOf(d, body, f.Joined)}
	if f.wants(chunk.Header) {
		at.header = headerOf(d, body, known)
		if f.Fields != nil {
			at.header.named()
		}
	}
	return at
}

func (f Framer) frame(d *doc.Document, at place) []chunk.Part {
	room := f.Max / 4
	var taken []chunk.Part
	// Who gives way last chooses first.
	for _, role := range []chunk.Role{chunk.Header, chunk.Breadcrumb, chunk.Summary} {
		if !f.wants(role) {
			continue
		}
		if p, ok := f.fit(d, f.forms(d, at, role), room, taken); ok {
			taken = InOrder(taken, p)
		}
	}
	return taken
}

func (f Framer) wants(role chunk.Role) bool {
	for _, r := range f.Roles {
		if r == role {
			return true
		}
	}
	return false
}

// fit returns the first form that fits beside what is taken; an empty Short
// part where none does, and false where the body has no such part.
func (f Framer) fit(d *doc.Document, forms iter.Seq[chunk.Part], room int, taken []chunk.Part) (chunk.Part, bool) {
	gone, n := chunk.Part{Short: true}, 0
	for p := range forms {
		p.Short = n > 0
		if f.Measure.Size(chunk.Head(d, InOrder(taken, p))) <= room {
			return p, true
		}
		gone.Role = p.Role
		n++
	}
	return gone, n > 0
}

// InOrder adds p to a copy of parts, kept in the order of roles.
func InOrder(parts []chunk.Part, p chunk.Part) []chunk.Part {
	out := make([]chunk.Part, 0, len(parts)+1)
	for i, q := range parts {
		if p.Role < q.Role {
			return append(append(out, p), parts[i:]...)
		}
		out = append(out, q)
	}
	return append(out, p)
}

// forms are the ways to write a part, longest first, written as they are asked
// for.
func (f Framer) forms(d *doc.Document, at place, role chunk.Role) iter.Seq[chunk.Part] {
	return func(yield func(chunk.Part) bool) {
		switch role {
		case chunk.Header:
			if at.header.field > 0 {
				yield(chunk.Part{Role: chunk.Header, Text: f.Fields.Field(d, at.header.field)})
				return
			}
			headerForms(d, at.header, yield)
		case chunk.Breadcrumb:
			breadcrumbForms(d, at.sections, yield)
		case chunk.Summary:
			summaryForms(d, yield)
		}
	}
}

// summaryForms are the document's summary, then ever fewer of its lines.
func summaryForms(d *doc.Document, yield func(chunk.Part) bool) {
	for text := SummaryOf(d); text != "" && yield(chunk.Part{Role: chunk.Summary, Text: text}); {
		text = text[:max(0, strings.LastIndexByte(text, '\n'))]
	}
}

// SummaryOf is the summary that a document has: the one that was set, else what
// its metadata say under "summary", else under "description"; at most three
// lines of it.
func SummaryOf(d *doc.Document) string {
	text := cmp.Or(d.Summary, d.Meta["summary"], d.Meta["description"])
	lines := strings.SplitN(strings.TrimSpace(text), "\n", 4)
	return strings.Join(lines[:min(3, len(lines))], "\n")
}
