package sqlite

import (
	"cmp"
	"container/heap"
	"math"
	"math/bits"
	"slices"
)

// How vectors are searched. A space holds, of every record with a vector of one
// dimension, a code of one byte a number and one of one bit a number. A search
// looks at all bits, at the bytes of those that come out best, and the caller at
// the vectors of the best of these.
//
// The bits are those of RaBitQ (Gao and Long, SIGMOD 2024) without its random
// rotation: with c the mean of all vectors, bit i of x says whether x[i] is above
// c[i]. With s[i] = ±1 for the bits and r = x-c, the product of any q with r is
// estimated by <q,s> · <r,r>/<s,r>, which is exact where r is a multiple of s;
// <q,x> = <q-c,r> + <q,c> + <c,r>, where <c,r> is kept as well. Taking the mean
// off matters: the vectors of many models lie in a narrow cone, where the signs
// of all are nearly alike. q-c is rounded to four bits a number, so that <q,s> is
// made of population counts.

// planes is how many bits the numbers of a question are rounded to.
const planes = 4

// space is the vectors of one dimension. Rows that were taken out stay as dead
// ones until they are many.
type space struct {
	dim, words int // numbers of a vector, words of 64 bits for it
	rows       []spaceRow
	numbers    []int8   // dim a row
	bits       []uint64 // words a row
	center     []float32
	centered   int // rows that the center was made of
	dead       int
}

// spaceRow is one record.
type spaceRow struct {
	key    int64
	doc    int32 // index into the documents; -1 where it was taken out
	class  int32 // index into the classes
	scale  float32
	factor float32 // <r,r>/<s,r>
	offset float32 // <c,r>
	ones   int32   // bits that are set
}

func newSpace(dim int) *space { return &space{dim: dim, words: (dim + 63) / 64} }

// add puts a row in, without its bits.
func (s *space) add(r spaceRow, numbers []int8) {
	s.rows = append(s.rows, r)
	s.numbers = append(s.numbers, numbers...)
}

// remove takes rows out.
func (s *space) remove(from, n int) {
	for i := range n {
		s.rows[from+i].doc = -1
	}
	s.dead += n
}

// live is the number of rows that are there.
func (s *space) live() int { return len(s.rows) - s.dead }

// vector is the code of a row without its scale.
func (s *space) vector(row int) []int8 { return s.numbers[row*s.dim : (row+1)*s.dim] }

// A mean of settled rows is good enough for any number of them; one of fewer is
// made anew when there are grown times as many, and of more every so manieth is
// taken.
const (
	settled = 4096
	grown   = 4
)

// index makes the bits of the rows that have none yet; of all rows where the
// center has to move.
func (s *space) index() {
	from := len(s.bits) / s.words
	if n := s.live(); s.center == nil || s.centered < settled && n >= grown*s.centered {
		s.recenter()
		from, s.bits = 0, s.bits[:0]
	}
	s.bits = slices.Grow(s.bits, (len(s.rows)-from)*s.words)
	for row := from; row < len(s.rows); row++ {
		s.encode(row)
	}
}

func (s *space) recenter() {
	sum := make([]float64, s.dim)
	s.centered = 0
	for row := 0; row < len(s.rows); row += max(1, s.live()/settled) {
		r := &s.rows[row]
		if r.doc < 0 {
			continue
		}
		s.centered++
		for i, n := range s.vector(row) {
			sum[i] += float64(r.scale) * float64(n)
		}
	}
	s.center = make([]float32, s.dim)
	for i := range sum {
		s.center[i] = float32(sum[i] / float64(max(1, s.centered)))
	}
}

// encode makes the bits of a row and what goes with them.
func (s *space) encode(row int) {
	r, v := &s.rows[row], s.vector(row)
	var square, sum, offset float32
	ones := 0
	for from := 0; from < s.dim; from += 64 {
		word := uint64(0)
		part := v[from:min(from+64, s.dim)]
		center := s.center[from:][:len(part)]
		for i, n := range part {
			c := center[i]
			d := r.scale*float32(n) - c
			square += d * d
			offset += d * c
			negative := math.Float32bits(d) >> 31
			sum += math.Float32frombits(math.Float32bits(d) &^ (1 << 31))
			word |= uint64(negative^1) << i
		}
		s.bits = append(s.bits, word)
		ones += bits.OnesCount64(word)
	}
	if r.factor = 0; sum > 0 {
		r.factor = square / sum
	}
	r.offset, r.ones = offset, int32(ones)
}

