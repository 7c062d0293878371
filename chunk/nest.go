package chunk

import (
	"context"
	"iter"

	"github.com/pildora/pildora/doc"
)

// Kinds of chunks.
const (
	KindParent = "parent" // it is followed by its children, which tile it, one level below
	KindWindow = "window" // what is delivered of it is Chunk.Window
)

// Nest cuts on two levels: each chunk of parent is yielded as one of
// [KindParent], and after it the chunks that child makes of its span, one level
// below. So the chunks of each level tile what was split, and no child holds
// anything of two parents.
//
// Levels may be more: what a child is a parent of follows it, one level deeper,
// and a parent that has children already gets none of child: its children do.
func Nest(parent, child Splitter) Splitter { return nest{parent, child} }

type nest struct{ parent, child Splitter }

// Surveyor is a Splitter that looks at more of a document than the span it is
// to split, and so gains where it is told of several spans of one document.
type Surveyor interface {
	Splitter
	// Survey returns a splitter for spans of d that lie in s. What it knows of
	// the document for one is what Split of s knows, and splitting one takes time
	// that grows with that span alone.
	Survey(d *doc.Document, s doc.Span) Splitter
}

// Split yields each parent, and its children after it.
func (n nest) Split(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		child := n.child
		if surveyor, ok := child.(Surveyor); ok {
			child = surveyor.Survey(d, s)
		}
		var run piecewise
		for p, err := range n.parent.Split(ctx, d, s) {
			has := p.Kind == KindParent
			if err == nil {
				p.Kind = KindParent
			}
			if !yield(p, err) || err != nil {
				return
			}
			below := func(c Chunk, err error) bool {
				c.Level += p.Level + 1
				return yield(c, err)
			}
			if !has && !run.split(ctx, child, d, p.Span, s.End, below) {
				return
			}
		}
	}
}
