package cut

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// Cells are the spans of the texts of a row's cells, in order, without what
// separates them, blanks and quotes around them. One without a text is empty and
// stands where the text would.
func Cells(d *doc.Document, row doc.Block) []doc.Span {
	var cells []doc.Span
	cursor := rowCells(d, row, row.Span, row.Span.End)
	for at := row.Span.Start; at < row.Span.End; {
		next := cursor.Next(at)
		cells = append(cells, cellIn(d, row, doc.Span{Start: at, End: next}))
		at = next
	}
	return cells
}

// cellIn is the text of the cell in s, which begins with its bar in Markdown and
// ends with its separator in delimited text.
func cellIn(d *doc.Document, row doc.Block, s doc.Span) doc.Span {
	last := s.End == row.Span.End
	trim := func() {
		text := d.Slice(s)
		s.Start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
		s.End = s.Start + len(strings.TrimSpace(text))
	}
	trim()
	sep, delimited := separatorOf(d, row)
	if !delimited {
		sep = '|'
		if strings.HasPrefix(d.Slice(s), "|") {
			s.Start++
		}
	}
	if text := d.Slice(s); last || delimited {
		if n := len(text); n > 0 && text[n-1] == sep && (n == 1 || text[n-2] != '\\') {
			s.End--
		}
	}
	trim()
	if text := d.Slice(s); delimited && len(text) > 1 && text[0] == '"' && text[len(text)-1] == '"' {
		s.Start, s.End = s.Start+1, s.End-1
	}
	return s
}
