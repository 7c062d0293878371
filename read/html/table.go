package html

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
)

// Browsers' limits on spans.
const (
	maxColspan = 1000
	maxRowspan = 65534
)

// cell is one cell of a table with its text in the table's run.
type cell struct {
	node             int32
	from, to         int // in grid.run.text
	colspan, rowspan int
	header           bool
}

func (c *cell) empty() bool { return c.from == c.to }

// slot is a cell in a row, at a column: one of the row, or one that reaches
// there from a row above.
type slot struct {
	cell   *cell
	column int
}

// row is a row of a table.
type row struct {
	node  int32
	head  bool // in thead
	cells []*cell
	slots []slot
}

// grid is a table on its way to lines.
type grid struct {
	run     run
	rows    []row
	foot    []row
	caption []int32
	stray   []int32 // what stands between cells
	columns map[int]int
	budget  int // of slots and bytes that spans may add
}

// table writes a table: as rows, or, where it only puts things beside each
// other, as what is in it.
func (p *page) table(n int32) {
	g := &grid{}
	p.collect(g, n, false, 0)
	g.rows = append(g.rows, g.foot...)
	for _, c := range g.stray {
		p.child(c)
	}
	p.flush(doc.Paragraph)
	for _, c := range g.caption {
		p.line(c, doc.Caption)
	}
	if p.layout(n, g) {
		p.layoutRows(g)
		return
	}
	p.run.reset()
	p.fill(g)
	g.place()
	p.writeTable(n, g)
}

// collect finds the rows of a table, through whatever stands around them.
func (p *page) collect(g *grid, n int32, head bool, depth int) {
	for c := p.tree.nodes[n].first; c != 0 && p.going(); c = p.tree.nodes[c].next {
		el := p.tree.nodes[c].el
		switch {
		case p.skips(c):
		case el == elTr:
			p.collectRow(g, c, head)
		case el == elThead, el == elTbody:
			p.collect(g, c, el == elThead, depth)
		case el == elTfoot:
			rows := g.rows
			g.rows = nil
			p.collect(g, c, false, depth)
			g.foot = append(g.foot, g.rows...)
			g.rows = rows
		case el == elCaption:
			g.caption = append(g.caption, c)
		case el == elForm && depth < 4:
			p.collect(g, c, head, depth+1)
		case el != elCol:
			g.stray = append(g.stray, c)
		}
	}
}

func (p *page) collectRow(g *grid, n int32, head bool) {
	r := row{node: n, head: head}
	for c := p.tree.nodes[n].first; c != 0 && p.going(); c = p.tree.nodes[c].next {
		switch el := p.tree.nodes[c].el; {
		case p.skips(c):
		case el == elTd || el == elTh:
			rowspan := spanOf(p.tree.value(c, "rowspan"), maxRowspan)
			if p.tree.value(c, "rowspan") == "0" {
				rowspan = maxRowspan
			}
			r.cells = append(r.cells, &cell{node: c, header: el == elTh, rowspan: rowspan, colspan: spanOf(p.tree.value(c, "colspan"), maxColspan)})
		default:
			g.stray = append(g.stray, c)
		}
	}
	g.rows = append(g.rows, r)
}

func spanOf(value string, most int) int {
	if value == "" {
		return 1
	}
	n, err := strconv.Atoi(strings.TrimSpace(value))
	if err != nil || n < 1 {
		return 1
	}
	return min(n, most)
}

// layout reports whether a table has no rows and columns to read: one that says
// so, one row or column without a header, one that holds headings, code or long
// tables.
func (p *page) layout(n int32, g *grid) bool {
	if p.composed {
		return false
	}
	switch p.tree.value(n, "role") {
	case "presentation", "none":
		return true
	}
	if _, summary := p.tree.attr(n, "summary"); summary || len(g.caption) > 0 {
		return false
	}
	widest, longest, filled := 0, int32(0), 0
	for _, r := range g.rows {
		with := 0
		for _, c := range r.cells {
			if c.header {
				return false
			}
			s := p.stats[c.node]
			longest = max(longest, s.text)
			if s.text > 0 {
				with++
			}
		}
		widest = max(widest, with)
		if with > 0 {
			filled++
		}
	}
	has := p.stats[n].has
	return filled < 2 || widest < 2 || has&(hasHeading|hasPre) != 0 || has&hasTable != 0 && longest > 400 || has&hasProse != 0 && longest > 1500
}

// layoutRows writes the cells one after the other.
func (p *page) layoutRows(g *grid) {
	for _, r := range g.rows {
		for _, c := range r.cells {
			p.blocks(c.node)
			p.flush(doc.Paragraph)
		}
	}
}

// fill gathers the text of the cells.
func (p *page) fill(g *grid) {
	for _, r := range g.rows {
		for _, c := range r.cells {
			g.run.begin()
			p.inlines(&g.run, c.node, style{flat: true})
			c.from, c.to = g.run.from, len(g.run.text)
			if g.run.empty() {
				c.to = c.from
			}
		}
	}
}

