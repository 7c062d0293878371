package onig

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// Range is the code points from Lo to Hi, both included.
type Range struct{ Lo, Hi rune }

// ranges is a set of code points: sorted, apart, not touching.
type ranges []Range

func normalize(rs ranges) ranges {
	slices.SortFunc(rs, func(a, b Range) int { return int(a.Lo) - int(b.Lo) })
	out := rs[:0]
	for _, r := range rs {
		if n := len(out); n > 0 && r.Lo <= out[n-1].Hi+1 {
			out[n-1].Hi = max(out[n-1].Hi, r.Hi)
			continue
		}
		out = append(out, r)
	}
	return out
}

func union(a, b ranges) ranges { return normalize(append(slices.Clone(a), b...)) }

func (rs ranges) negate() ranges {
	var out ranges
	next := rune(0)
	for _, r := range rs {
		if r.Lo > next {
			out = append(out, Range{next, r.Lo - 1})
		}
		next = r.Hi + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, Range{next, unicode.MaxRune})
	}
	return out
}

func intersect(a, b ranges) ranges { return union(a.negate(), b.negate()).negate() }

// foldable bounds the sets whose case variants are looked for one by one.
const foldable = 1 << 12

// fold adds all that differs from a member in case alone.
func (rs ranges) fold() ranges {
	out := slices.Clone(rs)
	for _, r := range rs {
		if r.Hi-r.Lo > foldable {
			continue
		}
		for c := r.Lo; c <= r.Hi; c++ {
			for f := unicode.SimpleFold(c); f != c; f = unicode.SimpleFold(f) {
				out = append(out, Range{f, f})
			}
		}
	}
	return normalize(out)
}

// Set is a set of code points that is quick to ask.
type Set struct {
	ascii [utf8.RuneSelf]bool
	index []uint16 // by block of 256 code points, into blocks
	bits  [][4]uint64
}

// NewSet makes a set of ranges in any order.
func NewSet(rs []Range) *Set {
	s := &Set{index: make([]uint16, (unicode.MaxRune+1)>>8), bits: make([][4]uint64, 2)}
	s.bits[1] = [4]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	for _, r := range normalize(slices.Clone(rs)) {
		for c := r.Lo; c <= r.Hi; c++ {
			if c&0xff == 0 && c+0xff <= r.Hi && s.index[c>>8] == 0 {
				s.index[c>>8] = 1
				c += 0xff
				continue
			}
			s.add(c)
		}
	}
	for c := range s.ascii {
		s.ascii[c] = s.bits[s.index[c>>8]][c>>6&3]>>(c&63)&1 != 0
	}
	return s
}

func (s *Set) add(c rune) {
	if s.index[c>>8] == 0 {
		s.index[c>>8] = uint16(len(s.bits))
		s.bits = append(s.bits, [4]uint64{})
	}
	s.bits[s.index[c>>8]][c>>6&3] |= 1 << (c & 63)
}

// Has reports whether c is in the set.
func (s *Set) Has(c rune) bool {
	if uint32(c) < utf8.RuneSelf {
		return s.ascii[c]
	}
	if uint32(c) > unicode.MaxRune {
		return false
	}
	return s.bits[s.index[c>>8]][c>>6&3]>>(c&63)&1 != 0
}

// at returns the length of the character of text at p, if the set has it, or 0.
func (s *Set) at(text string, p int) int {
	if p >= len(text) {
		return 0
	}
	if b := text[p]; b < utf8.RuneSelf {
		if s.ascii[b] {
			return 1
		}
		return 0
	}
	c, n := utf8.DecodeRuneInString(text[p:])
	if s.Has(c) {
		return n
	}
	return 0
}
