package encoder

import (
	"context"
	"math"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed/encoder/internal/kernel"
)

// network turns tokens into activations.
type network interface {
	// run passes sequences through the network and returns the activations of
	// the last layer: a row of stride floats for each token, from sequence.from
	// on. They are the scratch's and hold until it is used again.
	run(ctx context.Context, s *scratch, seqs []sequence) ([]float32, error)
	// window is how many tokens a sequence has at most.
	window() int
	// size is how much memory the weights take, in bytes.
	size() int
}

// arithmetic is what all networks calculate with.
type arithmetic struct {
	precision Precision
	kernel    kernel.Kernel
	stride    int // floats from one row of activations to the next
}

// newArithmetic is that of a network whose rows hold so many floats. A head may
// write a panel beyond its own end.
func newArithmetic(p Precision, kn kernel.Kernel, hidden int) arithmetic {
	return arithmetic{p, kn, kernel.Round(hidden, kernel.Panel) + kernel.Panel}
}

func loadNetwork(t tensors, c config, a arithmetic) (network, error) {
	if c.Type == modernType {
		return loadModern(t, c, a)
	}
	return loadBERT(t, c, a)
}

// layOut gives sequences their rows and returns how many there are. They are
// multiplied in fours, so that no sequence begins inside a four.
func layOut(seqs []sequence) int {
	rows := 0
	for i := range seqs {
		seqs[i].from = rows
		rows += kernel.Round(len(seqs[i].ids), kernel.Rows)
	}
	return rows
}

// sequence is one row of tokens, and where its activations stand.
type sequence struct {
	ids  []int
	from int // row
}

// scratch is the memory of one pass; it is used again.
type scratch struct {
	x, q, k, v, out, mid, scores []float32
	keys, values, sums           []float32
	seen, gate, none             []float32 // of networks that normalize first
	rounded                      kernel.Rounded
}

func room(v []float32, n int) []float32 {
	if cap(v) < n {
		return make([]float32, n)
	}
	return v[:n]
}

// product is a linear and where its result goes, in rows of stride floats.
type product struct {
	to     []float32
	stride int
	by     *linear
}

// multiply sets each product's result to x times its linear. x has k floats in
// rows of stride.
func (n arithmetic) multiply(s *scratch, x []float32, stride, k, rows int, products ...product) {
	if n.precision == Int8 {
		s.rounded.Round(n.kernel, x, stride, rows, k)
		for _, p := range products {
			n.kernel.MultiplyBytes(p.to, p.stride, &s.rounded, p.by.bytes, p.by.bias, rows)
		}
		return
	}
	for _, p := range products {
		n.kernel.Multiply(p.to, p.stride, x, stride, p.by.floats, p.by.bias, rows)
	}
}

// block is how many queries are looked at together: their scores stay in the
// cache, and those of a long text need no square of its length.
const block = 128

// attend sets out to what the queries of a sequence find: for each of the heads,
// d floats wide, the values of its tokens, by how well their keys go with the
// query. With a reach above 0 a token sees so many others on either side only.
func (n arithmetic) attend(s *scratch, seq sequence, heads, d, reach int) {
	t := len(seq.ids)
	at := seq.from * n.stride
	scale := float32(1 / math.Sqrt(float64(d)))
	for head := range heads {
		var keys, values kernel.Weights
		seen := doc.Span{}
		for from := 0; from < t; from += block {
			rows := min(block, t-from)
			see := doc.Span{Start: 0, End: t}
			if reach > 0 {
				see = doc.Span{Start: max(0, from-reach), End: min(t, from+rows+reach)}
			}
			if see != seen {
				seen = see
				s.keys, keys = kernel.PackRows(s.keys, s.k[at+see.Start*n.stride+head*d:], n.stride, see.Len(), d)
				s.values, values = kernel.PackColumns(s.values, s.v[at+see.Start*n.stride+head*d:], n.stride, d, see.Len())
			}
			n.look(s, at+from*n.stride+head*d, rows, keys, values, scale, func(row int) (first, last int) {
				if reach == 0 {
					return 0, see.Len()
				}
				me := from + row - see.Start
				return max(0, me-reach), min(see.Len(), me+reach+1)
			})
		}
	}
}

// look is attend for some queries and one head, which begin at a place of the
// activations. sees says which of the keys a query looks at.
func (n arithmetic) look(s *scratch, at, rows int, keys, values kernel.Weights, scale float32, sees func(row int) (first, last int)) {
	wide := kernel.Round(keys.N(), kernel.Panel)
	s.scores = room(s.scores, kernel.Round(rows, kernel.Rows)*wide)
	n.kernel.Multiply(s.scores, wide, s.q[at:], n.stride, keys, nil, rows)
	s.sums = s.sums[:0]
	for i := range rows {
		row := s.scores[i*wide:][:wide]
		first, last := sees(i)
		for j := range first {
			row[j] = kernel.Negative
		}
		for j := last; j < wide; j++ {
			row[j] = kernel.Negative
		}
		s.sums = append(s.sums, 1/n.kernel.ExpSum(row, scale))
	}
	// What this writes beyond the head is the next one's, whose turn comes later.
	n.kernel.Multiply(s.out[at:], n.stride, s.scores, wide, values, nil, rows)
	for i := range rows {
		row := s.out[at+i*n.stride:][:values.N()]
		for j := range row {
			row[j] *= s.sums[i]
		}
	}
}
