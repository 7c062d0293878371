// Package similar finds texts that say nearly the same: copies, and versions of
// one document.
//
// A [Sketch] is what a text is known by, in 256 bytes. Of two sketches it can be
// told which share of the runs of three words that either text has stands in
// both. An [Index] finds those that are alike among any number of them, in time
// that doesn't grow with it.
package similar

import (
	"encoding/binary"
	"iter"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/lex"
)

// bins is how many numbers a sketch has. The standard deviation of a share s is
// the root of s(1−s)/128, at most 0.044.
const bins = 128

// Fewest is below how many words a text has no sketch: short ones are often
// alike by right, as table rows are.
const Fewest = 20

// Versions is the share from which two documents are taken for versions of one:
// about one word in fifteen is another, or a fifth of the text is new.
const Versions = 0.6

// Sketch is a MinHash (Broder, "On the resemblance and containment of documents",
// 1997) by one permutation (Li, Owen and Zhang, NIPS 2012): each run of three
// words is hashed once, which chooses a bin and a number, and of each bin the
// smallest number counts, so that the time is linear with a small factor. 16 bits
// of it are kept (Li and König, "b-Bit Minwise Hashing", 2010); 0 is an empty
// bin. The zero value is the sketch of nothing.
type Sketch [bins]uint16

// Of returns the sketch of a text. Letter case, accents, punctuation and white
// space make no difference. ok is false where the text has fewer than [Fewest]
// words.
func Of(text string) (s Sketch, ok bool) {
	var least [bins]uint64
	var a, b uint64 // the two words before
	n := 0
	for word := range wordsOf(text) {
		c := hashOf(lex.Fold(word))
		if n++; n >= 3 {
			h := mix(a*0x9e3779b97f4a7c15^b*0xc2b2ae3d27d4eb4f^c*0x165667b19e3779f9) | bins // never 0, and of the same bin
			if bin := h % bins; least[bin] == 0 || h < least[bin] {
				least[bin] = h
			}
		}
		a, b = b, c
	}
	if n < Fewest {
		return s, false
	}
	for i, h := range least {
		if h != 0 {
			s[i] = uint16(mix(h)>>48) | 1
		}
	}
	return s, true
}

// wordsOf yields the words of a text: letters, marks and digits without anything
// between them; of scripts without blanks each letter. The words of [lex.Words]
// are better ones, which makes no difference here, and take ten times as long.
func wordsOf(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		from := -1
		for i, r := range text {
			whole := r >= 0x80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
			part := !whole && (isPlain(r) || r >= 0x80 && unicode.In(r, unicode.L, unicode.M, unicode.N))
			if part && from < 0 {
				from = i
			}
			if !part && from >= 0 {
				if !yield(text[from:i]) {
					return
				}
				from = -1
			}
			if whole && !yield(text[i:i+utf8.RuneLen(r)]) {
				return
			}
		}
		if from >= 0 {
			yield(text[from:])
		}
	}
}

// isPlain reports whether r is a letter or a digit of ASCII.
func isPlain(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// hashOf is FNV-1a.
func hashOf(word string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(word) {
		h = (h ^ uint64(word[i])) * 1099511628211
	}
	return h
}

// mix is the finalizer of MurmurHash3 (Appleby, public domain).
func mix(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// Shared estimates which share of the runs of words that one of two texts has
// both have.
func (s *Sketch) Shared(o *Sketch) float64 {
	either, both := 0, 0
	for i := range s {
		if s[i]|o[i] != 0 {
			either++
			if s[i] == o[i] {
				both++
			}
		}
	}
	if either == 0 {
		return 0
	}
	return float64(both) / float64(either)
}

// Bytes are the sketch as [Read] reads it.
func (s *Sketch) Bytes() []byte {
	out := make([]byte, 0, 2*bins)
	for _, x := range s {
		out = binary.LittleEndian.AppendUint16(out, x)
	}
	return out
}

// Read reads what [Sketch.Bytes] wrote; ok is false for anything else.
func Read(data []byte) (s Sketch, ok bool) {
	if len(data) != 2*bins {
		return s, false
	}
	for i := range s {
		s[i] = binary.LittleEndian.Uint16(data[2*i:])
	}
	return s, true
}

// dense is the sketch with its empty bins filled from the next ones that aren't
// (Shrivastava and Li, ICML 2014), for bands: two texts that are alike have most
// of them filled alike.
func (s *Sketch) dense() (d [bins]uint64) {
	from, distance := -1, uint64(0)
	for i := 2*bins - 1; i >= 0; i-- { // twice round, as the next one may be the first
		if x := s[i%bins]; x != 0 {
			from, distance = i%bins, 0
		} else if distance++; from < 0 {
			continue
		}
		d[i%bins] = uint64(s[from]) + distance<<16
	}
	return d
}
