// Package lossy makes UTF-8 of any bytes, as Python's and Rust's decoders do,
// and leads places in it back to the bytes.
package lossy

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Hole is a place where an ill-formed sequence was replaced: it ended at from
// in the original and its U+FFFD ends at to in the decoded text.
type Hole struct{ from, to int }

// Decode replaces each maximal part of an ill-formed sequence by U+FFFD.
func Decode(text string) (string, []Hole) {
	var b strings.Builder
	b.Grow(len(text) + 16)
	var holes []Hole
	for p := 0; p < len(text); {
		r, n := utf8.DecodeRuneInString(text[p:])
		if r == utf8.RuneError && n == 1 {
			n = badLength(text[p:])
			b.WriteRune(utf8.RuneError)
			holes = append(holes, Hole{p + n, b.Len()})
		} else {
			b.WriteString(text[p : p+n])
		}
		p += n
	}
	return b.String(), holes
}

// badLength returns the length of the longest beginning of s that begins some
// well-formed sequence, at least 1. (Unicode 16, section 3.9, table 3-8.)
func badLength(s string) int {
	low, high, want := byte(0x80), byte(0xbf), 0
	switch b := s[0]; {
	case b >= 0xc2 && b <= 0xdf:
		want = 1
	case b >= 0xe0 && b <= 0xef:
		want = 2
	case b >= 0xf0 && b <= 0xf4:
		want = 3
	}
	switch s[0] {
	case 0xe0:
		low = 0xa0
	case 0xed:
		high = 0x9f
	case 0xf0:
		low = 0x90
	case 0xf4:
		high = 0x8f
	}
	n := 1
	for ; n <= want && n < len(s) && s[n] >= low && s[n] <= high; n++ {
		low, high = 0x80, 0xbf
	}
	return n
}

// Original leads an offset in the decoded text back to the original.
func Original(holes []Hole, end int) int {
	i := sort.Search(len(holes), func(i int) bool { return holes[i].to >= end })
	if i < len(holes) && end > holes[i].to-utf8.RuneLen(utf8.RuneError) {
		return holes[i].from
	}
	if i == 0 {
		return end
	}
	return end - holes[i-1].to + holes[i-1].from
}
