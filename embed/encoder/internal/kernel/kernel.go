// Package kernel holds the arithmetic of an encoder: products of matrices in
// float32 and in bytes, softmax, GELU and layer normalization.
//
// Matrices are rows of floats, one behind the other, each stride long. The
// weights of a product are packed ([Pack], [PackBytes]): panels of 32 columns,
// each with what all columns have at one place of their rows side by side, so
// that the inner loop reads them in order. Rows come in fours: a matrix of
// activations has room for a multiple of [Rows] rows, and what stands in the
// rows that are too many means nothing.
//
// On amd64 the inner loops are assembly (see asm/main.go), for AVX-512 and for
// AVX2 with FMA; the portable ones do the same. Sums of floats may differ by
// their rounding between the three, those of bytes never do.
package kernel

// Rows is what the number of rows of activations is rounded up to.
const Rows = 4

// Panel is how many columns of weights stand together.
const Panel = 32

// Lanes is what the length of a vector is rounded up to.
const Lanes = 16

// Round returns n rounded up to a multiple of m.
func Round(n, m int) int { return (n + m - 1) / m * m }

// depth is how far down the rows a product goes before the next columns: 384
// places of a panel are 48 KiB and stay in the cache for all rows.
const depth = 384

// Level is the instruction set in use.
type Level uint8

// The levels, each of which can do what those before can.
const (
	Portable Level = iota
	AVX2
	AVX512 // with VNNI
)

func (l Level) String() string { return [...]string{"portable", "AVX2", "AVX-512 VNNI"}[l] }

// Kernel is the arithmetic on one level.
type Kernel struct{ level Level }

// Best is the highest level that the processor has.
func Best() Kernel { return Kernel{best} }

// At returns the kernel of a level, or of the highest one below that the
// processor has.
func At(l Level) Kernel { return Kernel{min(l, best)} }

// Level is the kernel's instruction set.
func (k Kernel) Level() Level { return k.level }

// Weights are those of a product: n columns of k places.
type Weights struct {
	n, k int
	data []float32
}

// N is how many columns there are: how long the rows of the product are.
func (w Weights) N() int { return w.n }

// K is how long the rows are that can be multiplied.
func (w Weights) K() int { return w.k }

// Size is how many bytes of memory the weights take.
func (w Weights) Size() int { return 4 * len(w.data) }

// Pack packs n rows of k floats, as they stand in model files: the transposed
// of what is multiplied with. at returns the row.
func Pack(n, k int, at func(row int) []float32) Weights {
	w := Weights{n, k, make([]float32, Round(n, Panel)*k)}
	for j := range n {
		row := at(j)[:k]
		to := w.data[j/Panel*Panel*k+j%Panel:]
		for i, v := range row {
			to[i*Panel] = v
		}
	}
	return w
}

// PackRows packs the transposed of n rows of k floats into dst, which it may
// grow: the keys of an attention.
func PackRows(dst []float32, x []float32, stride, n, k int) ([]float32, Weights) {
	size := Round(n, Panel) * k
	if cap(dst) < size {
		dst = make([]float32, size)
	}
	dst = dst[:size]
	if n%Panel != 0 {
		clear(dst[n/Panel*Panel*k:])
	}
	for j := range n {
		to := dst[j/Panel*Panel*k+j%Panel:]
		for i, v := range x[j*stride : j*stride+k] {
			to[i*Panel] = v
		}
	}
	return dst, Weights{n, k, dst}
}

// PackColumns packs k rows of n floats into dst, which it may grow: the values
// of an attention.
func PackColumns(dst []float32, x []float32, stride, n, k int) ([]float32, Weights) {
	size := Round(n, Panel) * k
	if cap(dst) < size {
		dst = make([]float32, size)
	}
	dst = dst[:size]
	for j := 0; j < n; j += Panel {
		width := min(Panel, n-j)
		for i := range k {
			to := dst[j*k+i*Panel:][:Panel]
			copy(to, x[i*stride+j:][:width])
			clear(to[width:])
		}
	}
	return dst, Weights{n, k, dst}
}

// Multiply sets y to x·w + bias for t rows. The rows of x are strideX floats
// apart, those of y strideY, which is at least N rounded up to a panel; bias
// has as many, or is nil.
func (k Kernel) Multiply(y []float32, strideY int, x []float32, strideX int, w Weights, bias []float32, t int) {
	if t == 0 || w.n == 0 {
		return
	}
	t = Round(t, Rows)
	n := Round(w.n, Panel)
	_ = x[(t-1)*strideX+w.k-1]
	_ = y[(t-1)*strideY+n-1]
	if bias == nil {
		bias = zeros(n)
	}
	_ = bias[n-1]
	if w.k == 0 {
		panic("kernel: a product of nothing")
	}
	for j := 0; j < n; j += Panel {
		for from := 0; from < w.k; from += depth {
			b := w.data[j*w.k+from*Panel:]
			places := min(depth, w.k-from)
			var plus []float32
			if from == 0 {
				plus = bias[j:]
			}
			k.columns(y[j:], strideY, x[from:], strideX, b, places, plus, t)
		}
	}
}

var zeroBias [4096]float32

func zeros(n int) []float32 {
	if n <= len(zeroBias) {
		return zeroBias[:]
	}
	return make([]float32, n)
}

// columnsPortable is columns in Go.
func columnsPortable(y []float32, strideY int, x []float32, strideX int, b []float32, places int, bias []float32, t int) {
	for row := range t {
		out := (*[Panel]float32)(y[row*strideY:])
		if bias != nil {
			*out = [Panel]float32(bias)
		}
		for i, v := range x[row*strideX:][:places] {
			for j, w := range (*[Panel]float32)(b[i*Panel:]) {
				out[j] += v * w
			}
		}
	}
}
