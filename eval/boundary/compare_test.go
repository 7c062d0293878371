package boundary_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/eval/boundary"
	"github.com/pildora/pildora/internal/cputime"
)

func seg(t testing.TB, n int, bounds ...int) boundary.Segmentation {
	t.Helper()
	s, err := boundary.New(n, bounds)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func compare(t testing.TB, ref, hyp boundary.Segmentation) boundary.Comparison {
	t.Helper()
	c, err := boundary.Compare(ref, hyp)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// By hand, with k = 2 and 4 windows over 6 units: (0,2], (1,3], (2,4], (3,5].
// The reference has its boundary in the second and third.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		name    string
		hyp     []int
		pk, wd  float64
		p, r, f float64 // no tolerance
		near    float64 // recall with tolerance 1
	}{
		{"same", []int{3}, 0, 0, 1, 1, 1, 1},
		{"one early", []int{2}, 0.5, 0.5, 0, 0, 0, 1}, // windows 1 and 3 wrong
		{"two early", []int{1}, 0.75, 0.75, 0, 0, 0, 0},
		{"one too many beside", []int{2, 3}, 0.25, 0.5, 0.5, 1, 2.0 / 3, 1}, // only the count in window 2 is wrong
		{"none", nil, 0.5, 0.5, 0, 0, 0, 0},
		{"everywhere", []int{1, 2, 3, 4, 5}, 0.5, 1, 0.2, 1, 1.0 / 3, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := compare(t, seg(t, 6, 3), seg(t, 6, c.hyp...)).Scores(boundary.Options{})
			if got.Window != 2 || !near(got.Pk, c.pk) || !near(got.WindowDiff, c.wd) {
				t.Errorf("k %d, Pk %v, WindowDiff %v; want 2, %v, %v", got.Window, got.Pk, got.WindowDiff, c.pk, c.wd)
			}
			if !near(got.Precision, c.p) || !near(got.Recall, c.r) || !near(got.F1, c.f) {
				t.Errorf("precision %v, recall %v, F1 %v; want %v, %v, %v", got.Precision, got.Recall, got.F1, c.p, c.r, c.f)
			}
			if m := compare(t, seg(t, 6, 3), seg(t, 6, c.hyp...)).Match(1); !near(m.Recall, c.near) {
				t.Errorf("recall within 1: %v, want %v", m.Recall, c.near)
			}
		})
	}
}

func TestNothingToCompare(t *testing.T) {
	for _, n := range []int{0, 1, 2, 9} {
		got := compare(t, seg(t, n), seg(t, n)).Scores(boundary.Options{Window: 5})
		if got.Pk != 0 || got.WindowDiff != 0 || got.AMI != 1 || got.BoundaryAMI != 1 || got.F1 != 1 {
			t.Errorf("%d units, no boundaries: %+v", n, got)
		}
	}
	var zero boundary.Comparison
	if s := zero.Scores(boundary.Options{}); s.Pk != 0 || s.AMI != 1 || s.Window != 1 {
		t.Errorf("the zero comparison: %+v", s)
	}
	if got := compare(t, seg(t, 4, 2), seg(t, 4)); got.AMI() != 0 || got.BoundaryAMI() != 0 || got.Match(0).F1 != 0 {
		t.Errorf("never cutting is worth something: %+v", got.Scores(boundary.Options{}))
	}
	if got := compare(t, seg(t, 4, 2), seg(t, 4, 1, 2, 3)); !near(got.AMI(), 0) {
		t.Errorf("cutting everywhere has AMI %v, want 0", got.AMI())
	}
}

func TestCompareRefuses(t *testing.T) {
	if _, err := boundary.Compare(seg(t, 4), seg(t, 5)); err == nil {
		t.Error("different texts compared")
	}
	if _, err := boundary.Compare(seg(t, 4), boundary.Segmentation{N: 4, Bounds: []int{3, 1}}); err == nil {
		t.Error("disordered bounds compared")
	}
	if _, err := boundary.New(4, []int{5}); err == nil {
		t.Error("a boundary outside was taken")
	}
}

func segments(t *rapid.T, n int, name string) boundary.Segmentation {
	p := rapid.SampledFrom([]int{1, 3, 20}).Draw(t, name+" density")
	var bounds []int
	for b := 1; b < n; b++ {
		if rapid.IntRange(0, p).Draw(t, name) == 0 {
			bounds = append(bounds, b)
		}
	}
	return boundary.Segmentation{N: n, Bounds: bounds}
}

// The definitions, window by window.
func naive(ref, hyp boundary.Segmentation, k int) (pk, wd float64) {
	count := func(s boundary.Segmentation, i int) (c int) {
		for _, b := range s.Bounds {
			if b > i && b <= i+k {
				c++
			}
		}
		return c
	}
	for i := 0; i+k < ref.N; i++ {
		r, h := count(ref, i), count(hyp, i)
		if (r == 0) != (h == 0) {
			pk++
		}
		if r != h {
			wd++
		}
	}
	return pk / float64(ref.N-k), wd / float64(ref.N-k)
}

