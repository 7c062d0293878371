package cue

import "unicode/utf8"

// Number returns the length of the number that text begins with, or 0: digits
// and parts joined by dots (1, 2.1.3, 12.º, 5-A, 5 bis), a Roman numeral (IV), a
// single letter (A, b), also with parts after it (A.1), an ordinal word
// (primero, first). The number ends where no letter or digit follows.
func Number(text string) int {
	if n := digits(text, 0); n > 0 {
		if n < len(text) && letter(text[n]) && !(n+1 < len(text) && letter(text[n+1])) {
			n++ // 5a, 12A
		}
		for _, mark := range []string{".º", ".ª", "º", "ª", "°"} {
			if len(text) >= n+len(mark) && text[n:n+len(mark)] == mark {
				n += len(mark)
				break
			}
		}
		if n < len(text) && letter(text[n]) {
			return 0
		}
		return n + repeated(text[n:])
	}
	n := numeral(text)
	if n > 0 && n+1 < len(text) && (text[n] == '.' || text[n] == '-') {
		if m := digits(text, n+1); m > n+1 {
			return m
		}
	}
	return n
}

// digits returns where the digits from at on, joined by dots and dashes, end.
func digits(text string, at int) int {
	n := at
	for n < len(text) && ('0' <= text[n] && text[n] <= '9' || n > at && joins(text, n)) {
		n++
	}
	return n
}

// joins reports whether the mark at n stands between parts of one number.
func joins(text string, n int) bool {
	if c := text[n]; c != '.' && c != '-' {
		return false
	}
	return n+1 < len(text) && '0' <= text[n+1] && text[n+1] <= '9'
}

// repeated is the length of the word by which an article put in between is
// numbered: 5 bis, 6 ter.
func repeated(text string) int {
	var buf [maxWord]byte
	if len(text) == 0 || text[0] != ' ' {
		return 0
	}
	word, end := foldWord(buf[:0], text, 1)
	switch string(word) {
	case "bis", "ter", "quater", "quinquies", "sexies":
		return end
	}
	return 0
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf }

// numeral is the length of a Roman numeral, a single letter or an ordinal word.
func numeral(text string) int {
	var buf [maxWord]byte
	word, end := foldWord(buf[:0], text, 0)
	if len(word) == 0 {
		return 0
	}
	if len(word) == 1 && 'a' <= word[0] && word[0] <= 'z' || ordinals[string(word)] {
		return end
	}
	for _, c := range text[:end] {
		switch c {
		case 'I', 'V', 'X', 'L', 'C', 'D', 'M':
		default:
			return 0
		}
	}
	return end
}

var ordinals = map[string]bool{"primero": true, "primera": true, "segundo": true, "segunda": true, "tercero": true, "tercera": true, "cuarto": true, "cuarta": true,
	"quinto": true, "quinta": true, "sexto": true, "sexta": true, "septimo": true, "septima": true, "octavo": true, "octava": true, "noveno": true, "novena": true,
	"decimo": true, "decima": true, "undecimo": true, "undecima": true, "duodecimo": true, "duodecima": true, "decimotercera": true, "decimocuarta": true,
	"decimoquinta": true, "decimosexta": true, "vigesimo": true, "vigesima": true, "unico": true, "unica": true, "preliminar": true,
	"one": true, "two": true, "three": true, "four": true, "five": true, "six": true, "seven": true, "eight": true, "nine": true, "ten": true,
	"first": true, "second": true, "third": true, "fourth": true, "fifth": true, "sixth": true, "seventh": true, "eighth": true, "ninth": true, "tenth": true}
