package rule

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/plain"
)

const (
	maxLine   = 200 // code points of a line
	minLine   = 80  // of one that ends with a sentence before it must
	maxSource = 800 // bytes of a document that a line is made of

	minSentence = 24 // bytes of a sentence that says something: a shorter one is the head of the next
)

// cut is text from start on, up to end or as far as a line is made of.
func cut(text string, start, end int) string {
	if end-start > maxSource {
		end = start + maxSource
		for end > start && !utf8.RuneStart(text[end]) {
			end--
		}
	}
	return text[start:end]
}

// first is the first sentence of a span, as a line.
func (r *reading) first(s doc.Span) string {
	s = doc.Trim(r.doc.Text, s)
	return r.line(cut(r.doc.Text, s.Start, s.End), true)
}

// last is the last sentence of a span, as a line.
func (r *reading) last(s doc.Span) string {
	s = doc.Trim(r.doc.Text, s)
	if s.Len() > maxSource {
		s.Start = s.End - maxSource
		for !utf8.RuneStart(r.doc.Text[s.Start]) {
			s.Start++
		}
	}
	text := r.doc.Slice(s)
	from := 0
	for end := range r.sentences.Ends(text) {
		if !doc.IsBlank(text[end:]) {
			from = end
		}
	}
	return r.line(text[from:], true)
}

// line is text on one line, without marks and no longer than a line may be; its
// first sentence alone where that is wanted.
func (r *reading) line(text string, sentence bool) string {
	if sentence {
		for end := range r.sentences.Ends(text) {
			if len(unnumbered(text[:end])) >= minSentence {
				text = text[:end]
				break
			}
		}
	}
	return r.shortened(flat(plain.Text(text)))
}

// unnumbered is text without the number, the bullet and the marks that it opens
// with.
func unnumbered(text string) string {
	return strings.TrimLeft(text, "0123456789.()[]#>*_-–—•§ \t\r\n")
}

// shortened cuts a line that is too long: after a sentence, else after a word.
func (r *reading) shortened(line string) string {
	if len(line) <= maxLine || utf8.RuneCountInString(line) <= maxLine {
		return line
	}
	n, most, least := 0, 0, 0
	for i := range line {
		switch n++; n {
		case minLine:
			least = i
		case maxLine:
			most = i
		}
	}
	end := 0
	for e := range r.sentences.Ends(line) {
		if e > most {
			break
		}
		end = e
	}
	if end >= least {
		return strings.TrimSpace(line[:end])
	}
	if at := strings.LastIndexByte(line[:most], ' '); at > least {
		most = at
	}
	return strings.TrimRight(line[:most], " ,;:(") + "…"
}

const (
	joiner    = '\u200d'
	nonJoiner = '\u200c'
)

// flat is text with control characters and line breaks as blanks, and each run
// of blanks as one.
func flat(text string) string {
	clean := true
	for i := 0; i < len(text); i++ {
		if c := text[i]; c < ' ' || c >= 0x7f || c == ' ' && (i == 0 || i+1 == len(text) || text[i+1] == ' ') {
			clean = false
			break
		}
	}
	if clean {
		return text
	}
	b := make([]byte, 0, len(text))
	blank := false
	for i, r := range text {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			blank = len(b) > 0
			continue
		case r >= utf8.RuneSelf && r != joiner && r != nonJoiner && unicode.Is(unicode.Cf, r): // such as turn the direction of what follows
			continue
		}
		if blank {
			b, blank = append(b, ' '), false
		}
		b = append(b, text[i:i+utf8.RuneLen(r)]...)
	}
	return string(b)
}
