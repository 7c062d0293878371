package markup

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// Line is a stretch of one line of a source, without its line end and without
// blanks at its end.
type Line struct{ Start, End int }

// Span is the line's span in the source.
func (l Line) Span() doc.Span { return doc.Span(l) }

// Blank reports whether nothing is on the line.
func (l Line) Blank() bool { return l.Start >= l.End }

// Of returns the line's text.
func (l Line) Of(source string) string { return source[l.Start:l.End] }

// Lines splits a stretch of a source into lines, which may end in LF, CR LF or
// CR. A byte order mark at its start belongs to none.
func Lines(source string, s doc.Span) []Line {
	if strings.HasPrefix(source[s.Start:s.End], doc.BOM) {
		s.Start += len(doc.BOM)
	}
	lines := make([]Line, 0, 1+strings.Count(source[s.Start:s.End], "\n"))
	for at := s.Start; at < s.End; {
		end, next := s.End, s.End
		if i := strings.IndexAny(source[at:s.End], "\r\n"); i >= 0 {
			end, next = at+i, at+i+1
			if source[end] == '\r' && next < s.End && source[next] == '\n' {
				next++
			}
		}
		lines = append(lines, Line{at, TrimEnd(source, at, end)})
		at = next
	}
	return lines
}

// TrimEnd is the end of source[start:end] without the blanks at its end.
func TrimEnd(source string, start, end int) int {
	for end > start && isBlank(source[end-1]) {
		end--
	}
	return end
}

// TrimStart is the start of source[start:end] without the blanks there.
func TrimStart(source string, start, end int) int {
	for start < end && isBlank(source[start]) {
		start++
	}
	return start
}

// Trim is s without the blanks around it.
func Trim(source string, s doc.Span) doc.Span {
	s.End = TrimEnd(source, s.Start, s.End)
	s.Start = TrimStart(source, s.Start, s.End)
	return s
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\f' || c == '\v' }

// TabWidth is how far apart the columns are that a tab goes to.
const TabWidth = 8

// Indent is how many columns of blanks a line begins with.
func (l Line) Indent(source string) int {
	column := 0
	for i := l.Start; i < l.End; i++ {
		switch source[i] {
		case ' ', '\f', '\v':
			column++
		case '\t':
			column += TabWidth - column%TabWidth
		default:
			return column
		}
	}
	return column
}

// Strip takes up to n columns of blanks from the start of a line. A tab that
// reaches further goes whole.
func (l Line) Strip(source string, n int) Line {
	for column := 0; l.Start < l.End && column < n && isBlank(source[l.Start]); l.Start++ {
		if source[l.Start] == '\t' {
			column += TabWidth - column%TabWidth
		} else {
			column++
		}
	}
	return l
}

// Margin is the smallest indentation of the lines that aren't blank.
func Margin(source string, lines []Line) int {
	least := -1
	for _, l := range lines {
		if l.Blank() {
			continue
		}
		if n := l.Indent(source); least < 0 || n < least {
			least = n
		}
	}
	return max(least, 0)
}

// Dedent strips the margin of lines in place, and the blank lines around them.
func Dedent(source string, lines []Line) []Line {
	lines = Tight(lines)
	n := Margin(source, lines)
	for i := range lines {
		lines[i] = lines[i].Strip(source, n)
	}
	return lines
}

// Tight is lines without the blank ones at the start and the end.
func Tight(lines []Line) []Line {
	for len(lines) > 0 && lines[0].Blank() {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1].Blank() {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// SpanOf is the span of lines, of which there is at least one.
func SpanOf(lines []Line) doc.Span {
	return doc.Span{Start: lines[0].Start, End: max(lines[0].Start, lines[len(lines)-1].End)}
}
