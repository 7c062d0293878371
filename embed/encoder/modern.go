package encoder

import (
	"context"
	"fmt"
	"math"

	"github.com/pildora/pildora/embed/encoder/internal/kernel"
)

// modernType is the model_type of ModernBERT.
const modernType = "modernbert"

// modern is a transformer encoder as ModernBERT is (Warner et al., "Smarter,
// Better, Faster, Longer", 2024): positions are rotations of queries and keys
// (Su et al., "RoFormer", 2021), most layers see a window of tokens only, what
// a layer sees is normalized before it, and its middle is gated.
type modern struct {
	arithmetic
	config config
	words  table
	norm   norm
	layers []modernLayer
	last   norm
	// angles are the cosines and sines of each position, by layer kind: those
	// that see all, those that see a window.
	angles [2]angles
}

type modernLayer struct {
	see                    norm // no weights in the first layer, which sees what is normalized already
	query, key, value, out linear
	think                  norm
	up, gate, down         linear
	reach                  int // tokens on either side; 0 for all
}

// angles are half a head's width of cosines, then of sines, for each position.
type angles struct {
	half int
	data []float32
}

func newAngles(theta float64, positions, d int) angles {
	a := angles{d / 2, make([]float32, positions*d)}
	for i := range a.half {
		frequency := math.Pow(theta, -2*float64(i)/float64(d))
		for p := range positions {
			sin, cos := math.Sincos(float64(p) * frequency)
			a.data[p*d+i], a.data[p*d+a.half+i] = float32(cos), float32(sin)
		}
	}
	return a
}

// rotate rotates one head of a token by its position.
func (a angles) rotate(x []float32, position int) {
	cos, sin := a.data[position*2*a.half:][:a.half], a.data[position*2*a.half+a.half:][:a.half]
	first, second := x[:a.half], x[a.half:2*a.half]
	for i, c := range cos {
		u, v := first[i], second[i]
		first[i], second[i] = u*c-v*sin[i], v*c+u*sin[i]
	}
}

// ropes returns the bases of the rotations of layers that see all, and of those
// that see a window.
func (c config) ropes() (all, window float64) {
	all, window = c.GlobalTheta, c.LocalTheta
	if r, ok := c.Ropes["full_attention"]; ok {
		all = r.Theta
	}
	if r, ok := c.Ropes["sliding_attention"]; ok {
		window = r.Theta
	}
	if window == 0 {
		window = all
	}
	return all, window
}

// local reports whether a layer sees a window only.
func (c config) local(layer int) bool {
	if len(c.LayerTypes) > 0 {
		return c.LayerTypes[layer] == "sliding_attention"
	}
	return c.GlobalEvery > 0 && layer%c.GlobalEvery != 0
}

func (c config) checkModern() error {
	all, window := c.ropes()
	switch {
	case !(all > 1) || !(window > 1):
		return fmt.Errorf("rotations have the bases %v and %v", all, window)
	case c.Hidden/c.Heads%2 != 0:
		return fmt.Errorf("heads of %d numbers can't be rotated", c.Hidden/c.Heads)
	case c.Activation != "" && c.Activation != "gelu":
		return fmt.Errorf("hidden_activation %q is not known; known is gelu", c.Activation)
	case len(c.LayerTypes) > 0 && len(c.LayerTypes) != c.Layers:
		return fmt.Errorf("layer_types has %d entries for %d layers", len(c.LayerTypes), c.Layers)
	case c.LocalWindow < 0 || c.LocalWindow > mostVocab:
		return fmt.Errorf("local_attention is %d", c.LocalWindow)
	case c.Positions > mostPositions:
		return fmt.Errorf("max_position_embeddings is %d, more than %d", c.Positions, mostPositions)
	}
	return nil
}

// mostPositions bounds the angles that are kept.
const mostPositions = 1 << 17

