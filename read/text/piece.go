package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// form is what a piece may be, until the whole text is known.
type form uint8

const (
	prose      form = iota
	ruled           // a rule: a line of one character
	underlined      // a heading, by the line below
	named           // a heading by its word and number: Chapter II
	numbered        // a heading, or an item, by its number alone
	capitals        // a heading in capitals
	short           // a short line at the margin
	item            // an item of a list
)

// piece is a paragraph or a part of one.
type piece struct {
	span   doc.Span
	label  doc.Span // of a heading: its text
	form   form
	level  uint8 // underlined: by its line; of what was decided to be a heading
	indent int   // columns before its first line
	number number
	mark   marker
}

// longLine is how long, in bytes, no line is that was wrapped.
const longLine = 200

// part parts the lines of a paragraph into pieces.
func (s *scanner) part(lines []doc.Span) {
	for _, l := range lines {
		if l.Len() >= longLine {
			for i := range lines {
				s.single(lines[i : i+1])
			}
			return
		}
	}
	from := 0
	for i := 0; i+1 < len(lines); {
		h, n := s.underlined(lines[i:])
		if n == 0 {
			i++
			continue
		}
		s.unlined(lines[from:i])
		s.add(h, lines[i:i+n])
		i += n
		from = i
	}
	s.unlined(lines[from:])
}

// underlined reads an underlined heading at the start of lines, and returns how
// many lines it has.
func (s *scanner) underlined(lines []doc.Span) (p piece, n int) {
	text := func(i int) string { return s.text[lines[i].Start:lines[i].End] }
	switch {
	case len(lines) >= 3 && isUnderline(text(0)) && isUnderlined(text(1), text(2)) && first(text(0)) == first(text(2)):
		return piece{form: underlined, level: 1, label: lines[1]}, 3
	case isUnderlined(text(0), text(1)):
		return piece{form: underlined, level: underlineLevel(first(text(1))), label: lines[0]}, 2
	}
	return piece{}, 0
}

// unlined parts lines without underlined headings. A line in capitals at the
// margin over indented lines stands alone, as in manuals.
func (s *scanner) unlined(lines []doc.Span) {
	if len(lines) >= 2 {
		above, below := s.text[lines[0].Start:lines[0].End], s.text[lines[1].Start:lines[1].End]
		if indent(above) == 0 && isCapitals(above) && indent(below) >= 2 {
			s.single(lines[:1])
			lines = lines[1:]
		}
	}
	for len(lines) > 0 {
		n := s.items(lines)
		if n == 0 {
			n = len(lines)
			s.single(lines)
		}
		lines = lines[n:]
	}
}

// single adds lines as one piece: a heading of some kind, perhaps, if it is one
// line, or two of which the first is no more than a word and its number.
func (s *scanner) single(lines []doc.Span) {
	p := piece{}
	text := s.text[lines[0].Start:lines[0].End]
	line := trim(text)
	switch {
	case len(lines) == 2 && isBareName(line) && isTitle(trim(s.text[lines[1].Start:lines[1].End])):
		p.form, p.label = named, doc.Span{Start: lines[0].Start, End: lines[1].End}
	case len(lines) > 1:
	case isRule(line):
		p.form = ruled
	default:
		p.form, p.number = candidate(line, indent(text))
		p.label = lines[0]
	}
	if p.mark = markAt(line); p.form == prose && p.mark.width > 0 {
		p.form = item
	}
	s.add(p, lines)
}

// candidate is what kind of heading a line that stands alone may be.
func candidate(line string, indent int) (form, number) {
	if len(line) > utf8.UTFMax*longHeading || utf8.RuneCountInString(line) > longHeading || isContents(line) {
		return prose, number{}
	}
	if isNamed(line) {
		return named, number{}
	}
	if n, ok := numberOf(line); ok {
		return numbered, n
	}
	if isCapitals(line) {
		return capitals, number{}
	}
	if indent == 0 && isTitle(line) && markAt(line).width == 0 {
		return short, number{}
	}
	return prose, number{}
}

func (s *scanner) add(p piece, lines []doc.Span) {
	p.span = doc.Span{Start: lines[0].Start, End: lines[len(lines)-1].End}
	p.indent = indent(s.text[lines[0].Start:lines[0].End])
	s.pieces = append(s.pieces, p)
}

// tab is how many columns a tab moves to a multiple of.
const tab = 8

// indent is how many columns of blanks a line begins with.
func indent(line string) int {
	n := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			n++
		case '\t':
			n += tab - n%tab
		default:
			return n
		}
	}
	return n
}

func trim(s string) string { return strings.TrimFunc(s, unicode.IsSpace) }

// first is the first byte of a line that is no blank.
func first(line string) byte {
	if line = trim(line); line != "" {
		return line[0]
	}
	return 0
}
