package kernel

import "math"

// Softmax turns a row of scores, times scale, into weights whose sum is 1. Its
// length is a multiple of [Lanes]; what is no score is -Inf.
func (k Kernel) Softmax(row []float32, scale float32) {
	sum := k.expSum(row, k.maxOf(row), scale)
	inverse := 1 / sum
	for i := range row {
		row[i] *= inverse
	}
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

func absMaxPortable(x []float32) float32 {
	most := float32(0)
	for _, v := range x {
		most = max(most, v, -v)
	}
	return most
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
