// Package rule writes by rules, without a model, what the reader of a chunk
// must know of its document.
//
// A piece is one rule: it reads a document once and then says for each body
// what lines it has for it. [Pieces] lists them. What a line says stands in the
// document (or is its title or its name), never in the body itself and never
// in its breadcrumb. Lines are without marks, on one line, and of at most 200
// code points.
package rule

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
)

// Options choose the pieces.
type Options struct {
	// Pieces are names of pieces; empty means those that [Info.Default] says.
	// Their order doesn't matter.
	Pieces []string
}

// Contextualizer makes the context of chunks of pieces.
type Contextualizer struct{ pieces []piece }

var _ enrich.Contextualizer = (*Contextualizer)(nil)

// New returns a contextualizer. The error names the piece that isn't known,
// and those that are.
func New(o Options) (*Contextualizer, error) {
	var known []string
	for _, p := range pieces {
		known = append(known, p.Name)
	}
	for _, name := range o.Pieces {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("no piece of context is called %q: there are %s", name, strings.Join(known, ", "))
		}
	}
	c := &Contextualizer{}
	for _, p := range pieces {
		if slices.Contains(o.Pieces, p.Name) || len(o.Pieces) == 0 && p.Default {
			c.pieces = append(c.pieces, p)
		}
	}
	return c, nil
}

// asked is how many bodies are looked at between two looks at the context.
const asked = 64

// Contexts implements [enrich.Contextualizer].
func (c *Contextualizer) Contexts(ctx context.Context, d *doc.Document, bodies []doc.Span) ([][]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out := make([][]string, len(bodies))
	if len(bodies) == 0 {
		return out, nil
	}
	r := newReading(d, bodies, c.pieces)
	finds := make([]finder, 0, len(c.pieces))
	for _, p := range c.pieces {
		if find := p.read(r); find != nil {
			finds = append(finds, find)
		}
	}
	s := said{reading: r}
	for i, body := range bodies {
		if i%asked == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s.enter(body)
		for _, find := range finds {
			for _, line := range find(i) {
				s.say(line)
			}
		}
		out[i] = s.lines
	}
	return out, nil
}
