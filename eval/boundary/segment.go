package boundary

import (
	"fmt"
	"slices"
	"sort"
	"unicode"
)

// Unit is what positions are counted in.
type Unit uint8

// The units.
const (
	// Words are runs of characters without white space; in scripts written
	// without blanks each letter is a word.
	Words Unit = iota
	// Runes are code points that aren't white space.
	Runes
)

// String returns the unit's name.
func (u Unit) String() string {
	if u == Runes {
		return "runes"
	}
	return "words"
}

// Segmentation is a text of N units cut into segments. A bound b cuts between
// the units b-1 and b; bounds are ascending, distinct, and lie in 1 … N-1. The
// zero value is an empty text.
type Segmentation struct {
	N      int
	Bounds []int
}

// New returns a segmentation of n units with the given bounds, in any order.
// Repeated bounds count once, and those at 0 and n, which cut nothing, not at
// all; one outside of that is an error.
func New(n int, bounds []int) (Segmentation, error) {
	kept := make([]int, 0, len(bounds))
	for _, b := range bounds {
		if b < 0 || b > n {
			return Segmentation{}, fmt.Errorf("boundary %d lies outside of a text of %d units", b, n)
		}
		if b > 0 && b < n {
			kept = append(kept, b)
		}
	}
	slices.Sort(kept)
	return Segmentation{n, slices.Compact(kept)}, nil
}

// Project counts cuts of a text, given as byte offsets in any order, in units.
// Cuts with no unit between them are one boundary; cuts before the first unit
// or behind the last are none.
func Project(text string, cuts []int, unit Unit) (Segmentation, error) {
	cuts = slices.Clone(cuts)
	slices.Sort(cuts)
	if len(cuts) > 0 && (cuts[0] < 0 || cuts[len(cuts)-1] > len(text)) {
		return Segmentation{}, fmt.Errorf("cuts from byte %d to %d lie outside of a text of %d bytes", cuts[0], cuts[len(cuts)-1], len(text))
	}
	bounds := make([]int, 0, len(cuts))
	n := 0
	for start := range starts(text, unit) {
		for len(cuts) > 0 && cuts[0] <= start {
			bounds, cuts = append(bounds, n), cuts[1:]
		}
		n++
	}
	return New(n, bounds)
}

// starts yields the byte offsets at which units begin.
func starts(text string, unit Unit) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		const blank, word, letter = 0, 1, 2
		last := blank // what stands before r
		for i, r := range text {
			if unicode.IsSpace(r) || r == '\ufeff' {
				last = blank
				continue
			}
			alone := r >= 0x0e00 && unicode.In(r, unspaced...)
			// A mark belongs to its letter; other characters end a lone letter.
			begins := unit == Runes || last == blank || (alone || last == letter) && !unicode.Is(unicode.M, r)
			if begins && !yield(i) {
				return
			}
			switch {
			case alone:
				last = letter
			case begins:
				last = word
			}
		}
	}
}

// unspaced are the scripts written without blanks between words.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// within returns how many bounds lie in from < b ≤ to.
func (s Segmentation) within(from, to int) int { return s.after(to) - s.after(from) }

// after returns the index of the first bound behind i.
func (s Segmentation) after(i int) int { return sort.SearchInts(s.Bounds, i+1) }

// sizes yields the lengths of the segments in units.
func (s Segmentation) sizes(yield func(int) bool) {
	last := 0
	for _, b := range s.Bounds {
		if !yield(b - last) {
			return
		}
		last = b
	}
	if s.N > last {
		yield(s.N - last)
	}
}

// segments returns how many segments there are.
func (s Segmentation) segments() int {
	if s.N == 0 {
		return 0
	}
	return len(s.Bounds) + 1
}
