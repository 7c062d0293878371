package rule

import (
	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// table is the caption of the table that a body is a later piece of; where it
// has none, the sentence that introduces it.
func table(r *reading) finder {
	if !r.has(doc.Table, doc.HTML) {
		return nil
	}
	tables := newWithin(r, pill.Table)
	var memory lineOf
	b, last := -1, -1 // the caption of the table that begins at last
	return func(i int) []string {
		p, ok := tables.at(i)
		if !ok {
			return nil
		}
		if p.Span.Start != last {
			b, last = r.caption(p), p.Span.Start
		}
		if b < 0 || r.doc.Blocks[b].Span.Overlaps(r.bodies[i]) {
			return nil
		}
		return memory.of(b, func() string {
			s := r.doc.Blocks[b].Span
			if r.words.Opens(r.doc.Slice(s))&cue.Caption != 0 {
				return r.line(cut(r.doc.Text, s.Start, s.End), false)
			}
			return r.last(s)
		})
	}
}

// caption is the block that says what the table of pill p shows; -1 where none
// does.
func (r *reading) caption(p pill.Pill) int {
	intro, shown := -1, false
	for b := r.doc.BlockFrom(p.Span.Start); b < len(r.doc.Blocks) && r.doc.Blocks[b].Span.Start < p.Span.End; b++ {
		switch at := &r.doc.Blocks[b]; at.Kind {
		case doc.Caption:
			return b
		case doc.Table, doc.HTML:
			shown = true
		case doc.Paragraph:
			if r.words.Opens(r.doc.Slice(at.Span))&cue.Caption != 0 {
				return b
			}
			if !shown {
				intro = b
			}
		}
	}
	return intro
}
