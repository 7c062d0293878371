package cut

import (
	"context"
	"iter"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// Sections cuts before each heading of the outline that has something other
// than a heading before it: a run of headings with nothing between them stays
// with the first content below.
var Sections chunk.Cutter = chunk.CutFunc(sections)

func sections(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for _, h := range d.Outline() {
			at := lineStart(d, h.Block)
			if at >= s.End {
				return
			}
			prev := d.LeafBefore(h.Block)
			joined := prev >= 0 && d.Blocks[prev].Kind == doc.Heading
			if at > s.Start && !joined && !yield(at, nil) {
				return
			}
		}
	}
}

// Headings cuts before each heading that follows a heading, with nothing
// between: where a run of headings and the first of what stands below it are
// too large together, the run is parted, and its last heading stays with the
// content.
var Headings chunk.Cutter = chunk.CutFunc(headingRuns)

func headingRuns(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i, b := range leaves(d, s) {
			prev := d.LeafBefore(i)
			if b.Kind != doc.Heading || prev < 0 || d.Blocks[prev].Kind != doc.Heading {
				continue
			}
			if at, ok := before(d, i, s); ok && !yield(at, nil) {
				return
			}
		}
	}
}
