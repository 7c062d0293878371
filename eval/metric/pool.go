package metric

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
)

// Pool is all the chunks that were searched, ready to be asked which of them
// touch a span.
type Pool struct{ docs map[string]*shelf }

// shelf is the chunks of one document, ordered by where they begin.
type shelf struct {
	chunks []pooled
	reach  []int // reach[i]: the farthest end among chunks[:i+1]
}

type pooled struct {
	hull  Span // from the first to the last code point
	spans []Span
}

// NewPool takes the chunks in any order. Those without spans are left out, for
// they touch nothing.
func NewPool(chunks []Passage) *Pool {
	p := &Pool{docs: make(map[string]*shelf)}
	for _, c := range chunks {
		if len(c.Spans) == 0 {
			continue
		}
		hull := c.Spans[0]
		for _, s := range c.Spans[1:] {
			hull = Span{min(hull.Start, s.Start), max(hull.End, s.End)}
		}
		if p.docs[c.Doc] == nil {
			p.docs[c.Doc] = new(shelf)
		}
		s := p.docs[c.Doc]
		s.chunks = append(s.chunks, pooled{hull, c.Spans})
	}
	for _, s := range p.docs {
		slices.SortStableFunc(s.chunks, func(a, b pooled) int { return cmp.Compare(a.hull.Start, b.hull.Start) })
		far := 0
		for _, c := range s.chunks {
			far = max(far, c.hull.End)
			s.reach = append(s.reach, far)
		}
	}
	return p
}

// check reports a chunk that doesn't lie in its document.
func (p *Pool) check(docs map[string]*Document) error {
	if p == nil {
		return nil
	}
	for id, s := range p.docs {
		for _, c := range s.chunks {
			for _, span := range c.spans {
				if d := docs[id]; d == nil {
					return fmt.Errorf("a chunk's document %q is not among those to be scored", id)
				} else if err := d.check(span); err != nil {
					return fmt.Errorf("chunk: %w", err)
				}
			}
		}
	}
	return nil
}

// near calls f with the spans of each chunk of the document that touches s, if
// only at a border; last in the document first.
func (p *Pool) near(id string, s Span, f func(spans []Span)) {
	shelf := p.docs[id]
	if shelf == nil {
		return
	}
	n := sort.Search(len(shelf.chunks), func(i int) bool { return shelf.chunks[i].hull.Start > s.End })
	for i := n - 1; i >= 0 && shelf.reach[i] >= s.Start; i-- {
		if shelf.chunks[i].hull.touches(s) {
			f(shelf.chunks[i].spans)
		}
	}
}

// omega is PrecisionΩ of one answer: what the chunks that hold some of it share
// with it, over all the text of those chunks and of the answer. Text of the
// answer that no chunk holds thus counts against the chunks.
func (s *Scorer) omega(a *answer, given []Span) float64 {
	if s.opt.Chroma {
		return s.chromaOmega(a, given)
	}
	var text []Span
	for _, span := range a.all {
		s.pool.near(a.doc.id, span, func(chunk []Span) {
			for _, part := range chunk {
				if a.doc.Solid(part.meet(span)) > 0 {
					text = append(text, chunk...)
					return
				}
			}
		})
	}
	shared, length := 0, 0
	for _, part := range merge(text) {
		shared += a.found(a.doc, part)
		length += a.doc.Solid(part)
	}
	return ratio(float64(shared), float64(length+a.solid-shared))
}
