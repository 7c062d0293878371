package token

import (
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"
)

// none is the rank of what is no token.
const none = ^uint32(0)

// maxToken is the length in bytes of the longest token that a vocabulary may
// have.
const maxToken = 255

// vocab is the byte strings that are tokens, with their ranks. A token's rank
// is its id, and the order in which pairs are merged.
//
// Tokens are found by hash. The entries lie in the order of the first bits of
// their hashes, those with equal ones in the order of their ranks, and bounds
// says where each such bucket begins. So they fill no more memory than they
// need, and are put in order by counting, with no search: most of the time that
// loading takes is the system's, for memory touched first.
type vocab struct {
	entries []entry
	bounds  []uint32
	shift   uint     // of a hash, to index bounds
	maybe   []uint64 // a bit for each first so many bits of a hash: is there such a token?
	bytes   string   // all tokens, by rank
	starts  []uint32
	pairs   []uint32        // ranks of the tokens of two bytes
	most    int             // bytes of the longest token
	splits  []atomic.Uint64 // see split
	edges   func() *edges
}

// entry is a token: its key (see keyOf) in two halves, and its rank.
type entry struct{ low, high, rank uint32 }

// edges bound the tokens of long pieces: the length of the longest token that
// begins with three bytes (hashed), or ends with two bytes.
type edges struct{ begins, ends [1 << 16]uint8 }

// maybeBits is how many bits of maybe there are to a bucket, as a power of two.
// Most of what is looked up is no token, and maybe, which is small enough to
// stay in the processor's cache, knows nine times in ten.
const maybeBits = 4

// newVocab builds the tables of a rank file's tokens.
func newVocab(f *rankFile) (*vocab, error) {
	n := len(f.starts) - 1
	width := max(bits.Len(uint(n))-1, 10) // one token a bucket, or two
	words := 1 << (width + maybeBits - 6)
	memory := newArena(roomFor[uint32](1<<16) + roomFor[uint32](1<<width+1) + roomFor[uint64](words) + roomFor[entry](n))
	v := &vocab{
		bytes:  unsafe.String(unsafe.SliceData(f.bytes), len(f.bytes)), // which nobody changes any more
		starts: f.starts,
		splits: make([]atomic.Uint64, n),
		pairs:  carve[uint32](memory, 1<<16),
		bounds: carve[uint32](memory, 1<<width+1),
		shift:  uint(64 - width),
		maybe:  carve[uint64](memory, words),
	}
	v.edges = sync.OnceValue(v.findEdges)
	for i := range v.pairs {
		v.pairs[i] = none
	}
	v.count()
	v.entries = carve[entry](memory, n-f.holes)
	v.place()
	if a, b, ok := v.twins(); ok {
		return nil, fmt.Errorf("%stokens %d and %d are the same", f.lineOf(b), a, b)
	}
	for b := range 256 {
		if v.rank(string([]byte{byte(b)}), 0, 1) == none {
			return nil, fmt.Errorf("byte %#x is no token", b)
		}
	}
	return v, nil
}

// count makes bounds[b] the number of tokens in the buckets up to b, and looks
// at each token once.
func (v *vocab) count() {
	p := 0
	for rank, end := range v.starts[1:] {
		e := int(end)
		if e == p {
			continue
		}
		h := hash(keyOf(v.bytes, p, e))
		v.bounds[h>>v.shift]++
		m := h >> (v.shift - maybeBits)
		v.maybe[m/64] |= 1 << (m % 64)
		v.most = max(v.most, e-p)
		if e-p == 2 {
			v.pairs[two(v.bytes, p)] = uint32(rank)
		}
		p = e
	}
	total := uint32(0)
	for b, n := range v.bounds {
		total += n
		v.bounds[b] = total
	}
}

// place puts the tokens into their buckets, from the back, and so makes bounds
// where each begins.
func (v *vocab) place() {
	for rank := len(v.starts) - 2; rank >= 0; rank-- {
		p, e := int(v.starts[rank]), int(v.starts[rank+1])
		if e == p {
			continue
		}
		key := keyOf(v.bytes, p, e)
		at := &v.bounds[hash(key)>>v.shift]
		*at--
		v.entries[*at] = entry{uint32(key), uint32(key >> 32), uint32(rank)}
	}
}

// twins returns the ranks of two equal tokens, if there are any.
func (v *vocab) twins() (a, b uint32, ok bool) {
	for bucket, first := range v.bounds[:len(v.bounds)-1] {
		some := v.entries[first:v.bounds[bucket+1]]
		for i, x := range some {
			for _, y := range some[:i] {
				if x.low == y.low && x.high == y.high && v.token(x.rank) == v.token(y.rank) {
					return y.rank, x.rank, true
				}
			}
		}
	}
	return 0, 0, false
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
	return v.find(keyOf(text, p, e), text, p, e)
}

// find is rank where the key of text[p:e] is known.
func (v *vocab) find(key uint64, text string, p, e int) uint32 {
	h := hash(key)
	if m := h >> (v.shift - maybeBits); v.maybe[m/64]>>(m%64)&1 == 0 {
		return none
	}
	b := h >> v.shift
	for _, x := range v.entries[v.bounds[b]:v.bounds[b+1]] {
		if x.low == uint32(key) && x.high == uint32(key>>32) && (e-p <= exact || v.token(x.rank) == text[p:e]) {
			return x.rank
		}
	}
	return none
}

// exact is how many bytes a key can hold, with their number in the last byte.
const exact = 7

// keyOf packs up to exact bytes; of more it is a hash, with the high bit set.
func keyOf(text string, p, e int) uint64 {
	n := e - p
	if n > exact {
		return longKeyOf(text, p, e)
	}
	if p+8 <= len(text) {
		return load8(text[p:p+8])&(1<<(8*uint(n))-1) | uint64(n)<<(8*exact)
	}
	key := uint64(0)
	for i := e - 1; i >= p; i-- {
		key = key<<8 | uint64(text[i])
	}
	return key | uint64(n)<<(8*exact)
}

func longKeyOf(text string, p, e int) uint64 {
	key := load8(text[p:])
	for p += 8; p+8 < e; p += 8 {
		key = stir(key, load8(text[p:]))
	}
	return stir(key, load8(text[e-8:e])) | 1<<63
}

func load8(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// stir mixes two words into one that is about random.
func stir(key, word uint64) uint64 {
	high, low := bits.Mul64(key^0x9e3779b97f4a7c15, word^0xd6e8feb86659fd93)
	return high ^ low
}

// hash makes the first bits of a key depend on all of them.
func hash(key uint64) uint64 {
	high, low := bits.Mul64(key^0xa0761d6478bd642f, 0x9e3779b97f4a7c15)
	return high ^ low
}
