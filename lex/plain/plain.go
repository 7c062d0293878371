// Package plain writes inline Markdown as text.
//
// It is for texts that a person reads and a program compares: titles, summaries,
// questions. It forgets what it drops, so it is of no use where offsets count.
package plain

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is a piece of inline Markdown as text in one line: emphasis, code and link
// marks, images, footnote references, numbers of sources right after a word, attributes, comments, tags of HTML and the
// marks of quotations at line starts are gone, escapes and entities are what they
// stand for, white space is single blanks. Underscores and stars inside of words
// stay, and so does what only looks like markup. It takes time linear in the text.
func Text(markdown string) string {
	if !strings.ContainsAny(markdown, marked) {
		return oneLine(markdown)
	}
	w := writer{s: markdown}
	w.out = make([]byte, 0, len(markdown))
	w.run()
	text := string(w.out)
	if strings.IndexByte(text, '&') >= 0 {
		text = html.UnescapeString(text)
	}
	return oneLine(text)
}

// marked are the bytes that markup is made of.
const marked = "*_`[]<>\\~&{#"

type writer struct {
	s      string
	at     int
	out    []byte
	closed [256]bool // of opening bytes: nothing that closes one follows
	open   int       // brackets of links whose text is being written
}

func (w *writer) run() {
	for w.at < len(w.s) {
		i := strings.IndexAny(w.s[w.at:], marked)
		if i < 0 {
			w.out = append(w.out, w.s[w.at:]...)
			return
		}
		w.out = append(w.out, w.s[w.at:w.at+i]...)
		w.at += i
		if n := w.mark(w.s[w.at]); n > 0 {
			w.at += n
		} else {
			w.out = append(w.out, w.s[w.at])
			w.at++
		}
	}
}

// mark writes what the mark c at w.at stands for, and returns how many bytes it
// takes; 0 where it is no mark.
func (w *writer) mark(c byte) int {
	s := w.s[w.at:]
	switch c {
	case '\\':
		if len(s) > 1 && s[1] < utf8.RuneSelf && unicode.In(rune(s[1]), unicode.P, unicode.S) {
			w.out = append(w.out, s[1])
			return 2
		}
	case '*', '_', '~':
		return w.emphasis(c)
	case '`':
		return w.code()
	case '[':
		return w.bracket()
	case ']':
		return w.close()
	case '<':
		return w.tag()
	case '>':
		if w.lineStart() {
			return 1
		}
	case '{':
		return w.braces()
	case '#':
		if w.lineStart() {
			return run(s, '#')
		}
	}
	return 0
}

// lineStart reports whether only blanks and marks of quotations stand before
// w.at on its line.
func (w *writer) lineStart() bool {
	i := w.at
	for i > 0 && w.at-i < maxIndent && strings.IndexByte(" \t>", w.s[i-1]) >= 0 {
		i--
	}
	return i == 0 || w.s[i-1] == '\n'
}

// maxIndent bounds the look back to the start of a line, in bytes.
const maxIndent = 32

func run(s string, c byte) int {
	n := 0
	for n < len(s) && s[n] == c {
		n++
	}
	return n
}

// emphasis drops a run of stars, underscores or tildes that isn't part of a word
// and doesn't stand alone.
func (w *writer) emphasis(c byte) int {
	n := run(w.s[w.at:], c)
	before, _ := utf8.DecodeLastRuneInString(w.s[:w.at])
	after, _ := utf8.DecodeRuneInString(w.s[w.at+n:])
	blankBefore, blankAfter := w.at == 0 || unicode.IsSpace(before), w.at+n == len(w.s) || unicode.IsSpace(after)
	inWord := !blankBefore && !blankAfter && letter(before) && letter(after)
	switch {
	case blankBefore && blankAfter && n < 3, inWord && (n == 1 || c == '_'), c == '~' && n < 2:
		w.out = append(w.out, w.s[w.at:w.at+n]...)
	case blankBefore && blankAfter:
		w.out = append(w.out, ' ') // a blank to fill in
	}
	return n
}

func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// code writes a code span as it stands.
func (w *writer) code() int {
	s := w.s[w.at:]
	n := run(s, '`')
	if w.closed['`'] {
		return n
	}
	for i := n; i < len(s); {
		j := strings.IndexByte(s[i:], '`')
		if j < 0 {
			break
		}
		if k := run(s[i+j:], '`'); k == n {
			w.out = append(w.out, s[n:i+j]...)
			return i + j + n
		} else {
			i += j + k
		}
		if i > maxSpan {
			return n
		}
	}
	w.closed['`'] = true // by no run of another length either, as good as always
	return n
}

// maxSpan bounds in bytes where the end of a code span, a link's address, a tag
// or a comment is sought.
const maxSpan = 500

// bracket drops a footnote reference or an image, and opens the text of a link.
func (w *writer) bracket() int {
	s := w.s[w.at:]
	if strings.HasPrefix(s, "[^") {
		if end := within(s, 0, ']'); end > 0 && !strings.ContainsAny(s[:end], " \n") {
			return end + 1
		}
		return 0
	}
	if n := citation(s); n > 0 && w.at > 0 && w.s[w.at-1] > ' ' {
		return n
	}
	if w.at > 0 && w.s[w.at-1] == '!' {
		if end := linkEnd(s); end > 0 {
			w.out = w.out[:len(w.out)-1] // the exclamation mark
			return end
		}
	}
	if strings.HasPrefix(s, "[ ] ") || strings.HasPrefix(s, "[x] ") || strings.HasPrefix(s, "[X] ") {
		return 4 // of a task
	}
	if linkEnd(s) == 0 {
		return 0
	}
	w.open++
	return 1
}

