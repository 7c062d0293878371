package cut

import (
	"context"
	"iter"
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// BlankLines cuts after each run of blank lines.
var BlankLines chunk.Seeker = blankLines{}

type blankLines struct{}

// Cuts yields the starts of the lines behind blank ones.
func (c blankLines) Cuts(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return chunk.Walk(c, d, s)
}

// Seek returns a cursor over the same places.
func (blankLines) Seek(d *doc.Document, s doc.Span) chunk.Cursor {
	return &blankLineCursor{text: d.Text[:s.End], start: s.Start}
}

type blankLineCursor struct {
	text  string // up to the span's end
	start int
}

func (c *blankLineCursor) Next(after int) int {
	at, ok := c.lineOfBlanks(after)
	for {
		if ok {
			if line := c.pastBlankLines(at); line > at {
				return line
			}
		}
		from := max(at, after)
		i := strings.IndexByte(c.text[from:], '\n')
		if i < 0 {
			return len(c.text)
		}
		at, ok = from+i+1, true
	}
}

// lineOfBlanks returns the start of the line that i lies in, and true, where
// nothing but blanks stands before i on it and a line ends before it in the
// span.
func (c *blankLineCursor) lineOfBlanks(i int) (int, bool) {
	for i > c.start && blank(c.text[i-1]) {
		i--
	}
	return i, i > c.start && c.text[i-1] == '\n'
}

// pastBlankLines returns the start of the first line from the one at on that
// isn't blank; the last line of the span isn't, for no line end ends it.
func (c *blankLineCursor) pastBlankLines(at int) int {
	for {
		end := at
		for end < len(c.text) && blank(c.text[end]) {
			end++
		}
		if end == len(c.text) || c.text[end] != '\n' {
			return at
		}
		at = end + 1
	}
}

func (c *blankLineCursor) Last(after, most int) int {
	most = min(most, len(c.text)-1)
	for {
		i := lastByte(c.text, after, most, '\n')
		if i < 0 {
			return after
		}
		line, ok := c.lineOfBlanks(i)
		if ok && c.pastBlankLines(i+1) == i+1 {
			return i + 1
		}
		if most = i; ok {
			most = line // the line end before the blank line
		}
	}
}

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

// Lines cuts after each line end, blank lines going with the line before.
var Lines chunk.Seeker = lines{}

type lines struct{}

// Cuts yields the starts of the lines that aren't blank.
func (c lines) Cuts(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return chunk.Walk(c, d, s)
}

// Seek returns a cursor over the same places.
func (lines) Seek(d *doc.Document, s doc.Span) chunk.Cursor {
	return &lineCursor{text: d.Text[:s.End], start: s.Start}
}

type lineCursor struct {
	text  string // up to the span's end
	start int
}

func (c *lineCursor) Next(after int) int {
	if c.insideRun(after) {
		return c.pastEnds(after)
	}
	i := strings.IndexByte(c.text[after:], '\n')
	if i < 0 {
		return len(c.text)
	}
	return c.pastEnds(after + i)
}

// insideRun reports whether a carriage return at i goes on with a run of line
// ends.
func (c *lineCursor) insideRun(i int) bool {
	if i >= len(c.text) || c.text[i] != '\r' {
		return false
	}
	for i > c.start && c.text[i-1] == '\r' {
		i--
	}
	return i > c.start && c.text[i-1] == '\n'
}

// pastEnds returns where the run of line ends at i ends.
func (c *lineCursor) pastEnds(i int) int {
	for i < len(c.text) && lineEnd(c.text[i]) {
		i++
	}
	return i
}

func (c *lineCursor) Last(after, most int) int {
	most = min(most, len(c.text)-1)
	for to := most; ; {
		i := lastByte(c.text, after, to, '\n')
		if i < 0 {
			break
		}
		if at := c.pastEnds(i); at <= most {
			return at
		}
		for to = i; to > after && lineEnd(c.text[to-1]); {
			to--
		}
	}
	if c.insideRun(after) {
		if at := c.pastEnds(after); at <= most {
			return at
		}
	}
	return after
}

func lineEnd(b byte) bool { return b == '\n' || b == '\r' }
