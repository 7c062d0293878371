package xml

import (
	"math"
	"strings"

	"github.com/pildora/pildora/doc"
)

// node is an element, or text between tags.
type node struct {
	name     string // without its namespace's prefix; empty for text
	attrs    []attr
	tag      doc.Span // the start tag
	text     []piece
	parent   *node
	children []*node
	measure  measure
}

type attr struct{ name, value string }

// piece is text with the bytes of the file that it came from.
type piece struct {
	text string
	from doc.Span
}

// measure is how much text is in an element.
type measure struct {
	bytes int32 // of text without blanks around it
	elems int32 // children that are elements
	loose int32 // bytes of text right in it
}

func (n *node) isText() bool { return n.name == "" }

func (n *node) blank() bool {
	for _, p := range n.text {
		if strings.TrimSpace(p.text) != "" {
			return false
		}
	}
	return true
}

// get returns an attribute, whatever its namespace.
func (n *node) get(name string) string {
	for _, a := range n.attrs {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// nearChildren is among how many children one is looked for: what says more of
// an element stands at its beginning.
const nearChildren = 128

// child returns the first child of one of the names, best name first, among the
// first ones.
func (n *node) child(names ...string) *node {
	if n == nil {
		return nil
	}
	for _, name := range names {
		for _, c := range n.children[:min(len(n.children), nearChildren)] {
			if c.name == name {
				return c
			}
		}
	}
	return nil
}

// find follows names inward.
func (n *node) find(path ...string) *node {
	for _, name := range path {
		n = n.child(name)
	}
	return n
}

// within returns the first element of a name below n, in document order.
func (n *node) within(name string) *node {
	for c := range n.below(name) {
		return c
	}
	return nil
}

// nearDepth is how far below an element another is looked for.
const nearDepth = 8

// below yields the elements of a name below n, in document order, as far as
// they aren't too deep.
func (n *node) below(name string) func(yield func(*node) bool) {
	return func(yield func(*node) bool) { n.walk(name, nearDepth, yield) }
}

func (n *node) walk(name string, depth int, yield func(*node) bool) bool {
	if n == nil || depth == 0 {
		return true
	}
	for _, c := range n.children {
		if c.name == name && !yield(c) || !c.walk(name, depth-1, yield) {
			return false
		}
	}
	return true
}

// longestString bounds, in bytes, what is made of an element for metadata.
const longestString = 4 << 10

// string is the beginning of the text in n, white space collapsed.
func (n *node) string() string {
	var b strings.Builder
	n.gather(&b, longestString)
	return strings.Join(strings.Fields(b.String()), " ")
}

// verbatim is the text in n as it stands.
func (n *node) verbatim() string {
	var b strings.Builder
	n.gather(&b, math.MaxInt)
	return b.String()
}

// gather writes the text in n, up to the piece with which it reaches limit.
func (n *node) gather(b *strings.Builder, limit int) {
	if n == nil || b.Len() > limit {
		return
	}
	for _, p := range n.text {
		b.WriteString(p.text)
	}
	for _, c := range n.children {
		c.gather(b, limit)
	}
}
