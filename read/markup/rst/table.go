package rst

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// cell is a cell of a table: its lines at the margin.
type cell struct {
	lines            []markup.Line
	text             markup.Text // instead of lines
	colspan, rowspan int
	src              doc.Span
}

// grid is a table: its first rows are its header.
type grid struct {
	src     doc.Span
	caption []markup.Line
	rows    [][]cell
	headers int
	stubs   int // first columns of headers
}

// table reads a table drawn with characters.
func (p *parser) table(lines []markup.Line, depth int) int {
	s := lines[0].Of(p.src)
	switch {
	case isGridBorder(s):
		return p.gridTable(lines, nil, depth)
	case isSimpleBorder(s):
		return p.simpleTable(lines, nil, depth)
	}
	return 0
}

func (p *parser) writeTable(g grid, depth int) {
	t := markup.Table{Src: g.src, Headers: g.headers}
	if len(g.caption) > 0 {
		t.Caption = func() { p.inline(markup.Joined(p.src, g.caption)) }
	}
	for _, row := range g.rows {
		cells := make([]markup.Cell, len(row))
		for j, c := range row {
			cells[j] = markup.Cell{Src: c.src, Colspan: c.colspan, Rowspan: c.rowspan, Header: j < g.stubs, Write: func() { p.cell(c, depth) }}
		}
		t.Rows = append(t.Rows, cells)
	}
	p.Table(t)
}

func (p *parser) cell(c cell, depth int) {
	switch lines := markup.Tight(c.lines); {
	case c.text.S != "":
		p.inline(c.text)
	case len(lines) > 0 && len(lines) == paragraphEnd(lines) && !p.structured(lines):
		p.inline(markup.Joined(p.src, lines))
	default:
		p.body(lines, depth+1)
	}
}

// structured reports whether a cell of one paragraph's lines is something else.
func (p *parser) structured(lines []markup.Line) bool {
	s := lines[0].Of(p.src)
	if strings.HasPrefix(s, "..") || strings.HasPrefix(s, "| ") || p.startsList(lines) || strings.HasSuffix(lines[len(lines)-1].Of(p.src), "::") {
		return true
	}
	return len(lines) > 1 && startsBlank(lines[1].Of(p.src))
}

// columned is a line of a table with the place of each of its columns.
type columned struct {
	markup.Line
	at []int32 // the byte at which each column begins; nil where that is the column
}

// columned finds the columns of a line: characters of East Asia take two.
func (p *parser) columned(l markup.Line) columned {
	c := columned{Line: l}
	s := l.Of(p.src)
	ascii := true
	for i := range len(s) {
		ascii = ascii && s[i] < 0x80
	}
	if ascii {
		return c
	}
	for i, r := range s {
		for range runeColumns(r) {
			c.at = append(c.at, int32(i))
		}
	}
	return c
}

// byteOf is the byte that a column begins at, or the end of the line.
func (c *columned) byteOf(column int) int {
	switch {
	case c.at == nil:
		return min(c.Start+column, c.End)
	case column >= len(c.at):
		return c.End
	}
	return c.Start + int(c.at[column])
}

// char is the byte at a column, or a blank.
func (c *columned) char(source string, column int) byte {
	if i := c.byteOf(column); i < c.End {
		return source[i]
	}
	return ' '
}

// cut is what stands in some columns, without blanks at its end.
func (c *columned) cut(source string, from, to int) markup.Line {
	start, end := c.byteOf(from), c.byteOf(to)
	return markup.Line{Start: min(start, end), End: markup.TrimEnd(source, min(start, end), end)}
}

// gridTable reads a table drawn with +, - and |.
func (p *parser) gridTable(lines, caption []markup.Line, depth int) int {
	n := 0
	for n < len(lines) && !lines[n].Blank() && strings.IndexByte("+|", p.src[lines[n].Start]) >= 0 {
		n++
	}
	for n > 1 && !isGridBorder(lines[n-1].Of(p.src)) { // text below the table
		n--
	}
	if n < 3 {
		return 0
	}
	g := gridScan{source: p.src, header: -1, going: p.Going}
	for i, l := range lines[:n] {
		g.lines = append(g.lines, p.columned(l))
		if s := l.Of(p.src); i > 0 && strings.HasPrefix(s, "+=") && isGridBorder(s) && g.header < 0 {
			g.header = i
		}
	}
	g.width = columns(lines[0].Of(p.src))
	t, ok := g.scan()
	if !ok {
		p.Code("", lines[:n])
		return n
	}
	t.src, t.caption = markup.SpanOf(lines[:n]), caption
	p.writeTable(t, depth)
	return n
}

