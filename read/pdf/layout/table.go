package layout

import (
	"slices"

	"github.com/pildora/pildora/read/pdf/page"
)

// table is rows of cells. Its parts on following pages are joined into one.
type table struct {
	box     page.Box
	xs      []float32 // borders of the columns
	rows    int
	columns int
	cells   []cell // by row, then column
	headers int    // how many rows at the top are header rows
	ruled   bool
	logical bool // the columns come in the order in which they are read
	caption *block
}

// cell is a cell of a table and what stands in it.
type cell struct {
	row, column      int
	rowspan, colspan int
	box              page.Box
	header           bool // marked as one
	glyphs           []glyph
	lines            []*line
	shaded           bool
}

func (c *cell) text() string { return textOf(c.lines) }

// findTables takes the tables that the file declares, and those that rules draw,
// out of the sheet's glyphs.
func (s *sheet) findTables() {
	s.takeTagged()
	s.takeRuled()
	slices.SortStableFunc(s.tables, func(a, b *table) int { return compareFloat(b.box.Top, a.box.Top) })
}

func (s *sheet) takeRuled() {
	if len(s.lines) == 0 || len(s.lines) > 4*maxRules || len(s.glyphs) == 0 {
		return
	}
	across, down := rulesOf(s.lines)
	if len(across) > maxRules || len(down) > maxRules {
		return
	}
	var grids []*grid
	for _, r := range crossing(across, down) {
		if g := newGrid(r); g != nil {
			grids = append(grids, g)
		}
	}
	slices.SortStableFunc(grids, func(a, b *grid) int {
		return compareFloat(width(b.box())*height(b.box()), width(a.box())*height(a.box()))
	})
	const maxTables = 200
	for _, g := range grids[:min(len(grids), maxTables)] {
		s.takeTable(g)
	}
}

// takeTable makes a table of a grid if what stands in it looks like one.
func (s *sheet) takeTable(g *grid) {
	box := g.box()
	t := &table{box: box, xs: g.xs, rows: g.rows(), columns: g.columns(), cells: g.cells(), ruled: true}
	at := g.index(t.cells)
	inside := 0
	for i := range s.glyphs {
		if holds(box, s.glyphs[i].box) {
			c := at(s.glyphs[i].box)
			t.cells[c].glyphs = append(t.cells[c].glyphs, s.glyphs[i])
			inside++
		}
	}
	if !t.plausible(inside) {
		return
	}
	for i := range t.cells {
		c := &t.cells[i]
		c.lines = linesOf(segmentsOf(c.glyphs), s)
		c.shaded = s.isShaded(c.box)
	}
	if t.isFrame() {
		for i := range t.cells {
			s.frames = append(s.frames, t.cells[i].box)
		}
		return
	}
	s.glyphs = slices.DeleteFunc(s.glyphs, func(g glyph) bool { return holds(box, g.box) })
	for i := range t.cells {
		t.cells[i].glyphs = nil
	}
	t.explode()
	t.dropEmpty()
	t.markHeader()
	s.tables = append(s.tables, t)
}

// index returns a function from a box in the grid to the index of its cell.
func (g *grid) index(cells []cell) func(page.Box) int {
	columns := g.columns()
	of := make([]int, g.rows()*columns)
	for i, c := range cells {
		for r := range c.rowspan {
			for j := range c.colspan {
				of[(c.row+r)*columns+c.column+j] = i
			}
		}
	}
	return func(b page.Box) int {
		x, y := middleX(b), middleY(b)
		c, _ := slices.BinarySearchFunc(g.xs[1:], x, compareFloat)
		r, _ := slices.BinarySearchFunc(g.ys[1:], y, func(a, b float32) int { return compareFloat(b, a) })
		return of[min(r, g.rows()-1)*columns+min(c, columns-1)]
	}
}

// plausible reports whether a grid with some glyphs in it is a table, not a
// frame around text, a form's boxes or a drawing.
func (t *table) plausible(glyphs int) bool {
	filled, largest := 0, 0
	inRow, inColumn := make([]bool, t.rows), make([]bool, t.columns)
	for i := range t.cells {
		c := &t.cells[i]
		if n := len(c.glyphs); n > 0 {
			filled++
			largest = max(largest, n)
			inRow[c.row], inColumn[c.column] = true, true
		}
	}
	if filled < 2 || count(inColumn) < 2 || filled*5 < len(t.cells) && t.rows*t.columns > 12 {
		return false
	}
	if count(inRow) < 2 { // one row: columns of text with a rule between them, or a frame
		return filled >= 3 && largest < 200
	}
	const text = 300 // glyphs of a cell that may be all there is
	return largest < text || largest*2 < glyphs
}

