package size

import (
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// The plain measures. Invalid UTF-8 counts as Go's range loop sees it: one
// code point a byte.
var (
	Bytes Preparer = bytesMeasure{} // bytes of UTF-8
	Runes Preparer = runesMeasure{} // Unicode code points
	Words Preparer = wordsMeasure{} // runs of anything but white space
)

type (
	bytesMeasure struct{}
	runesMeasure struct{}
	wordsMeasure struct{}
)

func (bytesMeasure) Size(text string) int      { return len(text) }
func (bytesMeasure) Prepare(text string) Ruler { return bytesRuler(len(text)) }
func (wordsMeasure) Size(text string) int      { return starts(text) }
func (wordsMeasure) Prepare(text string) Ruler { return newWordsRuler(text) }

// bytesRuler is the length of the text.
type bytesRuler int

var _ interface {
	Reacher
	Bounded
} = bytesRuler(0)

func (bytesRuler) Size(s doc.Span) int { return s.Len() }
func (bytesRuler) Most(bytes int) int  { return bytes }

func (r bytesRuler) Reach(start, limit int) (fits, over int) {
	end := start + min(limit, int(r)-start)
	return end, end
}

func lastRune(text string) rune {
	if text == "" {
		return ' '
	}
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}

// starts counts the runes of text that begin a word.
func starts(text string) int {
	n := 0
	blank := true
	for _, r := range text {
		is := blankRune(r)
		if blank && !is {
			n++
		}
		blank = is
	}
	return n
}

// blankRune is Unicode white space and the four information separators, which
// other tools split words at too.
func blankRune(r rune) bool {
	if r < 0x80 {
		return r == ' ' || '\t' <= r && r <= '\r' || 0x1c <= r && r <= 0x1f
	}
	return unicode.IsSpace(r)
}

// atBorder reports whether no rune of text reaches across i; text is UTF-8.
func atBorder(text string, i int) bool { return i >= len(text) || utf8.RuneStart(text[i]) }