func loadModern(t tensors, c config, a arithmetic) (*modern, error) {
	prefix := ""
	if t.shape("model.embeddings.tok_embeddings.weight") != nil {
		prefix = "model."
	}
	h, d := c.Hidden, c.Hidden/c.Heads
	all, window := c.ropes()
	n := &modern{arithmetic: a, config: c, layers: make([]modernLayer, c.Layers), angles: [2]angles{newAngles(all, c.Positions, d), newAngles(window, c.Positions, d)}}
	l := loader{tensors: t, prefix: prefix, precision: a.precision, unbiased: true}
	n.words = l.table("embeddings.tok_embeddings.weight", c.Vocab, h)
	n.norm = l.norm("embeddings.norm", h)
	for i := range n.layers {
		m := &n.layers[i]
		at := fmt.Sprintf("layers.%d.", i)
		if i > 0 {
			m.see = l.norm(at+"attn_norm", h)
		}
		qkv := l.split(at+"attn.Wqkv", 3, h, h)
		m.query, m.key, m.value = qkv[0], qkv[1], qkv[2]
		m.out = l.linear(at+"attn.Wo", h, h)
		m.think = l.norm(at+"mlp_norm", h)
		middle := l.split(at+"mlp.Wi", 2, c.Intermediate, h)
		m.up, m.gate = middle[0], middle[1]
		m.down = l.linear(at+"mlp.Wo", h, c.Intermediate)
		if c.local(i) {
			m.reach = c.LocalWindow / 2
		}
	}
	n.last = l.norm("final_norm", h)
	if l.err != nil {
		return nil, l.err
	}
	return n, nil
}

func (n *modern) window() int { return n.config.Positions }

func (n *modern) size() int {
	total := n.words.bytes() + 4*len(n.angles[0].data) + 4*len(n.angles[1].data)
	for _, l := range n.layers {
		for _, m := range []linear{l.query, l.key, l.value, l.out, l.up, l.gate, l.down} {
			total += m.size()
		}
	}
	return total
}

// run passes sequences through the network.
func (n *modern) run(ctx context.Context, s *scratch, seqs []sequence) ([]float32, error) {
	rows := layOut(seqs)
	h, mid := n.config.Hidden, kernel.Round(n.config.Intermediate, kernel.Panel)
	size := rows * n.stride
	s.x, s.q, s.k, s.v, s.out, s.seen = room(s.x, size), room(s.q, size), room(s.k, size), room(s.v, size), room(s.out, size), room(s.seen, size)
	s.mid, s.gate = room(s.mid, rows*mid), room(s.gate, rows*mid)
	s.none = room(s.none, size)
	clear(s.none)
	clear(s.x)
	clear(s.out) // also what no sequence writes
	for _, seq := range seqs {
		for i, id := range seq.ids {
			n.words.row(id, s.x[(seq.from+i)*n.stride:][:h])
		}
	}
	n.normalize(s.x, s.none, rows, n.norm)
	for i := range n.layers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l := &n.layers[i]
		copy(s.seen, s.x)
		if i > 0 {
			n.normalize(s.seen, s.none, rows, l.see)
		}
		n.multiply(s, s.seen, n.stride, h, rows, product{s.q, n.stride, &l.query}, product{s.k, n.stride, &l.key}, product{s.v, n.stride, &l.value})
		for _, seq := range seqs {
			n.rotate(s, seq, l.reach > 0)
			n.attend(s, seq, n.config.Heads, h/n.config.Heads, l.reach)
		}
		n.multiply(s, s.out, n.stride, h, rows, product{s.q, n.stride, &l.out})
		n.addRows(s.x, s.q, rows)
		copy(s.seen, s.x)
		n.normalize(s.seen, s.none, rows, l.think)
		n.multiply(s, s.seen, n.stride, h, rows, product{s.mid, mid, &l.up}, product{s.gate, mid, &l.gate})
		n.kernel.Gelu(s.mid)
		for j, g := range s.gate {
			s.mid[j] *= g
		}
		n.multiply(s, s.mid, mid, n.config.Intermediate, rows, product{s.q, n.stride, &l.down})
		n.addRows(s.x, s.q, rows)
	}
	n.normalize(s.x, s.none, rows, n.last)
	return s.x, nil
}

func (n *modern) normalize(x, none []float32, rows int, by norm) {
	n.kernel.AddNorm(x, none, n.stride, rows, n.config.Hidden, by.weight, by.bias, float32(n.config.NormEps))
}

// addRows adds y to x.
func (n *modern) addRows(x, y []float32, rows int) {
	for i := range rows {
		to, from := x[i*n.stride:][:n.config.Hidden], y[i*n.stride:][:n.config.Hidden]
		for j, v := range from {
			to[j] += v
		}
	}
}

// rotate turns the queries and keys of a sequence by their positions.
func (n *modern) rotate(s *scratch, seq sequence, local bool) {
	by := n.angles[0]
	if local {
		by = n.angles[1]
	}
	for i := range seq.ids {
		at := (seq.from + i) * n.stride
		for head := 0; head < n.config.Hidden; head += 2 * by.half {
			by.rotate(s.q[at+head:], i)
			by.rotate(s.k[at+head:], i)
		}
	}
}
