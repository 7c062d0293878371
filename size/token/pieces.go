package token

import (
	"math/bits"
	"unicode/utf8"
)

// This file finds the pieces of a whole text. Nearly all are of a few plain
// kinds: a word of Latin letters with at most one ASCII character before it,
// digits, ASCII punctuation, blanks. Those are cut here, words by eight letters
// at a time; whatever else there is goes to the pattern itself.

// batch is how many pieces are found before they are counted, so that the
// processor finds the next ones while it waits for what memory knows of the
// last.
const batch = 64

// room is how many bytes a text must go on for behind a place for the short
// ways to be taken there, so that they needn't ask for the text's end.
const room = 16

// rest finds pieces by the pattern alone.
func (s *scanner) rest(next pieceFunc, text string, p int, ends []int) int {
	n := 0
	for n < len(ends) && p < len(text) {
		p = next(s, text, p)
		ends[n] = p
		n++
	}
	return n
}

func r50kPieces(s *scanner, text string, p int, ends *[batch]int) int {
	return s.rest(r50k, text, p, ends[:])
}

func cl100kPieces(s *scanner, text string, p int, ends *[batch]int) int {
	n := 0
	for ; n < batch && p+room <= len(text); n++ {
		e := 0
		if b := text[p]; b >= utf8.RuneSelf {
			if w := s.letters(text, p); w > p {
				e = w
			}
		} else if c := s.ascii[b]; c&letter != 0 {
			e = s.letters(text, p+1)
		} else if b == '\'' && contraction(text, p, true) > 0 {
			e = p + contraction(text, p, true)
		} else if w := p + 1; c&(number|newline) != 0 {
			e = s.plain(text, p, newline)
		} else if w = s.letters(text, w); w > p+1 {
			e = w
		} else {
			e = s.plain(text, p, newline)
		}
		if e == 0 {
			e = cl100k(s, text, p)
		}
		p = e
		ends[n] = e
	}
	return n + s.rest(cl100k, text, p, ends[n:])
}

func o200kPieces(s *scanner, text string, p int, ends *[batch]int) int {
	n := 0
	for ; n < batch && p+room <= len(text); n++ {
		e := 0
		if b := text[p]; b >= utf8.RuneSelf {
			e = s.capitalized(text, p)
		} else if c := s.ascii[b]; c&letter != 0 {
			e = s.capitalized(text, p)
		} else if c&(number|newline) != 0 {
			e = s.plain(text, p, trailer)
		} else if e = s.capitalized(text, p+1); e == 0 {
			e = s.plain(text, p, trailer)
		}
		if e <= 0 {
			e = o200k(s, text, p)
		}
		p = e
		ends[n] = e
	}
	return n + s.rest(o200k, text, p, ends[n:])
}

// letters returns the end of the longest run of letters from p.
func (s *scanner) letters(text string, p int) int {
	for p+8 <= len(text) {
		n := leading(within(load8(text[p:])|ones*0x20, 'a', 'z'))
		p += n
		if n == 8 {
			continue
		}
		if text[p] < utf8.RuneSelf {
			return p
		}
		for p < len(text) && text[p] >= utf8.RuneSelf {
			c, n := s.wide(text, p)
			if c&letter == 0 {
				return p
			}
			p += n
		}
	}
	return s.plainRun(text, p, len(text), letter, letter)
}

// capitalized returns the end of a word of o200k whose letters begin at p, with
// its contraction, where it is some ASCII capitals or none and then a lower case
// letter or no letter at all. It returns 0 where there is no word, and -1 where
// it can't tell.
func (s *scanner) capitalized(text string, p int) int {
	q := p
	for q < len(text) && text[q]-'A' < 26 {
		q++
	}
	if q == len(text) {
		return -1
	}
	switch b := text[q]; {
	case b-'a' < 26:
	case b >= utf8.RuneSelf:
		if c, _ := s.wide(text, q); c&(upper|lower) != lower {
			return -1 // a character that can go on a run of capitals, or no letter
		}
	case q == p:
		return 0
	}
	for q+8 <= len(text) {
		n := leading(within(load8(text[q:]), 'a', 'z'))
		q += n
		if n == 8 {
			continue
		}
		if b := text[q]; b < utf8.RuneSelf {
			if b == '\'' {
				q += contraction(text, q, true)
			}
			return q
		}
		for q < len(text) && text[q] >= utf8.RuneSelf {
			c, n := s.wide(text, q)
			if c&lower == 0 {
				return q
			}
			q += n
		}
	}
	q = s.plainRun(text, q, len(text), lower, lower)
	return q + contraction(text, q, true)
}

// plain returns the end of the piece from p, an ASCII character, that isn't a
// word: digits, punctuation (followed by characters of class trail) or blanks.
// It returns 0 where a character beyond ASCII or the text's end has a say.
func (s *scanner) plain(text string, p int, trail class) int {
	c, q := s.ascii[text[p]], p+1
	if c&number != 0 {
		return s.plainDigits(text, p)
	}
	if text[p] == ' ' && q < len(text) && text[q] < utf8.RuneSelf && s.ascii[text[q]]&wordOrBlank == 0 {
		c = 0
		q++
	}
	if c&blank != 0 {
		return s.plainBlanks(text, p)
	}
	for ; q < len(text) && text[q] < utf8.RuneSelf; q++ {
		if s.ascii[text[q]]&wordOrBlank == 0 {
			continue
		}
		for q < len(text) && text[q] < utf8.RuneSelf && s.ascii[text[q]]&trail != 0 {
			q++
		}
		return q
	}
	return 0
}

func (s *scanner) plainDigits(text string, p int) int {
	q := p + 1
	for ; q < len(text) && q < p+3; q++ {
		if text[q] >= utf8.RuneSelf {
			return 0
		}
		if text[q]-'0' > 9 {
			break
		}
	}
	return q
}

func (s *scanner) plainBlanks(text string, p int) int {
	last := 0 // the end of the last newline
	for q := p; q < len(text) && text[q] < utf8.RuneSelf; q++ {
		c := s.ascii[text[q]]
		switch {
		case c&newline != 0:
			last = q + 1
		case c&blank != 0:
		case last > 0:
			return last
		default:
			return max(q-1, p+1)
		}
	}
	return 0
}

const ones = 0x0101010101010101

// within sets the high bit of each byte that is ASCII and from low to high, and
// clears all other bits.
func within(x uint64, low, high byte) uint64 {
	seven := x &^ (ones * 0x80)
	return (seven + ones*(0x80-uint64(low))) &^ (seven + ones*(0x7f-uint64(high))) &^ x & (ones * 0x80)
}

// leading returns how many bytes come before the first whose high bit isn't
// set, where no other bits are.
func leading(m uint64) int { return bits.TrailingZeros64(m^(ones*0x80)) / 8 }
