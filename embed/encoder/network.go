package encoder

import (
	"context"
	"fmt"
	"math"

	"github.com/pildora/pildora/embed/encoder/internal/kernel"
)

// network is a transformer encoder: BERT (Devlin et al., 2019) and those that
// differ from it in their vocabulary only.
type network struct {
	config    config
	precision Precision
	kernel    kernel.Kernel
	words     table
	positions []float32
	kind      []float32 // of tokens of the first type
	norm      norm
	layers    []layer
	stride    int // floats from one row of activations to the next
}

type layer struct {
	query, key, value, out linear
	attended               norm
	up, down               linear
	done                   norm
}

func loadNetwork(t tensors, c config, p Precision, kn kernel.Kernel) (*network, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	prefix := ""
	for _, candidate := range []string{"", "bert.", "roberta.", "model."} {
		if t.shape(candidate+"embeddings.word_embeddings.weight") != nil {
			prefix = candidate
			break
		}
	}
	h := c.Hidden
	n := &network{config: c, precision: p, kernel: kn, stride: kernel.Round(h, kernel.Panel) + kernel.Panel, layers: make([]layer, c.Layers)}
	var err error
	must := func(name string, load func(name string) error) {
		if err == nil {
			err = load(prefix + name)
		}
	}
	must("embeddings.word_embeddings.weight", func(name string) (err error) {
		n.words, err = t.table(name, c.Vocab, h)
		return err
	})
	must("embeddings.position_embeddings.weight", func(name string) (err error) {
		n.positions, err = t.load(name, c.Positions, h)
		return err
	})
	n.kind = make([]float32, h)
	if c.Types > 0 {
		must("embeddings.token_type_embeddings.weight", func(name string) error {
			all, err := t.load(name, c.Types, h)
			if err == nil {
				n.kind = all[:h]
			}
			return err
		})
	}
	must("embeddings.LayerNorm", func(name string) (err error) {
		n.norm, err = loadNorm(t, name, h)
		return err
	})
	for i := range n.layers {
		l := &n.layers[i]
		at := fmt.Sprintf("encoder.layer.%d.", i)
		for _, m := range []struct {
			to   *linear
			name string
			n, k int
		}{
			{&l.query, "attention.self.query", h, h}, {&l.key, "attention.self.key", h, h}, {&l.value, "attention.self.value", h, h},
			{&l.out, "attention.output.dense", h, h}, {&l.up, "intermediate.dense", c.Intermediate, h}, {&l.down, "output.dense", h, c.Intermediate},
		} {
			must(at+m.name, func(name string) (err error) {
				*m.to, err = loadLinear(t, name, m.n, m.k, p)
				return err
			})
		}
		must(at+"attention.output.LayerNorm", func(name string) (err error) {
			l.attended, err = loadNorm(t, name, h)
			return err
		})
		must(at+"output.LayerNorm", func(name string) (err error) {
			l.done, err = loadNorm(t, name, h)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	return n, nil
}

// size is how much memory the weights take.
func (n *network) size() int {
	total := n.words.bytes() + 4*len(n.positions)
	for _, l := range n.layers {
		for _, m := range []linear{l.query, l.key, l.value, l.out, l.up, l.down} {
			total += m.size()
		}
	}
	return total
}

// window is how many tokens a sequence has at most.
func (n *network) window() int { return n.config.Positions - n.config.first() }

// sequence is one row of tokens, and where its activations stand.
type sequence struct {
	ids  []int
	from int // row
}

// scratch is the memory of one pass; it is used again.
type scratch struct {
	x, q, k, v, out, mid, scores []float32
	keys, values, sums           []float32
	rounded                      kernel.Rounded
}

func room(v []float32, n int) []float32 {
	if cap(v) < n {
		return make([]float32, n)
	}
	return v[:n]
}

// run passes sequences through the network and returns the activations of the
// last layer: a row of n.stride floats for each token, from sequence.from on.
// They are the scratch's and hold until it is used again.
func (n *network) run(ctx context.Context, s *scratch, seqs []sequence) ([]float32, error) {
	rows, longest := 0, 0
	for i := range seqs {
		seqs[i].from = rows
		// Rows are multiplied in fours, so that no sequence begins inside a four.
		rows += kernel.Round(len(seqs[i].ids), kernel.Rows)
		longest = max(longest, len(seqs[i].ids))
	}
	eps := float32(n.config.Eps)
	h, mid := n.config.Hidden, kernel.Round(n.config.Intermediate, kernel.Panel)
	size := rows * n.stride
	s.x, s.q, s.k, s.v, s.out = room(s.x, size), room(s.q, size), room(s.k, size), room(s.v, size), room(s.out, size)
	s.mid = room(s.mid, rows*mid)
	wide := kernel.Round(longest, kernel.Panel)
	s.scores = room(s.scores, kernel.Round(longest, kernel.Rows)*wide)
	n.embed(s, seqs, rows)
	for i := range n.layers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l := &n.layers[i]
		n.multiply(s, s.x, n.stride, h, rows, product{s.q, n.stride, &l.query}, product{s.k, n.stride, &l.key}, product{s.v, n.stride, &l.value})
		for _, seq := range seqs {
			n.attend(s, seq)
		}
		n.multiply(s, s.out, n.stride, h, rows, product{s.q, n.stride, &l.out})
		n.kernel.AddNorm(s.x, s.q, n.stride, rows, h, l.attended.weight, l.attended.bias, eps)
		n.multiply(s, s.x, n.stride, h, rows, product{s.mid, mid, &l.up})
		n.kernel.Gelu(s.mid)
		n.multiply(s, s.mid, mid, n.config.Intermediate, rows, product{s.q, n.stride, &l.down})
		n.kernel.AddNorm(s.x, s.q, n.stride, rows, h, l.done.weight, l.done.bias, eps)
	}
	return s.x, nil
}

// embed sets x to the sums of what word, position and type of each token mean.
func (n *network) embed(s *scratch, seqs []sequence, rows int) {
	clear(s.x)
	clear(s.out) // also what no sequence writes
	h := n.config.Hidden
	for _, seq := range seqs {
		for i, id := range seq.ids {
			row := s.x[(seq.from+i)*n.stride:][:h]
			n.words.row(id, row)
			position := n.positions[(n.config.first()+i)*h:][:h]
			for j := range row {
				row[j] += position[j] + n.kind[j]
			}
		}
	}
	n.kernel.AddNorm(s.x, s.out, n.stride, rows, h, n.norm.weight, n.norm.bias, float32(n.config.Eps))
}

// product is a linear and where its result goes, in rows of stride floats.
type product struct {
	to     []float32
	stride int
	by     *linear
}

// multiply sets each product's result to x times its linear. x has k floats in
// rows of stride.
func (n *network) multiply(s *scratch, x []float32, stride, k, rows int, products ...product) {
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

// attend replaces the queries of a sequence by what they find: for each head
// the values of all its tokens, by how well their keys go with the query.
func (n *network) attend(s *scratch, seq sequence) {
	t := len(seq.ids)
	heads := n.config.Heads
	d := n.config.Hidden / heads
	at, wide := seq.from*n.stride, kernel.Round(t, kernel.Panel)
	scale := float32(1 / math.Sqrt(float64(d)))
	for head := range heads {
		var keys, values kernel.Weights
		s.keys, keys = kernel.PackRows(s.keys, s.k[at+head*d:], n.stride, t, d)
		s.values, values = kernel.PackColumns(s.values, s.v[at+head*d:], n.stride, d, t)
		n.kernel.Multiply(s.scores, wide, s.q[at+head*d:], n.stride, keys, nil, t)
		// What the next product writes beyond a head is the next head's, whose
		// turn comes later: the results go where no query stands.
		for i := range t {
			row := s.scores[i*wide:][:wide]
			for j := t; j < wide; j++ {
				row[j] = kernel.Negative
			}
			s.sums = append(s.sums[:i], 1/n.kernel.ExpSum(row, scale))
		}
		n.kernel.Multiply(s.out[at+head*d:], n.stride, s.scores, wide, values, nil, t)
		for i := range t {
			row := s.out[at+i*n.stride+head*d:][:d]
			for j := range row {
				row[j] *= s.sums[i]
			}
		}
	}
}
