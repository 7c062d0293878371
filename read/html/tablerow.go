package html

import (
	"bytes"
	"strings"

	"github.com/pildora/pildora/doc"
)

// writeTable writes the rows of a grid. A table without a header gets an empty
// one, which Markdown needs.
func (p *page) writeTable(n int32, g *grid) {
	headers := 0
	if p.tree.value(n, headerAttr) != "none" {
		headers = g.headers()
	}
	for headers > 1 && p.title(g, g.rows[0]) {
		g.rows = g.rows[1:]
		headers--
	}
	var lines [][]*cell
	width := 0
	for i, r := range g.rows {
		line := g.line(r, i < headers)
		width = max(width, len(line))
		lines = append(lines, line)
	}
	if width == 0 {
		return
	}
	src := p.tree.nodes[n].span()
	p.w.open(container{kind: doc.Table, src: src})
	p.headerRow(g, lines[:headers], width, src)
	for i, line := range lines[headers:] {
		if len(line) == 0 || !p.going() {
			continue
		}
		p.w.sep = 1
		tr := p.tree.nodes[g.rows[headers+i].node].span()
		leaf := p.w.leaf(doc.Block{Kind: doc.Row})
		for _, c := range line {
			p.cell(g, tr, c)
		}
		p.w.put("|", tr)
		p.w.end(leaf)
	}
	p.w.close()
	p.w.sep = 2
}

// title writes a header row of one cell over all columns as the caption that it
// is.
func (p *page) title(g *grid, r row) bool {
	if len(r.cells) != 1 || len(r.slots) != 1 || r.cells[0].empty() || r.cells[0].colspan < len(g.columns) {
		return false
	}
	p.line(r.cells[0].node, doc.Caption)
	return true
}

// headerRow writes the header in one row: what stands above each other is
// joined, what spans rows stands once.
func (p *page) headerRow(g *grid, lines [][]*cell, width int, src doc.Span) {
	leaf := p.w.leaf(doc.Block{Kind: doc.Row, Level: 1})
	for column := range width {
		var parts []*cell
		for _, line := range lines {
			if column < len(line) && line[column] != nil && !line[column].empty() && !g.says(parts, line[column]) {
				parts = append(parts, line[column])
			}
		}
		p.cell(g, src, parts...)
	}
	p.w.put("|", src)
	p.w.newline(false)
	p.w.put("|"+strings.Repeat("---|", width), src)
	p.w.end(leaf)
}

// says reports whether one of the cells has the text of c.
func (g *grid) says(cells []*cell, c *cell) bool {
	for _, other := range cells {
		if bytes.Equal(g.run.text[other.from:other.to], g.run.text[c.from:c.to]) {
			return true
		}
	}
	return false
}

// cell writes a cell of these parts. src stands for its marks where there are
// none.
func (p *page) cell(g *grid, src doc.Span, parts ...*cell) {
	if len(parts) > 0 && parts[0] != nil {
		src = p.tree.nodes[parts[0].node].span()
	}
	p.w.put("| ", src)
	for _, c := range parts {
		if c == nil || c.empty() {
			continue
		}
		p.cellText(g, c)
		p.w.text = append(p.w.text, ' ')
	}
}

// cellText writes the text of a cell. A pipe in it needs a backslash.
func (p *page) cellText(g *grid, c *cell) {
	k := copier{w: &p.w, run: &g.run}
	k.seek(c.from)
	for from := c.from; from < c.to; {
		pipe := bytes.IndexByte(g.run.text[from:c.to], '|')
		if pipe < 0 {
			k.copy(from, c.to)
			return
		}
		k.copy(from, from+pipe)
		if slashes := trailing(g.run.text[c.from:from+pipe], '\\'); slashes%2 == 0 {
			k.escape(from + pipe)
		}
		k.copy(from+pipe, from+pipe+1)
		from += pipe + 1
	}
}

// trailing counts the bytes c at the end of s.
func trailing(s []byte, c byte) int {
	n := 0
	for n < len(s) && s[len(s)-1-n] == c {
		n++
	}
	return n
}
