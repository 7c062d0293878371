package boundary

import (
	"maps"
	"math"
	"slices"
)

// expectedMI is the mutual information that two classings of n items with the
// given class sizes (size → how many classes) have on average over all ways to
// deal the items out: Vinh et al. 2010, equation 24a. The items shared by
// classes of a and b items then follow the hypergeometric distribution.
//
// Classes of one size are done at once, and of the distribution only the part
// around its peak is summed that makes a difference (10⁻¹⁴). That is about
// √(ab/n) terms for a pair of sizes; as distinct sizes add up to n at most, there are
// at most √(2n) a side, and the whole grows linearly with n.
func expectedMI(n int, as, bs map[int]int) float64 {
	e := 0.0
	for _, a := range sorted(as) {
		for _, b := range sorted(bs) {
			e += float64(as[a]) * float64(bs[b]) * pairMI(n, a, b)
		}
	}
	return e
}

// pairMI is what a pair of classes of a and b items adds to the mean.
func pairMI(n, a, b int) float64 {
	lo, hi := max(1, a+b-n), min(a, b)
	peak := int((float64(a) + 1) * (float64(b) + 1) / (float64(n) + 2))
	peak = min(max(peak, lo), hi)
	p0 := math.Exp(hypergeometric(n, a, b, peak))
	sum, size := 0.0, 0.0
	add := func(k int, p float64) bool {
		q := float64(k) / float64(n)
		term := p * q * math.Log(q*float64(n)/float64(a)*float64(n)/float64(b))
		sum += term
		size += p * q
		return p*q > 1e-14*size
	}
	// P(k+1)/P(k) = (a-k)(b-k) / ((k+1)(n-a-b+k+1))
	ratio := func(k int) float64 {
		return float64(a-k) / float64(k+1) * float64(b-k) / float64(n-a-b+k+1)
	}
	for k, p := peak, p0; k <= hi && add(k, p); k++ {
		p *= ratio(k)
	}
	for k, p := peak-1, p0; k >= lo; k-- {
		p /= ratio(k)
		if !add(k, p) {
			break
		}
	}
	return sum
}

// hypergeometric is the logarithm of the probability that b items drawn of n
// hold k of a marked ones.
func hypergeometric(n, a, b, k int) float64 {
	return choose(a, k) + choose(n-a, b-k) - choose(n, b)
}

// choose is the logarithm of the binomial coefficient.
func choose(n, k int) float64 {
	if k == 0 || k == n {
		return 0
	}
	return logFactorial(n) - logFactorial(k) - logFactorial(n-k)
}

// logFactorial is ln n!; by Stirling's series where its error is below 10⁻¹⁵.
func logFactorial(n int) float64 {
	x := float64(n)
	if n < 64 {
		l, _ := math.Lgamma(x + 1)
		return l
	}
	x2 := 1 / (x * x)
	return (x+0.5)*math.Log(x) - x + halfLog2Pi + (1.0/12-x2*(1.0/360-x2/1260))/x
}

const halfLog2Pi = 0.91893853320467274178

// sorted returns the keys in order: sums come out the same each time.
func sorted(m map[int]int) []int { return slices.Sorted(maps.Keys(m)) }
