package cut

import (
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// onlyLeaf returns the leaf that s lies in, or that s ends in after headings;
// false where s holds more than one.
func onlyLeaf(d *doc.Document, s doc.Span) (doc.Block, bool) {
	last, n := doc.Block{}, 0
	for _, b := range leaves(d, s) {
		if last = b; b.Kind != doc.Heading {
			n++
		}
		if n > 1 {
			return last, false
		}
	}
	return last, n == 1
}

// insideLeaf cuts a leaf of a kind that no other cutter knows, in the span in,
// which ends at or before end, where there are no more cuts: code at its
// declarations, then statements, then lines; a row at its cells; raw HTML at its
// tags; the rest at blank lines, else at lines.
func insideLeaf(d *doc.Document, leaf doc.Block, in doc.Span, end int) chunk.Cursor {
	switch leaf.Kind {
	case doc.Row:
		return rowCells(d, leaf, in, end)
	case doc.Code:
		if cuts := codeCuts(d.Text, in, leaf.Span, leaf.Label); len(cuts) > 0 {
			return listed{cuts, end}
		}
		return leafLines(d, leaf, in, end)
	case doc.HTML:
		return insideHTML(d, leaf, in, end)
	case doc.Math, doc.FrontMatter, doc.Record:
		return leafLines(d, leaf, in, end)
	}
	return noCuts(end)
}

// noCuts is the cursor of a span without a cut, by its end.
type noCuts int

func (c noCuts) Next(int) int        { return int(c) }
func (noCuts) Last(after, _ int) int { return after }

// leafLines cuts a leaf of lines at its blank lines; where it has none in the
// span, at every line that is not next to a fence; where there is none either,
// at every line.
func leafLines(d *doc.Document, leaf doc.Block, in doc.Span, end int) chunk.Cursor {
	first, last := fences(d, leaf)
	first, last = max(in.Start, first), min(in.End, last)
	for _, c := range []chunk.Cursor{
		&within{BlankLines.Seek(d, in), first, last, end},
		&within{Lines.Seek(d, in), first, last, end},
		&within{Lines.Seek(d, in), in.Start, in.End, end},
	} {
		if c.Next(in.Start) < end {
			return c
		}
	}
	return noCuts(end)
}

// within narrows a cursor to the cuts between first and last, both excluded.
type within struct {
	chunk.Cursor
	first, last, end int
}

func (c *within) Next(after int) int {
	if after = max(after, c.first); after >= c.last {
		return c.end
	}
	if at := c.Cursor.Next(after); at < c.last {
		return at
	}
	return c.end
}

func (c *within) Last(after, most int) int {
	if most = min(most, c.last-1); most <= c.first {
		return after
	}
	if at := c.Cursor.Last(max(after, c.first), most); at > c.first {
		return max(after, at)
	}
	return after
}

// cellCursor cuts before each cell of a table row but the first.
type cellCursor struct {
	text       string // up to the end of the row, or of what is asked about
	start, end int    // of the row, or of what is asked about; where there are no more cuts
}

func (c *cellCursor) Next(after int) int {
	for i := max(after, c.start) + 1; i+1 < len(c.text); i++ {
		n := strings.IndexByte(c.text[i:len(c.text)-1], '|')
		if n < 0 {
			break
		}
		if i += n; c.cell(i) {
			return i
		}
	}
	return c.end
}

func (c *cellCursor) Last(after, most int) int {
	for to := min(most, len(c.text)-2) + 1; ; {
		i := lastByte(c.text, max(after, c.start)+1, to, '|')
		if i < 0 {
			return after
		}
		if c.cell(i) {
			return i
		}
		to = i
	}
}

// cell reports whether a cell begins at the bar at i: it isn't escaped, nor the
// last of the row.
func (c *cellCursor) cell(i int) bool {
	escapes := 0
	for i-escapes-1 > c.start && c.text[i-escapes-1] == '\\' {
		escapes++
	}
	return escapes%2 == 0 && !doc.IsBlank(c.text[i+1:])
}
