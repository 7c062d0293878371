package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// begins says how the text after an end mark begins.
type begins uint8

const (
	goesOn  begins = iota // a small letter, or punctuation that can't begin a sentence
	capital               // a capital letter
	number                // a digit or a currency sign
	other                 // a letter without case, a symbol, code, an emoji
	opening               // ¿ or ¡ or an ellipsis attached to a word: surely a sentence
)

// ahead is what stands at the beginning of the text after an end mark.
type ahead struct {
	kind begins
	at   int  // where the first word begins, after quotes, brackets and dashes
	dash bool // a dash stands before it
	item bool // it is a list marker of small letters: "b. The", "iv) The"
}

// maxOpeners bounds the marks before the first word, in bytes.
const maxOpeners = 24

// ahead looks at the text at i, which is no white space.
func (s *scanner) ahead(i int) ahead {
	a := ahead{at: i}
	inverted := false
	for a.at < len(s.text) && a.at-i < maxOpeners {
		n, dash, inv := s.opener(a.at)
		if n == 0 {
			break
		}
		a.dash = a.dash || dash
		inverted = inverted || inv
		a.at += n
	}
	if a.at >= len(s.text) {
		a.kind = other
		return a
	}
	a.kind = s.begins(a.at)
	if a.kind == goesOn && s.itemAt(a.at) {
		a.kind, a.item = number, true
	}
	if inverted && a.kind != goesOn {
		a.kind = opening
	}
	return a
}

// opener returns the length of the opening mark at i, with the blank after a
// dash or quote, and whether it is a dash or an inverted mark.
func (s *scanner) opener(i int) (n int, dash, inverted bool) {
	switch b := s.text[i]; {
	case b < utf8.RuneSelf:
		if strings.IndexByte("\"'([{*_~>", b) >= 0 {
			n = 1
		} else if b == '-' {
			n, dash = 1, true
		}
	case s.inverted(i):
		return len("¿"), false, true
	default:
		r, size := utf8.DecodeRuneInString(s.text[i:])
		switch r {
		case '“', '„', '‘', '‚', '«', '‹', '»', '「', '『', '（', '《', '【':
			n = size
		case '–', '—', '―':
			n, dash = size, true
		}
	}
	if n > 0 && (dash || s.text[i] >= utf8.RuneSelf || s.text[i] == '>') {
		if k := blankLen(s.text, i+n); k > 0 && s.text[i+n] != '\n' {
			n += k
		}
	}
	return n, dash, false
}

// inverted reports whether ¿ or ¡ stands at i.
func (s *scanner) inverted(i int) bool {
	return s.text[i] == 0xC2 && i+1 < len(s.text) && (s.text[i+1] == 0xBF || s.text[i+1] == 0xA1)
}

// begins classifies the first rune of the word at i.
func (s *scanner) begins(i int) begins {
	switch b := s.text[i]; {
	case isUpper(b):
		return capital
	case isLower(b):
		return s.beginsSmall(i)
	case isDigit(b), b == '$', b == '+':
		return number
	case b == '.':
		return s.beginsWithDots(i)
	case b < utf8.RuneSelf:
		if strings.IndexByte(",;:)]}%=/&<?!|^\\", b) >= 0 {
			return goesOn
		}
		return other
	}
	return beginsWide(s.text[i:])
}

// beginsSmall tells a small letter that goes on from names that begin with one:
// iPhone, mRNA, v2.0.
func (s *scanner) beginsSmall(i int) begins {
	switch {
	case i+1 == len(s.text):
	case isUpper(s.text[i+1]):
		return capital
	case isDigit(s.text[i+1]):
		return number
	}
	return goesOn
}

// itemAt reports whether a list marker of small letters and then a capital
// stand at i.
func (s *scanner) itemAt(i int) bool {
	if k := i + 1; k >= len(s.text) || s.text[k] != '.' && s.text[k] != ')' && romanLen(s.text[i:min(len(s.text), i+8)]) < 2 {
		return false
	}
	_, end, ok := parseMarker(s.text, i, marker{})
	if !ok {
		return false
	}
	next := s.skipBlanks(end)
	return next > end && next < len(s.text) && s.begins(next) == capital
}

// beginsWithDots tells an ellipsis or a name that begins with a dot (.NET),
// which may begin a sentence, from a stray full stop.
func (s *scanner) beginsWithDots(i int) begins {
	k := i
	for k < len(s.text) && s.text[k] == '.' && k-i < 4 {
		k++
	}
	if k < len(s.text) && (isAlnum(s.text[k]) || s.text[k] >= 0xC3) {
		return opening
	}
	return goesOn
}

func beginsWide(t string) begins {
	switch r, n := utf8.DecodeRuneInString(t); {
	case unicode.IsLower(r):
		return goesOn
	case unicode.IsUpper(r), unicode.IsTitle(r):
		return capital
	case unicode.IsDigit(r), unicode.Is(unicode.Sc, r):
		return number
	case r == '…' && len(t) > n && blankLen(t, n) == 0:
		return opening
	case unicode.Is(unicode.Po, r) && r != '§' && !strings.ContainsRune("•‣⁃※†", r), unicode.Is(unicode.Pe, r), unicode.Is(unicode.Pf, r):
		return goesOn
	}
	return other
}

// pronounI reports whether the English I stands at i, alone or as in "I'm".
func (s *scanner) pronounI(i int) bool {
	return s.rules.pronounI && i < len(s.text) && s.text[i] == 'I' && (i+1 == len(s.text) || !isAlnum(s.text[i+1]) && s.text[i+1] < utf8.RuneSelf || strings.HasPrefix(s.text[i+1:], "’"))
}
