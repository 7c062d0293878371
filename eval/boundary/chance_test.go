package boundary

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// mutual returns the mutual information of two lists of labels.
func mutual(a, b []int) float64 {
	n := float64(len(a))
	ca, cb, cell := map[int]float64{}, map[int]float64{}, map[[2]int]float64{}
	for i := range a {
		ca[a[i]]++
		cb[b[i]]++
		cell[[2]int{a[i], b[i]}]++
	}
	mi := 0.0
	for k, v := range cell {
		mi += v / n * math.Log(v*n/(ca[k[0]]*cb[k[1]]))
	}
	return mi
}

func labels(s Segmentation) []int {
	l := make([]int, s.N)
	for i := range l {
		l[i] = s.after(i)
	}
	return l
}

// permutations calls f with every order of l.
func permutations(l []int, f func([]int)) {
	var go2 func(k int)
	go2 = func(k int) {
		if k == len(l) {
			f(l)
			return
		}
		for i := k; i < len(l); i++ {
			l[k], l[i] = l[i], l[k]
			go2(k + 1)
			l[k], l[i] = l[i], l[k]
		}
	}
	go2(0)
}

// The mean over chance is what it says: over all ways to deal the units out.
func TestExpectedMIIsTheMeanOverAllOrders(t *testing.T) {
	for _, c := range []struct{ a, b Segmentation }{
		{Segmentation{4, []int{2}}, Segmentation{4, []int{1}}},
		{Segmentation{6, []int{2, 3}}, Segmentation{6, []int{3}}},
		{Segmentation{7, []int{1, 2, 5}}, Segmentation{7, []int{4, 6}}},
		{Segmentation{7, []int{1, 2, 3, 4, 5, 6}}, Segmentation{7, []int{4, 6}}},
	} {
		sum, n := 0.0, 0.0
		permutations(labels(c.a), func(l []int) { sum, n = sum+mutual(l, labels(c.b)), n+1 })
		want := sum / n
		if got := expectedMI(c.a.N, sizeCounts(c.a), sizeCounts(c.b)); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v and %v: %v, over all orders %v", c.a, c.b, got, want)
		}
		cmp := Comparison{c.a, c.b}
		mi := mutual(labels(c.a), labels(c.b))
		room := (entropy(c.a.N, sizeCounts(c.a))+entropy(c.b.N, sizeCounts(c.b)))/2 - want
		ami := 0.0
		if room > 1e-12 {
			ami = (mi - want) / room
		}
		if got := cmp.AMI(); math.Abs(got-ami) > 1e-12 {
			t.Errorf("%v and %v: AMI %v, want %v", c.a, c.b, got, ami)
		}
	}
}

// By hand: four units, {0 1}{2 3} against {0}{1 2 3}. MI = ½ ln 2 + … by cells
// 1·ln(4/2)/4 + 1·ln(4/6)/4 + 2·ln(8/6)/4 = 0.215762; every dealing has the
// same table but for names, so E[MI] is the same and AMI is 0.
func TestAMIByHand(t *testing.T) {
	c := Comparison{Segmentation{4, []int{2}}, Segmentation{4, []int{1}}}
	want := (math.Log(2) + math.Log(2.0/3) + 2*math.Log(4.0/3)) / 4
	if got := expectedMI(4, sizeCounts(c.ref), sizeCounts(c.hyp)); math.Abs(got-want) > 1e-12 || math.Abs(want-0.215762) > 1e-6 {
		t.Errorf("E[MI] %v, want %v", got, want)
	}
	if got := c.AMI(); math.Abs(got) > 1e-9 {
		t.Errorf("AMI %v, want 0", got)
	}
	// Places 1 2 3: the boundary is the second, by the other the first. The
	// cells are 0, 1, 1, 1: MI = (2·ln(3/2) + ln(3/4))/3, negative since the
	// boundaries avoid each other. One of three placings agrees (MI = H).
	mi := -(2*math.Log(1.5) + math.Log(0.75)) / 3
	h := -(math.Log(1.0/3) + 2*math.Log(2.0/3)) / 3
	e := (h + 2*mi) / 3
	if got, want := c.BoundaryAMI(), (mi-e)/(h-e); math.Abs(got-want) > 1e-12 || got >= 0 {
		t.Errorf("BoundaryAMI %v, want %v, which is below 0", got, want)
	}
}

// Cutting exactly where the reference doesn't is no agreement.
func TestTheComplementIsTheWorst(t *testing.T) {
	c := Comparison{Segmentation{9, []int{1, 3, 5, 7}}, Segmentation{9, []int{2, 4, 6, 8}}}
	if got := c.BoundaryAMI(); got > -0.9 {
		t.Errorf("BoundaryAMI %v, want about -1", got)
	}
}

// Leaving out what a float64 can't see changes nothing.
func TestPairMIAgainstTheFullSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{5, 100, 3000}).Draw(t, "n")
		a, b := rapid.IntRange(1, n).Draw(t, "a"), rapid.IntRange(1, n).Draw(t, "b")
		want := 0.0
		for k := max(1, a+b-n); k <= min(a, b); k++ {
			p := math.Exp(hypergeometric(n, a, b, k))
			want += p * float64(k) / float64(n) * math.Log(float64(k)*float64(n)/float64(a)/float64(b))
		}
		if got := pairMI(n, a, b); math.Abs(got-want) > 1e-9*max(math.Abs(want), 1e-3) {
			t.Fatalf("n %d, a %d, b %d: %v, in full %v", n, a, b, got, want)
		}
	})
}

// The table from two sorted lists is that of the labels.
func TestAMIAgainstLabels(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n := 2 + rng.IntN(200)
		draw := func() (s Segmentation) {
			s.N = n
			for b := 1; b < n; b++ {
				if rng.IntN(8) == 0 {
					s.Bounds = append(s.Bounds, b)
				}
			}
			return s
		}
		c := Comparison{draw(), draw()}
		e := expectedMI(n, sizeCounts(c.ref), sizeCounts(c.hyp))
		room := (entropy(n, sizeCounts(c.ref))+entropy(n, sizeCounts(c.hyp)))/2 - e
		if c.same() || room < 1e-9 {
			continue
		}
		want := (mutual(labels(c.ref), labels(c.hyp)) - e) / room
		if got := c.AMI(); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%v: AMI %v, by labels %v", c, got, want)
		}
	}
}
