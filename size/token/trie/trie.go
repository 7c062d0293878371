// Package trie finds all keys that a text begins with, byte by byte.
//
// A [Trie] is a double array (Aoe, 1989): the child of a node by byte c is the
// cell at the node's base plus c, if that cell carries the label c. No two
// nodes have one base, so the label alone tells whose child a cell is. A cell
// is one word of 64 bits, and a [Node] is the content of its cell: a step is
// one addition, one load and one comparison.
package trie

import (
	"cmp"
	"fmt"
	"slices"
)

// Node is a place in a Trie; zero is no place.
type Node uint64

// A node is its base (23 bits), its label plus one (9 bits; an empty cell has
// label zero), and its value plus one (32 bits; zero without a key).
const (
	labelBits = 9
	valueBits = 32
	baseShift = labelBits + valueBits
	maxBase   = 1<<(64-baseShift) - 1
	rootLabel = 257 // of no byte: the root is nobody's child
)

// Value is the value of the key that ends at the node, and -1 where none does.
func (n Node) Value() int { return int(uint32(n)) - 1 }

func (n Node) base() int { return int(n >> baseShift) }

// Trie is a set of keys with values. It doesn't change.
type Trie struct{ cells []Node }

// Root is the node of the empty prefix.
func (t *Trie) Root() Node { return t.cells[0] }

// Next is the node reached from n by one more byte, or zero where no key goes
// on so.
func (t *Trie) Next(n Node, c byte) Node {
	child := t.cells[n.base()+int(c)]
	if child>>valueBits&(1<<labelBits-1) != Node(c)+1 {
		return 0
	}
	return child
}

// Value is the value of the key, or -1 where it isn't one.
func (t *Trie) Value(key string) int {
	n := t.Root()
	for i := range len(key) {
		if n = t.Next(n, key[i]); n == 0 {
			return -1
		}
	}
	return n.Value()
}

// New makes a trie whose i-th key has the value i. Of equal keys the last one
// holds; the empty key is left out. Keys with more than some eight million
// different beginnings are an error.
func New(keys []string) (*Trie, error) {
	b := builder{keys: sorted(keys)}
	b.claim(0, rootLabel<<valueBits)
	b.use(0) // the base of nodes without children
	work := []branch{{cell: 0, from: 0, to: len(b.keys)}}
	for len(work) > 0 {
		last := work[len(work)-1]
		work = b.grow(work[:len(work)-1], last)
	}
	if len(b.cells) > maxBase {
		return nil, fmt.Errorf("%d keys are too many: they take %d cells, %d is the most", len(keys), len(b.cells), maxBase)
	}
	last := 0
	for _, c := range b.cells {
		last = max(last, c.base())
	}
	for len(b.cells) < last+256 {
		b.cells = append(b.cells, 0)
	}
	return &Trie{cells: slices.Clone(b.cells)}, nil // what they grew by beyond that would stay with them
}

type entry struct {
	key   string
	value int32
}

// sorted are the different keys in order, each with its last index.
func sorted(keys []string) []entry {
	es := make([]entry, 0, len(keys))
	for i, k := range keys {
		if k != "" {
			es = append(es, entry{k, int32(i)})
		}
	}
	slices.SortFunc(es, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(b.value, a.value))
	})
	return slices.CompactFunc(es, func(a, b entry) bool { return a.key == b.key })
}

// branch is a node without children yet: those of keys[from:to], which agree in
// their first depth bytes.
type branch struct{ cell, from, to, depth int }

type builder struct {
	keys  []entry
	cells []Node
	bases []bool  // by base: some node has it
	next  []int32 // by cell: itself where it is free, else one nearer to the next free cell
	child []branch
}

// grow gives the branch its children and returns the work with them added.
func (b *builder) grow(work []branch, w branch) []branch {
	for w.from < w.to && len(b.keys[w.from].key) == w.depth {
		b.cells[w.cell] |= Node(b.keys[w.from].value) + 1
		w.from++
	}
	if w.from == w.to {
		return work
	}
	b.child = b.child[:0]
	for i := w.from; i < w.to; {
		c, from := b.keys[i].key[w.depth], i
		for i < w.to && b.keys[i].key[w.depth] == c {
			i++
		}
		b.child = append(b.child, branch{cell: int(c), from: from, to: i, depth: w.depth + 1})
	}
	base := b.place()
	b.use(base)
	b.cells[w.cell] |= Node(base) << baseShift
	for _, c := range b.child {
		label := Node(c.cell + 1)
		c.cell += base
		b.claim(c.cell, label<<valueBits)
		work = append(work, c)
	}
	return work
}

// tries is how many free cells place looks at before it goes to the end: cells
// that were refused so often are hardly ever of use.
const tries = 24

// place finds a base that is new and has free cells for b.child.
func (b *builder) place() int {
	lowest := b.child[0].cell
	cell := b.freeFrom(0)
	for range tries {
		if cell >= len(b.cells) {
			break
		}
		if base := cell - lowest; base > 0 && b.fits(base) {
			return base
		}
		cell = b.freeFrom(cell + 1)
	}
	base := max(1, len(b.cells)-lowest)
	for !b.fits(base) {
		base++
	}
	return base
}

// freeFrom is the first free cell from i on.
func (b *builder) freeFrom(i int) int {
	for i < len(b.next) && int(b.next[i]) != i {
		if n := int(b.next[i]); n < len(b.next) {
			b.next[i] = b.next[n]
		}
		i = int(b.next[i])
	}
	return i
}

func (b *builder) claim(cell int, content Node) {
	for len(b.cells) <= cell {
		b.next = append(b.next, int32(len(b.cells)))
		b.cells = append(b.cells, 0)
	}
	b.next[cell] = int32(cell + 1)
	b.cells[cell] = content
}

func (b *builder) use(base int) {
	for len(b.bases) <= base {
		b.bases = append(b.bases, false)
	}
	b.bases[base] = true
}

func (b *builder) fits(base int) bool {
	if base < len(b.bases) && b.bases[base] {
		return false
	}
	for _, c := range b.child {
		if i := base + c.cell; i < len(b.cells) && b.cells[i] != 0 {
			return false
		}
	}
	return true
}
