package record

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// builder makes blocks of values as a parser tells of them. It keeps the open
// objects and arrays on a stack of its own.
type builder struct {
	blocks []doc.Block
	open   []nest
	title  string // of the outermost object
}

// nest is an object or array that is open.
type nest struct {
	object bool
	block  int32 // its own, or -1: an array that is the whole document
	start  int   // where its block begins
	opened int   // its bracket
	parts  int   // so many members or elements came
	run    int32 // the block of the short elements that came last, or -1
	label  string
	rank   int // of label among those that an object could have
}

const (
	// maxDepth is how deep records nest. What lies deeper is part of one.
	maxDepth = 64
	// short is up to how many bytes an object or array is one record, without
	// any in it, and elements without keys share one.
	short = 48
)

func (n *nest) closer() byte {
	if n.object {
		return '}'
	}
	return ']'
}

// begin opens an object or array whose block begins at start, its bracket at
// opened. bare is an array that gets no block.
func (b *builder) begin(start, opened int, key string, object, bare bool) {
	n := nest{object: object, block: -1, start: start, opened: opened, run: -1, rank: len(labels)}
	if object || !bare {
		n.block = int32(len(b.blocks))
		b.blocks = append(b.blocks, doc.Block{Kind: doc.Record, Parent: b.parent(), Span: doc.Span{Start: start}, Label: key})
	}
	b.open = append(b.open, n)
}

func (b *builder) parent() int32 {
	if len(b.open) == 0 {
		return -1
	}
	return b.open[len(b.open)-1].block
}

// leaf adds the block of a value without parts: one of its own to a member, one
// for several to short elements.
func (b *builder) leaf(start, end int, key string) {
	top := &b.open[len(b.open)-1]
	if !top.object && top.run >= 0 && int(top.run) == len(b.blocks)-1 && end-b.blocks[top.run].Span.Start <= short {
		b.blocks[top.run].Span.End = end
		return
	}
	if !top.object {
		top.run = int32(len(b.blocks))
	}
	b.blocks = append(b.blocks, doc.Block{Kind: doc.Record, Parent: top.block, Span: doc.Span{Start: start, End: end}, Label: key})
}

// close ends what is open innermost. What is short has no blocks in it, and a
// short array in an array none of its own.
func (b *builder) close(end int) {
	n := b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	if n.block < 0 {
		return
	}
	own := &b.blocks[n.block]
	own.Span.End = end
	element := len(b.open) > 0 && !b.open[len(b.open)-1].object
	if own.Span.Len() <= short {
		b.blocks = b.blocks[:n.block+1]
		if element && !n.object {
			b.blocks = b.blocks[:n.block]
			b.leaf(own.Span.Start, end, "")
			return
		}
	}
	switch {
	case own.Label != "":
	case n.label != "":
		own.Label = n.label
	case element:
		own.Label = index(b.open[len(b.open)-1].parts - 1)
	}
}

// labels are the members whose value names a record, best first.
var labels = [...]string{"name", "title", "label", "id", "key", "slug", "_id", "uuid"}

// Labels are the keys whose values name a record, best first.
func Labels() []string { return labels[:] }

// longestLabel is the longest value that names a record, in bytes.
const longestLabel = 120

// names reports whether the value of a member called key may be a label.
func (b *builder) names(key string) bool {
	return len(key) <= 5 && b.open[len(b.open)-1].object
}

// label keeps the value of a member where it names the object better than what
// did before, and the title of the document, which is a string.
func (b *builder) label(key, value string, quoted bool) {
	if len(value) > longestLabel {
		return
	}
	top := &b.open[len(b.open)-1]
	for rank, name := range labels[:min(top.rank, len(labels))] {
		if strings.EqualFold(key, name) && !doc.IsBlank(value) {
			top.label, top.rank = value, rank
		}
	}
	if len(b.open) == 1 && key == "title" && quoted {
		b.title = strings.TrimSpace(value)
	}
}
