package chunk

import (
	"sort"

	"github.com/pildora/pildora/doc"
)

// Rendering writes parts of bodies otherwise than they stand in the document.
// What is written is embedded and bounded by Limits.Max; the body of a chunk
// stays a slice of the document. It is safe for concurrent use.
type Rendering interface {
	// Parts are the spans of d that are written otherwise, in order and apart
	// from each other. The caller doesn't change them.
	Parts(d *doc.Document) []doc.Span
	// Render writes a body; what lies outside of the parts as it stands. It is
	// the same for the same body, and takes time linear in it.
	Render(d *doc.Document, body doc.Span) string
}

// Rendered is the body as r writes it; empty where r is nil or the body holds
// no part that it writes otherwise.
func Rendered(r Rendering, d *doc.Document, body doc.Span) string {
	if r == nil || partFrom(r.Parts(d), body.Start).Start >= body.End {
		return ""
	}
	return r.Render(d, body)
}

// partFrom is the first part that ends behind at; one that begins nowhere in
// the document where there is none.
func partFrom(parts []doc.Span, at int) doc.Span {
	i := sort.Search(len(parts), func(i int) bool { return parts[i].End > at })
	if i == len(parts) {
		return doc.Span{Start: int(^uint(0) >> 1), End: int(^uint(0) >> 1)}
	}
	return parts[i]
}

// rewritten reports whether a body in span is written otherwise than it stands.
func (s *scale) rewritten(span doc.Span) bool {
	return len(s.parts) > 0 && partFrom(s.parts, span.Start).Start < span.End
}

// sizeOf measures a body as it is written.
func (s *scale) sizeOf(body doc.Span) int {
	if s.rewritten(body) {
		return s.limits.Measure.Size(s.limits.Rendering.Render(s.doc, body))
	}
	return s.size(body)
}

// withinRendered is within for a body that is written otherwise: nothing is
// known of its length but by writing it.
func (s *scale) withinRendered(t *trial, end, limit int) bool {
	body := s.edges.trim(t.start, end)
	if body.Empty() {
		return true
	}
	if s.beyond(body, limit) {
		return false
	}
	if n := s.sizeOf(body); n > limit+margin {
		return false
	}
	c := s.chunk(*t, end)
	return s.whole(&c) <= limit
}

// untilPart is end, or where the first part behind start that is written
// otherwise begins.
func (s *scale) untilPart(start, end int) int {
	return max(start, min(end, partFrom(s.parts, start).Start))
}
