package cut

import (
	"context"
	"iter"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// Words cuts before each word that follows white space, and between the
// letters of scripts written without blanks (Han, kana) where a line may
// break: never before a closing mark or after an opening one.
var Words chunk.Seeker = wordCutter{}

type wordCutter struct{}

// Cuts yields the places where words begin.
func (c wordCutter) Cuts(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return chunk.Walk(c, d, s)
}

// Seek returns a cursor over the same places.
func (wordCutter) Seek(d *doc.Document, s doc.Span) chunk.Cursor {
	return &wordCursor{text: d.Text[:s.End]}
}

// wordCursor needs to know the letters on both sides of a place, no more.
type wordCursor struct{ text string }

func (c *wordCursor) Next(after int) int {
	prev := rune(-1)
	for i, r := range c.text[after:] {
		if i > 0 && breaks(prev, r) {
			return after + i
		}
		prev = r
	}
	return len(c.text)
}

func (c *wordCursor) Last(after, most int) int {
	most = min(most, len(c.text)-1)
	for most > after && !utf8.RuneStart(c.text[most]) {
		most--
	}
	if most <= after {
		return after
	}
	next, _ := utf8.DecodeRuneInString(c.text[most:])
	for most > after {
		prev, width := utf8.DecodeLastRuneInString(c.text[:most])
		if breaks(prev, next) {
			return most
		}
		next, most = prev, most-width
	}
	return after
}

// breaks reports whether a word may begin with b after a.
func breaks(a, b rune) bool {
	if a < 0x80 && b < 0x80 { // the common case
		return asciiSpace(a) && !asciiSpace(b)
	}
	if unicode.IsSpace(a) {
		return !unicode.IsSpace(b)
	}
	if !unbroken(a) && !unbroken(b) || unicode.IsSpace(b) {
		return false
	}
	return !closes(b) && !opens(a) && !(kana(a) && kana(b))
}

func asciiSpace(r rune) bool { return r == ' ' || '\t' <= r && r <= '\r' }

// unbroken are the letters of scripts that are written without blanks and
// whose lines may break between any two.
func unbroken(r rune) bool {
	return r >= 0x2e80 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || 0x3000 <= r && r <= 0x303f || 0xff00 <= r && r <= 0xff60)
}

func kana(r rune) bool { return 0x30a0 <= r && r <= 0x30ff }

// opens are marks that nothing should be cut from behind.
func opens(r rune) bool { return unicode.In(r, unicode.Ps, unicode.Pi) || r == '¿' || r == '¡' }

// closes are marks and letters that never begin a line.
func closes(r rune) bool {
	return unicode.In(r, unicode.Pe, unicode.Pf, unicode.Po, unicode.Pd, unicode.M) || r == 0x30fc || r == 0x3005 || r == '\u200d'
}

// Segments cuts between the segments of UAX 29 inside words: the parts of an
// address, a path, an identifier. It comes after [Words], before grapheme
// clusters.
var Segments chunk.Cutter = chunk.CutFunc(segments)

func segments(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		text := d.Slice(s)
		at := 0
		for seg := words.FromString(text); seg.Next(); {
			if at > 0 {
				if r, _ := firstRune(text[at:]); !closes(r) && !yield(s.Start+at, nil) {
					return
				}
			}
			at += len(seg.Value())
		}
	}
}

func firstRune(s string) (rune, int) {
	r, width := utf8.DecodeRuneInString(s)
	return r, max(width, 1)
}
