package enrich

import (
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/sentence"
)

// header is what a body lacks of the table, the code or the list that it begins
// inside of.
type header struct {
	rows   doc.Span           // the header rows of the table
	lines  [maxLines]doc.Span // the row's first cell; enclosing declarations; first lines of items; outermost first
	n      int                // of lines
	inside int                // the record or turn that the body begins inside of: its block + 1
	html   bool               // rows are HTML
	row    int                // the row whose first cell is in lines
	field  int                // the row whose first cell is written as a line that names its column
}

// named leaves out the header rows of a table whose rows name their columns.
func (h *header) named() {
	if !h.rows.Empty() && !h.html {
		*h = header{field: h.row}
	}
}

// maxLines is how many enclosing declarations, or items, are named at most: the
// innermost.
const maxLines = 3

func (h *header) add(line doc.Span) {
	if !line.Empty() && h.n < maxLines {
		h.lines[h.n] = line
		h.n++
	}
}

// headerOf finds the header of a body.
func headerOf(d *doc.Document, body doc.Span, known *tables) (h header) {
	i := d.BlockFrom(body.Start)
	if i >= len(d.Blocks) || d.Blocks[i].Span.Start >= body.End {
		return h
	}
	b := &d.Blocks[i]
	begun := b.Span.Start < body.Start
	switch {
	case b.Kind == doc.Row:
		return rowHeader(d, body, i)
	case b.Kind == doc.Record || b.Kind == doc.Turn:
		h.inside = within(d, body, i)
		return h
	case b.Kind == doc.HTML && begun:
		return known.header(d, body, i)
	case b.Kind == doc.Code && begun:
		return scopes(d, body, i, cut.Enclosing(d, b.Span, body.Start))
	case b.Kind == doc.Decl || b.Kind == doc.Code && declaredIn(d, i):
		return scopes(d, body, i, nil)
	}
	return parents(d, body, i, begun)
}

// rowHeader is the header rows of the table whose row i the body begins in, or
// with, and the first cell of that row where the body begins behind it.
func rowHeader(d *doc.Document, body doc.Span, row int) (h header) {
	table := int(d.Blocks[row].Parent)
	if table < 0 || d.Blocks[table].Kind != doc.Table || d.Blocks[table].Span.Start >= body.Start {
		return h
	}
	for i := table + 1; i < row && d.Blocks[i].Kind == doc.Row && d.Blocks[i].Level == 1; i++ {
		if h.rows.Empty() {
			h.rows.Start = d.Blocks[i].Span.Start
		}
		h.rows.End = d.Blocks[i].Span.End
	}
	if r := d.Blocks[row]; r.Level == 0 && r.Span.Start < body.Start {
		if cell := cut.FirstCell(d, r); cell.End <= body.Start+1 { // its last bar may open the body
			if h.add(cell); h.n > 0 {
				h.row = row
			}
		}
	}
	return h
}

// parents are the first lines of the items that block i, which the body begins
// with or in, lies in, as far as they begin before the body. An item whose own
// first text the body goes on with is none of them.
func parents(d *doc.Document, body doc.Span, i int, begun bool) (h header) {
	var inner [maxLines]doc.Span
	n := 0
	p := int(d.Blocks[i].Parent)
	for range maxDepth {
		if p < 0 || n == maxLines {
			break
		}
		if b := d.Blocks[p]; b.Kind == doc.Item && b.Span.Start < body.Start && !(begun && d.LeafBefore(i) < p) {
			if line := firstLine(d, p); line.End <= body.Start && !line.Empty() {
				inner[n] = line
				n++
			}
		}
		p = int(d.Blocks[p].Parent)
	}
	for n > 0 {
		n--
		h.add(inner[n])
	}
	return h
}

const (
	maxDepth = 64  // how many blocks up items are sought
	longLine = 160 // in bytes: of a longer line only the first sentence is repeated
	longest  = 512 // in bytes: what is longer is not repeated at all
)

// firstLine is the first line of item i, with its marker, if it is prose.
func firstLine(d *doc.Document, i int) (line doc.Span) {
	if i+1 >= len(d.Blocks) || int(d.Blocks[i+1].Parent) != i || d.Blocks[i+1].Kind != doc.Paragraph {
		return line
	}
	prose := d.Blocks[i+1].Span
	line = doc.Span{Start: indented(d.Text, d.Blocks[i].Span.Start), End: min(prose.End, prose.Start+longest)}
	if n := strings.IndexByte(d.Text[prose.Start:line.End], '\n'); n >= 0 {
		line.End = prose.Start + n
	}
	if line.Len() > longLine {
		for end := range sentence.New(d.Language).Ends(d.Text[prose.Start:line.End]) {
			line.End = prose.Start + end
			break
		}
	}
	if line.Len() >= longest {
		return doc.Span{}
	}
	line.End = line.Start + len(strings.TrimRight(d.Slice(line), " \t\r"))
	return line
}

// indented is where the blanks before at begin, where nothing else stands before
// it on its line.
func indented(text string, at int) int {
	i := at
	for i > 0 && at-i < maxDepth && (text[i-1] == ' ' || text[i-1] == '\t') {
		i--
	}
	if i > 0 && text[i-1] != '\n' {
		return at
	}
	return i
}

// headerForms are the whole header; without the delimiter line of the table, or
// the tags of one in HTML; without the row's first cell, or the outermost lines; at last the first cell
// alone.
func headerForms(d *doc.Document, h header, yield func(chunk.Part) bool) {
	if h.inside > 0 {
		pathForms(d, h.inside-1, yield)
		return
	}
	if h.rows.Empty() {
		for i := range h.n {
			if !yield(headerPart(d, h.lines[i:h.n]...)) {
				return
			}
		}
		return
	}
	forms := []doc.Span{h.rows}
	if short := undelimited(d, h.rows); short != h.rows && !h.html {
		forms = append(forms, short)
	}
	for n := h.n; n >= 0; n-- {
		for _, rows := range forms {
			if !yield(headerPart(d, append([]doc.Span{rows}, h.lines[:n]...)...)) {
				return
			}
		}
		if h.html && !yield(untagged(d, h.rows, h.lines[:n])) {
			return
		}
	}
	if h.n > 0 {
		yield(headerPart(d, h.lines[:h.n]...))
	}
}

// headerPart is a part of lines.
func headerPart(d *doc.Document, lines ...doc.Span) chunk.Part {
	if len(lines) == 1 {
		return chunk.Part{Role: chunk.Header, Span: lines[0]}
	}
	var b strings.Builder
	for i, line := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(d.Slice(line))
	}
	return chunk.Part{Role: chunk.Header, Text: b.String()}
}

// untagged is a part of the text of header cells, and of the first cell.
func untagged(d *doc.Document, rows doc.Span, cells []doc.Span) chunk.Part {
	text := cut.HTMLCells(d.Text, rows)
	for _, c := range cells {
		text += "\n" + cut.HTMLCells(d.Text, c)
	}
	return chunk.Part{Role: chunk.Header, Text: text}
}

// undelimited is the span of header rows without the delimiter line under them.
func undelimited(d *doc.Document, rows doc.Span) doc.Span {
	text := d.Slice(rows)
	i := strings.LastIndexByte(text, '\n')
	if i < 0 || strings.Trim(text[i:], " \t\r\n>|:-") != "" {
		return rows
	}
	return doc.Span{Start: rows.Start, End: rows.Start + len(strings.TrimRight(text[:i], "\r"))}
}
