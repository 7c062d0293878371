package doc

import (
	"sort"
	"sync/atomic"
)

// Section is a heading of the outline: a heading that stands at the top level
// (or in a page or detail), not in a quote or a list.
type Section struct {
	Block  int // index of the heading in Document.Blocks
	Parent int // index in the outline of the heading above, or -1
}

// derived is what is computed of the blocks once, when first asked for.
type derived struct {
	outline    []Section
	depth      []int32
	leafBefore []int32
	leaf       []bool
	starts     []int32 // start of each heading of the outline
}

type lazily struct{ p atomic.Pointer[derived] }

func (d *Document) derive() *derived {
	if v := d.lazy.p.Load(); v != nil {
		return v
	}
	v := newDerived(d)
	d.lazy.p.Store(v) // computed twice at worst
	return v
}

func newDerived(d *Document) *derived {
	blocks := d.Blocks
	n := len(blocks)
	depth, before, leaf := make([]int32, n), make([]int32, n), make([]bool, n)
	last := int32(-1)
	var headings []int32
	for i := range blocks {
		b := &blocks[i]
		if b.Parent >= 0 {
			depth[i] = depth[b.Parent] + 1
		}
		if b.Kind == Heading && outlined(d, b.Parent) {
			headings = append(headings, int32(i))
		}
		before[i] = last
		if i+1 == n || int(blocks[i+1].Parent) != i {
			leaf[i] = true
			last = int32(i)
		}
	}
	v := &derived{depth: depth, leafBefore: before, leaf: leaf}
	v.nest(blocks, headings)
	return v
}

// nest makes the outline of the blocks that are headings of it.
func (v *derived) nest(blocks []Block, headings []int32) {
	v.outline, v.starts = make([]Section, len(headings)), make([]int32, len(headings))
	var open [7]int // by level: the heading in force, as index in the outline + 1
	for at, i := range headings {
		b := &blocks[i]
		parent := -1
		for level := int(b.Level) - 1; level > 0 && parent < 0; level-- {
			parent = open[level] - 1
		}
		v.outline[at] = Section{Block: int(i), Parent: parent}
		v.starts[at] = int32(b.Span.Start)
		open[b.Level] = at + 1
		clear(open[b.Level+1:])
	}
}

func outlined(d *Document, parent int32) bool {
	for ; parent >= 0; parent = d.Blocks[parent].Parent {
		if k := d.Blocks[parent].Kind; k != Page && k != Detail && k != Decl {
			return false
		}
	}
	return true
}

// Outline returns the headings of the outline in order. The slice is shared:
// don't change it.
func (d *Document) Outline() []Section { return d.derive().outline }

// Depth returns how many blocks block i lies in.
func (d *Document) Depth(i int) int { return int(d.derive().depth[i]) }

// Leaf reports whether block i has no children.
func (d *Document) Leaf(i int) bool { return d.derive().leaf[i] }

// LeafBefore returns the index of the last block without children that stands
// before block i, or -1.
func (d *Document) LeafBefore(i int) int { return int(d.derive().leafBefore[i]) }

// BlockFrom returns the index of the first block that begins at or after at, or
// of the block without children that reaches past at, where there is one.
func (d *Document) BlockFrom(at int) int {
	i := sort.Search(len(d.Blocks), func(i int) bool { return d.Blocks[i].Span.Start >= at })
	// Blocks stand in order, parents first: only the one before can hold at
	// and have no children.
	if i > 0 && d.Leaf(i-1) && d.Blocks[i-1].Span.End > at {
		return i - 1
	}
	return i
}

// SectionAt returns the index in the outline of the heading in force at byte
// at: the last that begins at or before it; -1 before the first.
func (d *Document) SectionAt(at int) int {
	v := d.derive()
	return sort.Search(len(v.starts), func(i int) bool { return int(v.starts[i]) > at }) - 1
}

// Headings returns the titles of the headings in force for a body: at its
// first block that is not a heading, else those of its last heading; outermost
// first. A heading without a text ends the section before it and is no title.
func (d *Document) Headings(body Span) []string { return d.HeadingsOf(d.SectionOf(body)) }

// HeadingsOf returns the titles of a section, given as an index in the outline,
// and of those above it; outermost first. Of -1 there are none.
func (d *Document) HeadingsOf(section int) []string {
	var titles []string
	for i := section; i >= 0; i = d.Outline()[i].Parent {
		if title := d.Blocks[d.Outline()[i].Block].Label; !IsBlank(title) {
			titles = append(titles, title)
		}
	}
	for i, j := 0, len(titles)-1; i < j; i, j = i+1, j-1 {
		titles[i], titles[j] = titles[j], titles[i]
	}
	return titles
}

// SectionOf returns the index in the outline of the heading in force for a body,
// as [Document.Headings] has it; -1 before the first.
func (d *Document) SectionOf(body Span) int {
	v := d.derive()
	i := d.SectionAt(body.Start)
	// Pass over the headings at the start of the body with nothing between.
	for ; i+1 < len(v.outline) && int(v.starts[i+1]) < body.End; i++ {
		next := v.outline[i+1].Block
		before := v.leafBefore[next]
		if before >= 0 && d.Blocks[before].Kind != Heading && d.Blocks[before].Span.End > body.Start {
			break
		}
	}
	return i
}
