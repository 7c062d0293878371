package kernel

import "math"

// Bytes are weights in signed bytes: those of a column in groups, each by a
// factor of its own.
type Bytes struct {
	n, k, group int
	data        []int8    // panels: four places of a column side by side
	scale       []float32 // for each panel and group the factors of the columns
	sums        []float32 // and the sums of what stands in them, by the factor
}

// N is how many columns there are.
func (w Bytes) N() int { return w.n }

// K is how long the rows are that can be multiplied.
func (w Bytes) K() int { return w.k }

// Size is how many bytes of memory the weights take.
func (w Bytes) Size() int { return len(w.data) + 4*len(w.scale) + 4*len(w.sums) }

// groupOf is how many places of a row of k share a factor: 128 or what divides
// k. One for all would let one large number make all others coarse.
func groupOf(k int) int {
	group := 128
	for k%group != 0 {
		group /= 2
	}
	return group
}

// PackBytes rounds n rows of k floats to bytes and packs them. at returns the
// row; k is a multiple of [Lanes].
func PackBytes(n, k int, at func(row int) []float32) Bytes {
	wide, group := Round(n, Panel), groupOf(k)
	w := Bytes{n, k, group, make([]int8, wide*k), make([]float32, wide*k/group), make([]float32, wide*k/group)}
	for j := range n {
		row := at(j)[:k]
		panel, column := j/Panel*Panel, j%Panel
		for g := range k / group {
			part := row[g*group:][:group]
			most := float32(0)
			for _, v := range part {
				most = max(most, v, -v)
			}
			if most == 0 {
				continue
			}
			sum := 0
			to := w.data[panel*k+g*group*Panel+4*column:]
			for i, v := range part {
				q := int(math.RoundToEven(float64(v) * 127 / float64(most)))
				to[i/4*4*Panel+i%4] = int8(q)
				sum += q
			}
			at := panel*k/group + g*Panel + column
			w.scale[at], w.sums[at] = most/127, most/127*float32(sum)
		}
	}
	return w
}

// Rounded are activations in unsigned bytes: each group of a row by a factor of
// its own, after a zero of its own was added.
type Rounded struct {
	data           []uint8
	factor, zero   []float32 // by group and row; zero is minus the zero, by the factor
	k, group, rows int
}

// Round sets r to the first t rows of x, k floats of each, k a multiple of
// [Lanes].
func (r *Rounded) Round(kn Kernel, x []float32, stride, t, k int) {
	r.k, r.group, r.rows = k, groupOf(k), Round(t, Rows)
	if need := r.rows * k; cap(r.data) < need {
		r.data = make([]uint8, need)
	}
	if need := r.rows * k / r.group; cap(r.factor) < need {
		r.factor, r.zero = make([]float32, need), make([]float32, need)
	}
	r.data, r.factor, r.zero = r.data[:r.rows*k], r.factor[:r.rows*k/r.group], r.zero[:r.rows*k/r.group]
	for i := range t {
		for g := range k / r.group {
			part := x[i*stride+g*r.group:][:r.group]
			low, high := min(kn.minOf(part), 0), max(kn.maxOf(part), 0)
			at, to := g*r.rows+i, r.data[i*k+g*r.group:][:r.group]
			span := high - low
			if !(span > 0) || math.IsInf(float64(span), 0) {
				clear(to)
				r.factor[at], r.zero[at] = span, 0 // no number stays none
				continue
			}
			zero := float32(math.RoundToEven(float64(-low * (255 / span))))
			kn.quantize(to, part, 255/span, int32(zero))
			r.factor[at], r.zero[at] = span/255, -zero*(span/255)
		}
	}
}

// MultiplyBytes is Multiply for bytes.
func (k Kernel) MultiplyBytes(y []float32, strideY int, x *Rounded, w Bytes, bias []float32, t int) {
	if t == 0 || w.n == 0 {
		return
	}
	t = Round(t, Rows)
	n := Round(w.n, Panel)
	if x.k != w.k || t > x.rows {
		panic("kernel: activations of another shape")
	}
	_ = y[(t-1)*strideY+n-1]
	if bias == nil {
		bias = zeros(n)
	}
	_ = bias[n-1]
	for j := 0; j < n; j += Panel {
		for g := range w.k / w.group {
			at := j*w.k/w.group + g*Panel
			p := dot{x: x, column: g * w.group, factor: x.factor[g*x.rows:], zero: x.zero[g*x.rows:],
				b: w.data[j*w.k+g*w.group*Panel:], places: w.group, scale: w.scale[at:], sums: w.sums[at:]}
			if g == 0 {
				p.bias = bias[j:]
			}
			k.byteColumns(y[j:], strideY, &p, t)
		}
	}
}

// dot is the product of one group of all rows with a panel.
type dot struct {
	x            *Rounded
	column       int // where the group begins
	factor, zero []float32
	b            []int8
	places       int
	scale, sums  []float32
	bias         []float32 // nil where the sums are added to
}

func byteColumnsPortable(y []float32, strideY int, p *dot, t int) {
	for row := range t {
		var sums [Panel]int32
		for i, v := range p.x.data[row*p.x.k+p.column:][:p.places] {
			at := p.b[i/4*4*Panel+i%4:]
			for j := range sums {
				sums[j] += int32(v) * int32(at[4*j])
			}
		}
		out := y[row*strideY:][:Panel]
		if p.bias != nil {
			copy(out, p.bias)
		}
		for j, s := range sums {
			out[j] += float32(s)*(p.factor[row]*p.scale[j]) + p.zero[row]*p.sums[j]
		}
	}
}

func quantizePortable(q []uint8, x []float32, factor float32, zero int32) {
	for i, v := range x {
		q[i] = uint8(min(max(int32(math.RoundToEven(float64(v*factor)))+zero, 0), 255))
	}
}
