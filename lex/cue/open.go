package cue

import (
	"unicode"
	"unicode/utf8"
)

// Opens returns the marks of all phrases that text opens with. Marks of
// emphasis, quotation and opening punctuation before the first word are passed
// over. It reads no more than the first words of the text.
func (l *Lexicon) Opens(text string) Mark {
	if len(text) == 0 {
		return 0
	}
	if c := text[0]; !letter(c) {
		text = text[skipMarks(text):]
	}
	return l.begins(text)
}

// begins is Opens of a text that begins with a word.
func (l *Lexicon) begins(text string) Mark {
	if len(text) == 0 {
		return 0
	}
	if at, plain := prefix(text); plain && l.starts[at>>6]>>(at&63)&1 == 0 {
		return 0
	}
	if h, plain := hash(text); plain && l.hashes[h>>6]>>(h&63)&1 == 0 {
		return 0
	}
	var buf [maxWord]byte
	word, next := foldWord(buf[:0], text, 0)
	o := l.first[string(word)]
	if o == nil {
		return 0
	}
	mark := Mark(0)
	for i := range o.plain {
		if o.plain[i].follows(text, next) {
			mark |= o.plain[i].mark
		}
	}
	if o.hashes == 0 {
		return mark
	}
	next = skipBlanks(text, next)
	if h, plain := hash(text[next:]); plain && o.hashes>>(h&63)&1 == 0 {
		return mark
	}
	word, next = foldWord(buf[:0], text, next)
	for _, p := range o.second[string(word)] {
		if p.follows(text, next) {
			mark |= p.mark
		}
	}
	return mark
}

func skipBlanks(text string, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n') {
		at++
	}
	return at
}

// Contains returns the marks of all phrases that begin at a word of text. It
// reads all of it: it is for titles.
func (l *Lexicon) Contains(text string) Mark {
	mark := Mark(0)
	in := false
	for i, r := range text {
		was := in
		if in = inWord(r); in && !was {
			mark |= l.begins(text[i:])
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
		next = skipBlanks(text, next)
		if want == "#" {
			if next < len(text) && text[next] == '.' { // Art. 5, Fig. 2
				next = skipBlanks(text, next+1)
			}
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
	switch p.ends {
	case ':':
		for next < len(text) && (text[next] == '*' || text[next] == '_' || text[next] == '.' || text[next] == ')' || text[next] == ' ') {
			next++
		}
		return next < len(text) && text[next] == ':' || hasWideColon(text[next:])
	case '.':
		return stops(text[next:], len(p.rest) > 0 && p.rest[len(p.rest)-1] == "#")
	}
	return true
}

func hasWideColon(s string) bool { return len(s) >= 3 && s[:3] == "：" }

// stops reports whether text ends, or goes on with punctuation or, if that counts,
// with a capital.
func stops(text string, capital bool) bool {
	for _, r := range text {
		switch {
		case r == ' ' || r == '*' || r == '_' || r == '"' || r == '(' || r == '\t':
		case r == '\n' || r == '\r' || r == '.' || r == ':' || r == '-' || r == '–' || r == '—' || r == ')' || r == '|' || r == '·' || r == '«' || r == '“':
			return true
		default:
			return capital && unicode.IsUpper(r)
		}
	}
	return true
}

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

// foldWord appends the folded word of text at at to buf, and returns where the
// word ends. A word longer than any phrase's is empty.
func foldWord(buf []byte, text string, at int) (word []byte, end int) {
	for at < len(text) {
		if c := text[at]; c < utf8.RuneSelf {
			f := folded[c]
			if f == 0 {
				break
			}
			if len(buf)+utf8.UTFMax > maxWord {
				return nil, at
			}
			buf = append(buf, f)
			at++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[at:])
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

// folded are the bytes of ASCII that stand in words, in lower case; 0 for the
// others.
var folded = func() (t [utf8.RuneSelf]byte) {
	for c := range t {
		if inWord(rune(c)) {
			t[c] = fold(byte(c))
		}
	}
	return t
}()

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
