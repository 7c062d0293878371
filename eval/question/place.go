package question

import (
	"sort"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// every is how many code points lie between two entries of an index.
const every = 256

// index leads from bytes to code points of a text and back, by the byte at
// which each every-th code point begins.
type index struct {
	text  string
	at    []int
	runes int // of the whole text
}

func newIndex(text string) *index {
	x := &index{text: text, at: make([]int, 0, len(text)/every+1)}
	for i := range text {
		if x.runes%every == 0 {
			x.at = append(x.at, i)
		}
		x.runes++
	}
	return x
}

// runeAt returns how many code points stand before byte b, which begins one
// or ends the text.
func (x *index) runeAt(b int) int {
	i := sort.Search(len(x.at), func(i int) bool { return x.at[i] > b }) - 1
	if i < 0 {
		return 0
	}
	return i*every + utf8.RuneCountInString(x.text[x.at[i]:b])
}

// byteAt returns the byte at which code point r begins; r may be the number of
// code points.
func (x *index) byteAt(r int) int {
	if r >= x.runes {
		return len(x.text)
	}
	b := x.at[r/every]
	for range r % every {
		_, n := utf8.DecodeRuneInString(x.text[b:])
		b += n
	}
	return b
}

// span makes a Span of bytes, with code points and text.
func (x *index) span(s doc.Span) Span {
	return Span{Start: s.Start, End: s.End, StartRune: x.runeAt(s.Start), EndRune: x.runeAt(s.End), Text: x.text[s.Start:s.End]}
}

// border reports whether a code point begins or the text ends at byte b.
func border(text string, b int) bool { return b == len(text) || utf8.RuneStart(text[b]) }