// isGridBorder reports whether a line is a border of a grid over all columns.
func isGridBorder(s string) bool {
	return len(s) > 2 && s[0] == '+' && s[len(s)-1] == '+' && (s[1] == '-' || s[1] == '=') && strings.Trim(s, "+-=") == ""
}

// isSimpleBorder reports whether a line is a border of a simple table of at
// least two columns.
func isSimpleBorder(s string) bool {
	return strings.HasPrefix(s, "=") && strings.IndexByte(s, ' ') > 0 && strings.Trim(s, "= ") == ""
}

// simpleTable reads a table whose columns are drawn with = alone.
func (p *parser) simpleTable(lines, caption []markup.Line, depth int) int {
	borders := []int{0}
	for i := 1; i < len(lines) && len(borders) < 3; i++ {
		if isSimpleBorder(lines[i].Of(p.src)) {
			borders = append(borders, i)
			if i+1 == len(lines) || lines[i+1].Blank() {
				break
			}
		}
	}
	if len(borders) < 2 {
		return 0
	}
	last := borders[len(borders)-1]
	t := grid{src: markup.SpanOf(lines[:last+1]), caption: caption}
	spans := columnSpans(lines[0].Of(p.src))
	for k := range len(borders) - 1 {
		t.rows = append(t.rows, p.simpleRows(lines[borders[k]+1:borders[k+1]], spans)...)
		if k == 0 && len(borders) == 3 {
			t.headers = len(t.rows)
		}
	}
	p.writeTable(t, depth)
	return last + 1
}

// columnSpans are the columns that a border underlines.
func columnSpans(border string) []doc.Span {
	var out []doc.Span
	for i := 0; i < len(border); {
		if border[i] == ' ' {
			i++
			continue
		}
		start := i
		for i < len(border) && border[i] != ' ' {
			i++
		}
		out = append(out, doc.Span{Start: start, End: i})
	}
	return out
}

// simpleRows reads rows: each begins where there is text in the first column.
// A line of dashes below a row joins columns.
func (p *parser) simpleRows(lines []markup.Line, columns []doc.Span) [][]cell {
	var rows [][]cell
	var row []columned
	flush := func(spans []doc.Span) {
		if len(row) > 0 {
			rows = append(rows, p.simpleRow(row, spans, columns))
		}
		row = nil
	}
	for _, l := range lines {
		if !p.Going() {
			break
		}
		s := l.Of(p.src)
		switch {
		case l.Blank():
			if len(row) > 0 {
				row = append(row, columned{Line: l})
			}
			continue
		case s[0] == '-' && strings.Trim(s, "- ") == "" && len(row) > 0 && strings.Contains(s, "--"):
			flush(columnSpans(s))
			continue
		}
		c := p.columned(l)
		if !first(c, p.src, columns).Blank() {
			flush(columns)
		}
		row = append(row, c)
	}
	flush(columns)
	return rows
}

// first is what stands in the first column.
func first(c columned, source string, spans []doc.Span) markup.Line {
	l := c.cut(source, spans[0].Start, spans[0].End)
	l.Start = markup.TrimStart(source, l.Start, l.End)
	return l
}

// simpleRow cuts the lines of a row into cells, each over the columns that begin
// in its span. The last one reaches to the end of the lines.
func (p *parser) simpleRow(row []columned, spans, columns []doc.Span) []cell {
	cells := make([]cell, 0, len(spans))
	for i, s := range spans {
		end := 1 << 30
		if i+1 < len(spans) {
			end = spans[i+1].Start
		}
		c := cell{rowspan: 1}
		for _, column := range columns {
			if s.Start <= column.Start && column.Start < min(end, s.End) {
				c.colspan++
			}
		}
		for _, l := range row {
			c.lines = append(c.lines, l.cut(p.src, s.Start, end))
		}
		c.lines = markup.Dedent(p.src, c.lines)
		if c.src = row[0].Span(); len(c.lines) > 0 {
			c.src = markup.SpanOf(c.lines)
		}
		if len(c.lines) == 1 && i == 0 && c.lines[0].Of(p.src) == `\` {
			c.lines = nil
		}
		cells = append(cells, c)
	}
	return cells
}
