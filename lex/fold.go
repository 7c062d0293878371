package lex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold returns word in the form in which words are compared: lower case,
// without accents (ñ and й are letters, not accented ones), ligatures and ß
// written out, full-width and half-width forms and the digits of other scripts
// made plain, Hebrew and Arabic vowel marks and characters without width left
// out. Composed and decomposed input give the same. A word that is folded
// already is returned as it is; Fold(Fold(w)) equals Fold(w).
func Fold(word string) string {
	for i := range len(word) {
		if c := word[i]; c >= 0x80 || 'A' <= c && c <= 'Z' {
			return foldFrom(word, i)
		}
	}
	return word
}

// foldFrom folds word, whose first i bytes are plain.
func foldFrom(word string, i int) string {
	var b strings.Builder
	b.Grow(len(word) + 2)
	f := folder{out: &b, last: -1}
	if i > 0 { // the last plain letter may yet take a mark
		b.WriteString(word[:i-1])
		f.last = rune(word[i-1])
	}
	for _, r := range word[i:] {
		f.add(r)
	}
	f.flush()
	return b.String()
}

// folder writes folded characters, keeping the last one back: a mark that
// follows may yet change it.
type folder struct {
	out  *strings.Builder
	last rune // -1: none
}

func (f *folder) flush() {
	if f.last >= 0 {
		f.out.WriteRune(f.last)
	}
	f.last = -1
}

func (f *folder) add(r rune) {
	r = narrow(r)
	if f.compose(r) || dropped(r) || classOf(r) == silent {
		return
	}
	if v := digitValue(r); v >= 0 {
		f.put('0' + rune(v))
		return
	}
	r = unicode.ToLower(r)
	to, ok := foldTable[r]
	if !ok || r < utf8.RuneSelf {
		f.put(r)
		return
	}
	for _, t := range to {
		f.put(t)
	}
}

func (f *folder) put(r rune) {
	f.flush()
	f.last = r
}

// compose joins r to the letter before it, where the two are one letter that
// folding keeps: ñ, й, voiced kana, Hangul syllables.
func (f *folder) compose(r rune) bool {
	switch {
	case r == 0x303 && f.last == 'n':
		f.last = 'ñ'
	case r == 0x306 && f.last == 'и':
		f.last = 'й'
	case r == 0x3099 && strings.ContainsRune(voiceable, f.last):
		f.last++
	case r == 0x309a && strings.ContainsRune(semivoiceable, f.last):
		f.last += 2
	case r >= 0x1161 && r <= 0x1175 && f.last >= 0x1100 && f.last <= 0x1112: // leading consonant + vowel
		f.last = 0xac00 + ((f.last-0x1100)*21+(r-0x1161))*28
	case r >= 0x11a8 && r <= 0x11c2 && f.last >= 0xac00 && f.last <= 0xd7a3 && (f.last-0xac00)%28 == 0: // + final consonant
		f.last += r - 0x11a7
	default:
		return false
	}
	return true
}

const (
	voiceable     = "かきくけこさしすせそたちつてとはひふへほカキクケコサシスセソタチツテトハヒフヘホ"
	semivoiceable = "はひふへほハヒフヘホ"
)

// dropped reports marks that are not part of a word's identity. The marks of
// scripts in which they are vowels (Devanagari, Thai …) stay.
func dropped(r rune) bool {
	switch {
	case r < 0x300:
		return false
	case r <= 0x36f, // combining marks
		r >= 0x483 && r <= 0x489,                                                            // Cyrillic
		r >= 0x591 && r <= 0x5bd, r == 0x5bf, r >= 0x5c1 && r <= 0x5c7 && unicode.IsMark(r), // Hebrew points
		r >= 0x610 && r <= 0x61a, r == 0x640, r >= 0x64b && r <= 0x65f, r == 0x670, // Arabic vowels, tatweel
		r >= 0x6d6 && r <= 0x6ed && unicode.IsMark(r),
		r >= 0x1ab0 && r <= 0x1aff, r >= 0x1dc0 && r <= 0x1dff, r >= 0x20d0 && r <= 0x20ff,
		r >= 0xfe00 && r <= 0xfe0f, r >= 0xfe20 && r <= 0xfe2f, // variation selectors, half marks
		r == 0x3099 || r == 0x309a: // sound marks with nothing to sound
		return true
	}
	return false
}

const halfKana = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"

var halfKanaRunes = []rune(halfKana)

// narrow maps full-width ASCII to ASCII, half-width katakana to katakana, and
// the ways to write an apostrophe or a hyphen to one.
func narrow(r rune) rune {
	switch {
	case r >= 0xff01 && r <= 0xff5e:
		return r - 0xff01 + '!'
	case r >= 0xff66 && r < 0xff66+rune(len(halfKanaRunes)):
		return halfKanaRunes[r-0xff66]
	case r == 0xff9e || r == 0xff9f:
		return r - 0xff9e + 0x3099
	case r == '’' || r == 'ʼ':
		return '\''
	case r == '‐' || r == '‑':
		return '-'
	}
	return r
}
