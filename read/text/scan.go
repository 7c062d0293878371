package text

import (
	"context"
	"strings"

	"github.com/pildora/pildora/doc"
)

// scanner makes one pass over the text, line by line. It keeps the paragraph
// that is open and looks at no byte twice, save to see whether a line is blank.
type scanner struct {
	text   string
	pos    int
	start  int // of the open paragraph, or -1
	end    int // of its last line, before the line end
	blocks []doc.Block
	pages  []int // end of each page that a form feed ends, after the form feed
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
// where the line is blank. A byte order mark is no part of a paragraph.
func (s *scanner) line(start, end int) {
	if doc.IsBlank(s.text[start:end]) {
		s.flush()
		return
	}
	if s.start < 0 {
		for end-start > len(doc.BOM) && s.text[start:start+len(doc.BOM)] == doc.BOM {
			start += len(doc.BOM)
		}
		s.start = start
	}
	s.end = end
}

func (s *scanner) flush() {
	if s.start < 0 {
		return
	}
	s.blocks = append(s.blocks, doc.Block{Kind: doc.Paragraph, Parent: -1, Span: doc.Span{Start: s.start, End: s.end}})
	s.start = -1
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
