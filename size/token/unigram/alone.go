package unigram

import "unicode"

// alone says whether a rune is a grapheme of its own between any runes for
// which alone holds too, and between blanks. It needn't hold for all that are;
// scripts are listed whose letters, figures and signs don't join.
func alone(r rune) bool {
	switch {
	case r < 0x7f:
		return r > ' '
	case r == 0x0e33 || r == 0xff9e || r == 0xff9f: // vowel and voice signs that are letters by category
		return false
	case r >= 0x1f1e6 && r <= 0x1f1ff || r >= 0x1f3fb && r <= 0x1f3ff: // halves of flags, tones of skin
		return false
	case unicode.Is(unicode.Hangul, r):
		return r >= 0xac00 && r <= 0xd7a3 // syllables, but no parts of syllables
	}
	return unicode.In(r, unicode.L, unicode.N, unicode.S, unicode.P) &&
		unicode.In(r, unicode.Common, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian,
			unicode.Georgian, unicode.Hebrew, unicode.Arabic, unicode.Thai, unicode.Han, unicode.Hiragana,
			unicode.Katakana, unicode.Bopomofo)
}