// isFrame reports whether the cells of a grid are frames around texts: few, and
// each as long as a section.
func (t *table) isFrame() bool {
	const most, long = 12, 7
	lines, filled := 0, 0
	for i := range t.cells {
		if n := len(t.cells[i].lines); n > 0 {
			lines += n
			filled++
		}
	}
	return filled <= most && t.columns <= 3 && lines >= long*filled
}

func count(bs []bool) int {
	n := 0
	for _, b := range bs {
		if b {
			n++
		}
	}
	return n
}

// isShaded reports whether a filled area that isn't much larger lies under a cell.
func (s *sheet) isShaded(b page.Box) bool {
	const maxAreas = 2000
	for i := range min(len(s.areas), maxAreas) {
		a := &s.areas[i]
		if a.Color != white && holds(a.Box, b) && height(a.Box) < 1.5*height(b)+4 {
			return true
		}
	}
	return false
}

const white = 0xffffff

// explode parts rows that rules leave whole, where all columns have lines at
// the same heights: a table with rules only around its columns.
func (t *table) explode() {
	parts, more := make([]int, t.rows), 0 // of each row
	for r, row := range t.byRow() {
		parts[r] = sharedLines(row, t.columns)
	}
	for i := range t.cells {
		if c := &t.cells[i]; c.rowspan > 1 {
			for r := range c.rowspan {
				parts[c.row+r] = 1
			}
		}
	}
	for _, n := range parts {
		more += n - 1
	}
	if more == 0 {
		return
	}
	first := make([]int, t.rows+1)
	for r := range t.rows {
		first[r+1] = first[r] + parts[r]
	}
	var cells []cell
	for _, c := range t.cells {
		if parts[c.row] == 1 {
			c.rowspan = first[c.row+c.rowspan] - first[c.row]
			c.row = first[c.row]
			cells = append(cells, c)
			continue
		}
		for i := range parts[c.row] {
			part := cell{row: first[c.row] + i, column: c.column, rowspan: 1, colspan: c.colspan, box: c.box, shaded: c.shaded}
			if len(c.lines) > 0 {
				part.lines = c.lines[i : i+1]
			}
			cells = append(cells, part)
		}
	}
	slices.SortStableFunc(cells, func(a, b cell) int { return (a.row-b.row)*maxGridCells + a.column - b.column })
	t.cells, t.rows = cells, first[t.rows]
}

// sharedLines is how many rows a row is to be parted into: as many as its cells
// have lines, where all have as many, at the same heights.
func sharedLines(row []*cell, columns int) int {
	const fewest = 3
	var first *cell
	cells := 0
	for _, c := range row {
		if len(c.lines) == 0 {
			continue
		}
		cells++
		if first == nil {
			first = c
		}
		if len(c.lines) != len(first.lines) {
			return 1
		}
		for j, l := range c.lines {
			if abs(l.base-first.lines[j].base) > 0.3*l.size {
				return 1
			}
		}
	}
	if cells < 2 || cells*3 < columns*2 || len(first.lines) < fewest {
		return 1
	}
	return len(first.lines)
}

// dropEmpty takes out rows and columns without any text.
func (t *table) dropEmpty() {
	rows, columns := make([]bool, t.rows), make([]bool, t.columns)
	for i := range t.cells {
		c := &t.cells[i]
		if len(c.lines) > 0 {
			rows[c.row], columns[c.column] = true, true
		}
	}
	if count(rows) == t.rows && count(columns) == t.columns {
		return
	}
	row, column := ranks(rows), ranks(columns)
	kept := t.cells[:0]
	for _, c := range t.cells {
		c.rowspan = row[c.row+c.rowspan] - row[c.row]
		c.colspan = column[c.column+c.colspan] - column[c.column]
		c.row, c.column = row[c.row], column[c.column]
		if c.rowspan > 0 && c.colspan > 0 {
			kept = append(kept, c)
		}
	}
	t.cells, t.rows, t.columns = kept, row[t.rows], column[t.columns]
}

// ranks are, for each place and the end, how many before it are set.
func ranks(set []bool) []int {
	out := make([]int, len(set)+1)
	for i, s := range set {
		out[i+1] = out[i]
		if s {
			out[i+1]++
		}
	}
	return out
}
