package catalog

import (
	"context"
	"iter"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
)

// paragraphs packs whole paragraphs, as textbooks do: what stands between blank
// lines. One that doesn't fit is cut between its sentences and shares no chunk.
func paragraphs(b build) (chunk.Splitter, error) {
	whole := chunk.Pack(b.limits, cut.BlankLines, cut.Sentences(b.recipe.Lang), cut.Words, cut.Segments)
	return chunk.Each(oversized(b.limits, cut.BlankLines), func(*doc.Document, doc.Span) chunk.Splitter { return whole }), nil
}

// oversized cuts around each piece of c that doesn't fit one chunk.
func oversized(l chunk.Limits, c chunk.Cutter) chunk.Cutter {
	return chunk.CutFunc(func(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
		return func(yield func(int, error) bool) {
			gauge := chunk.NewGauge(d, s, l)
			start := s.Start
			last := s.Start // cut so far
			piece := func(end int) bool {
				from := start
				if start = end; gauge.Fits(doc.Span{Start: from, End: end}, l.Max) {
					return true
				}
				for _, at := range [...]int{from, end} {
					if at > last && at < s.End {
						if last = at; !yield(at, nil) {
							return false
						}
					}
				}
				return true
			}
			for at, err := range c.Cuts(ctx, d, s) {
				if err != nil {
					yield(0, err)
					return
				}
				if at > start && at < s.End && !piece(at) {
					return
				}
			}
			piece(s.End)
		}
	})
}
