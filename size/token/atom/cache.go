// Package atom serves the fast paths that count whole texts word by word: a
// cache of counts by the bytes of a word, and a table of what a pipeline makes
// of single runes.
//
// An atom is a stretch of text that a pipeline treats alike wherever it stands,
// whatever stands around it. Texts repeat few atoms, so nearly all of a text
// is counted by looking its atoms up as they stand, before normalization.
package atom

import (
	"encoding/binary"
	"math"
	"math/bits"
	"unsafe"
)

// Longest is the most bytes of an atom that a Cache remembers.
const Longest = 15

// Key is an atom of at most Longest bytes, with its length in the last byte.
type Key struct{ head, tail uint64 }

// Cache remembers the counts of atoms. It is of fixed size: a new atom takes
// the place of an older one. It is not safe for concurrent use.
type Cache struct {
	cells []cell
	shift uint
}

type cell struct {
	Key
	count uint32
}

// NewCache makes a cache of two to the power of bits atoms, 24 bytes each. Up
// to 14 bits stay in the second level of most processors' caches.
func NewCache(bits uint) *Cache {
	return &Cache{cells: make([]cell, 1<<bits), shift: 64 - bits}
}

// KeyOf is the key of text[start:end], which has 1 to Longest bytes.
func KeyOf(text string, start, end int) Key {
	n := uint(end - start)
	var k Key
	if start+16 <= len(text) {
		b := unsafe.Slice(unsafe.StringData(text), len(text))[start : start+16]
		k = Key{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}
	} else {
		var b [16]byte
		copy(b[:], text[start:end])
		k = Key{binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint64(b[8:])}
	}
	if n < 8 {
		k.head &= 1<<(8*n) - 1
		k.tail = 0
	} else {
		k.tail &= 1<<(8*(n-8)) - 1
	}
	k.tail |= uint64(n) << 56
	return k
}

// Find is the count of the atom, if the cache has it.
func (c *Cache) Find(k Key) (count int, ok bool) {
	found := &c.cells[k.hash()>>c.shift]
	return int(found.count), found.Key == k
}

// Add remembers the count of an atom.
func (c *Cache) Add(k Key, count int) {
	if count >= 0 && count <= math.MaxInt32 {
		c.cells[k.hash()>>c.shift] = cell{k, uint32(count)}
	}
}

func (k Key) hash() uint64 {
	high, low := bits.Mul64(k.head^0x9e3779b97f4a7c15, k.tail^0xd6e8feb86659fd93)
	return high ^ low
}
