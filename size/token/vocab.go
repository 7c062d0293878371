package token

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/bits"
	"sync/atomic"
)

// none is the rank of what is no token.
const none = ^uint32(0)

// vocab is the byte strings that are tokens, with their ranks. A token's rank
// is its id, and the order in which pairs are merged.
type vocab struct {
	slots  []slot   // open addressing; a power of two of them
	shift  uint     // of a hash, to index slots
	maybe  []uint64 // a bit for each first so many bits of a hash: is there such a token?
	bytes  string   // all tokens, by rank
	starts []uint32
	pairs  []uint32 // ranks of the tokens of two bytes
	most   int      // bytes of the longest token
	// longest token that begins with these three bytes (hashed), or ends with
	// these two bytes
	begins, ends []uint8
	splits       []atomic.Uint64 // see split
}

// slot holds a token: its bytes themselves up to eight, else a hash of them.
type slot struct {
	key  uint64
	rank uint32
	size uint32 // 0: free
}

// maybeBits is how many bits of maybe there are to a slot, as a power of two.
// Most of what is looked up is no token, and maybe, which is small enough to
// stay in the processor's cache, knows nine times in ten.
const maybeBits = 3

// parseVocab reads a rank file of tiktoken: a line a token, base64 and rank in
// ascending order.
func parseVocab(file []byte) (*vocab, error) {
	n := bytes.Count(file, []byte("\n"))
	v := &vocab{pairs: make([]uint32, 1<<16), begins: make([]uint8, 1<<16), ends: make([]uint8, 1<<16)}
	for i := range v.pairs {
		v.pairs[i] = none
	}
	width := max(bits.Len(uint(n)), 10) // more slots than tokens, three quarters full with the known files
	v.slots, v.shift = make([]slot, 1<<width), uint(64-width)
	v.maybe = make([]uint64, 1<<(width+maybeBits-6))
	all := make([]byte, 0, len(file)*3/4)
	v.starts = make([]uint32, 0, n+2)
	for line := 1; len(file) > 0; line++ {
		text, rest, _ := bytes.Cut(file, []byte("\n"))
		file = rest
		if len(text) == 0 {
			continue
		}
		coded, rank, err := splitLine(text)
		if err == nil && (rank < len(v.starts) || rank > 1<<24) {
			err = fmt.Errorf("rank %d is out of order", rank)
		}
		if err != nil {
			return nil, fmt.Errorf("rank file, line %d: %w", line, err)
		}
		for len(v.starts) <= rank { // ranks left out are empty tokens
			v.starts = append(v.starts, uint32(len(all)))
		}
		if all, err = base64.StdEncoding.AppendDecode(all, coded); err != nil {
			return nil, fmt.Errorf("rank file, line %d: %w", line, err)
		}
	}
	v.starts = append(v.starts, uint32(len(all)))
	v.bytes = string(all)
	v.splits = make([]atomic.Uint64, len(v.starts)-1)
	return v, v.fill()
}

func splitLine(line []byte) (coded []byte, rank int, err error) {
	coded, digits, ok := bytes.Cut(line, []byte(" "))
	if !ok || len(coded) == 0 || len(digits) == 0 || len(digits) > 8 {
		return nil, 0, fmt.Errorf("%q is not a token and its rank", line)
	}
	for _, d := range digits {
		if d < '0' || d > '9' {
			return nil, 0, fmt.Errorf("%q is not a rank", digits)
		}
		rank = rank*10 + int(d-'0')
	}
	return coded, rank, nil
}

// fill builds the tables from the tokens.
func (v *vocab) fill() error {
	for rank := range v.splits {
		token := v.token(uint32(rank))
		n := len(token)
		if n == 0 {
			continue
		}
		if n > 255 {
			return fmt.Errorf("rank file: token %d has %d bytes, more than 255", rank, n)
		}
		v.insert(token, uint32(rank))
		v.most = max(v.most, n)
		if n == 2 {
			v.pairs[two(token, 0)] = uint32(rank)
		}
		if n > 1 {
			e := &v.ends[two(token, n-2)]
			*e = max(*e, uint8(n))
		}
		if n > 2 {
			b := &v.begins[three(token, 0)]
			*b = max(*b, uint8(n))
		}
	}
	for b := range 256 {
		if v.rank(string([]byte{byte(b)}), 0, 1) == none {
			return fmt.Errorf("rank file: byte %#x is no token", b)
		}
	}
	return nil
}

func two(s string, p int) uint { return uint(s[p]) | uint(s[p+1])<<8 }

func three(s string, p int) uint {
	return uint((uint32(s[p]) | uint32(s[p+1])<<8 | uint32(s[p+2])<<16) * 2654435761 >> 16)
}

// token returns the bytes of a token.
func (v *vocab) token(rank uint32) string { return v.bytes[v.starts[rank]:v.starts[rank+1]] }

func (v *vocab) size(rank uint32) int { return int(v.starts[rank+1] - v.starts[rank]) }

func (v *vocab) insert(token string, rank uint32) {
	key := keyOf(token, 0, len(token))
	h := hash(key, len(token))
	m := h >> (v.shift - maybeBits)
	v.maybe[m/64] |= 1 << (m % 64)
	i := h >> v.shift
	for v.slots[i].size != 0 {
		i = (i + 1) & uint64(len(v.slots)-1)
	}
	v.slots[i] = slot{key: key, rank: rank, size: uint32(len(token))}
}

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
