package rst

import (
	"strconv"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// directiveTable reads a table with a title: drawn, as a list of lists, or as
// comma-separated values.
func (p *parser) directiveTable(name string, d parts, depth int) {
	headers, _ := strconv.Atoi(d.options["header-rows"])
	stubs, _ := strconv.Atoi(d.options["stub-columns"])
	t := grid{src: d.src, caption: d.args, headers: headers, stubs: stubs}
	switch {
	case d.options["file"] != "" || d.options["url"] != "":
		p.Left(d.options["file"] + d.options["url"])
	case len(d.body) == 0:
	case name == "table":
		p.drawn(d, depth)
	case name == "csv-table":
		p.csvTable(t, d, depth)
	default:
		t.rows = p.listRows(d.body)
		p.writeTable(t, depth)
	}
}

// drawn reads a table drawn with characters, which gets the title.
func (p *parser) drawn(d parts, depth int) {
	n := 0
	switch s := d.body[0].Of(p.src); {
	case isGridBorder(s):
		n = p.gridTable(d.body, d.args, depth)
	case isSimpleBorder(s):
		n = p.simpleTable(d.body, d.args, depth)
	}
	p.body(d.body[n:], depth+1)
}

// separators are the names of separators of values.
var separators = map[string]string{"": ",", "tab": "\t", "space": " "}

func (p *parser) csvTable(t grid, d parts, depth int) {
	sep, named := separators[d.options["delim"]]
	if !named {
		sep = d.options["delim"]
	}
	if header := d.options["header"]; header != "" {
		t.rows = append(t.rows, p.values(p.optionSpan(d, header), sep)...)
		t.headers += len(t.rows)
	}
	t.rows = append(t.rows, p.values(markup.SpanOf(d.body), sep)...)
	p.writeTable(t, depth)
}

func (p *parser) values(s doc.Span, sep string) [][]cell {
	var rows [][]cell
	for _, values := range markup.CSV(p.src, s, sep) {
		var row []cell
		for _, v := range values {
			row = append(row, cell{text: v, colspan: 1, rowspan: 1, src: v.Span(0, len(v.S))})
		}
		rows = append(rows, row)
	}
	return rows
}

// listRows reads a list whose items are lists: rows of cells.
func (p *parser) listRows(lines []markup.Line) [][]cell {
	var rows [][]cell
	for _, item := range p.itemsOf(lines) {
		var row []cell
		for _, c := range p.itemsOf(item) {
			src := doc.Span{Start: lines[0].Start, End: lines[0].Start}
			if len(c) > 0 {
				src = markup.SpanOf(c)
			}
			row = append(row, cell{lines: c, colspan: 1, rowspan: 1, src: src})
		}
		rows = append(rows, row)
	}
	return rows
}

// itemsOf are the lines of each item of a bullet list.
func (p *parser) itemsOf(lines []markup.Line) [][]markup.Line {
	var items [][]markup.Line
	for n := 0; n < len(lines) && p.Going(); {
		b := 0
		if !lines[n].Blank() {
			b = bullet(lines[n].Of(p.src))
		}
		if b == 0 {
			n++
			continue
		}
		inner, count := p.item(lines[n:], b)
		items = append(items, inner)
		n += count
	}
	return items
}
