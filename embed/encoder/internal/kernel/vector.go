package kernel

import "math"

// ExpSum replaces the scores of a row by what they weigh, exp((x-most)*scale)
// with the most of them, and returns the sum of that: the row over the sum is
// its softmax. Its length is a multiple of [Lanes]; what is no score is
// [Negative].
func (k Kernel) ExpSum(row []float32, scale float32) float32 {
	return k.expSum(row, k.maxOf(row), scale)
}

// AddNorm adds the rows of y to those of x and normalizes each: to mean 0 and
// variance 1, times w, plus b, all of which are n floats, n a multiple of
// [Lanes].
func (k Kernel) AddNorm(x, y []float32, stride, t, n int, w, b []float32, eps float32) {
	for i := range t {
		k.addNorm(x[i*stride:][:n], y[i*stride:][:n], w[:n], b[:n], eps)
	}
}

// Negative is a score of nothing.
var Negative = float32(math.Inf(-1))

func expSumPortable(x []float32, most, scale float32) float32 {
	sum := float32(0)
	for i, v := range x {
		x[i] = float32(math.Exp(float64(max(-87.33, (v-most)*scale))))
		sum += x[i]
	}
	return sum
}

func maxOfPortable(x []float32) float32 {
	most := x[0]
	for _, v := range x {
		most = max(most, v)
	}
	return most
}

func minOfPortable(x []float32) float32 {
	least := x[0]
	for _, v := range x {
		least = min(least, v)
	}
	return least
}

func geluPortable(x []float32) {
	for i, v := range x {
		x[i] = float32(0.5 * float64(v) * (1 + math.Erf(float64(v)/math.Sqrt2)))
	}
}

func addNormPortable(x, y, w, b []float32, eps float32) {
	sum := float64(0)
	for i := range x {
		x[i] += y[i]
		sum += float64(x[i])
	}
	mean := sum / float64(len(x))
	squares := float64(0)
	for _, v := range x {
		squares += (float64(v) - mean) * (float64(v) - mean)
	}
	factor := 1 / math.Sqrt(squares/float64(len(x))+float64(eps))
	for i, v := range x {
		x[i] = float32((float64(v)-mean)*factor)*w[i] + b[i]
	}
}
