package sentence

import (
	"strings"
	"unicode/utf8"
)

// marker is a list marker: "1.", "2)", "b.", "(iv)", "1.)". The zero value is
// no marker.
type marker struct {
	n     int    // from 1; 0 where it counts nothing ("1.2.")
	kind  byte   // '1' number, 'a' small letter, 'A' capital, 'i' small Roman
	style string // what closes it: ".", ")", ".)" or "()"
}

// following returns the marker of the next item.
func (m marker) following() marker {
	if m.n > 0 {
		m.n++
	}
	return m
}

// parseMarker reads the list marker at i, which a blank or the end of the text
// must follow. want, if it isn't zero, settles whether "i" is a letter or a
// number.
func parseMarker(text string, i int, want marker) (m marker, end int, ok bool) {
	k := i
	if k < len(text) && text[k] == '(' {
		m.style = "()"
		k++
	}
	n := m.name(text[k:min(len(text), k+12)], want)
	if n == 0 {
		return marker{}, i, false
	}
	k += n
	rest := text[k:]
	switch {
	case m.style == "()" && strings.HasPrefix(rest, ")"):
		k++
	case m.style == "()":
		return marker{}, i, false
	case strings.HasPrefix(rest, ".)"):
		m.style = ".)"
		k += 2
	case strings.HasPrefix(rest, "."), strings.HasPrefix(rest, ")"):
		m.style = rest[:1]
		k++
	default:
		return marker{}, i, false
	}
	// One capital and a full stop is an initial.
	if m.kind == 'A' && m.style == "." || k < len(text) && blankLen(text, k) == 0 {
		return marker{}, i, false
	}
	return m, k, true
}

// name reads the number or letter of a marker and returns its length.
func (m *marker) name(t string, want marker) int {
	if t == "" {
		return 0
	}
	if isDigit(t[0]) {
		return m.digits(t)
	}
	if n := romanLen(t); n > 0 && (want.kind != 'a' || int(t[0]-'a')+1 != want.n) && (n > 1 || t[0] == 'i' || want.kind == 'i') {
		m.kind, m.n = 'i', romanValue(t[:n])
		return n
	}
	switch {
	case len(t) > 1 && isAlnum(t[1]):
		return 0
	case isLower(t[0]):
		m.kind, m.n = 'a', int(t[0]-'a')+1
	case isUpper(t[0]):
		m.kind, m.n = 'A', int(t[0]-'A')+1
	default:
		return 0
	}
	return 1
}

// digits reads "12" or "1.2.3"; more than three digits are a year.
func (m *marker) digits(t string) int {
	m.kind = '1'
	k := 0
	for k < len(t) && isDigit(t[k]) {
		m.n = m.n*10 + int(t[k]-'0')
		k++
	}
	if k > 3 {
		return 0
	}
	for k+1 < len(t) && t[k] == '.' && isDigit(t[k+1]) {
		m.n = 0
		for k++; k < len(t) && isDigit(t[k]); k++ {
		}
	}
	return k
}

// romanLen returns the length of the small Roman numeral at the start of t,
// up to xxxix, if no letter follows it.
func romanLen(t string) int {
	k := 0
	for k < len(t) && k < 6 && strings.IndexByte("ivx", t[k]) >= 0 {
		k++
	}
	if k < len(t) && (isAlnum(t[k]) || t[k] >= utf8.RuneSelf) {
		return 0
	}
	return k
}

func romanValue(t string) int {
	value := map[byte]int{'i': 1, 'v': 5, 'x': 10}
	sum := 0
	for k := range len(t) {
		v := value[t[k]]
		if k+1 < len(t) && v < value[t[k+1]] {
			v = -v
		}
		sum += v
	}
	return sum
}

// bulletLen returns the length of the bullet at i, 0 for none: a typographic
// one, or - * + before a blank.
func bulletLen(text string, i int) int {
	if i >= len(text) {
		return 0
	}
	switch text[i] {
	case '-', '*', '+':
		if i+1 == len(text) || blankLen(text, i+1) > 0 {
			return 1
		}
	case 0xE2:
		for _, b := range [...]string{"•", "⁃", "‣", "◦", "▪", "●", "∙"} {
			if strings.HasPrefix(text[i:], b) {
				return len(b)
			}
		}
	}
	return 0
}
