package question

import "github.com/pildora/pildora/doc"

// settle chooses among the places at which each of several spans of one
// document may lie. Spans stand in document order and don't overlap; a place
// that no such arrangement uses is out. It returns what is left of each span's
// places, which is one where the order decides. Where no arrangement exists the
// order says nothing, and the places are returned as they were.
//
// With earliest[i] the least end that spans 0…i can have, and latest[i] the
// greatest start that spans i… can have, a place of span i is used by some
// arrangement exactly if it begins at or after earliest[i-1] and ends at or
// before latest[i+1].
func settle(places [][]doc.Span) [][]doc.Span {
	n := len(places)
	earliest, latest := make([]int, n+1), make([]int, n+1) // shifted by one: earliest[i] is of the spans before i
	latest[n] = maxInt
	for i, ps := range places {
		best := maxInt
		for _, p := range ps {
			if p.Start >= earliest[i] {
				best = min(best, p.End)
			}
		}
		if best == maxInt {
			return places
		}
		earliest[i+1] = best
	}
	for i := n - 1; i >= 0; i-- {
		latest[i] = -1
		for _, p := range places[i] {
			if p.End <= latest[i+1] {
				latest[i] = max(latest[i], p.Start)
			}
		}
	}
	left := make([][]doc.Span, n)
	for i, ps := range places {
		for _, p := range ps {
			if p.Start >= earliest[i] && p.End <= latest[i+1] {
				left[i] = append(left[i], p)
			}
		}
	}
	return left
}

const maxInt = int(^uint(0) >> 1)

// inside returns the places that lie in within, or all where none does.
func inside(places []doc.Span, within doc.Span) []doc.Span {
	var in []doc.Span
	for _, p := range places {
		if within.Contains(p) {
			in = append(in, p)
		}
	}
	if len(in) == 0 {
		return places
	}
	return in
}
