package metric

import (
	"cmp"
	"fmt"
	"slices"
)

// Span is a half-open range of a document's text in code points.
type Span struct{ Start, End int }

// Len returns the length in code points, blanks included.
func (s Span) Len() int { return max(0, s.End-s.Start) }

func (s Span) empty() bool { return s.End <= s.Start }

// meet returns what s and o share; it is empty where that is nothing.
func (s Span) meet(o Span) Span { return Span{max(s.Start, o.Start), min(s.End, o.End)} }

// touches reports whether s and o share a code point or at least a border.
func (s Span) touches(o Span) bool { return s.Start <= o.End && o.Start <= s.End }

// merge returns the same code points as spans that are in order and apart.
func merge(spans []Span) []Span {
	out := make([]Span, 0, len(spans))
	for _, s := range spans {
		if !s.empty() {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	n := 0
	for _, s := range out {
		if n > 0 && s.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
			continue
		}
		out[n] = s
		n++
	}
	return out[:n]
}

// after returns the first of the merged spans that ends behind at.
func after(set []Span, at int) int {
	i, _ := slices.BinarySearchFunc(set, at, func(s Span, at int) int {
		if s.End <= at {
			return -1
		}
		return 1
	})
	return i
}

// within calls f with each part of s that lies in the merged set.
func within(set []Span, s Span, f func(Span)) {
	for i := after(set, s.Start); i < len(set) && set[i].Start < s.End; i++ {
		f(set[i].meet(s))
	}
}

// String writes the span as "start:end".
func (s Span) String() string { return fmt.Sprintf("%d:%d", s.Start, s.End) }
