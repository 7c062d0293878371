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
	Kinds  map[string]Count
	Chunks int
	// Mixed counts the chunks that hold something of two pills which fit and
	// don't belong together: neither lies in the other, they are not of one
	// series, and no pill that holds both is whole in that chunk.
	Mixed int
}

// Count counts pills of one kind.
type Count struct {
	Pills int
	Fit   int // would fit one chunk
	Whole int // of those: lie whole in one
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
			if wholeIn(p.Span, chunks) {
				c.Whole++
			}
		}
		t.Kinds[p.Kind] = c
	}
	for _, c := range chunks {
		if mixes(pills, c) {
			t.Mixed++
		}
	}
	return t
}

// wholeIn reports whether some chunk holds s.
func wholeIn(s doc.Span, chunks []doc.Span) bool {
	i := sort.Search(len(chunks), func(i int) bool { return chunks[i].End >= s.End })
	for ; i < len(chunks) && chunks[i].Start <= s.Start; i++ {
		if chunks[i].End >= s.End {
			return true
		}
	}
	return false
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
