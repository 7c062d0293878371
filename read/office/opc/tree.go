package opc

import (
	"context"
	"iter"
	"strings"

	"github.com/pildora/pildora/doc"
)

// Node is an element or a text, whole in memory.
type Node struct {
	Name  string // "" for a text
	Attrs []Attr
	Kids  []*Node
	Text  string   // of a text
	Span  doc.Span // in the part, from the start tag to the end tag; see Tokens.Span
}

// Tree reads the element whose Start was read last, up to its End. Where a
// limit ends it before that, what was read is returned and Err says why.
func (t *Tokens) Tree() *Node {
	root := t.node()
	path := []*Node{root}
	for len(path) > 0 && t.Next() {
		top := path[len(path)-1]
		switch t.Kind {
		case Start:
			n := t.node()
			top.Kids = append(top.Kids, n)
			path = append(path, n)
		case End:
			top.Span.End = max(top.Span.Start, t.Span.End)
			path = path[:len(path)-1]
		case Text:
			top.Kids = append(top.Kids, &Node{Text: t.Text, Span: t.Span})
		}
	}
	return root
}

func (t *Tokens) node() *Node {
	n := &Node{Name: t.Name, Span: t.Span}
	if len(t.Attrs) > 0 {
		n.Attrs = append(n.Attrs, t.Attrs...)
	}
	return n
}

// Tree reads a part of XML whole. Where it is missing the error wraps
// ErrNoPart.
func (p *Package) Tree(ctx context.Context, part string) (*Node, error) {
	t, err := p.Tokens(ctx, part)
	if err != nil {
		return nil, err
	}
	var root *Node
	for t.Next() {
		if t.Kind == Start {
			root = t.Tree()
		}
	}
	return root, t.Err()
}

// Attr returns the value of an attribute, "" where it has none. It may be
// called on nil.
func (n *Node) Attr(name string) string {
	if n == nil {
		return ""
	}
	return attrOf(n.Attrs, name)
}

// Has reports whether n has the attribute, empty or not.
func (n *Node) Has(name string) bool {
	if n != nil {
		for _, a := range n.Attrs {
			if a.Name == name {
				return true
			}
		}
	}
	return false
}

// Kid returns the first child of a name, or of the first one at the end of a
// path of names; nil where there is none. It may be called on nil.
func (n *Node) Kid(path ...string) *Node {
	for _, name := range path {
		if n = n.kid(name); n == nil {
			return nil
		}
	}
	return n
}

func (n *Node) kid(name string) *Node {
	if n != nil {
		for _, k := range n.Kids {
			if k.Name == name {
				return k
			}
		}
	}
	return nil
}

// All yields the children of a name. It may be called on nil.
func (n *Node) All(name string) iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		if n == nil {
			return
		}
		for _, k := range n.Kids {
			if k.Name == name && !yield(k) {
				return
			}
		}
	}
}

// Walk calls f for n and, as long as f says so, for what is in it, in document
// order. It may be called on nil.
func (n *Node) Walk(f func(*Node) (into bool)) {
	if n == nil || !f(n) {
		return
	}
	for _, k := range n.Kids {
		k.Walk(f)
	}
}

// Content is all text in n. It may be called on nil.
func (n *Node) Content() string {
	var b strings.Builder
	n.Walk(func(n *Node) bool {
		b.WriteString(n.Text)
		return true
	})
	return b.String()
}

// Depth is how many elements are inside of one another below n, n counted.
func (n *Node) Depth() int {
	deepest := 0
	for _, k := range n.Kids {
		deepest = max(deepest, k.Depth())
	}
	return deepest + 1
}
