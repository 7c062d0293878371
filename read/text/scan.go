package text

import (
	"context"
	"strings"

	"github.com/pildora/pildora/doc"
)

// scanner makes one pass over the text, line by line. It keeps the lines of the
// paragraph that is open.
type scanner struct {
	text   string
	pos    int
	open   []doc.Span // lines of the open paragraph
	pieces []piece
	pages  []int      // end of each page that a form feed ends, after the form feed
	skip   []doc.Span // lines of page headers and footers that are still to come
}

// checkEvery is how many bytes are read between two looks at the context.
const checkEvery = 1 << 18

func (s *scanner) run(ctx context.Context) error {
	next := checkEvery
	ends := newLineEnds(s.text)
	for s.pos < len(s.text) {
		if s.pos >= next {
			if err := ctx.Err(); err != nil {
				return err
			}
			next = s.pos + checkEvery
		}
		end, after, mark := ends.find(s.pos)
		s.line(s.pos, end)
		if mark != newline {
			s.flush()
		}
		if mark == page {
			s.pages = append(s.pages, after)
		}
		s.pos = after
	}
	s.flush()
	return nil
}

// line adds the line from start to end to the open paragraph, or ends that
// where the line is blank or a page's header or footer. A byte order mark is no
// part of a paragraph.
func (s *scanner) line(start, end int) {
	for len(s.skip) > 0 && s.skip[0].Start < start {
		s.skip = s.skip[1:]
	}
	if len(s.skip) > 0 && s.skip[0].Start == start || doc.IsBlank(s.text[start:end]) {
		s.flush()
		return
	}
	if len(s.open) == 0 {
		for end-start > len(doc.BOM) && s.text[start:start+len(doc.BOM)] == doc.BOM {
			start += len(doc.BOM)
		}
	}
	s.open = append(s.open, doc.Span{Start: start, End: end})
}

func (s *scanner) flush() {
	s.part(s.open)
	s.open = s.open[:0]
}

// What a line end means.
type mark uint8

const (
	newline   mark = iota
	paragraph      // U+2029
	page           // form feed
)

// marks are what ends lines, with what it means. CR LF is one line end.
var marks = [...]struct {
	text string
	mark mark
}{
	{"\n", newline}, {"\r", newline}, {"\f", page}, {"\u0085", newline}, {"\u2028", newline}, {"\u2029", paragraph},
}

// lineEnds finds line ends. Of each mark it remembers where it comes next, so
// that each is sought once over the whole text, at the speed of strings.Index.
type lineEnds struct {
	text string
	next [len(marks)]int // -1: not sought yet
}

func newLineEnds(text string) lineEnds {
	l := lineEnds{text: text}
	for i := range l.next {
		l.next[i] = -1
	}
	return l
}

// find finds the end of the line that begins at i, where the next line begins,
// and what the line end means. The last line ends with the text.
func (l *lineEnds) find(i int) (end, after int, m mark) {
	end, after = len(l.text), len(l.text)
	for k := range marks {
		if l.next[k] < i {
			l.next[k] = len(l.text)
			if n := strings.Index(l.text[i:], marks[k].text); n >= 0 {
				l.next[k] = i + n
			}
		}
		if at := l.next[k]; at < end {
			end, after, m = at, at+len(marks[k].text), marks[k].mark
		}
	}
	if end < len(l.text) && l.text[end] == '\r' && after < len(l.text) && l.text[after] == '\n' {
		after++
	}
	return end, after, m
}
