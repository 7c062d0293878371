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
	t := &classTable{blocks: make([][256]class, 1, 700)}
	for line := range strings.Lines(text) {
		var first, n, step rune
		var name string
		if _, err := fmt.Sscanf(line, "%x %x %x %s", &first, &n, &step, &name); err != nil {
			return nil, fmt.Errorf("character classes: line %q: %w", line, err)
		}
		c, ok := classNames[name]
		if !ok || first < 0 || first+(n-1)*step > utf8.MaxRune {
			return nil, fmt.Errorf("character classes: line %q: unknown class or range", line)
		}
		for r := first; r < first+n*step; r += step {
			t.add(r, c)
		}
	}
	t.add('\r', newline|trailer)
	t.add('\n', newline|trailer)
	t.add('/', trailer)
	return t, nil
}

var classNames = map[string]class{
	"u": letter | upper, "l": letter | lower, "o": letter | upper | lower,
	"m": mark | upper | lower, "n": number, "s": blank,
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
