package cue

import (
	"unicode"
	"unicode/utf8"
)

// Opens returns the marks of all phrases that text opens with. Marks of
// emphasis, quotation and opening punctuation before the first word are passed
// over. It reads no more than the first words of the text.
func (l *Lexicon) Opens(text string) Mark {
	at := skipMarks(text)
	if at >= len(text) || !l.starts[foldedFirst(text[at:])] {
		return 0
	}
	var buf [maxWord]byte
	word, next := foldWord(buf[:0], text, at)
	if len(word) == 0 {
		return 0
	}
	mark := Mark(0)
	for _, p := range l.first[string(word)] {
		if p.follows(text, next) {
			mark |= p.mark
		}
	}
	if len(l.numbered) > 0 && '0' <= word[0] && word[0] <= '9' {
		for _, p := range l.numbered {
			if p.follows(text, next) {
				mark |= p.mark
			}
		}
	}
	return mark
}

// maxWord bounds a word of a phrase, in bytes.
const maxWord = 32

// follows reports whether text goes on at next as the phrase does.
func (p *phrase) follows(text string, next int) bool {
	var buf [maxWord]byte
	for _, want := range p.rest {
		for next < len(text) && (text[next] == ' ' || text[next] == '\t' || text[next] == '\n') {
			next++
		}
		if want == "#" {
			n := Number(text[next:])
			if n == 0 {
				return false
			}
			next += n
			continue
		}
		word, end := foldWord(buf[:0], text, next)
		if string(word) != want {
			return false
		}
		next = end
	}
	if !p.colon {
		return true
	}
	for next < len(text) && (text[next] == '*' || text[next] == '_' || text[next] == '.' || text[next] == ')' || text[next] == ' ') {
		next++
	}
	return next < len(text) && text[next] == ':' || hasWideColon(text[next:])
}

func hasWideColon(s string) bool { return len(s) >= 3 && s[:3] == "：" }

// skipMarks passes over what may stand before the first word of a text.
func skipMarks(text string) int {
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '*' || c == '_' || c == '"' || c == '\'' || c == '(' || c == '[' || c == '>' || c == '#' || c == ' ' || c == '\t' || c == '-' || c == '`' || c == '~':
			i++
		case c < utf8.RuneSelf:
			return i
		default:
			r, n := utf8.DecodeRuneInString(text[i:])
			if unicode.IsLetter(r) || unicode.IsNumber(r) {
				return i
			}
			i += n
		}
		if i > maxMarks {
			return len(text)
		}
	}
	return len(text)
}

// maxMarks bounds what is passed over, so that a wall of marks costs nothing.
const maxMarks = 64

func foldedFirst(text string) byte {
	var buf [1]byte
	r, _ := utf8.DecodeRuneInString(text)
	return appendFoldedRune(buf[:0], r)[0]
}

// foldWord appends the folded word of text at at to buf, and returns where the
// word ends. A word longer than any phrase's is empty.
func foldWord(buf []byte, text string, at int) (word []byte, end int) {
	for at < len(text) {
		r, n := rune(text[at]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(text[at:])
		}
		if !inWord(r) {
			break
		}
		if len(buf)+utf8.UTFMax > maxWord {
			return nil, at
		}
		buf = appendFoldedRune(buf, r)
		at += n
	}
	return buf, at
}

func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '\''
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || r == '’'
}

func appendFolded(buf []byte, word string) []byte {
	for _, r := range word {
		buf = appendFoldedRune(buf, r)
	}
	return buf
}

// plain writes the letters of Latin-1 that phrases have without their accents.
var plain = map[rune]byte{'á': 'a', 'à': 'a', 'â': 'a', 'ä': 'a', 'ã': 'a', 'é': 'e', 'è': 'e', 'ê': 'e', 'ë': 'e', 'í': 'i', 'ì': 'i', 'î': 'i', 'ï': 'i',
	'ó': 'o', 'ò': 'o', 'ô': 'o', 'ö': 'o', 'õ': 'o', 'ú': 'u', 'ù': 'u', 'û': 'u', 'ü': 'u', 'ç': 'c', '’': '\''}

func appendFoldedRune(buf []byte, r rune) []byte {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return append(buf, byte(r))
	}
	if 0x300 <= r && r <= 0x36f && r != 0x303 { // a combining accent; a tilde makes another letter
		return buf
	}
	r = unicode.ToLower(r)
	if b, ok := plain[r]; ok {
		return append(buf, b)
	}
	return utf8.AppendRune(buf, r)
}
