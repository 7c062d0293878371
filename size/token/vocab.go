package token

import (
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"
)

// none is the rank of what is no token.
const none = ^uint32(0)

// maxToken is the length in bytes of the longest token that a vocabulary may
// have.
const maxToken = 255

// vocab is the byte strings that are tokens, with their ranks. A token's rank
// is its id, and the order in which pairs are merged.
type vocab struct {
	slots  []slot   // open addressing; a power of two of them
	shift  uint     // of a hash, to index slots
	maybe  []uint64 // a bit for each first so many bits of a hash: is there such a token?
	bytes  string   // all tokens, by rank
	starts []uint32
	pairs  []uint32        // ranks of the tokens of two bytes
	most   int             // bytes of the longest token
	splits []atomic.Uint64 // see split
	edges  func() *edges
}

// slot holds a token: its bytes themselves up to eight, else a hash of them.
type slot struct {
	key  uint64
	rank uint32
	size uint32 // 0: free
}

// edges bound the tokens of long pieces: the length of the longest token that
// begins with three bytes (hashed), or ends with two bytes.
type edges struct{ begins, ends [1 << 16]uint8 }

// maybeBits is how many bits of maybe there are to a slot, as a power of two.
// Most of what is looked up is no token, and maybe, which is small enough to
// stay in the processor's cache, knows nine times in ten.
const maybeBits = 3

// newVocab builds the tables of a rank file's tokens.
func newVocab(f *rankFile) (*vocab, error) {
	n := len(f.starts) - 1
	v := &vocab{bytes: string(f.bytes), starts: f.starts, splits: make([]atomic.Uint64, n), pairs: make([]uint32, 1<<16)}
	v.edges = sync.OnceValue(v.findEdges)
	for i := range v.pairs {
		v.pairs[i] = none
	}
	width := max(bits.Len(uint(n)), 10) // more slots than tokens, three quarters full with the known files
	v.slots, v.shift = make([]slot, 1<<width), uint(64-width)
	v.maybe = make([]uint64, 1<<(width+maybeBits-6))
	for rank := range uint32(n) {
		start, end := int(v.starts[rank]), int(v.starts[rank+1])
		size := end - start
		if size == 0 {
			continue
		}
		if twin := v.insert(start, end, rank); twin != none {
			return nil, fmt.Errorf("tokens %d and %d are the same", twin, rank)
		}
		v.most = max(v.most, size)
		if size == 2 {
			v.pairs[two(v.bytes, start)] = rank
		}
	}
	for b := range 256 {
		if v.rank(string([]byte{byte(b)}), 0, 1) == none {
			return nil, fmt.Errorf("byte %#x is no token", b)
		}
	}
	return v, nil
}

// insert puts the token v.bytes[p:e] in its slot, and returns none, or the rank
// of an equal token that is there already.
func (v *vocab) insert(p, e int, rank uint32) uint32 {
	n := e - p
	key := keyOf(v.bytes, p, e)
	h := hash(key, n)
	m := h >> (v.shift - maybeBits)
	v.maybe[m/64] |= 1 << (m % 64)
	for i := h >> v.shift; ; i = (i + 1) & uint64(len(v.slots)-1) {
		s := &v.slots[i]
		if s.size == 0 {
			*s = slot{key: key, rank: rank, size: uint32(n)}
			return none
		}
		if s.key == key && int(s.size) == n && (n <= 8 || v.token(s.rank) == v.bytes[p:e]) {
			return s.rank
		}
	}
}

func (v *vocab) findEdges() *edges {
	x := new(edges)
	for rank := range v.splits {
		token := v.token(uint32(rank))
		n := len(token)
		if n > 1 {
			e := &x.ends[two(token, n-2)]
			*e = max(*e, uint8(n))
		}
		if n > 2 {
			b := &x.begins[three(token, 0)]
			*b = max(*b, uint8(n))
		}
	}
	return x
}

func two(s string, p int) uint { return uint(s[p]) | uint(s[p+1])<<8 }

func three(s string, p int) uint {
	return uint((uint32(s[p]) | uint32(s[p+1])<<8 | uint32(s[p+2])<<16) * 2654435761 >> 16)
}

// token returns the bytes of a token.
func (v *vocab) token(rank uint32) string { return v.bytes[v.starts[rank]:v.starts[rank+1]] }

func (v *vocab) size(rank uint32) int { return int(v.starts[rank+1] - v.starts[rank]) }

// whole returns the rank of the piece text[p:e], or none; it may be long.
func (v *vocab) whole(text string, p, e int) uint32 {
	if e-p > v.most {
		return none
	}
	return v.rank(text, p, e)
}

// rank returns the rank of text[p:e], or none. It reads all of it.
func (v *vocab) rank(text string, p, e int) uint32 {
	n := e - p
	key := keyOf(text, p, e)
	h := hash(key, n)
	if m := h >> (v.shift - maybeBits); v.maybe[m/64]>>(m%64)&1 == 0 {
		return none
	}
	for i := h >> v.shift; ; i = (i + 1) & uint64(len(v.slots)-1) {
		s := &v.slots[i]
		if s.key == key && int(s.size) == n && (n <= 8 || v.token(s.rank) == text[p:e]) {
			return s.rank
		}
		if s.size == 0 {
			return none
		}
	}
}

// keyOf packs up to eight bytes; of more it is a hash.
func keyOf(text string, p, e int) uint64 {
	n := e - p
	if n <= 8 {
		if p+8 <= len(text) {
			return load8(text[p:p+8]) & (^uint64(0) >> (64 - 8*uint(n)))
		}
		var key uint64
		for i := e - 1; i >= p; i-- {
			key = key<<8 | uint64(text[i])
		}
		return key
	}
	key := load8(text[p:])
	for p += 8; p+8 < e; p += 8 {
		key = stir(key, load8(text[p:]))
	}
	return stir(key, load8(text[e-8:e]))
}

func load8(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func stir(key, word uint64) uint64 {
	high, low := bits.Mul64(key^0x9e3779b97f4a7c15, word^0xd6e8feb86659fd93)
	return high ^ low
}

func hash(key uint64, n int) uint64 {
	key = (key ^ uint64(n)*0xa0761d6478bd642f) * 0x9e3779b97f4a7c15
	return (key ^ key>>32) * 0xd6e8feb86659fd93
}
