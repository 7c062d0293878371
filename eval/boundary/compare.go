package boundary

import (
	"fmt"
	"math"
)

// Comparison is a reference and what is judged by it, over the same text.
type Comparison struct{ ref, hyp Segmentation }

// Compare returns the comparison of hyp with ref. It is an error if they are
// not of the same number of units, or break the rules of [Segmentation].
func Compare(ref, hyp Segmentation) (Comparison, error) {
	if ref.N != hyp.N {
		return Comparison{}, fmt.Errorf("segmentations of different texts: the reference has %d units, the other %d", ref.N, hyp.N)
	}
	for _, s := range []Segmentation{ref, hyp} {
		last := 0
		for _, b := range s.Bounds {
			if b <= last || b >= s.N {
				return Comparison{}, fmt.Errorf("boundary %d of %d units: not ascending, distinct and inside; see New", b, s.N)
			}
			last = b
		}
	}
	return Comparison{ref, hyp}, nil
}

// Window returns the usual width for [Comparison.Pk] and
// [Comparison.WindowDiff]: half of the reference's mean segment, rounded, at
// least 1.
func (c Comparison) Window() int {
	n := c.ref.segments()
	if n == 0 {
		return 1
	}
	return max(1, int(math.Round(float64(c.ref.N)/float64(2*n))))
}

// Pk is the share of pairs of units k apart for which the two segmentations
// disagree whether both lie in one segment: 0 for equal segmentations, 1 at
// worst. It is symmetric for a given k. A k below 1 means [Comparison.Window],
// one of N or more means N-1. With fewer than two units it is 0.
//
// Beeferman, Berger and Lafferty: Statistical Models for Text Segmentation,
// Machine Learning 34, 1999.
func (c Comparison) Pk(k int) float64 {
	return c.windows(k, func(ref, hyp int) bool { return (ref == 0) != (hyp == 0) })
}

// WindowDiff is the share of windows over k+1 units in which the two
// segmentations have different numbers of boundaries: 0 for equal
// segmentations, 1 at worst, never less than Pk, and symmetric for a given k.
// Unlike Pk it also sees a boundary too many beside a right one. For k and
// short texts the same holds as for [Comparison.Pk].
//
// Pevzner and Hearst: A Critique and Improvement of an Evaluation Metric for
// Text Segmentation, Computational Linguistics 28, 2002.
func (c Comparison) WindowDiff(k int) float64 {
	return c.windows(k, func(ref, hyp int) bool { return ref != hyp })
}

// windows returns the share of the N-k windows (i, i+k] whose numbers of
// boundaries are wrong. It looks at the places where a number changes only, so
// the work grows with the boundaries, not with the text.
func (c Comparison) windows(k int, wrong func(ref, hyp int) bool) float64 {
	n := c.ref.N
	if n < 2 {
		return 0
	}
	if k < 1 {
		k = c.Window()
	}
	k = min(k, n-1)
	bad := 0
	for i := 0; i < n-k; {
		next := min(n-k, c.ref.steady(i, k), c.hyp.steady(i, k))
		if wrong(c.ref.within(i, i+k), c.hyp.within(i, i+k)) {
			bad += next - i
		}
		i = next
	}
	return float64(bad) / float64(n-k)
}

// steady returns the first j > i for which the bounds in (j, j+k] may be
// others than those in (i, i+k].
func (s Segmentation) steady(i, k int) int {
	next := s.N
	// A bound leaves the window when j reaches it, and enters at bound-k.
	if at := s.after(i); at < len(s.Bounds) {
		next = s.Bounds[at]
	}
	if at := s.after(i + k); at < len(s.Bounds) {
		next = min(next, s.Bounds[at]-k)
	}
	return next
}
