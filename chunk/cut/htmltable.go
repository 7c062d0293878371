package cut

import (
	"sort"
	"strings"

	"github.com/pildora/pildora/doc"
)

// HTMLTable is a table of raw HTML that doesn't stand in another.
type HTMLTable struct {
	Span doc.Span
	// Header is its thead, else its first rows if they hold header cells only
	// and others follow; empty where there is neither.
	Header doc.Span
	Rows   []doc.Span // its rows, in order, each from its tag on
}

// HTMLTables returns the tables in a block of raw HTML, in order.
func HTMLTables(text string, block doc.Span) []HTMLTable {
	var s tableScan
	for _, t := range htmlTags(text, block) {
		s.tag(t)
	}
	if s.depth > 0 { // the last one isn't closed
		s.end(block.End)
	}
	return s.tables
}

// end ends the last table.
func (s *tableScan) end(at int) {
	table := &s.tables[len(s.tables)-1]
	table.Span.End = at
	table.endRow(at)
}

// endRow ends the last row, unless it has ended.
func (t *HTMLTable) endRow(at int) {
	if n := len(t.Rows); n > 0 && t.Rows[n-1].Empty() {
		t.Rows[n-1].End = at
	}
}

// tableScan finds tables.
type tableScan struct {
	tables []HTMLTable
	depth  int  // of tables in tables
	head   int  // where an open thead begins, or -1
	sought bool // the header of the table is still to be found
}

func (s *tableScan) tag(t htmlTag) {
	switch {
	case t.name == "table" && !t.closing:
		if s.depth++; s.depth == 1 {
			s.tables = append(s.tables, HTMLTable{Span: doc.Span{Start: t.span.Start, End: t.span.End}})
			s.head, s.sought = -1, true
		}
	case t.name == "table" && s.depth > 0:
		if s.depth--; s.depth == 0 {
			s.end(t.span.End)
		}
	case s.depth == 1:
		s.inside(&s.tables[len(s.tables)-1], t)
	}
}

func (s *tableScan) inside(table *HTMLTable, t htmlTag) {
	switch t.name {
	case "thead", "tbody", "tfoot":
		table.endRow(t.span.Start)
		s.group(table, t)
	case "tr":
		if t.closing {
			table.endRow(t.span.End)
			return
		}
		table.endRow(t.span.Start)
		table.Rows = append(table.Rows, doc.Span{Start: t.span.Start, End: t.span.Start})
	case "td":
		if n := len(table.Rows); s.sought && s.head < 0 && n > 0 {
			s.sought = false
			table.Header = doc.Span{Start: table.Rows[0].Start, End: table.Rows[n-1].Start}
		}
	}
}

func (s *tableScan) group(table *HTMLTable, t htmlTag) {
	switch {
	case !s.sought:
	case s.head >= 0: // what ends the thead
		end := t.span.Start
		if t.closing {
			end = t.span.End
		}
		table.Header = doc.Span{Start: s.head, End: end}
		s.head, s.sought = -1, false
	case t.name == "thead" && !t.closing:
		s.head = t.span.Start
	}
}

// Row returns the row that at lies in, behind its start.
func (t *HTMLTable) Row(at int) (row doc.Span, inside bool) {
	i := sort.Search(len(t.Rows), func(i int) bool { return t.Rows[i].End > at })
	if i == len(t.Rows) || t.Rows[i].Start >= at {
		return row, false
	}
	return t.Rows[i], true
}

// FirstHTMLCell returns the first cell of the row that begins at start, its tags
// included; empty where it isn't found nearby.
func FirstHTMLCell(text string, start int) (cell doc.Span) {
	depth := 0
	for _, t := range htmlTags(text, doc.Span{Start: start, End: min(len(text), start+longestFirst)}) {
		switch {
		case t.name == "table" && !t.closing:
			depth++
		case t.name == "table":
			depth--
		case depth != 0 || t.name != "td" && t.name != "th" && t.name != "tr" || t.span.Start == start:
		case cell.End == 0 && !t.closing:
			cell = doc.Span{Start: t.span.Start, End: t.span.End}
		case cell.End == 0:
			return cell
		case t.closing && t.name != "tr":
			return doc.Span{Start: cell.Start, End: t.span.End}
		default:
			return doc.Span{Start: cell.Start, End: t.span.Start}
		}
	}
	return doc.Span{}
}

// HTMLCells writes the text of the cells in a part of a table, a line for each
// row, without tags.
func HTMLCells(text string, part doc.Span) string {
	var b strings.Builder
	at := part.Start
	for _, t := range append(htmlTags(text, part), htmlTag{span: doc.Span{Start: part.End, End: part.End}}) {
		word := strings.Join(strings.Fields(text[at:t.span.Start]), " ")
		if word != "" && b.Len() > 0 && !strings.HasSuffix(b.String(), " | ") && !strings.HasSuffix(b.String(), "\n") {
			b.WriteByte(' ')
		}
		b.WriteString(word)
		at = t.span.End
		switch {
		case b.Len() == 0 || t.closing:
		case t.name == "td", t.name == "th":
			if !strings.HasSuffix(b.String(), "\n") {
				b.WriteString(" | ")
			}
		case t.name == "tr":
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// longestFirst bounds how long a first cell may be that is repeated, in bytes.
const longestFirst = 1 << 12

// FirstCell returns the first cell of a row in Markdown, its bars included, or
// of delimited text with its separator; empty where it isn't found nearby.
func FirstCell(d *doc.Document, b doc.Block) doc.Span {
	row := b.Span
	text := d.Text[:min(row.End, row.Start+longestFirst)]
	if sep, ok := separatorOf(d, b); ok {
		for _, at := range delimitedCells(text, row, doc.Span{Start: row.Start, End: len(text)}, sep) {
			return doc.Span{Start: row.Start, End: at}
		}
		return doc.Span{}
	}
	cells := cellCursor{text: text, start: row.Start, end: row.End}
	at := cells.Next(row.Start)
	if at >= len(text) {
		return doc.Span{}
	}
	return doc.Span{Start: row.Start, End: at + 1}
}
