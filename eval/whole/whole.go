// Package whole judges chunks by the pills of their documents: how many of
// those that would fit one chunk lie whole in one, and how many chunks mix
// pills that don't belong together. It needs no questions.
package whole

import (
	"slices"
	"sort"

	"github.com/pildora/pildora/doc"
)

// Pill is a pill of a document, found by a detector or marked by hand. The
// pills of a document stand in order, outer ones first, and nest.
type Pill struct {
	Kind   string
	Span   doc.Span // without blanks at its ends
	Parent int      // index of the pill that holds it, or -1
	Series int      // pills with the same number, if not 0, may share a chunk
	Fits   bool     // would fit one chunk, with its frame
}

// Tally counts pills and chunks.
type Tally struct {
	Kinds  map[string]Count `json:"kinds"`
	Chunks int              `json:"chunks"`
	// Mixed counts the chunks that hold something of two pills which fit and
	// don't belong together: neither lies in the other, they are not of one
	// series, and no pill that holds both is whole in that chunk.
	Mixed int `json:"mixed"`
}

// Count counts pills of one kind.
type Count struct {
	Pills int `json:"pills"`
	Fit   int `json:"fit"`   // would fit one chunk
	Whole int `json:"whole"` // of those: lie whole in one
}

// Add adds another tally.
func (t *Tally) Add(o Tally) {
	if t.Kinds == nil {
		t.Kinds = map[string]Count{}
	}
	for k, c := range o.Kinds {
		have := t.Kinds[k]
		t.Kinds[k] = Count{have.Pills + c.Pills, have.Fit + c.Fit, have.Whole + c.Whole}
	}
	t.Chunks += o.Chunks
	t.Mixed += o.Mixed
}

// Total sums up all kinds.
func (t *Tally) Total() Count {
	sum := Count{}
	for _, c := range t.Kinds {
		sum = Count{sum.Pills + c.Pills, sum.Fit + c.Fit, sum.Whole + c.Whole}
	}
	return sum
}

// Judge counts the pills of one document that its chunks keep whole. chunks are
// the bodies, without blanks at their ends, by start; they may overlap.
func Judge(pills []Pill, chunks []doc.Span) Tally {
	t := Tally{Kinds: map[string]Count{}, Chunks: len(chunks)}
	for _, p := range pills {
		c := t.Kinds[p.Kind]
		c.Pills++
		if p.Fits {
			c.Fit++
			c.Whole++
		}
		t.Kinds[p.Kind] = c
	}
	split, mixed := Faults(pills, chunks)
	for _, p := range split {
		c := t.Kinds[p.Kind]
		c.Whole--
		t.Kinds[p.Kind] = c
	}
	t.Mixed = len(mixed)
	return t
}

// Faults returns the pills that would fit one chunk and lie whole in none, and
// the chunks that mix pills which don't belong together. Pills and chunks are
// as for [Judge].
func Faults(pills []Pill, chunks []doc.Span) (split []Pill, mixed []doc.Span) {
	held := reach(chunks)
	for _, p := range pills {
		if p.Fits && !held(p.Span) {
			split = append(split, p)
		}
	}
	for _, c := range chunks {
		if mixes(pills, c) {
			mixed = append(mixed, c)
		}
	}
	return split, mixed
}

// reach returns what reports whether some chunk holds a span.
func reach(chunks []doc.Span) (held func(doc.Span) bool) {
	ends := make([]int, len(chunks)) // the furthest end up to each chunk
	for i, c := range chunks {
		ends[i] = max(c.End, ends[max(i-1, 0)])
	}
	return func(s doc.Span) bool {
		i := sort.Search(len(chunks), func(i int) bool { return chunks[i].Start > s.Start })
		return i > 0 && ends[i-1] >= s.End
	}
}

// mixes reports whether chunk c holds something of two foreign pills.
func mixes(pills []Pill, c doc.Span) bool {
	var units []int
	first := sort.Search(len(pills), func(i int) bool { return pills[i].Span.Start >= c.End })
	for i := range first {
		p := &pills[i]
		if p.Fits && !p.Span.Intersect(c).Empty() && !insideOf(pills, units, i) {
			units = append(units, i)
		}
	}
	for k := 1; k < len(units); k++ {
		a, b := &pills[units[k-1]], &pills[units[k]]
		if a.Series == 0 || a.Series != b.Series {
			return true
		}
	}
	return false
}

// insideOf reports whether pill i lies in one of units.
func insideOf(pills []Pill, units []int, i int) bool {
	for at := pills[i].Parent; at >= 0; at = pills[at].Parent {
		if slices.Contains(units, at) {
			return true
		}
	}
	return false
}
