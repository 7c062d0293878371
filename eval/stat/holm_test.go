package stat_test

import (
	"math"
	"slices"
	"testing"

	"github.com/pildora/pildora/eval/stat"
	"pgregory.net/rapid"
)

func TestHolmByHand(t *testing.T) {
	for _, c := range []struct{ p, want []float64 }{
		{nil, []float64{}},
		{[]float64{.03}, []float64{.03}},
		{[]float64{.01, .04, .03, .005}, []float64{.03, .06, .06, .02}},
		{[]float64{.5, .9, .001}, []float64{1, 1, .003}},
		{[]float64{.02, .02}, []float64{.04, .04}},
		{[]float64{math.NaN(), .01}, []float64{1, .02}},
	} {
		got := stat.Holm(c.p)
		if !slices.EqualFunc(got, c.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
			t.Errorf("%v: %v, want %v", c.p, got, c.want)
		}
	}
}

// Corrected values keep the order, lie between p and m·p, and don't depend on
// the order given.
func TestHolmProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 12).Draw(t, "p")
		got := stat.Holm(p)
		for i := range p {
			if got[i] < p[i] || got[i] > 1 || got[i] > float64(len(p))*slices.Max(p) {
				t.Fatalf("%v became %v", p[i], got[i])
			}
			for j := range p {
				if p[i] <= p[j] && got[i] > got[j] {
					t.Fatalf("%v, %v became %v, %v", p[i], p[j], got[i], got[j])
				}
			}
		}
		back := slices.Clone(p)
		slices.Reverse(back)
		turned := stat.Holm(back)
		slices.Reverse(turned)
		if !slices.Equal(turned, got) {
			t.Fatalf("order matters: %v, %v", got, turned)
		}
	})
}
