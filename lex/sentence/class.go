package sentence

// class says what the main loop does at a byte. Nearly all bytes of prose are
// ordinary, so the loop is one table look-up for them.
type class uint8

const (
	ordinary  class = iota
	mark            // . ! ?
	newline         // \n and \f
	tick            // `
	open            // ( and "
	shut            // )
	semicolon       // ;
	lead            // first byte of a rune that may matter
)

// classes maps each byte to its class. The lead bytes are those of: C2 «,
// D6 ։, D8 ؟, DB ۔, E0 the dandas, Thai and Lao, E1 Burmese, Ethiopic and
// Khmer, E2 … ‼ “ „ •, E3 。 and CJK brackets, EF full-width marks.
var classes = [256]class{
	'.': mark, '!': mark, '?': mark,
	'\n': newline, '\f': newline,
	'`': tick, '(': open, '"': open, ')': shut, ';': semicolon,
	0xC2: lead, 0xD6: lead, 0xD8: lead, 0xDB: lead, 0xE0: lead,
	0xE1: lead, 0xE2: lead, 0xE3: lead, 0xEF: lead,
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
func isUpper(b byte) bool { return 'A' <= b && b <= 'Z' }
func isLower(b byte) bool { return 'a' <= b && b <= 'z' }
func isAlnum(b byte) bool { return isDigit(b) || isUpper(b) || isLower(b) }
