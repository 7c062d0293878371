package kernel

import "math"

// Bytes are weights in bytes: each column by a factor of its own.
type Bytes struct {
	n, k  int       // k is a multiple of 4
	data  []uint8   // 128 more than the weight, in panels: four places of a column side by side
	scale []float32 // of each column
}

// N is how many columns there are.
func (w Bytes) N() int { return w.n }

// K is how long the rows are that can be multiplied.
func (w Bytes) K() int { return w.k }

// PackBytes rounds n rows of k floats to bytes and packs them. at returns the
// row; k is a multiple of 4.
func PackBytes(n, k int, at func(row int) []float32) Bytes {
	wide := Round(n, Panel)
	w := Bytes{n, k, make([]uint8, wide*k), make([]float32, wide)}
	for i := range w.data {
		w.data[i] = 128
	}
	for j := range n {
		row := at(j)[:k]
		most := float32(0)
		for _, v := range row {
			most = max(most, v, -v)
		}
		if most == 0 {
			continue
		}
		w.scale[j] = most / 127
		to := w.data[j/Panel*Panel*k+j%Panel*4:]
		for i, v := range row {
			to[i/4*4*Panel+i%4] = uint8(128 + int(math.RoundToEven(float64(v)*127/float64(most))))
		}
	}
	return w
}

// Rounded are activations in bytes: each row by a factor of its own.
type Rounded struct {
	data   []int8
	shift  []int32 // what 128 added to each weight adds to the sum, negative
	factor []float32
	stride int
}

// Round sets r to the first t rows of x, k floats of each, k a multiple of
// [Lanes].
func (r *Rounded) Round(kn Kernel, x []float32, stride, t, k int) {
	rows := Round(t, Rows)
	if need := rows * k; cap(r.data) < need {
		r.data = make([]int8, need)
	}
	if cap(r.shift) < rows {
		r.shift, r.factor = make([]int32, rows), make([]float32, rows)
	}
	r.data, r.shift, r.factor, r.stride = r.data[:rows*k], r.shift[:rows], r.factor[:rows], k
	for i := range t {
		row := x[i*stride:][:k]
		most := kn.absMax(row)
		if most == 0 || math.IsNaN(float64(most)) {
			clear(r.data[i*k:][:k])
			r.shift[i], r.factor[i] = 0, most
			continue
		}
		sum := kn.quantize(r.data[i*k:][:k], row, 127/most)
		r.shift[i], r.factor[i] = -128*sum, most/127
	}
}

// MultiplyBytes is Multiply for bytes.
func (k Kernel) MultiplyBytes(y []float32, strideY int, x *Rounded, w Bytes, bias []float32, t int) {
	if t == 0 || w.n == 0 {
		return
	}
	t = Round(t, Rows)
	n := Round(w.n, Panel)
	_ = x.data[(t-1)*x.stride+w.k-1]
	_ = y[(t-1)*strideY+n-1]
	if bias == nil {
		bias = zeros(n)
	}
	_ = bias[n-1]
	for j := 0; j < n; j += Panel {
		k.byteColumns(y[j:], strideY, x, w.data[j*w.k:], w.k, w.scale[j:], bias[j:], t)
	}
}

func byteColumnsPortable(y []float32, strideY int, x *Rounded, b []uint8, k int, scale, bias []float32, t int) {
	for row := range t {
		var sums [Panel]int32
		for i, v := range x.data[row*x.stride:][:k] {
			at := b[i/4*4*Panel+i%4:]
			for j := range sums {
				sums[j] += int32(v) * int32(at[4*j])
			}
		}
		for j, s := range sums {
			y[row*strideY+j] = float32(s+x.shift[row])*(x.factor[row]*scale[j]) + bias[j]
		}
	}
}

func quantizePortable(q []int8, x []float32, factor float32) int32 {
	sum := int32(0)
	for i, v := range x {
		n := int32(math.RoundToEven(float64(v * factor)))
		q[i] = int8(n)
		sum += n
	}
	return sum
}
