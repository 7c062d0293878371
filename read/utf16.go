package read

import (
	"bytes"
	"encoding/binary"
	"unicode"
	"unicode/utf8"
)

// guessBytes is how much of the data the guesses below look at.
const guessBytes = 1 << 16

// wideCharset names the UTF-16 or UTF-32 encoding of data without a byte order
// mark, or a stateful 7-bit one that hint declares; empty where it is neither.
// These come before the test for UTF-8, because ASCII in UTF-16 is valid UTF-8
// full of NUL bytes.
func wideCharset(data []byte, hint string) string {
	_, name := charsetOf(hint)
	switch {
	case name == "iso-2022-jp" && bytes.IndexByte(data, 0x1b) >= 0:
		return name
	case unitOf(name) > 1 && (bytes.IndexByte(data, 0) >= 0 || !utf8.Valid(data)):
		return name
	case bytes.IndexByte(data, 0) < 0:
		return ""
	}
	if name := utf32Order(data); name != "" {
		return name
	}
	return utf16Order(data)
}

// utf32Order names the byte order in which every unit of data is a character;
// empty where there is none, or where two units don't make a case.
func utf32Order(data []byte) string {
	head := data[:min(len(data), guessBytes)]
	if len(data)%4 != 0 || len(data) < 8 {
		return ""
	}
	switch {
	case utf32In(head, binary.LittleEndian):
		return "utf-32le"
	case utf32In(head, binary.BigEndian):
		return "utf-32be"
	}
	return ""
}

func utf32In(data []byte, order binary.ByteOrder) bool {
	for ; len(data) >= 4; data = data[4:] {
		u := order.Uint32(data)
		if u == 0 || u > unicode.MaxRune || !utf8.ValidRune(rune(u)) {
			return false
		}
	}
	return true
}

// utf16Order names the byte order of UTF-16 without a mark, told by the parity
// of its NUL bytes: Latin letters, blanks and line ends have a zero high byte.
// A text in which NUL bytes just occur has them on both sides, or too few.
func utf16Order(data []byte) string {
	head := data[:min(len(data), guessBytes)&^1]
	if len(head) < 4 {
		return ""
	}
	p := parityOf(head)
	p.utf8 = utf8.Valid(data)
	switch {
	case p.high(1) && plausible16(head, binary.LittleEndian):
		return "utf-16le"
	case p.high(0) && plausible16(head, binary.BigEndian):
		return "utf-16be"
	}
	return ""
}

// minPairs is the shortest text, in code units, that is told to be ideographs.
const minPairs = 16

// parity counts the bytes at even and at odd offsets.
type parity struct {
	count [2][256]int
	pairs int
	utf8  bool // the data could be UTF-8
}

func parityOf(data []byte) *parity {
	p := &parity{pairs: len(data) / 2}
	for i, b := range data {
		p.count[i&1][b]++
	}
	return p
}

// high reports whether the bytes at parity h look like the high bytes of
// UTF-16: nearly all zero (Latin), or nearly all zero and the one page of an
// alphabet (U+0370–U+0EFF), or, where the data can't be UTF-8, any pages but
// with low bytes no text has (ideographs).
func (p *parity) high(h int) bool {
	nul, other := p.count[h][0], p.count[1-h][0]
	if nul == 0 || nul < other {
		return false
	}
	page, controls := 0, 0
	for b := 1; b < 0x20; b++ {
		if b >= 0x03 && b <= 0x0e {
			page = max(page, p.count[h][b])
		}
		if !textControl(byte(b)) {
			controls += p.count[1-h][b]
		}
	}
	switch oneSided := other*50 <= nul; {
	case oneSided && nul*10 >= p.pairs*7:
		return true
	case oneSided && page > 1 && (nul+page)*10 >= p.pairs*9:
		return true
	}
	return !p.utf8 && p.pairs >= minPairs && (controls*100 >= p.pairs || nul*5 >= p.pairs)
}

// plausible16 reports whether data in the given order is text: no lone
// surrogates, and hardly a character that isn't printed.
func plausible16(data []byte, order binary.ByteOrder) bool {
	odd, n := 0, 0
	for i := 0; i+1 < len(data); i += 2 {
		u := rune(order.Uint16(data[i:]))
		n++
		if u >= 0xd800 && u < 0xdc00 && i+3 < len(data) {
			if v := order.Uint16(data[i+2:]); v >= 0xdc00 && v < 0xe000 {
				i += 2
				continue
			}
		}
		if !unicode.IsPrint(u) && !unicode.IsSpace(u) && !unicode.Is(unicode.Cf, u) {
			odd++
		}
	}
	return odd*50 <= n
}
