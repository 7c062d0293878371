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
		var run packer // used again for each piece that is packed
		for piece, err := range e.pieces(ctx, d, s) {
			if err != nil {
				yield(Chunk{}, err)
				return
			}
			splitter := e.choose(d, piece)
			if p, ok := splitter.(*packing); ok {
				if !run.split(ctx, p, d, piece, s.End, yield) {
					return
				}
				continue
			}
			for c, err := range splitter.Split(ctx, d, piece) {
				if !yield(c, err) || err != nil {
					return
				}
			}
		}
	}
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
