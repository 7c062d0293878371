package token

import "unicode/utf8"

// A scanner finds the ends of the pieces that a tokenizer's pattern cuts a
// text into. Its text is valid UTF-8 and its positions are rune borders. Each
// pattern matches at every position and looks only forward, so a piece depends
// on nothing before it.
type scanner struct {
	*classTable
	memo *memo // remembers long runs between calls; nil for a single pass
}

// pattern is how a text is cut into pieces.
type pattern struct {
	next   pieceFunc
	pieces func(s *scanner, text string, p int, ends *[batch]int) int // next, over and over: as many as there are
	seam   seamFunc
}

// pieceFunc returns the end of the piece that begins at p < len(text).
type pieceFunc func(s *scanner, text string, p int) int

// run returns the end of the longest run from p of characters whose class
// under mask is want.
func (s *scanner) run(text string, p int, mask, want class) int {
	end := len(text)
	if s.memo != nil && end-p > longRun {
		return s.memo.run(s.classTable, text, p, mask, want)
	}
	return s.plainRun(text, p, end, mask, want)
}

func (t *classTable) plainRun(text string, p, end int, mask, want class) int {
	for p < end {
		b := text[p]
		if b < utf8.RuneSelf {
			if t.ascii[b]&mask != want {
				return p
			}
			p++
			continue
		}
		c, n := t.wide(text, p)
		if c&mask != want {
			return p
		}
		p += n
	}
	return p
}

// last returns the end of the last character in text[p:end] whose class under
// mask is want, or -1.
func (s *scanner) last(text string, p, end int, mask, want class) int {
	if s.memo != nil && end-p > longRun {
		return s.memo.last(s.classTable, text, p, end, mask, want)
	}
	return s.plainLast(text, p, end, mask, want)
}

func (t *classTable) plainLast(text string, p, end int, mask, want class) int {
	for end > p {
		start := before(text, end)
		if c, _ := t.at(text, start); c&mask == want {
			return end
		}
		end = start
	}
	return -1
}

// before returns where the character that ends at end begins.
func before(text string, end int) int {
	for end--; end > 0 && !utf8.RuneStart(text[end]); end-- {
	}
	return end
}

// blanks matches what all patterns do with a run of white space that begins at
// p and ends at w: all of it at the text's end, else all but its last
// character, which the next piece may begin with; one character if that is all
// there is.
func blanks(text string, p, w int) int {
	if w == len(text) {
		return w
	}
	if end := before(text, w); end > p {
		return end
	}
	return w
}

// contraction returns the length of the English suffix ('s, 't, 're, 've, 'm,
// 'll, 'd) at p, or 0. Folding case takes U+017F, the long s, for an s, as
// regular expressions do.
func contraction(text string, p int, fold bool) int {
	if p+1 >= len(text) || text[p] != '\'' {
		return 0
	}
	a := text[p+1]
	if fold {
		if a == 0xc5 && p+2 < len(text) && text[p+2] == 0xbf {
			return 3
		}
		a = lowered(a)
	}
	switch a {
	case 's', 't', 'm', 'd':
		return 2
	case 'r', 'v', 'l':
	default:
		return 0
	}
	if p+2 >= len(text) {
		return 0
	}
	b := text[p+2]
	if fold {
		b = lowered(b)
	}
	if a == 'l' && b == 'l' || a != 'l' && b == 'e' {
		return 3
	}
	return 0
}

func lowered(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}
