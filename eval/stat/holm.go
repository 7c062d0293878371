package stat

import (
	"cmp"
	"math"
	"slices"
)

// Holm returns the p-values corrected for being several, in the order given
// (Holm, A simple sequentially rejective multiple test procedure, 1979): the
// smallest of m is multiplied by m, the next by m−1 and so on, none below the
// one before, none above 1. Rejecting those below α then keeps the chance of
// any false rejection below α. A NaN counts as 1.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	out := make([]float64, len(p))
	for i, v := range p {
		order[i], out[i] = i, v
		if math.IsNaN(v) {
			out[i] = 1
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(out[a], out[b]) })
	last := 0.0
	for rank, i := range order {
		last = max(last, min(1, out[i]*float64(len(p)-rank)))
		out[i] = last
	}
	return out
}
