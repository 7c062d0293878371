package lex

import "unicode"

// class says what a character does in a text.
type class uint8

const (
	other  class = iota // blanks, punctuation, symbols: between words
	letter              // and marks
	digit
	pair   // a letter or mark of a script that is cut into pairs
	joiner // joins words where it stands between them
	silent // no character of its own: soft hyphen, joiners without width, the dot of Catalan l·l, Hebrew quotes
)

var asciiClass = buildASCII()

func buildASCII() (t [128]class) {
	for c := range t {
		switch r := rune(c); {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
			t[c] = letter
		case '0' <= r && r <= '9':
			t[c] = digit
		}
	}
	for _, c := range "'-_./@:+#&," {
		t[c] = joiner
	}
	return t
}

func classOf(r rune) class {
	switch {
	case r < 0x80:
		return asciiClass[r]
	case r == '’' || r == 'ʼ' || r == '＇' || r == '‐' || r == '‑':
		return joiner
	case r == 0xad || r == '·' || r == '״' || r == '׳' || r >= 0x200b && r <= 0x200d || r == 0x2060 || r == 0xfeff:
		return silent
	case r < 0x250:
		if unicode.IsLetter(r) {
			return letter
		}
	case inPairs(r):
		if unicode.IsLetter(r) || unicode.IsMark(r) || r == '〇' {
			return pair
		}
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return letter
	}
	if digitValue(r) >= 0 {
		return digit
	}
	return other
}

// pairRanges are the blocks of the scripts that are cut into pairs.
var pairRanges = [...][2]rune{
	{0x0e00, 0x0eff}, // Thai, Lao
	{0x1000, 0x109f}, // Burmese
	{0x1100, 0x11ff}, // Hangul, decomposed
	{0x1780, 0x17ff}, // Khmer
	{0x3005, 0x3007}, // 々 〆 〇
	{0x3031, 0x318f}, // kana, bopomofo, Hangul letters
	{0x31a0, 0x31ff}, // more bopomofo and katakana
	{0x3400, 0x9fff}, // Han
	{0xa960, 0xa97f}, // Hangul
	{0xa9e0, 0xa9ff}, // Burmese
	{0xaa60, 0xaa7f}, // Burmese
	{0xac00, 0xd7ff}, // Hangul
	{0xf900, 0xfaff}, // Han
	{0xff66, 0xffdc}, // half-width katakana and Hangul
	{0x1b000, 0x1b16f},
	{0x20000, 0x3ffff}, // Han
}

func inPairs(r rune) bool {
	if r < 0x0e00 {
		return false
	}
	for _, p := range pairRanges {
		if r <= p[1] {
			return r >= p[0]
		}
	}
	return false
}

// zeros are the digits nought of the scripts whose digits become plain ones.
var zeros = [...]rune{'0', 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0x1810, 0xff10}

// digitValue returns the value of a decimal or superscript digit, else -1.
func digitValue(r rune) int {
	switch r {
	case '²', '³':
		return int(r-'²') + 2
	case '¹':
		return 1
	case '⁰':
		return 0
	}
	if r >= '⁴' && r <= '⁹' {
		return int(r-'⁴') + 4
	}
	if r >= '₀' && r <= '₉' {
		return int(r - '₀')
	}
	for _, z := range zeros {
		if r < z {
			return -1
		}
		if r <= z+9 {
			return int(r - z)
		}
	}
	return -1
}
