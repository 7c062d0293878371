package encoder

import (
	"context"
	"fmt"
	"sort"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
)

// States are what the tokens of a text mean in it.
type States struct {
	// Spans is where each token stands in the text, in bytes. Special tokens
	// and those of the prefix stand nowhere: their spans are empty.
	spans []doc.Span
	rows  [][]float32
}

// Len is how many tokens there are.
func (s States) Len() int { return len(s.rows) }

// Span is where the i-th token stands in the text, in bytes: an empty span for
// special tokens and those of the prefix.
func (s States) Span(i int) doc.Span { return s.spans[i] }

// Row is the activation of the i-th token in the last layer.
func (s States) Row(i int) []float32 { return s.rows[i] }

// Tokens passes a text through the network, prefix included, and returns what
// comes out for each token. A text beyond the window goes through in pieces
// that overlap; each token is taken from the one where it has the most around
// it, and special tokens and those of the prefix from the first.
func (e *Encoder) Tokens(ctx context.Context, k embed.Kind, text string) (States, error) {
	return e.states(ctx, e.prefix[k], text)
}

// EmbedSpans is late chunking (Günther et al., "Late Chunking", 2024): all of
// the text goes through the network as a passage, and each span's vector is the
// mean of the tokens that begin in it.
func (e *Encoder) EmbedSpans(ctx context.Context, text string, spans []doc.Span) ([][]float32, error) {
	states, err := e.states(ctx, e.prefix[embed.Passage], text)
	if err != nil {
		return nil, err
	}
	// Tokens with a place in the text are in its order.
	first := 0
	for first < len(states.spans) && states.spans[first].Empty() {
		first++
	}
	last := len(states.spans)
	for last > first && states.spans[last-1].Empty() {
		last--
	}
	out := make([][]float32, len(spans))
	for i, s := range spans {
		if s.Start < 0 || s.End < s.Start || s.End > len(text) {
			return nil, fmt.Errorf("%s: span %v of a text of %d bytes", e.model.Name, s, len(text))
		}
		from := first + sort.Search(last-first, func(j int) bool { return states.spans[first+j].Start >= s.Start })
		to := first + sort.Search(last-first, func(j int) bool { return states.spans[first+j].Start >= s.End })
		v := make([]float32, e.model.Dim)
		if from < to {
			mean(v, states.rows[from:to])
			embed.Normalize(v)
		}
		out[i] = v
	}
	return out, nil
}

// states passes a text through the network.
func (e *Encoder) states(ctx context.Context, prefix, text string) (States, error) {
	ids, spans := e.tokenizer.EncodeSpans(prefix + text)
	if err := e.known(ids); err != nil {
		return States{}, err
	}
	head := 0 // tokens of the prefix
	for i, s := range spans {
		if s.End <= len(prefix) && len(prefix) > 0 {
			head = i + 1
			spans[i] = doc.Span{}
			continue
		}
		spans[i] = doc.Span{Start: max(0, s.Start-len(prefix)), End: s.End - len(prefix)}
	}
	body := ids[head:]
	around := len(e.before) + head + len(e.after)
	pieces := windows(len(body), e.model.Window-around)
	if len(pieces) > 1 && e.refuse {
		return States{}, fmt.Errorf("%s: %d tokens of %d: %w", e.model.Name, len(ids)+e.tokenizer.Special(), e.model.Window, embed.ErrWindow)
	}
	st := States{rows: make([][]float32, len(body)+around), spans: make([]doc.Span, len(body)+around)}
	copy(st.spans[len(e.before):], spans)
	lead := len(e.before) + head
	err := e.parallel(ctx, len(pieces), func(i int) error {
		p := pieces[i]
		s := e.scratches.Get().(*scratch)
		defer e.scratches.Put(s)
		seq := []sequence{{ids: e.framed(append(ids[:head:head], body[p.from:p.to]...))}}
		x, err := e.net.run(ctx, s, seq)
		if err != nil {
			return fmt.Errorf("%s: %w", e.model.Name, err)
		}
		keep := func(row, token int) {
			st.rows[token] = append([]float32(nil), x[row*e.stride:][:e.model.Dim]...)
		}
		for j := p.own; j < p.ownEnd; j++ {
			keep(lead+j-p.from, lead+j)
		}
		if i == 0 {
			for j := range lead {
				keep(j, j)
			}
		}
		if i == len(pieces)-1 {
			for j := range e.after {
				keep(lead+p.to-p.from+j, lead+len(body)+j)
			}
		}
		return nil
	})
	return st, err
}

// window is a piece of a text in tokens: what it sees, and which it is asked
// about.
type window struct{ from, to, own, ownEnd int }

// windows parts n tokens into pieces of at most size, each half way into the
// one before, the last as long as the others. Each token belongs to the piece
// where the nearer of the two ends is farthest.
func windows(n, size int) []window {
	if n <= size {
		return []window{{0, n, 0, n}}
	}
	step := max(1, size/2)
	var out []window
	for from := 0; ; from += step {
		last := from+size >= n
		if last {
			from = n - size
		}
		w := window{from, from + size, 0, n}
		if k := len(out); k > 0 {
			// Half way between this piece's start and the end of the one before.
			border := (from + out[k-1].to) / 2
			out[k-1].ownEnd, w.own = border, border
		}
		out = append(out, w)
		if last {
			return out
		}
	}
}