// citation is the length of the number of a source that s opens with: "[12]".
func citation(s string) int {
	n := 1
	for n < len(s) && n < 5 && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	if n == 1 || n >= len(s) || s[n] != ']' || n+1 < len(s) && s[n+1] == '(' {
		return 0
	}
	return n + 1
}

// linkEnd is where the link ends that s opens with, its address or label
// included; 0 where s opens with none.
func linkEnd(s string) int {
	depth, i := 0, 0
	for ; i < len(s) && i < maxSpan; i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			depth++
		case ']':
			depth--
		}
		if depth == 0 {
			break
		}
	}
	if i++; i >= len(s) || depth != 0 {
		return 0
	}
	switch s[i] {
	case '(':
		return closing(s, i)
	case '[':
		if end := within(s, i, ']'); end > 0 {
			return end + 1
		}
	}
	return 0
}

// closing is where the parenthesis that opens at i has closed; 0 where it
// doesn't.
func closing(s string, i int) int {
	depth := 0
	for j := i; j < len(s) && j-i < maxSpan; j++ {
		switch s[j] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return j + 1
			}
		}
	}
	return 0
}

// within is where c stands behind i in s, not too far away; else 0.
func within(s string, i int, c byte) int {
	if j := strings.IndexByte(s[i:min(len(s), i+maxSpan)], c); j >= 0 {
		return i + j
	}
	return 0
}

// close ends the text of a link and drops its address.
func (w *writer) close() int {
	if w.open == 0 || w.at+1 >= len(w.s) {
		return 0
	}
	end := 0
	switch w.s[w.at+1] {
	case '(':
		end = closing(w.s[w.at:], 1)
	case '[':
		if i := within(w.s[w.at:], 1, ']'); i > 0 {
			end = i + 1
		}
	}
	if end > 0 {
		w.open--
	}
	return end
}

// tag drops a tag or comment of HTML, and the brackets of an address. One that
// breaks the line is a blank.
func (w *writer) tag() int {
	s := w.s[w.at:]
	if len(s) < 3 || w.closed['<'] {
		return 0
	}
	if strings.HasPrefix(s, "<!--") {
		if i := strings.Index(s[:min(len(s), maxSpan)], "-->"); i > 0 {
			return i + 3
		}
		return 0
	}
	name := strings.TrimPrefix(s[1:], "/")
	if name == "" || (name[0]|0x20 < 'a' || name[0]|0x20 > 'z') && name[0] != '>' {
		return 0
	}
	end := within(s, 0, '>')
	if end == 0 {
		w.closed['<'] = len(s) < maxSpan
		return 0
	}
	if inner := s[1:end]; strings.Contains(inner, "://") && !strings.ContainsAny(inner, " \n") || strings.Contains(inner, "@") && !strings.Contains(inner, "=") {
		w.out = append(w.out, inner...)
	} else if broken(name) {
		w.out = append(w.out, ' ')
	}
	return end + 1
}

func broken(name string) bool {
	return strings.HasPrefix(name, "br") || strings.HasPrefix(name, "p>") || strings.HasPrefix(name, "li") || strings.HasPrefix(name, "div") || strings.HasPrefix(name, "td")
}

// braces drops attributes, comments and directives: {#name}, {.class}, {: …},
// {/*name*/}, {* file *}, {{ … }}, {% … %}.
func (w *writer) braces() int {
	s := w.s[w.at:]
	if len(s) < 3 {
		return 0
	}
	for _, b := range bracings {
		if strings.HasPrefix(s, b.open) {
			if i := strings.Index(s[:min(len(s), maxSpan)], b.end); i > 0 {
				return i + len(b.end)
			}
			return 0
		}
	}
	return 0
}

var bracings = [...]struct{ open, end string }{
	{"{/*", "*/}"}, {"{*", "*}"}, {"{{<", ">}}"}, {"{{%", "%}}"}, {"{%", "%}"}, {"{#", "}"}, {"{ #", "}"}, {"{.", "}"}, {"{ .", "}"}, {"{:", "}"},
}

// oneLine is text with each run of white space as one blank, and none at its ends.
func oneLine(text string) string {
	text = strings.TrimSpace(text)
	blank := false // the byte before is
	for i := 0; i < len(text); {
		n := spaceAt(text, i)
		if n == 0 {
			blank = false
			i++
			continue
		}
		if blank || text[i] != ' ' {
			return collapsed(text, i)
		}
		blank = true
		i++
	}
	return text
}

// collapsed is oneLine of a text that is in order up to byte i.
func collapsed(text string, i int) string {
	out := make([]byte, i, len(text))
	copy(out, text)
	for i < len(text) {
		n := spaceAt(text, i)
		if n == 0 {
			out = append(out, text[i])
			i++
			continue
		}
		if out[len(out)-1] != ' ' {
			out = append(out, ' ')
		}
		i += n
	}
	return string(out)
}

// spaceAt is the length of the white space at byte i, 0 where there is none.
func spaceAt(text string, i int) int {
	switch c := text[i]; {
	case c == ' ' || '\t' <= c && c <= '\r':
		return 1
	case c == 0xc2 || c >= 0xe1 && c <= 0xe3: // U+0085, U+00A0, U+1680, U+2000, U+3000
		if r, n := utf8.DecodeRuneInString(text[i:]); unicode.IsSpace(r) {
			return n
		}
	}
	return 0
}