// active is a cell that reaches into the next rows.
type active struct {
	cell   *cell
	column int
	left   int
}

// place finds the columns of all cells. A cell that spans rows stands in each
// of them, within the budget: without one, n cells over n rows would be n²
// cells.
func (g *grid) place() {
	cells := 0
	for _, r := range g.rows {
		cells += len(r.cells)
	}
	g.budget = 16<<10 + 2*len(g.run.text) + 4*cells
	used := map[int]bool{}
	var open []active
	for i := range g.rows {
		r := &g.rows[i]
		var next []active
		column := 0
		spanned := func() {
			for len(open) > 0 && open[0].column <= column {
				a := open[0]
				open = open[1:]
				r.slots = append(r.slots, slot{a.cell, a.column})
				column = max(column, a.column+a.cell.colspan)
				g.budget -= 1 + a.cell.to - a.cell.from
				if a.left > 1 && g.budget > 0 {
					next = append(next, active{a.cell, a.column, a.left - 1})
				}
			}
		}
		for _, c := range r.cells {
			spanned()
			r.slots = append(r.slots, slot{c, column})
			if !c.empty() {
				used[column] = true
			}
			if c.rowspan > 1 && g.budget > 0 {
				next = append(next, active{c, column, c.rowspan - 1})
			}
			column += c.colspan
		}
		for len(open) > 0 {
			column = max(column, open[0].column)
			spanned()
		}
		open = next
	}
	g.compress(used)
}

// compress numbers the columns in which a cell with text begins. The others are
// only spanned, or there for looks; what stands in them goes.
func (g *grid) compress(used map[int]bool) {
	g.columns = make(map[int]int, len(used))
	starts := make([]int, 0, len(used))
	for c := range used {
		starts = append(starts, c)
	}
	slices.Sort(starts)
	for i, c := range starts {
		g.columns[c] = i
	}
	for i := range g.rows {
		r := &g.rows[i]
		kept := r.slots[:0]
		for _, s := range r.slots {
			if column, ok := g.columns[s.column]; ok {
				s.column = column
				kept = append(kept, s)
			}
		}
		r.slots = kept
	}
	// Spans count the columns that are left.
	done := map[*cell]bool{}
	for _, r := range g.rows {
		for _, s := range r.slots {
			if done[s.cell] || s.cell.colspan == 1 {
				continue
			}
			done[s.cell] = true
			start := starts[s.column]
			end := s.column + 1
			for end < len(starts) && starts[end] < start+s.cell.colspan {
				end++
			}
			s.cell.colspan = end - s.column
		}
	}
}

// headers is how many rows of the grid are its header, and whether it has one:
// the rows of thead, else the first rows of nothing but th, else the first row
// if it looks like labels.
func (g *grid) headers() int {
	n := 0
	for n < len(g.rows) && n < maxHeaders && g.rows[n].head {
		n++
	}
	if n > 0 {
		return n
	}
	for n < len(g.rows) && n < maxHeaders && g.rows[n].allHeaders() {
		n++
	}
	if n > 0 {
		return n
	}
	for _, r := range g.rows {
		for _, c := range r.cells {
			if c.header {
				return 0 // headers of rows, not of columns
			}
		}
	}
	if len(g.rows) > 1 && g.labels(g.rows[0]) {
		return 1
	}
	return 0
}

// maxHeaders is how many rows a header has at most.
const maxHeaders = 6

func (r row) allHeaders() bool {
	for _, s := range r.slots {
		if !s.cell.header && !s.cell.empty() {
			return false
		}
	}
	return len(r.slots) > 0
}

// labels reports whether a row looks like names of columns: short, none empty,
// none a number, none like another.
func (g *grid) labels(r row) bool {
	seen := map[string]bool{}
	for _, s := range r.slots {
		label := string(g.run.text[s.cell.from:s.cell.to])
		if label == "" || len(label) > 80 || seen[label] || strings.Trim(label, "0123456789.,%€$ -+/:") == "" {
			return false
		}
		seen[label] = true
	}
	return len(r.slots) > 1
}

// line lays the cells of a row out in columns. Cells that span columns stand in
// the first of them, or in a header in all. What spans only is nil.
func (g *grid) line(r row, spread bool) []*cell {
	var line []*cell
	for _, s := range r.slots {
		width := 1
		if spread && g.budget > 0 {
			width = s.cell.colspan
			g.budget -= width * (1 + s.cell.to - s.cell.from)
		}
		if gap := s.column - len(line); gap > 1 {
			if g.budget -= gap; g.budget < 0 {
				gap = 0 // a table of nothing but holes closes up
			}
			line = append(line, make([]*cell, gap)...)
		} else if gap == 1 {
			line = append(line, nil)
		}
		if s.column < len(line) {
			continue // overlapping spans
		}
		for range width {
			line = append(line, s.cell)
		}
	}
	for len(line) > 0 && (line[len(line)-1] == nil || line[len(line)-1].empty()) {
		line = line[:len(line)-1]
	}
	return line
}
