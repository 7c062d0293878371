package asciidoc

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// cell is a cell of a table on its way.
type cell struct {
	text             markup.Text
	colspan, rowspan int
	style            byte // a letter of the cell or its column, or 0
	line             int  // on which line of the table it begins
}

// table reads the lines between the delimiters of a table.
func (p *parser) table(lines []markup.Line, first markup.Line, m meta, depth int) {
	if len(lines) == 0 {
		return
	}
	t := markup.Table{Src: doc.Span{Start: first.Start, End: lines[len(lines)-1].End}}
	styles := columnStyles(m.named["cols"])
	cells, perLine := p.cells(lines, first, m)
	width := len(styles)
	if width == 0 {
		width = perLine
	}
	rows := p.rows(cells, width, styles)
	if !m.title.Blank() {
		t.Caption = func() { p.inline(markup.Of(p.src, m.title.Span())) }
	}
	t.Headers = headers(m, rows, lines)
	for _, row := range rows {
		out := make([]markup.Cell, len(row))
		for i, c := range row {
			out[i] = markup.Cell{Src: c.text.Span(0, len(c.text.S)), Colspan: c.colspan, Rowspan: c.rowspan, Header: c.style == 'h',
				Write: func() { p.cell(c, depth) }}
		}
		t.Rows = append(t.Rows, out)
	}
	p.Table(t)
}

// headers is how many rows are the header: one where an option says so, or
// where the first line holds one row and is followed by a blank one.
func headers(m meta, rows [][]cell, lines []markup.Line) int {
	switch {
	case len(rows) == 0 || m.has("noheader"):
		return 0
	case m.has("header"), m.named["options"] == "header":
		return 1
	}
	for _, c := range rows[0] {
		if c.line != 0 {
			return 0
		}
	}
	if len(rows) > 1 && len(lines) > 1 && lines[1].Blank() {
		return 1
	}
	return 0
}

// maxColumns is how many columns a table has at most.
const maxColumns = 1000

// columnStyles are the styles of the columns that "cols" names: "1,2m,3*a".
func columnStyles(cols string) []byte {
	var out []byte
	if strings.TrimSpace(cols) == "" {
		return nil
	}
	sep := ","
	if !strings.Contains(cols, ",") && strings.Contains(cols, ";") {
		sep = ";"
	}
	for spec := range strings.SplitSeq(cols, sep) {
		spec = strings.TrimSpace(spec)
		times := 1
		if n, rest, ok := strings.Cut(spec, "*"); ok {
			if v, err := strconv.Atoi(n); err == nil {
				times, spec = v, rest
			}
		}
		style := byte(0)
		if n := len(spec); n > 0 && isCellStyle(spec[n-1]) {
			style = spec[n-1]
		}
		for range min(max(times, 1), maxColumns-len(out)) {
			out = append(out, style)
		}
	}
	return out
}

func isCellStyle(c byte) bool { return strings.IndexByte("adehlmsv", c) >= 0 }

// cells reads the cells of a table, and how many the first line has.
func (p *parser) cells(lines []markup.Line, first markup.Line, m meta) ([]cell, int) {
	sep := p.src[first.Start : first.Start+1]
	format := m.named["format"]
	switch {
	case sep == "," || format == "csv":
		sep, format = ",", "csv"
	case sep == ":" || format == "dsv":
		sep, format = ":", "csv"
	case format == "tsv":
		sep, format = "\t", "csv"
	}
	if v := m.named["separator"]; v != "" {
		sep = strings.ReplaceAll(v, `\t`, "\t")
	}
	if format == "csv" {
		return p.values(lines, sep)
	}
	return p.drawn(markup.Joined(p.src, lines), sep)
}

// values reads cells that are separated as in a file of values.
func (p *parser) values(lines []markup.Line, sep string) ([]cell, int) {
	var cells []cell
	perLine := 0
	for i, row := range markup.CSV(p.src, markup.SpanOf(lines), sep) {
		if i == 0 {
			perLine = len(row)
		}
		for k := range perLine { // rows are as wide as the first
			c := cell{colspan: 1, rowspan: 1, line: i}
			if k < len(row) {
				c.text = row[k]
			}
			cells = append(cells, c)
		}
	}
	return cells, perLine
}

// drawn reads cells that begin with a separator, with what the cell is like
// right before it: "2+|", ".3+a|", "3*|".
func (p *parser) drawn(t markup.Text, sep string) ([]cell, int) {
	var cells []cell
	line, perLine := 0, 0
	start := -1
	repeat, next := 1, cell{colspan: 1, rowspan: 1}
	add := func(end int) {
		if start < 0 {
			return
		}
		c := next
		c.text = trimmed(t, start, end)
		if p.repeated += repeat - 1; p.repeated > maxRepeated {
			repeat = 1
		}
		for range repeat {
			cells = append(cells, c)
		}
		if c.line == cells[0].line {
			perLine += repeat * c.colspan
		}
	}
	last := 0 // where the spec of a cell may begin
	for i := 0; i < len(t.S) && p.Going(); i++ {
		switch {
		case t.S[i] == '\n':
			line++
			last = i + 1
		case t.S[i] == ' ':
			last = i + 1
		case strings.HasPrefix(t.S[i:], sep) && (i == 0 || t.S[i-1] != '\\'):
			spec := t.S[last:i]
			c, times, ok := cellSpec(spec)
			end := i
			if ok {
				end = last
			}
			add(end)
			next, repeat, start = c, min(times, maxColumns), i+len(sep)
			next.line = line
			i += len(sep) - 1
			last = i + 1
		}
	}
	add(len(t.S))
	return cells, perLine
}

