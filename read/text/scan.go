package text

import (
	"context"

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
	for s.pos < len(s.text) {
		if s.pos >= next {
			if err := ctx.Err(); err != nil {
				return err
			}
			next = s.pos + checkEvery
		}
		end, after, mark := lineEnd(s.text, s.pos)
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

// lineEnd finds the end of the line that begins at i, where the next line
// begins, and what the line end means. The last line ends with the text.
func lineEnd(text string, i int) (end, after int, m mark) {
	for ; i < len(text); i++ {
		switch c := text[i]; c {
		case '\n':
			return i, i + 1, newline
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				return i, i + 2, newline
			}
			return i, i + 1, newline
		case '\f':
			return i, i + 1, page
		case 0xc2: // U+0085 is C2 85
			if i+1 < len(text) && text[i+1] == 0x85 {
				return i, i + 2, newline
			}
		case 0xe2: // U+2028 is E2 80 A8, U+2029 is E2 80 A9
			if i+2 < len(text) && text[i+1] == 0x80 && text[i+2]|1 == 0xa9 {
				return i, i + 3, newline + mark(text[i+2]&1)
			}
		}
	}
	return len(text), len(text), newline
}
