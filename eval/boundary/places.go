package boundary

import "math"

// BoundaryAMI is the adjusted mutual information of the boundaries themselves:
// each place between two units is one item, and whether it is a boundary its
// class, as if dealt out independently of its neighbours. The formula is that
// of [Comparison.AMI], with one change: where fewer boundaries agree than
// chance would give, the information counts as negative, since it tells where
// boundaries are not.
//
// It is 1 for equal segmentations only, symmetric, exactly 0 on average for
// boundaries placed at random, and about -1 at worst. A boundary beside the
// right place is worth no more than one far away. Where one side has no
// boundary or cuts everywhere, and the other differs, it is 0.
func (c Comparison) BoundaryAMI() float64 {
	t := places{max(c.ref.N-1, 0), len(c.ref.Bounds), len(c.hyp.Bounds)}
	return c.adjusted(t.information(c.Match(0).Pairs), t.chance(), (t.entropy(t.a)+t.entropy(t.b))/2)
}

// places are n places of which the two sides mark a and b.
type places struct{ n, a, b int }

// information is the signed mutual information where k places are marked by
// both.
func (t places) information(k int) float64 {
	mi := t.cell(k, t.a, t.b) + t.cell(t.a-k, t.a, t.n-t.b) + t.cell(t.b-k, t.n-t.a, t.b) +
		t.cell(t.n-t.a-t.b+k, t.n-t.a, t.n-t.b)
	if float64(k)*float64(t.n) < float64(t.a)*float64(t.b) {
		return -mi
	}
	return mi
}

// chance is the mean of information over all ways to place the marks.
func (t places) chance() float64 {
	mean := 0.0
	for k := max(0, t.a+t.b-t.n); k <= min(t.a, t.b); k++ {
		mean += math.Exp(hypergeometric(t.n, t.a, t.b, k)) * t.information(k)
	}
	return mean
}

func (t places) cell(k, a, b int) float64 {
	if k == 0 {
		return 0
	}
	p := float64(k) / float64(t.n)
	return p * math.Log(p*float64(t.n)/float64(a)*float64(t.n)/float64(b))
}

func (t places) entropy(marked int) float64 {
	return -t.cell(marked, t.n, t.n) - t.cell(t.n-marked, t.n, t.n)
}
