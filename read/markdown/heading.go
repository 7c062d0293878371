package markdown

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// openATX reads a heading of the form "## text ##".
func (s *scanner) openATX(matched int) bool {
	text := s.content()
	level := 0
	for level < len(text) && text[level] == '#' {
		level++
	}
	if level > 6 || level < len(text) && !isBlank(text[level]) {
		return false
	}
	s.begin(matched)
	s.emit(doc.Block{
		Kind: doc.Heading, Level: uint8(level), Label: s.withoutAttributes(trimClosing(trimLeft(text[level:]))),
		Span: doc.Span{Start: s.from(), End: s.line.end},
	})
	return true
}

// trimClosing takes the closing run of # away, which a blank must precede.
func trimClosing(text string) string {
	rest := strings.TrimRight(text, "#")
	if rest == "" {
		return ""
	}
	if rest != text && isBlank(rest[len(rest)-1]) {
		return trimRight(rest)
	}
	return text
}

// underline returns the level of a setext underline, or 0.
func (s *scanner) underline() uint8 {
	text := s.content()
	mark := text[0]
	for i := 1; i < len(text); i++ {
		if text[i] != mark {
			return 0
		}
	}
	if mark == '=' {
		return 1
	}
	return 2
}

// closeSetext makes the open paragraph a heading. Link definitions at its start
// stay what they are; it reports false where nothing else was in it.
func (s *scanner) closeSetext(level uint8) bool {
	lines := s.takeDefinitions(s.para)
	s.leaf.kind, s.para = noLeaf, s.para[:0]
	if len(lines) == 0 {
		return false
	}
	s.emit(doc.Block{
		Kind: doc.Heading, Level: level, Label: s.withoutAttributes(s.join(lines)),
		Span: doc.Span{Start: lines[0].from, End: s.line.end},
	})
	return true
}

// join puts the text of lines together with blanks, without the marks of
// containers. One line is not copied.
func (s *scanner) join(lines []paraLine) string {
	if len(lines) == 1 {
		return trimRight(s.src[lines[0].text:lines[0].end])
	}
	var b strings.Builder
	for i, l := range lines {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(trimRight(s.src[l.text:l.end]))
	}
	return b.String()
}
