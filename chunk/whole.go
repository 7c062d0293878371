package chunk

import (
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
)

// heading is a text before bodies, and what it measures as a part of a text.
// Bodies of one section mostly have the same.
type heading struct {
	text string
	size int
	next []byte // for the next one, until it is known to be another
}

// head writes the parts before a body and measures them.
func (s *scale) head(before []Part) (text string, n int) {
	h := &s.heading
	h.next = appendHead(h.next[:0], s.doc, before)
	if string(h.next) != h.text {
		h.text = string(h.next)
		h.size = s.part.Size(h.text)
	}
	return h.text, h.size
}

// whole measures what Embed writes of c. Overlap and body are one span of the
// text, which the ruler knows; what stands before them is known for the section,
// and the two are joined by what the measure knows of their seam (see
// size.Joined). Where it knows nothing, all of it is measured as it is.
func (s *scale) whole(c *Chunk) int {
	if body := s.edges.trim(c.Span.Start, c.Span.End); !c.plain && s.rewritten(body) {
		c.Rendered = s.limits.Rendering.Render(s.doc, body)
		return s.limits.Measure.Size(Embed(s.doc, *c))
	}
	if s.ruler == nil || len(c.After) > 0 {
		return s.limits.Measure.Size(Embed(s.doc, *c))
	}
	text, before := s.edges.trim(c.Span.Start, c.Span.End), c.Before
	if text.Empty() {
		return s.limits.Measure.Size(Embed(s.doc, *c))
	}
	if n := len(before); n > 0 && before[n-1].Role == Overlap {
		text.Start, before = before[n-1].Span.Start, before[:n-1]
	}
	n := s.size(text)
	if len(before) == 0 {
		return n
	}
	head, headSize := s.head(before)
	return size.Joined(s.part, head, s.doc.Slice(text), headSize, n-s.special) + s.special
}

// sizeOfPart measures a part of a text: special tokens are no part of it.
func (s *scale) sizeOfPart(span doc.Span) int {
	if span.Empty() {
		return 0
	}
	return s.size(span) - s.special
}
