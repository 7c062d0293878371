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
func (bytesMeasure) Prepare(string) Ruler      { return bytesRuler{} }
func (runesMeasure) Size(text string) int      { return utf8.RuneCountInString(text) }
func (runesMeasure) Prepare(text string) Ruler { return newSampled(text, utf8.RuneCountInString) }
func (wordsMeasure) Size(text string) int      { return starts(text, ' ') }
func (wordsMeasure) Prepare(text string) Ruler { return newWordsRuler(text) }

type bytesRuler struct{}

func (bytesRuler) Size(s doc.Span) int { return s.Len() }

// step is how far apart, in bytes, prefix counts are kept.
const step = 256

// sampled measures spans of a text in something that adds up over pieces cut
// at rune borders: what stands before every step-th byte is counted once, and
// only the rests at both ends of a span are counted again.
type sampled struct {
	text   string
	count  func(string) int
	before []int32 // before[i]: the count of text[:border(i)]
}

func newSampled(text string, count func(string) int) *sampled {
	s := &sampled{text: text, count: count, before: make([]int32, 1, len(text)/step+2)}
	total := 0
	for i := 1; i*step <= len(text); i++ {
		total += count(text[s.border(i-1):s.border(i)])
		s.before = append(s.before, int32(total))
	}
	return s
}

// border is the first rune border at or after byte i*step.
func (s *sampled) border(i int) int { return runeBorder(s.text, i*step) }

func runeBorder(text string, at int) int {
	for n := 0; n < utf8.UTFMax && at < len(text) && !utf8.RuneStart(text[at]); n++ {
		at++
	}
	return at
}

// Size counts the whole steps inside the span by difference.
func (s *sampled) Size(span doc.Span) int {
	first, last := (span.Start+step-1)/step, span.End/step
	if last-first < 1 {
		return s.count(s.text[span.Start:span.End])
	}
	from, to := s.border(first), s.border(last)
	if to > span.End || from > to { // the border moved past the span's end
		last--
		to = s.border(last)
	}
	if last <= first {
		return s.count(s.text[span.Start:span.End])
	}
	return s.count(s.text[span.Start:from]) + int(s.before[last]-s.before[first]) + s.count(s.text[to:span.End])
}

// wordsRuler counts words by their first runes. A span that begins inside a
// word begins one.
type wordsRuler struct {
	text   string
	before []int32 // before[i]: words that begin in text[:border(i)]
}

func newWordsRuler(text string) *wordsRuler {
	r := &wordsRuler{text: text, before: make([]int32, 1, len(text)/step+2)}
	total, at := 0, 0
	for i := 1; i*step <= len(text); i++ {
		border := runeBorder(text, i*step)
		total += starts(text[at:border], lastRune(text[:at]))
		at = border
		r.before = append(r.before, int32(total))
	}
	return r
}

// Size counts the words of the span.
func (r *wordsRuler) Size(span doc.Span) int {
	first, last := (span.Start+step-1)/step, span.End/step
	if last-first < 2 {
		return starts(r.text[span.Start:span.End], ' ')
	}
	from, to := runeBorder(r.text, first*step), runeBorder(r.text, last*step)
	if to > span.End {
		last--
		to = runeBorder(r.text, last*step)
	}
	if from == span.Start { // nothing of the span stands before the border to tell whether a word goes on
		first++
		from = runeBorder(r.text, first*step)
		if last <= first {
			return starts(r.text[span.Start:span.End], ' ')
		}
	}
	return starts(r.text[span.Start:from], ' ') + int(r.before[last]-r.before[first]) + starts(r.text[to:span.End], lastRune(r.text[:to]))
}

func lastRune(text string) rune {
	if text == "" {
		return ' '
	}
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}

// starts counts the runes of text that begin a word, prev being the rune
// before it.
func starts(text string, prev rune) int {
	n := 0
	blank := blankRune(prev)
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
