package metric

import "math"

// gains is a ranking as the metrics see it: what the result at each place
// brings, 0 where that is nothing or was brought before.
type gains []float64

// first returns the place, from 1, of the first gain among the first k; 0
// where there is none.
func (g gains) first(k int) int {
	for i := range g.top(k) {
		if g[i] > 0 {
			return i + 1
		}
	}
	return 0
}

// count returns how many of the first k places bring something.
func (g gains) count(k int) int {
	n := 0
	for _, v := range g.top(k) {
		if v > 0 {
			n++
		}
	}
	return n
}

func (g gains) top(k int) gains { return g[:max(0, min(k, len(g)))] }

// reciprocal is 1 over the place of the first gain.
func (g gains) reciprocal(k int) float64 {
	if at := g.first(k); at > 0 {
		return 1 / float64(at)
	}
	return 0
}

// average is the precision at each gain among the first k, summed and divided
// by all that could be gained.
func (g gains) average(relevant, k int) float64 {
	sum, hits := 0.0, 0
	for i, v := range g.top(k) {
		if v > 0 {
			hits++
			sum += float64(hits) / float64(i+1)
		}
	}
	return ratio(sum, float64(relevant))
}

// discounted is the discounted cumulative gain of the first k places.
func (g gains) discounted(k int) float64 {
	sum := 0.0
	for i, v := range g.top(k) {
		if v > 0 {
			sum += v / math.Log2(float64(i+2))
		}
	}
	return sum
}

// ratio is a/b, within 0 and 1 whatever rounding did, and 0 where b is 0.
func ratio(a, b float64) float64 {
	if !(a > 0) || !(b > 0) {
		return 0
	}
	return min(a/b, 1)
}
