package metric

import (
	"slices"
)

// untold is the text of one document that was not delivered yet. Its border
// points are known beforehand, so the text is a row of cells between them; each
// cell is told once, and a told cell points past itself (union by path
// halving). All spans together cost no more than sorting their borders.
type untold struct {
	borders []int // in order, each once; cell i lies between i and i+1
	next    []int // next[i] is i, or a cell behind i with none untold between
}

// newUntold takes all the spans that will be told.
func newUntold(spans []Span) *untold {
	u := &untold{borders: make([]int, 0, 2*len(spans))}
	for _, s := range spans {
		u.borders = append(u.borders, s.Start, s.End)
	}
	slices.Sort(u.borders)
	u.borders = slices.Compact(u.borders)
	u.next = make([]int, len(u.borders))
	for i := range u.next {
		u.next[i] = i
	}
	return u
}

// tell appends to fresh the parts of s that were not told before.
func (u *untold) tell(s Span, fresh []Span) []Span {
	i, _ := slices.BinarySearch(u.borders, s.Start)
	before := len(fresh)
	for i = u.from(i); i < len(u.borders) && u.borders[i] < s.End; i = u.from(i) {
		cell := Span{u.borders[i], u.borders[i+1]}
		if n := len(fresh); n > before && fresh[n-1].End == cell.Start {
			fresh[n-1].End = cell.End
		} else {
			fresh = append(fresh, cell)
		}
		u.next[i] = i + 1
	}
	return fresh
}

// from returns the first untold cell from i on; the last border where there is
// none.
func (u *untold) from(i int) int {
	for i < len(u.next) && u.next[i] != i {
		if n := u.next[i]; n < len(u.next) {
			u.next[i] = u.next[n]
		}
		i = u.next[i]
	}
	return i
}
