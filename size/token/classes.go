package token

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

// class says which of the patterns' character classes hold a character, one
// bit a class.
type class uint8

const (
	letter  class = 1 << iota // \p{L}
	number                    // \p{N}
	blank                     // \s, which is Unicode White_Space
	newline                   // CR or LF
	upper                     // Lu, Lt, Lm, Lo or M: what o200k lets a word begin with
	lower                     // Ll, Lm, Lo or M: what o200k lets a word end with
	mark                      // \p{M}
	trailer                   // CR, LF or '/': what o200k lets follow punctuation
)

// The classes of characters that are none of \s, \p{L}, \p{N} have none of
// these bits.
const wordOrBlank = letter | number | blank

// classTable maps every code point to its class: directly for ASCII, by
// blocks of 256 for the rest. Blocks without classes share block 0.
type classTable struct {
	ascii  [utf8.RuneSelf]class
	index  [(utf8.MaxRune + 1) >> 8]uint16
	blocks [][256]class
}

//go:embed classes.txt
var classText string

// loadClasses reads the embedded ranges (testdata/classes.py explains them)
// once. They are those of tiktoken's regex engine: Go's own tables are of
// another Unicode version.
var loadClasses = sync.OnceValues(func() (*classTable, error) { return parseClasses(classText) })

func parseClasses(text string) (*classTable, error) {
	t := &classTable{blocks: make([][256]class, 1, 300)}
	full := map[class]uint16{}
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		var fields [3]rune
		left, ok := line, true
		for i := range fields {
			if fields[i], left, ok = hexField(left); !ok {
				return nil, fmt.Errorf("character classes: line %q: want three numbers and a class", line)
			}
		}
		first, n, step := fields[0], fields[1], fields[2]
		c, ok := classNames[left]
		if !ok || first+(n-1)*step > utf8.MaxRune {
			return nil, fmt.Errorf("character classes: line %q: unknown class or range", line)
		}
		t.addRange(first, n, step, c, full)
		text = rest
	}
	t.add('\r', newline|trailer)
	t.add('\n', newline|trailer)
	t.add('/', trailer)
	return t, nil
}

// hexField reads a hexadecimal number of up to six digits and the blank behind
// it.
func hexField(s string) (value rune, rest string, ok bool) {
	digits, rest, ok := strings.Cut(s, " ")
	if len(digits) == 0 || len(digits) > 6 {
		return 0, "", false
	}
	for _, d := range []byte(digits) {
		switch {
		case '0' <= d && d <= '9':
			value = value<<4 | rune(d-'0')
		case 'a' <= d && d <= 'f':
			value = value<<4 | rune(d-'a'+10)
		default:
			return 0, "", false
		}
	}
	return value, rest, ok
}

var classNames = map[string]class{
	"u": letter | upper, "l": letter | lower, "o": letter | upper | lower,
	"m": mark | upper | lower, "n": number, "s": blank,
}

// addRange adds n characters. Blocks that are full of one class share a block:
// most letters are ideographs.
func (t *classTable) addRange(first, n, step rune, c class, full map[class]uint16) {
	for end := first + n*step; first < end; first += step {
		for step == 1 && first&0xff == 0 && end-first >= 256 && t.index[first>>8] == 0 {
			if full[c] == 0 {
				for i := range rune(256) {
					t.add(first+i, c)
				}
				full[c] = t.index[first>>8]
			}
			t.index[first>>8] = full[c]
			first += 256
		}
		if first < end {
			t.add(first, c)
		}
	}
}

func (t *classTable) add(r rune, c class) {
	if r < utf8.RuneSelf {
		t.ascii[r] |= c
	}
	if t.index[r>>8] == 0 {
		t.index[r>>8] = uint16(len(t.blocks))
		t.blocks = append(t.blocks, [256]class{})
	}
	t.blocks[t.index[r>>8]][r&0xff] |= c
}

// at returns the class and the length in bytes of the character at p.
func (t *classTable) at(text string, p int) (class, int) {
	if b := text[p]; b < utf8.RuneSelf {
		return t.ascii[b], 1
	}
	return t.wide(text, p)
}

// wide is at for characters beyond ASCII. Two bytes, the accented letters of
// Latin and the Greek, Cyrillic, Hebrew and Arabic alphabets, go the short way.
func (t *classTable) wide(text string, p int) (class, int) {
	if b := text[p]; b < 0xe0 && p+1 < len(text) {
		r := uint(b&0x1f)<<6 | uint(text[p+1]&0x3f)
		return t.blocks[t.index[r>>8]][r&0xff], 2
	}
	r, n := utf8.DecodeRuneInString(text[p:])
	return t.blocks[t.index[r>>8]][r&0xff], n
}