func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "n")
		ref, hyp := segments(t, n, "ref"), segments(t, n, "hyp")
		c, err := boundary.Compare(ref, hyp)
		if err != nil {
			t.Fatal(err)
		}
		back, err := boundary.Compare(hyp, ref)
		if err != nil {
			t.Fatal(err)
		}
		k := rapid.IntRange(1, n-1).Draw(t, "k")
		pk, wd := naive(ref, hyp, k)
		if !near(c.Pk(k), pk) || !near(c.WindowDiff(k), wd) {
			t.Fatalf("k %d: Pk %v, WindowDiff %v; by definition %v, %v", k, c.Pk(k), c.WindowDiff(k), pk, wd)
		}
		if c.WindowDiff(k) < c.Pk(k) || c.Pk(k) != back.Pk(k) || c.WindowDiff(k) != back.WindowDiff(k) {
			t.Fatal("WindowDiff below Pk, or not symmetric")
		}
		if !near(c.AMI(), back.AMI()) || !near(c.BoundaryAMI(), back.BoundaryAMI()) || c.AMI() > 1 || c.BoundaryAMI() > 1 {
			t.Fatalf("AMI %v and %v, boundaries %v and %v", c.AMI(), back.AMI(), c.BoundaryAMI(), back.BoundaryAMI())
		}
		same := slices.Equal(ref.Bounds, hyp.Bounds)
		if (c.BoundaryAMI() == 1) != same || (c.AMI() == 1) != same || (c.WindowDiff(1) == 0) != same {
			t.Fatalf("perfect and equal are not the same: %+v", c.Scores(boundary.Options{}))
		}
		tol := rapid.IntRange(0, 4).Draw(t, "tolerance")
		m, r := c.Match(tol), back.Match(tol)
		if m.Pairs != r.Pairs || m.Precision != r.Recall || m.F1 > 1 || m.Pairs < c.Match(0).Pairs {
			t.Fatalf("%+v and back %+v", m, r)
		}
		for _, v := range []float64{c.AMI(), c.BoundaryAMI(), m.F1, m.Precision} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("not a number in %+v", c.Scores(boundary.Options{}))
			}
		}
	})
}

// Greedy pairing is as good as any.
func TestMatchIsMaximal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "n")
		ref, hyp := segments(t, n, "ref"), segments(t, n, "hyp")
		tol := rapid.IntRange(0, 3).Draw(t, "tolerance")
		c, err := boundary.Compare(ref, hyp)
		if err != nil {
			t.Fatal(err)
		}
		var best func(i int, used uint) int
		best = func(i int, used uint) int {
			if i == len(ref.Bounds) {
				return 0
			}
			most := best(i+1, used)
			for j, h := range hyp.Bounds {
				if used>>j&1 == 0 && max(h-ref.Bounds[i], ref.Bounds[i]-h) <= tol {
					most = max(most, 1+best(i+1, used|1<<j))
				}
			}
			return most
		}
		if got, want := c.Match(tol).Pairs, best(0, 0); got != want {
			t.Fatalf("%d pairs of %v and %v within %d, but %d are possible", got, ref.Bounds, hyp.Bounds, tol, want)
		}
	})
}

// Moving one boundary away makes every figure worse, the further the more.
func TestShiftingWorsens(t *testing.T) {
	ref := seg(t, 100, 20, 40, 60, 80)
	last := compare(t, ref, ref).Scores(boundary.Options{})
	for shift := 1; shift <= 9; shift++ {
		got := compare(t, ref, seg(t, 100, 20, 40+shift, 60, 80)).Scores(boundary.Options{})
		if got.Pk <= last.Pk || got.WindowDiff <= last.WindowDiff || got.AMI >= last.AMI || got.F1 > last.F1 {
			t.Errorf("shifted by %d: %+v\nbefore: %+v", shift, got, last)
		}
		if got.BoundaryAMI >= 1 || got.F1 != 0.75 {
			t.Errorf("shifted by %d: %+v", shift, got)
		}
		last = got
	}
}

func random(rng *rand.Rand, t testing.TB, n, bounds int) boundary.Segmentation {
	at := rng.Perm(n - 1)[:bounds]
	for i := range at {
		at[i]++
	}
	return seg(t, n, at...)
}

// Random boundaries are worth nothing by BoundaryAMI; by AMI of the segments
// they are, since both sides are made of runs.
func TestChance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sum, segs := 0.0, 0.0
	const rounds = 400
	for range rounds {
		c := compare(t, random(rng, t, 1000, 20), random(rng, t, 1000, 30))
		sum += c.BoundaryAMI()
		segs += c.AMI()
	}
	if mean := sum / rounds; math.Abs(mean) > 0.01 {
		t.Errorf("random boundaries have BoundaryAMI %v on average, want 0", mean)
	}
	if mean := segs / rounds; mean < 0.3 {
		t.Errorf("random segments have AMI %v: then its comment is wrong", mean)
	}
}

// Hostile for the sum over all pairs of sizes: all sizes are different.
func TestGrowth(t *testing.T) {
	run := func(n int) func() {
		var a, b []int
		for at, size := 0, 1; at < n; size++ {
			at += size
			a, b = append(a, min(at, n)), append(b, max(n-at, 0))
		}
		c := compare(t, seg(t, n, a...), seg(t, n, b...))
		return func() { c.Scores(boundary.Options{}) }
	}
	if err := cputime.Grows(20, run(10_000), run(200_000)); err != nil {
		t.Error(err)
	}
}
