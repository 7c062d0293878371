package rtf

import (
	"bytes"

	"github.com/pildora/pildora/doc"
)

// kind says what a token is.
type kind uint8

const (
	end           kind = iota // of the file
	open                      // {
	closed                    // }
	word                      // a control word: \par, \fs24
	controlSymbol             // a control symbol: \~, \*
	char                      // a character by its code: \'f1
	plain                     // bytes of text
)

// token is a piece of the file.
type token struct {
	kind  kind
	text  []byte // plain: the text; word: its name; symbol: its character
	code  byte   // of a char
	param int    // of a word
	has   bool   // it has a parameter
	span  doc.Span
}

// lexer cuts a file into tokens.
type lexer struct {
	data []byte
	at   int
}

// maxParam bounds parameters; the format has 32 bits for them.
const maxParam = 1<<31 - 1

// next returns the token at the lexer's place and goes behind it. Line ends and
// NULs are nothing.
func (l *lexer) next() token {
	for l.at < len(l.data) && blank(l.data[l.at]) {
		l.at++
	}
	start := l.at
	if start == len(l.data) {
		return token{span: doc.Span{Start: start, End: start}}
	}
	t := token{kind: plain}
	switch l.data[start] {
	case '{':
		l.at++
		t.kind = open
	case '}':
		l.at++
		t.kind = closed
	case '\\':
		l.control(&t)
	default:
		for l.at < len(l.data) && !special(l.data[l.at]) {
			l.at++
		}
		t.text = l.data[start:l.at]
	}
	t.span = doc.Span{Start: start, End: l.at}
	return t
}

func blank(c byte) bool { return c == '\n' || c == '\r' || c == 0 }

func special(c byte) bool { return c == '{' || c == '}' || c == '\\' || blank(c) }

// control reads what begins with a backslash.
func (l *lexer) control(t *token) {
	l.at++
	if l.at == len(l.data) {
		t.kind = controlSymbol
		return
	}
	start := l.at
	for l.at < len(l.data) && isLetter(l.data[l.at]) {
		l.at++
	}
	if l.at > start {
		t.kind, t.text = word, l.data[start:l.at]
		l.parameter(t)
		return
	}
	l.at++
	t.kind, t.text = controlSymbol, l.data[start:l.at]
	if l.data[start] != '\'' || l.at+2 > len(l.data) {
		return
	}
	high, low := hex(l.data[l.at]), hex(l.data[l.at+1])
	if high < 0 || low < 0 {
		return
	}
	t.kind, t.code = char, byte(high<<4|low)
	l.at += 2
}

// parameter reads the number behind a word and the one blank that ends it. The
// data of \bin belongs to its word.
func (l *lexer) parameter(t *token) {
	i, negative := l.at, false
	if i < len(l.data) && l.data[i] == '-' {
		negative = true
		i++
	}
	for ; i < len(l.data) && '0' <= l.data[i] && l.data[i] <= '9'; i++ {
		t.has = true
		t.param = min(t.param*10+int(l.data[i]-'0'), maxParam)
	}
	if t.has {
		l.at = i
	}
	if negative {
		t.param = -t.param
	}
	if l.at < len(l.data) && l.data[l.at] == ' ' {
		l.at++
	}
	if bytes.Equal(t.text, []byte("bin")) && t.param > 0 {
		l.at += min(t.param, len(l.data)-l.at)
	}
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// hex is the value of a hexadecimal digit, or -1.
func hex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
