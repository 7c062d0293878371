package metric

import (
	"fmt"
	"slices"
)

// Chunks describes the chunks of a run, before any question is asked.
type Chunks struct {
	Count int `json:"count"`
	// Tokens of a chunk's text, the context not counted: smallest, percentiles
	// by nearest rank, largest. Zero where documents have no tokens.
	Min int `json:"min"`
	P5  int `json:"p5"`
	P50 int `json:"p50"`
	P95 int `json:"p95"`
	Max int `json:"max"`
	// Covered is the share of the documents' text that lies in some chunk.
	Covered float64 `json:"covered"`
	// Growth is how much text the chunks hold beyond what they cover, as a share
	// of that: 0 without overlap. It may exceed 1, where text lies in more than
	// two chunks on average.
	Growth float64 `json:"growth"`
}

// Describe counts and measures chunks. The documents are all those that were
// cut, also those that gave no chunk.
func Describe(docs []*Document, chunks []Passage) (Chunks, error) {
	byID := make(map[string]*Document, len(docs))
	total := 0
	for _, d := range docs {
		byID[d.id] = d
		total += d.Solid(Span{0, d.Len()})
	}
	if err := NewPool(chunks).check(byID); err != nil {
		return Chunks{}, err
	}
	sizes, held := make([]int, len(chunks)), 0
	text := make(map[*Document][]Span)
	for i, c := range chunks {
		d := byID[c.Doc]
		if d == nil {
			return Chunks{}, fmt.Errorf("a chunk's document %q is not among those that were cut", c.Doc)
		}
		sizes[i] = c.Unplaced
		for _, s := range merge(c.Spans) {
			sizes[i] += d.Tokens(s)
			held += d.Solid(s)
		}
		text[d] = append(text[d], c.Spans...)
	}
	covered := 0
	for d, spans := range text {
		for _, s := range merge(spans) {
			covered += d.Solid(s)
		}
	}
	out := Chunks{Count: len(chunks), Covered: ratio(float64(covered), float64(total))}
	if covered > 0 {
		out.Growth = float64(held-covered) / float64(covered)
	}
	if slices.Sort(sizes); len(sizes) > 0 {
		out.Min, out.Max = sizes[0], sizes[len(sizes)-1]
		out.P5, out.P50, out.P95 = percentile(sizes, 5), percentile(sizes, 50), percentile(sizes, 95)
	}
	return out, nil
}

// percentile is the smallest of the sorted values that p in 100 don't exceed.
func percentile(sorted []int, p int) int {
	return sorted[max(0, (len(sorted)*p+99)/100-1)]
}

// Cut counts the spans of a question's answer that lie whole in no chunk of the
// pool, and those that it has at all; over a set of questions the one sum
// divided by the other is the share of answers cut. It is decided before any
// search: no search can bring a span that is cut in a single chunk. Of several
// answers the one counts that is cut least. Spans without text aren't counted,
// and without a pool all are cut.
func (s *Scorer) Cut(q Question) (cut, of int, err error) {
	d, err := s.gold(q)
	if err != nil {
		return 0, 0, err
	}
	for _, spans := range q.Answers {
		a := newAnswer(d, spans)
		n := 0
		for _, span := range a.spans {
			if !s.kept(d, span) {
				n++
			}
		}
		if len(a.spans) > 0 && (of == 0 || n*of < cut*len(a.spans)) {
			cut, of = n, len(a.spans)
		}
	}
	return cut, of, nil
}

// kept reports whether the span lies whole in some chunk.
func (s *Scorer) kept(d *Document, span Span) bool {
	whole := false
	if s.pool != nil {
		s.pool.near(d.id, span, func(chunk []Span) {
			whole = whole || holds(d, merge(chunk), span)
		})
	}
	return whole
}
