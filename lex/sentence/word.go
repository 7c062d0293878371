package sentence

import (
	"unicode"
	"unicode/utf8"
)

// word is the span of the word before a full stop; dots inside it belong to
// it ("a.m", "example.com").
type word struct{ start, end int }

// maxWord bounds a word that may be an abbreviation, in bytes; a longer one is
// a plain word.
const maxWord = 24

// wordBefore returns the word that ends at end. It is empty where a blank,
// quote or bracket stands there, and where the word is longer than maxWord.
func (s *scanner) wordBefore(end int) word {
	i := end
	for i > s.start {
		b := s.text[i-1]
		n := 1
		if b >= utf8.RuneSelf {
			var r rune
			r, n = utf8.DecodeLastRuneInString(s.text[:i])
			if !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '°' && !unicode.IsDigit(r) {
				break
			}
		} else if !isAlnum(b) && b != '.' && b != '&' {
			break
		}
		i -= n
		if end-i > maxWord {
			return word{end, end}
		}
	}
	for i < end && s.text[i] == '.' {
		i++
	}
	return word{i, end}
}

// before returns the word before w if it ends in a full stop and one blank
// parts the two: the "p." of "p. ej".
func (s *scanner) before(w word) (word, bool) {
	i := w.start
	for _, blank := range [...]string{" ", "\u00a0", "\u202f"} {
		if k := i - len(blank); k > 0 && s.text[k:i] == blank && s.text[k-1] == '.' {
			p := s.wordBefore(k - 1)
			return p, p.start < p.end
		}
	}
	return word{}, false
}

// isNumeral reports whether w is a number, a date or an ordinal: "3.14",
// "1.º", "27".
func (s *scanner) isNumeral(w word) bool {
	if !isDigit(s.text[w.start]) {
		return false
	}
	for _, r := range s.text[w.start:w.end] {
		if r != '.' && r != 'º' && r != 'ª' && r != '°' && !unicode.IsDigit(r) {
			return false
		}
	}
	return true
}

// isInitial reports whether w is one capital letter, or one letter, with its
// marks, of a script without case: "J", "د", "डॉ".
func (s *scanner) isInitial(w word) bool {
	first, n := utf8.DecodeRuneInString(s.text[w.start:w.end])
	if !unicode.IsUpper(first) && !unicode.Is(unicode.Lo, first) {
		return false
	}
	for _, r := range s.text[w.start+n : w.end] {
		if !unicode.IsMark(r) {
			return false
		}
	}
	return true
}

// isAcronym reports whether w is letters parted by dots: "U.S", "J.R.R",
// "EE.UU", but not "example.com".
func (s *scanner) isAcronym(w word) bool {
	size, groups := 0, 1
	for _, r := range s.text[w.start:w.end] {
		switch {
		case r == '.':
			size = 0
			groups++
		case unicode.IsLetter(r):
			if size++; size > 2 || size == 2 && !unicode.IsUpper(r) {
				return false
			}
		case !unicode.IsMark(r):
			return false
		}
	}
	return groups > 1
}

// isDoubled reports whether two equal capitals begin at i and a full stop
// follows: the halves of "EE. UU.", "RR. HH.".
func (s *scanner) isDoubled(i int) bool {
	return i+2 < len(s.text) && isUpper(s.text[i]) && s.text[i] == s.text[i+1] && s.text[i+2] == '.'
}

// isRoman reports whether a Roman numeral of capitals stands at i, and where
// it ends.
func (s *scanner) isRoman(i int) (end int, ok bool) {
	k := i
	for k < len(s.text) && k-i < 8 {
		switch s.text[k] {
		case 'I', 'V', 'X', 'L', 'C':
			k++
			continue
		}
		break
	}
	return k, k > i && (k == len(s.text) || !isAlnum(s.text[k]) && s.text[k] < 0xC3)
}

// wordAt returns the letters that begin at i, at most maxWord bytes.
func (s *scanner) wordAt(i int) word {
	k := i
	for k < len(s.text) && k-i < maxWord {
		if b := s.text[k]; b < utf8.RuneSelf {
			if !isUpper(b) && !isLower(b) {
				break
			}
			k++
			continue
		}
		r, n := utf8.DecodeRuneInString(s.text[k:])
		if !unicode.IsLetter(r) {
			break
		}
		k += n
	}
	return word{i, k}
}
