// Package symbol knows what fonts tell of the text that is set in them: the
// signs of fonts that have signs in the place of letters (Symbol, Wingdings and
// their like), and which fonts are for code.
package symbol

import (
	"strings"
	"unicode/utf8"
)

// Private reports whether r is a character of the private area in which the
// signs of such fonts stand.
func Private(r rune) bool { return 0xf000 <= r && r <= 0xf0ff }

// Char is the sign of a code in a font, 0 where it isn't known or nothing that
// is written in Unicode. A code may be given with or without the private area.
func Char(code rune, font string) rune {
	code &^= 0xf000
	switch font = strings.ToLower(font); {
	case code < 0x20 || code > 0xff:
		return 0
	case font == "symbol":
		return greek[code]
	case font == "wingdings":
		return wingdings[code]
	case font == "wingdings 2":
		return wingdings2[code]
	case font == "webdings":
		return webdings[code]
	}
	return 0
}

// Known reports whether a font is one whose letters are signs.
func Known(font string) bool {
	switch strings.ToLower(font) {
	case "symbol", "wingdings", "wingdings 2", "wingdings 3", "webdings", "zapf dingbats":
		return true
	}
	return false
}

// longest is how many characters are taken for signs at most, where they stand
// outside of the private area: a sentence in a font of signs is one whose font
// is wrong.
const longest = 4

// Text is text in which characters of the private area are what they look
// like in font, and in fonts of signs a few other characters too. Signs that
// aren't known are left out.
func Text(s, font string) string {
	signs := Known(font)
	known := signs && utf8.RuneCountInString(strings.TrimSpace(s)) <= longest
	if !known && strings.IndexFunc(s, Private) < 0 {
		return s
	}
	if !signs {
		font = "wingdings" // the private area without a font: what is used most
	}
	var b strings.Builder
	for _, r := range s {
		switch sign := Char(r, font); {
		case r <= ' ' || !Private(r) && (!known || r > 0xff):
			b.WriteRune(r)
		case sign != 0:
			b.WriteRune(sign)
		}
	}
	return b.String()
}

// Box reports whether s is the box of a list of tasks, empty or ticked.
func Box(s string) bool { return len(s) > 0 && strings.Contains("☐☑☒✓✔✗✘", s) }

// greek is the font Symbol.
var greek = func() map[rune]rune {
	all := map[rune]rune{}
	fill := func(from rune, signs string) {
		for _, sign := range signs {
			all[from] = sign
			from++
		}
	}
	fill(0x20, " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_")
	fill(0x61, "αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼")
	fill(0xa0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…│─↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑")
	fill(0xf1, "〉∫")
	return all
}()

// wingdings are the signs of Wingdings that documents use.
var wingdings = map[rune]rune{
	0x21: '✏', 0x22: '✂', 0x23: '✁', 0x28: '☎', 0x29: '✆', 0x2a: '✉', 0x36: '⌛', 0x37: '⌨', 0x38: '🖰', 0x3e: '✇', 0x3f: '✍',
	0x41: '✌', 0x43: '👍', 0x44: '👎', 0x45: '☜', 0x46: '☞', 0x47: '☝', 0x48: '☟', 0x4a: '☺', 0x4b: '😐', 0x4c: '☹', 0x4e: '☠', 0x51: '✈',
	0x52: '☼', 0x54: '❄', 0x55: '✞', 0x58: '✠', 0x59: '✡', 0x5a: '☪', 0x5b: '☯', 0x6c: '●', 0x6d: '❍', 0x6e: '■', 0x6f: '□', 0x70: '□', 0x71: '❑',
	0x72: '❒', 0x73: '⬧', 0x74: '⧫', 0x75: '◆', 0x76: '❖', 0x77: '⬥', 0x78: '⌧', 0x7b: '❀', 0x7c: '✿', 0x80: '⓪', 0x81: '①', 0x82: '②', 0x83: '③', 0x84: '④',
	0x85: '⑤', 0x86: '⑥', 0x87: '⑦', 0x88: '⑧', 0x89: '⑨', 0x8a: '⑩', 0x8c: '❶', 0x8d: '❷', 0x8e: '❸', 0x8f: '❹', 0x90: '❺', 0x91: '❻', 0x92: '❼',
	0x93: '❽', 0x94: '❾', 0x95: '❿', 0x9e: '·', 0x9f: '•', 0xa1: '○', 0xa3: '○', 0xa4: '◉', 0xa5: '◎', 0xa7: '▪', 0xa8: '☐', 0xaa: '✦', 0xab: '★', 0xac: '✶',
	0xae: '✹', 0xb2: '⟡', 0xb5: '✪', 0xb6: '✰', 0xd5: '⌫', 0xd6: '⌦', 0xd8: '➢', 0xdc: '➲', 0xdf: '←', 0xe0: '→', 0xe1: '↑', 0xe2: '↓', 0xe8: '➔', 0xef: '⇦',
	0xf0: '⇨', 0xf1: '⇧', 0xf2: '⇩', 0xf3: '⬄', 0xf4: '⇳', 0xfb: '✗', 0xfc: '✓', 0xfd: '☒', 0xfe: '☑',
}

// wingdings2 are the ticks and boxes of Wingdings 2.
var wingdings2 = map[rune]rune{
	0x4f: '✗', 0x50: '✓', 0x51: '☒', 0x52: '☑', 0x53: '☒', 0x54: '☒', 0x97: '●', 0x98: '•', 0xa2: '■', 0xa3: '□', 0xae: '◆',
}

// webdings are the ticks and boxes of Webdings.
var webdings = map[rune]rune{
	0x61: '✓', 0x63: '□', 0x67: '■', 0x6e: '●', 0x72: '✗', 0x33: '◀', 0x34: '▶', 0x35: '▲', 0x36: '▼', 0x59: '♥',
}
