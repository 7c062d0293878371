package cut

import (
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// rowCells is the cursor over the cells of a row in the span in, which ends at
// or before end, where there are no more cuts.
func rowCells(d *doc.Document, row doc.Block, in doc.Span, end int) chunk.Cursor {
	if sep, ok := separatorOf(d, row); ok {
		return listed{delimitedCells(d.Text, row.Span, in, sep), end}
	}
	return &cellCursor{text: d.Text[:in.End], start: in.Start, end: end}
}

// separatorOf is what separates the cells of a row of delimited text.
func separatorOf(d *doc.Document, row doc.Block) (sep byte, ok bool) {
	if row.Parent < 0 || d.Blocks[row.Parent].Kind != doc.Table || len(d.Blocks[row.Parent].Label) != 1 {
		return 0, false
	}
	return d.Blocks[row.Parent].Label[0], true
}

// delimitedCells returns where cells of delimited text begin in the span in of
// row, behind the separator that is outside of quotes.
func delimitedCells(text string, row, in doc.Span, sep byte) []int {
	var cuts []int
	at := in.Start
	if in.Start > row.Start && text[in.Start-1] != sep && insideQuotes(text[in.Start:in.End], sep) {
		at = cellQuote(text, at, in.End, sep)
	}
	for at < in.End {
		if open := at + blanksBefore(text[at:in.End]); open < in.End && text[open] == '"' && (at == row.Start || text[at-1] == sep) {
			at = cellQuote(text, open+1, in.End, sep)
		}
		i := strings.IndexByte(text[at:in.End], sep)
		if i < 0 {
			break
		}
		if at += i + 1; at < in.End {
			cuts = append(cuts, at)
		}
	}
	return cuts
}

// insideQuotes reports whether text, which begins within a cell, begins within
// quotes: the first quote in it closes the cell, rather than to open another.
func insideQuotes(text string, sep byte) bool {
	i := strings.IndexByte(text, '"')
	return i >= 0 && (i == 0 || text[i-1] != sep)
}

// cellQuote returns where the cell in quotes ends whose opening quote stands
// before at: behind the quote that a separator follows, else at end. Two quotes
// are one character of the cell.
func cellQuote(text string, at, end int, sep byte) int {
	for {
		i := strings.IndexByte(text[at:end], '"')
		if i < 0 {
			return end
		}
		first := at + i
		for at = first; at < end && text[at] == '"'; {
			at++
		}
		if rest := at + blanksBefore(text[at:end]); (at-first)%2 == 1 && (rest == end || text[rest] == sep) {
			return at
		}
	}
}

func blanksBefore(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }
