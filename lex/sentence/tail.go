package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// closers are the marks that stay with the sentence when they follow its end
// mark: closing quotes and brackets of all scripts, and Markdown emphasis.
const closers = `"')]}*_~` + "`" + `”’»›“」』】）》〉］｝〕｣＂`

// closerLen returns the length of the closing mark at i, 0 for none.
func closerLen(text string, i int) int {
	if b := text[i]; b < utf8.RuneSelf {
		switch b {
		case '"', '\'', ')', ']', '}', '*', '_', '~', '`':
			return 1
		}
		return 0
	}
	r, n := utf8.DecodeRuneInString(text[i:])
	if r == utf8.RuneError || !strings.ContainsRune(closers, r) || r == '“' && beginsWord(text[i+n:]) {
		return 0
	}
	return n
}

// beginsWord reports whether a letter or digit begins t: then the “ before it
// opens, while after a German quotation it closes.
func beginsWord(t string) bool {
	r, _ := utf8.DecodeRuneInString(t)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// tail skips what belongs to the sentence after its marks at i: closing marks,
// note references, further end marks (which make the run strong).
func (s *scanner) tail(i int, r *run) int {
	for i < len(s.text) {
		if n := closerLen(s.text, i); n > 0 {
			i += n
			continue
		}
		if n := s.reference(i); n > 0 {
			i += n
			continue
		}
		if n := s.spacedQuote(i); n > 0 {
			i += n
			continue
		}
		if i == r.end {
			return i
		}
		var more run
		n := s.markAt(i, &more)
		if n == 0 {
			return i
		}
		r.strong = true
		i += n
	}
	return i
}

// spacedQuote returns the length of a closing » with the blank before it, as
// French sets it. An opening one is attached to the word after it.
func (s *scanner) spacedQuote(i int) int {
	n := blankLen(s.text, i)
	if n == 0 || s.text[i] == '\n' || !strings.HasPrefix(s.text[i+n:], "»") {
		return 0
	}
	n += len("»")
	if k := i + n; k == len(s.text) || blankLen(s.text, k) > 0 || strings.IndexByte(".,;:!?)", s.text[k]) >= 0 {
		return n
	}
	return 0
}

// maxReference bounds a note reference or closing tag, in bytes.
const maxReference = 16

// reference returns the length of the note reference ([^1], [12], ¹) or
// closing tag (</b>) at i, 0 for none.
func (s *scanner) reference(i int) int {
	t := s.text[i:min(len(s.text), i+maxReference)]
	switch {
	case t[0] == '[':
		return referenceLen(t)
	case t[0] == '<' && len(t) > 2 && t[1] == '/':
		return 1 + strings.IndexByte(t, '>')
	case strings.HasPrefix(t, "¹"), strings.HasPrefix(t, "²"), strings.HasPrefix(t, "³"):
		return len("¹")
	case t[0] == 0xE2 && len(t) > 2 && t[1] == 0x81 && 0xB0 <= t[2] && t[2] <= 0xB9: // ⁰–⁹
		return len("⁴")
	}
	return 0
}

func referenceLen(t string) int {
	end := strings.IndexByte(t, ']')
	if end < 2 || end+1 < len(t) && t[end+1] == '(' {
		return 0
	}
	name := strings.TrimPrefix(t[1:end], "^")
	if name == "" {
		return 0
	}
	noted := len(name) < end-1 // [^name] may hold letters, [12] only digits
	for k := range len(name) {
		if !isDigit(name[k]) && name[k] != ',' && name[k] != '-' && (!noted || !isAlnum(name[k])) {
			return 0
		}
	}
	return end + 1
}