// question is a vector made ready to be compared with bits.
type question struct {
	v         []float32
	planes    [planes][]uint64
	low, step float32
	sum       float32 // of the numbers as they were rounded
	offset    float32 // <v,center>
}

func (s *space) question(v []float32) *question {
	q := &question{v: v}
	d := make([]float32, s.dim)
	high := float32(math.Inf(-1))
	q.low = float32(math.Inf(1))
	for i, x := range v {
		d[i] = x - s.center[i]
		q.low, high = min(q.low, d[i]), max(high, d[i])
		q.offset += x * s.center[i]
	}
	const steps = 1<<planes - 1
	if q.step = (high - q.low) / steps; q.step == 0 {
		q.step = 1
	}
	for p := range q.planes {
		q.planes[p] = make([]uint64, s.words)
	}
	for i, x := range d {
		n := min(steps, uint64((x-q.low)/q.step+0.5))
		q.sum += q.low + q.step*float32(n)
		for p := range q.planes {
			q.planes[p][i/64] |= n >> p & 1 << (i % 64)
		}
	}
	return q
}

// found is a row with its score.
type found struct {
	row   int
	score float32
}

// scan returns the n rows that come out best by their bits, of those that pass,
// the best by their bytes first. Rows that tie with the last one are there too.
// all says that none that passes was left out.
func (s *space) scan(v []float32, n int, pass func(*spaceRow) bool) (best []found, all bool) {
	best, all = s.byBits(v, n, pass)
	for i := range best {
		best[i].score = s.byBytes(v, best[i].row)
	}
	slices.SortFunc(best, func(a, b found) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.row, b.row)) })
	return best, all
}

// byBytes is the product of v and the code of a row.
func (s *space) byBytes(v []float32, row int) float32 {
	x := s.vector(row)[:len(v)]
	var a, b, c, d float32
	i := 0
	for ; i+4 <= len(v); i += 4 {
		a += v[i] * float32(x[i])
		b += v[i+1] * float32(x[i+1])
		c += v[i+2] * float32(x[i+2])
		d += v[i+3] * float32(x[i+3])
	}
	for ; i < len(v); i++ {
		a += v[i] * float32(x[i])
	}
	return s.rows[row].scale * (a + b + c + d)
}

// byBits returns the rows that are best by their bits, in any order.
func (s *space) byBits(v []float32, n int, pass func(*spaceRow) bool) (best []found, all bool) {
	q := s.question(v)
	scores := make([]float32, len(s.rows))
	top := &nearest{most: n}
	passed := 0
	for row := range s.rows {
		r := &s.rows[row]
		if scores[row] = left; r.doc >= 0 && pass(r) {
			scores[row] = q.estimate(r, s.bits[row*s.words:(row+1)*s.words])
			top.add(found{row, scores[row]})
			passed++
		}
	}
	if passed <= n {
		return top.list, true
	}
	for row, score := range scores {
		if score >= top.list[0].score {
			best = append(best, found{row, score})
		}
	}
	return best, len(best) == passed
}

// left is the score of a row that isn't asked about.
var left = float32(math.Inf(-1))

// estimate is what the bits say of the product.
func (q *question) estimate(r *spaceRow, code []uint64) float32 {
	var n [planes]int
	for p := range q.planes {
		plane := q.planes[p][:len(code)]
		for i, w := range code {
			n[p] += bits.OnesCount64(w & plane[i])
		}
	}
	weighted := 0
	for p := range n {
		weighted += n[p] << p
	}
	above := q.low*float32(r.ones) + q.step*float32(weighted) // of the numbers where the bit is set
	return r.factor*(2*above-q.sum) + r.offset + q.offset
}

// nearest keeps the best of what it is given: a heap with the worst on top.
type nearest struct {
	most int
	list []found
}

func (h *nearest) add(f found) {
	switch {
	case len(h.list) < h.most:
		heap.Push(h, f)
	case worse(h.list[0], f):
		h.list[0] = f
		heap.Fix(h, 0)
	}
}

// worse says which of two goes first: the one that scores less, of equals the
// later one.
func worse(a, b found) bool { return a.score < b.score || a.score == b.score && a.row > b.row }

func (h *nearest) Len() int           { return len(h.list) }
func (h *nearest) Less(i, j int) bool { return worse(h.list[i], h.list[j]) }
func (h *nearest) Swap(i, j int)      { h.list[i], h.list[j] = h.list[j], h.list[i] }

// Push implements heap.Interface.
func (h *nearest) Push(x any) { h.list = append(h.list, x.(found)) }

// Pop implements heap.Interface; nothing is taken out by it.
func (h *nearest) Pop() any {
	last := h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	return last
}
