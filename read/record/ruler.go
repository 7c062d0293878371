package record

import (
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// ruler finds bytes by line and column, both counted from 1, columns in code
// points, as YAML's parser gives them. A byte order mark at the start isn't
// counted.
type ruler struct {
	text  string
	lines []int // the code point that each line begins with
	marks []int // the byte of every 256th code point
}

const stride = 256

func newRuler(text string) ruler {
	r := ruler{text: text}
	n := 0
	if strings.HasPrefix(text, doc.BOM) {
		n = 1
	}
	r.lines = append(r.lines, n)
	n = 0
	var last rune
	for at, c := range text {
		if n%stride == 0 {
			r.marks = append(r.marks, at)
		}
		n++
		switch c {
		case '\n':
			if last == '\r' { // the two are one line end
				r.lines[len(r.lines)-1] = n
				break
			}
			fallthrough
		case '\r', '\u0085', '\u2028', '\u2029':
			r.lines = append(r.lines, n)
		}
		last = c
	}
	return r
}

// at is the byte at a line and column, or the end of the text.
func (r *ruler) at(line, column int) int {
	n := r.lines[min(max(line, 1), len(r.lines))-1] + max(column, 1) - 1
	if n/stride >= len(r.marks) {
		return len(r.text)
	}
	at := r.marks[n/stride]
	for range n % stride {
		_, width := utf8.DecodeRuneInString(r.text[at:])
		at += width
	}
	return at
}
