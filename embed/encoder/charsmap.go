package encoder

import (
	"encoding/base64"
	"encoding/binary"
	"maps"
	"slices"
)

// trieNode is a node of a trie of bytes.
type trieNode struct {
	next  [256]*trieNode
	inner bool // it has any
	value int  // of a replacement in texts, or -1
}

// charsMap is a map of characters in the form of SentencePiece: the length of
// a double array of what is replaced (as Darts-clone lays it out), the array,
// and the replacements, each ended by a zero byte.
//
// Each node with children has a stretch of 256 units to itself, so that none is
// in the way of another; the values of those without share stretches.
func charsMap(mapped map[rune]string) string {
	root := &trieNode{value: -1}
	var texts []byte
	for _, k := range slices.Sorted(maps.Keys(mapped)) {
		if k == 0 {
			continue // it ends keys in this form
		}
		n := root
		for _, b := range []byte(string(k)) {
			if n.next[b] == nil {
				n.next[b] = &trieNode{value: -1}
			}
			n.inner = true
			n = n.next[b]
		}
		n.value = len(texts)
		texts = append(append(texts, mapped[k]...), 0)
	}
	d := &doubleArray{units: make([]uint32, 256)}
	d.place(root, 0)
	out := binary.LittleEndian.AppendUint32(nil, uint32(4*len(d.units)))
	for _, u := range d.units {
		out = binary.LittleEndian.AppendUint32(out, u)
	}
	return base64.StdEncoding.EncodeToString(append(out, texts...))
}

type doubleArray struct {
	units []uint32
	free  int // the next unit for the value of a node without children; 0 at the end of a stretch
}

// stretch adds 256 units and returns where they begin.
func (d *doubleArray) stretch() int {
	d.units = append(d.units, make([]uint32, 256)...)
	return len(d.units) - 256
}

// place gives the node at a unit its children. Keys are of at most four bytes,
// so that this is no deeper.
func (d *doubleArray) place(n *trieNode, at int) {
	base := 0
	if n.inner {
		base = d.stretch()
	} else {
		if d.free%256 == 0 {
			d.free = d.stretch()
		}
		base = d.free
		d.free++
	}
	if offset := uint32(base ^ at); offset < 1<<21 {
		d.units[at] |= offset << 10
	} else {
		d.units[at] |= offset>>8<<10 | 1<<9
	}
	if n.value >= 0 {
		d.units[at] |= 1 << 8
		d.units[base] = uint32(n.value) | 1<<31
	}
	for b, child := range n.next {
		if child != nil {
			d.units[base^b] |= uint32(b)
			d.place(child, base^b)
		}
	}
}
