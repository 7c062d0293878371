package enrich

import (
	"sync"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// Remembering is f.Frame with a memory of the frames it made last. A packer
// asks about many bodies of one section after the other, and all that begin
// under the same headings and in the same table have the same frame. The
// slices that it returns are shared: don't change them. What it remembers
// keeps the document alive until other documents are asked about.
func (f Framer) Remembering() func(d *doc.Document, body doc.Span) (before, after []chunk.Part) {
	memories := sync.Pool{New: func() any { return new(memory) }}
	return func(d *doc.Document, body doc.Span) (before, after []chunk.Part) {
		m := memories.Get().(*memory)
		defer memories.Put(m)
		return m.frame(f, d, f.placeOf(d, body, &m.tables)), nil
	}
}

// memory holds the last frames of one document. A section's bodies outside of
// tables have one, and those in each table another.
type memory struct {
	doc  *doc.Document
	last [4]struct {
		at    place
		parts []chunk.Part
		known bool
	}
	next   int // of last, to give up
	tables tables
}

func (m *memory) frame(f Framer, d *doc.Document, at place) []chunk.Part {
	if m.doc != d {
		*m = memory{doc: d, tables: m.tables}
	}
	for i := range m.last {
		if l := &m.last[i]; l.known && l.at == at {
			return l.parts
		}
	}
	l := &m.last[m.next%len(m.last)]
	m.next++
	l.at, l.parts, l.known = at, f.frame(d, at), true
	return l.parts
}
