package encoder

import (
	"context"
	"fmt"

	"github.com/pildora/pildora/embed/encoder/internal/kernel"
)

// bert is a transformer encoder as BERT is (Devlin et al., 2019), and those that
// differ from it in their vocabulary only.
type bert struct {
	arithmetic
	config    config
	words     table
	positions []float32
	kind      []float32 // of tokens of the first type
	norm      norm
	layers    []layer
}

type layer struct {
	query, key, value, out linear
	attended               norm
	up, down               linear
	done                   norm
}

func loadBERT(t tensors, c config, a arithmetic) (*bert, error) {
	prefix := ""
	for _, candidate := range []string{"", "bert.", "roberta.", "model."} {
		if t.shape(candidate+"embeddings.word_embeddings.weight") != nil {
			prefix = candidate
			break
		}
	}
	h := c.Hidden
	n := &bert{arithmetic: a, config: c, layers: make([]layer, c.Layers), kind: make([]float32, h)}
	l := loader{tensors: t, prefix: prefix, precision: a.precision}
	n.words = l.table("embeddings.word_embeddings.weight", c.Vocab, h)
	n.positions = l.floats("embeddings.position_embeddings.weight", c.Positions, h)
	if c.Types > 0 {
		copy(n.kind, l.floats("embeddings.token_type_embeddings.weight", c.Types, h))
	}
	n.norm = l.norm("embeddings.LayerNorm", h)
	for i := range n.layers {
		at := fmt.Sprintf("encoder.layer.%d.", i)
		n.layers[i] = layer{
			query: l.linear(at+"attention.self.query", h, h), key: l.linear(at+"attention.self.key", h, h),
			value: l.linear(at+"attention.self.value", h, h), out: l.linear(at+"attention.output.dense", h, h),
			attended: l.norm(at+"attention.output.LayerNorm", h),
			up:       l.linear(at+"intermediate.dense", c.Intermediate, h), down: l.linear(at+"output.dense", h, c.Intermediate),
			done: l.norm(at+"output.LayerNorm", h),
		}
	}
	if l.err != nil {
		return nil, l.err
	}
	return n, nil
}

// size is how much memory the weights take.
func (n *bert) size() int {
	total := n.words.bytes() + 4*len(n.positions)
	for _, l := range n.layers {
		for _, m := range []linear{l.query, l.key, l.value, l.out, l.up, l.down} {
			total += m.size()
		}
	}
	return total
}

// window is how many tokens a sequence has at most.
func (n *bert) window() int { return n.config.Positions - n.config.first() }

// run passes sequences through the network and returns the activations of the
// last layer: a row of n.stride floats for each token, from sequence.from on.
// They are the scratch's and hold until it is used again.
func (n *bert) run(ctx context.Context, s *scratch, seqs []sequence) ([]float32, error) {
	rows := layOut(seqs)
	eps := float32(n.config.Eps)
	h, mid := n.config.Hidden, kernel.Round(n.config.Intermediate, kernel.Panel)
	size := rows * n.stride
	s.x, s.q, s.k, s.v, s.out = room(s.x, size), room(s.q, size), room(s.k, size), room(s.v, size), room(s.out, size)
	s.mid = room(s.mid, rows*mid)
	n.embed(s, seqs, rows)
	for i := range n.layers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l := &n.layers[i]
		n.multiply(s, s.x, n.stride, h, rows, product{s.q, n.stride, &l.query}, product{s.k, n.stride, &l.key}, product{s.v, n.stride, &l.value})
		for _, seq := range seqs {
			n.attend(s, seq, n.config.Heads, h/n.config.Heads, 0)
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
func (n *bert) embed(s *scratch, seqs []sequence, rows int) {
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
