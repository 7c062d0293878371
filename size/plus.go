package size

import (
	"math"

	"github.com/pildora/pildora/doc"
)

// Plus is m with n more for every text but the empty one: what a model sees of
// a text by itself, the special tokens that it puts around each included. It
// prepares texts where m does, and it has m itself where n is 0.
//
// A part of a text, such as a frame, is measured by m: the n are there once for
// the whole.
func Plus(m Measure, n int) Measure {
	if n == 0 {
		return m
	}
	if p, ok := m.(Preparer); ok {
		return preparedPlus{plus{m, n}, p}
	}
	return plus{m, n}
}

// Bare is the measure that [Plus] was given, and what it adds; of another
// measure that measure itself and 0.
func Bare(m Measure) (bare Measure, n int) {
	switch p := m.(type) {
	case plus:
		return p.of, p.n
	case preparedPlus:
		return p.of, p.n
	}
	return m, 0
}

type plus struct {
	of Measure
	n  int
}

// Size is what the measure says, and n more.
func (p plus) Size(text string) int {
	if text == "" {
		return 0
	}
	return p.of.Size(text) + p.n
}

// Seam is the measure's: joined, the n of one of two texts are gone.
func (p plus) Seam(head, body string) (int, bool) {
	s, ok := p.of.(Seamer)
	if !ok {
		return 0, false
	}
	n, ok := s.Seam(head, body)
	if head != "" && body != "" {
		n -= p.n
	}
	return n, ok
}

type preparedPlus struct {
	plus
	by Preparer
}

// Prepare is the measure's, and n more for every span but the empty ones.
func (p preparedPlus) Prepare(text string) Ruler {
	r := plusRuler{p.by.Prepare(text), p.n}
	if reacher, ok := r.of.(Reacher); ok {
		return plusReacher{r, reacher}
	}
	return r
}

type plusRuler struct {
	of Ruler
	n  int
}

// Size is what the ruler says, and n more.
func (r plusRuler) Size(s doc.Span) int {
	if s.Empty() {
		return 0
	}
	return r.of.Size(s) + r.n
}

// Most is the ruler's, and n more.
func (r plusRuler) Most(bytes int) int {
	if b, ok := r.of.(Bounded); ok {
		return b.Most(bytes) + r.n
	}
	return math.MaxInt
}

type plusReacher struct {
	plusRuler
	by Reacher
}

// Reach is the ruler's for n less. The empty span, which has nothing added,
// fits any limit.
func (r plusReacher) Reach(start, limit int) (fits, over int) {
	fits, over = r.by.Reach(start, limit-r.n)
	return max(fits, start), max(over, start)
}
