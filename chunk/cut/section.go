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
		outline := d.Outline()
		for _, h := range outline[max(0, d.SectionAt(s.Start)):] {
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
var Headings chunk.Seeker = headingRuns{}

type headingRuns struct{}

// Cuts yields the starts of those headings.
func (c headingRuns) Cuts(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return chunk.Walk(c, d, s)
}

// Seek returns a cursor over the same places.
func (headingRuns) Seek(d *doc.Document, s doc.Span) chunk.Cursor { return &headingCursor{d, s} }

type headingCursor struct {
	doc  *doc.Document
	span doc.Span
}

func (c *headingCursor) Next(after int) int {
	d := c.doc
	for i, b := range leaves(d, doc.Span{Start: after, End: c.span.End}) {
		prev := d.LeafBefore(i)
		if b.Kind != doc.Heading || prev < 0 || d.Blocks[prev].Kind != doc.Heading {
			continue
		}
		if at, ok := before(d, i, c.span); ok && at > after {
			return at
		}
	}
	return c.span.End
}

func (c *headingCursor) Last(after, most int) int { return lastOf(c, after, min(most, c.span.End-1)) }
