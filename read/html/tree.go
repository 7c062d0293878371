package html

import "github.com/pildora/pildora/doc"

// node is an element or a piece of text. A child stands after its parent in
// the array, and siblings in the order of the source.
type node struct {
	parent, first, last, next int32 // indices; none is 0, the root, which is nobody's child
	start, end                int32 // of the start tag or the text in the source
	attrs                     int32 // index into tree.attrs, 0 for none
	el                        element
	flags                     flag
}

type flag uint8

const (
	hidden     flag = 1 << iota // not shown
	ariaHidden                  // not read to anybody
	asBlock                     // shown as a block by its own style
	literal                     // text without entities
)

func (n node) span() doc.Span { return doc.Span{Start: int(n.start), End: int(n.end)} }

// attr is one attribute of an element; next is the one before it, 0 for none.
type attr struct {
	name, value string
	next        int32
}

// tree is a page. Nodes[0] is the root and holds the whole of it.
type tree struct {
	src   string
	nodes []node
	attrs []attr // attrs[0] is none
	head  head
}

// attr returns an attribute of a node that was kept, see keptAttr.
func (t *tree) attr(n int32, name string) (string, bool) {
	for i := t.nodes[n].attrs; i != 0; i = t.attrs[i].next {
		if t.attrs[i].name == name {
			return t.attrs[i].value, true
		}
	}
	return "", false
}

// value returns an attribute, or nothing where there is none.
func (t *tree) value(n int32, name string) string {
	v, _ := t.attr(n, name)
	return v
}

func (t *tree) text(n int32) string { return t.src[t.nodes[n].start:t.nodes[n].end] }

// isBlock reports whether a node is a line of its own.
func (t *tree) isBlock(n int32) bool {
	return t.nodes[n].el.is(block) || t.nodes[n].flags&asBlock != 0
}

// append appends a node as the last child of a parent.
func (t *tree) append(n node, parent int32) int32 {
	i := int32(len(t.nodes))
	n.parent = parent
	up := &t.nodes[parent]
	if up.last == 0 {
		up.first = i
	} else {
		t.nodes[up.last].next = i
	}
	up.last = i
	t.nodes = append(t.nodes, n)
	return i
}