// maxRepeated is how many cells of a document are written because another says
// to repeat it.
const maxRepeated = 10_000

// trimmed is a part of a text without white space around it and without the
// backslashes before separators.
func trimmed(t markup.Text, from, to int) markup.Text {
	for from < to && isSpace(t.S[from]) {
		from++
	}
	for to > from && isSpace(t.S[to-1]) {
		to--
	}
	if !strings.Contains(t.S[from:to], `\|`) {
		return t.Slice(from, to)
	}
	var b markup.Buffer
	for from < to {
		i := strings.Index(t.S[from:to], `\|`)
		if i < 0 {
			break
		}
		b.Join(t, from, from+i)
		b.Join(t, from+i+1, from+i+2)
		from += i + 2
	}
	b.Join(t, from, to)
	return b.Text()
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// cellSpec reads what stands before a separator.
func cellSpec(s string) (c cell, times int, ok bool) {
	c = cell{colspan: 1, rowspan: 1}
	if s == "" {
		return c, 1, true
	}
	times = 1
	rest := s
	if i := strings.IndexAny(s, "+*"); i >= 0 {
		columns, rows, _ := strings.Cut(s[:i], ".")
		rest = s[i+1:]
		n, err := spanOf(columns)
		k, err2 := spanOf(rows)
		if err != nil || err2 != nil {
			return c, 1, false
		}
		if s[i] == '*' {
			times = n
		} else {
			c.colspan, c.rowspan = n, k
		}
	}
	rest = strings.TrimLeft(rest, "<^>.")
	if len(rest) > 1 || len(rest) == 1 && !isCellStyle(rest[0]) {
		return cell{colspan: 1, rowspan: 1}, 1, false
	}
	if rest != "" {
		c.style = rest[0]
	}
	return c, times, true
}

func spanOf(s string) (int, error) {
	if s == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(s)
	return min(max(n, 1), maxColumns), err
}

// rows puts cells into rows of a width. A cell that reaches down takes its
// place in the rows below.
func (p *parser) rows(cells []cell, width int, styles []byte) [][]cell {
	if width < 1 {
		return nil
	}
	var rows [][]cell
	var row []cell
	taken := make([]int, width) // rows that a column is still taken for
	column := 0
	skip := func() {
		for column < width && taken[column] > 0 {
			taken[column]--
			column++
		}
	}
	skip()
	for _, c := range cells {
		if !p.Going() {
			break
		}
		c.colspan = min(c.colspan, width-column)
		if c.style == 0 && column < len(styles) {
			c.style = styles[column]
		}
		for k := range c.colspan {
			taken[column+k] = c.rowspan - 1
		}
		column += c.colspan
		row = append(row, c)
		for skip(); column >= width; skip() {
			rows = append(rows, row)
			row, column = nil, 0
			if !slices.ContainsFunc(taken, func(n int) bool { return n == 0 }) && len(rows) > maxRows {
				clear(taken)
			}
		}
	}
	if len(row) > 0 {
		rows = append(rows, row)
	}
	return rows
}

// maxRows is after how many rows those go on that hold no cell of their own.
const maxRows = 1 << 16

// cell writes what is in a cell.
func (p *parser) cell(c cell, depth int) {
	wrap := ""
	switch c.style {
	case 'a':
		if p.inlines < maxInlines && depth < markup.MaxDepth {
			saved := p.take()
			p.blocks(linesOf(c.text), depth+1)
			p.meta = saved
			return
		}
	case 'e':
		wrap = "em"
	case 's':
		wrap = "strong"
	case 'm', 'l':
		wrap = "code"
	}
	if wrap == "" {
		p.paragraphs(c.text)
		return
	}
	p.Open(wrap, c.text.Span(0, len(c.text.S)))
	p.inline(c.text)
	p.Close()
}

// paragraphs writes text whose blank lines part paragraphs.
func (p *parser) paragraphs(t markup.Text) {
	if !strings.Contains(t.S, "\n\n") {
		p.inline(t)
		return
	}
	for from := 0; from < len(t.S); {
		end := len(t.S)
		if i := strings.Index(t.S[from:], "\n\n"); i >= 0 {
			end = from + i
		}
		if strings.TrimSpace(t.S[from:end]) != "" {
			p.Open("p", t.Span(from, end))
			p.inline(t.Slice(from, end))
			p.Close()
		}
		from = end + 2
	}
}

// linesOf are the lines of a text.
func linesOf(t markup.Text) []markup.Line {
	var lines []markup.Line
	for from := 0; from <= len(t.S); {
		end := len(t.S)
		if i := strings.IndexByte(t.S[from:], '\n'); i >= 0 {
			end = from + i
		}
		lines = append(lines, markup.Line(t.Span(from, end)))
		from = end + 1
	}
	return lines
}
