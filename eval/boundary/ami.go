package boundary

import "math"

// AMI is the adjusted mutual information of the segments: how much the segment
// in which a unit lies by one segmentation says of the segment by the other,
// less what chance would give, over the most it could be:
//
//	(MI − E[MI]) / ((H(ref) + H(hyp))/2 − E[MI])
//
// It is 1 for equal segmentations and symmetric. E[MI] is the mean over all
// ways to deal the units out to segments of the same sizes. Chance could give
// more than that when segments must be runs of neighbours, as here they are:
// even random cuts get well above 0. [Comparison.BoundaryAMI] doesn't have
// that bias. Values below 0 mean worse than chance. Where one side is a single
// segment, or all segments have one unit, and the other side differs, it is 0.
//
// Vinh, Epps and Bailey: Information Theoretic Measures for Clusterings
// Comparison, JMLR 11, 2010, with the mean of the entropies as there in
// AMI_sum (and as scikit-learn's default).
func (c Comparison) AMI() float64 {
	t := table{n: c.ref.N, a: sizeCounts(c.ref), b: sizeCounts(c.hyp)}
	last, i, j := 0, 0, 0
	for last < c.ref.N {
		a, b := c.ref.bound(i), c.hyp.bound(j)
		end := min(a, b)
		t.cell(end-last, a-c.ref.bound(i-1), b-c.hyp.bound(j-1))
		if a == end {
			i++
		}
		if b == end {
			j++
		}
		last = end
	}
	return c.adjusted(t.mi, expectedMI(t.n, t.a, t.b), (entropy(t.n, t.a)+entropy(t.n, t.b))/2)
}

// bound returns bound i with the ends of the text: bound -1 is 0, the one
// behind the last is N.
func (s Segmentation) bound(i int) int {
	switch {
	case i < 0:
		return 0
	case i >= len(s.Bounds):
		return s.N
	}
	return s.Bounds[i]
}

func (c Comparison) same() bool {
	return len(c.ref.Bounds) == len(c.hyp.Bounds) && c.Match(0).Pairs == len(c.ref.Bounds)
}

// table is a contingency table of n items, of which only the sums are kept.
type table struct {
	n    int
	a, b map[int]int // sizes of the classes on each side → how many
	mi   float64     // the mutual information, in nats
}

func sizeCounts(s Segmentation) map[int]int {
	m := map[int]int{}
	for size := range s.sizes {
		m[size]++
	}
	return m
}

// cell adds a cell of k items in classes of a and b items.
func (t *table) cell(k, a, b int) {
	if k > 0 {
		p := float64(k) / float64(t.n)
		t.mi += p * math.Log(p*float64(t.n)/float64(a)*float64(t.n)/float64(b))
	}
}

// adjusted returns a mutual information, less what chance gives, by the most
// that it could be.
func (c Comparison) adjusted(mi, chance, most float64) float64 {
	if c.same() {
		return 1 // also where nothing is to be known
	}
	if most-chance < 1e-12 {
		return 0
	}
	return min((mi-chance)/(most-chance), 1)
}

func entropy(n int, sizes map[int]int) float64 {
	h := 0.0
	for _, size := range sorted(sizes) {
		p := float64(size) / float64(n)
		h -= float64(sizes[size]) * p * math.Log(p)
	}
	return h
}
