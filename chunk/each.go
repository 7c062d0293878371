package chunk

import (
	"context"
	"iter"

	"github.com/pildora/pildora/doc"
)

// Each cuts at every cut of c, whatever the size, and splits each piece by the
// splitter that f chooses for it. Nothing is shared across a cut: no chunk, no
// overlap. A blank piece goes with the piece after it, the last one with the
// piece before.
func Each(c Cutter, f func(*doc.Document, doc.Span) Splitter) Splitter { return each{c, f} }

type each struct {
	cutter Cutter
	choose func(*doc.Document, doc.Span) Splitter
}

// Split yields the chunks of each piece in turn.
func (e each) Split(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		var run piecewise
		for piece, err := range e.pieces(ctx, d, s) {
			if err != nil {
				yield(Chunk{}, err)
				return
			}
			if !run.split(ctx, e.choose(d, piece), d, piece, s.End, yield) {
				return
			}
		}
	}
}

// piecewise splits spans of one document, one after the other. Splitters of
// this package share what they measure with, and use their buffers again.
type piecewise struct {
	packer packer
	ahead  lookahead
	ruler  *scale // to measure with, where its measure is theirs; may be nil
}

// split yields the chunks of s by a splitter; others may be asked for up to
// end. It reports whether to go on: no error, and more is wanted.
func (p *piecewise) split(ctx context.Context, by Splitter, d *doc.Document, s doc.Span, end int, yield func(Chunk, error) bool) bool {
	switch by := by.(type) {
	case *packing:
		return p.packer.split(ctx, by, d, s, end, p.ruler, yield)
	case *ahead:
		return p.ahead.split(ctx, by, d, s, end, p.ruler, yield)
	}
	for c, err := range by.Split(ctx, d, s) {
		if !yield(c, err) || err != nil {
			return false
		}
	}
	return true
}

// pieces yields what lies between the cuts.
func (e each) pieces(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[doc.Span, error] {
	return func(yield func(doc.Span, error) bool) {
		held := doc.Span{Start: s.Start, End: s.Start} // pieces not yielded yet, but for the one growing
		start := s.Start
		grow := func(cut int) bool {
			piece := doc.Span{Start: start, End: cut}
			start = cut
			if doc.IsBlank(d.Slice(piece)) || held.Empty() || doc.IsBlank(d.Slice(held)) {
				held.End = cut
				return true
			}
			done := held
			held = piece
			return yield(done, nil)
		}
		for cut, err := range e.cutter.Cuts(ctx, d, s) {
			if err != nil {
				yield(doc.Span{}, err)
				return
			}
			if cut > start && cut < s.End && atGrapheme(d.Text, cut) && !grow(cut) {
				return
			}
		}
		if s.End > start && !grow(s.End) {
			return
		}
		if !held.Empty() {
			yield(held, nil)
		}
	}
}
