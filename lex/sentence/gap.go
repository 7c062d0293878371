package sentence

import (
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// gap is a run of white space.
type gap struct {
	end       int  // the first byte that is no white space
	line      bool // it holds a line end
	paragraph bool // it holds a blank line or a form feed
}

// gap skips the white space at i.
func (s *scanner) gap(i int) gap {
	g := gap{end: i}
	lines := 0
	for g.end < len(s.text) {
		switch b := s.text[g.end]; {
		case b == '\n':
			lines++
		case b == '\f':
			lines += 2
		case b == ' ' || '\t' <= b && b <= '\r':
		default:
			n := wideBlank(s.text, g.end)
			if n == 0 {
				g.line, g.paragraph = lines > 0, lines > 1
				return g
			}
			g.end += n
			continue
		}
		g.end++
	}
	g.line, g.paragraph = lines > 0, lines > 1
	return g
}

// blankLen returns the length of the white space rune at i, 0 if it is none.
func blankLen(text string, i int) int {
	if i >= len(text) {
		return 0
	}
	if b := text[i]; b == ' ' || '\t' <= b && b <= '\r' {
		return 1
	}
	return wideBlank(text, i)
}

// wideBlank is blankLen for the runes beyond ASCII: no-break and typographic
// spaces, the line and paragraph separators, the ideographic space.
func wideBlank(text string, i int) int {
	if b := text[i]; b != 0xC2 && b != 0xE1 && b != 0xE2 && b != 0xE3 {
		return 0
	}
	switch r, n := utf8.DecodeRuneInString(text[i:]); {
	case r == 0x85, r == 0xA0, r == 0x1680, 0x2000 <= r && r <= 0x200A,
		r == 0x2028, r == 0x2029, r == 0x202F, r == 0x205F, r == 0x3000:
		return n
	}
	return 0
}

// blankBefore reports whether white space, or nothing at all, stands before i.
func blankBefore(text string, i int) bool {
	if i == 0 {
		return true
	}
	if b := text[i-1]; b < utf8.RuneSelf {
		return blankLen(text, i-1) > 0
	}
	_, n := utf8.DecodeLastRuneInString(text[:i])
	return wideBlank(text, i-n) > 0
}

// breaksLine reports whether the line end at i is followed by a blank line,
// looking no farther than limit.
func breaksLine(text string, i, limit int) bool {
	for k := i + 1; k < len(text) && k < limit; k++ {
		switch text[k] {
		case '\n', '\f':
			return true
		case ' ', '\t', '\r', '\v':
		default:
			return wideBlank(text, k) > 0
		}
	}
	return true
}

// atBorder reports whether i is a border between two graphemes. What stands
// before i is white space, an end mark or a closing mark, so only what i begins
// with matters. A combining mark never begins a sentence, not even after a line
// end.
func atBorder(text string, i int) bool {
	if text[i] < utf8.RuneSelf {
		return true
	}
	r, n := utf8.DecodeRuneInString(text[i:])
	switch {
	case r == utf8.RuneError && n < 2: // a broken byte stays with what is before it
		return false
	case r < 0x300:
		return true
	case r == 0x0E33, r == 0x0EB3, r == 0xFF9E, r == 0xFF9F: // Thai and Lao AM, half-width voice marks
		return false
	case unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsPunct(r):
		return true
	case unicode.IsMark(r):
		return false
	}
	// A letter stands in for the rune before, as what extends joins any.
	it := graphemes.FromString("a" + text[i:i+n])
	return it.Next() && len(it.Value()) == 1
}
