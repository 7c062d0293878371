package odf

import (
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

const (
	// maxColumns bounds spans and repeated cells, which a file may say are as
	// many as it likes.
	maxColumns = 1 << 12
	// maxRepeated is how many cells of a document repeat others at most.
	maxRepeated = 1 << 20
)

// table reads a table of a text.
func (s *story) table(n *opc.Node) {
	grid := &flow.Grid{}
	s.rows(grid, n.Kids, false)
	for len(grid.Rows) > 0 && blankRow(grid.Rows[len(grid.Rows)-1]) {
		grid.Rows = grid.Rows[:len(grid.Rows)-1]
	}
	if len(grid.Rows) == 0 {
		return
	}
	s.add(flow.Block{Kind: flow.Table, Table: grid, From: from(n)})
}

// rows reads rows, through what stands around them.
func (s *story) rows(grid *flow.Grid, kids []*opc.Node, header bool) {
	for _, k := range kids {
		switch k.Name {
		case "table:table-header-rows":
			s.rows(grid, k.Kids, true)
		case "table:table-rows", "table:table-row-group":
			s.rows(grid, k.Kids, header)
		case "table:table-row":
			row, named := s.row(k)
			row.Header = header || named && len(grid.Rows) == 0
			grid.Rows = append(grid.Rows, row)
			if blankRow(row) {
				continue
			}
			for range s.w.repeats(number(k.Attr("table:number-rows-repeated"))-1, len(row.Cells)) {
				grid.Rows = append(grid.Rows, row)
			}
		}
	}
}

// row reads a row, and whether all of its cells have the style of headers.
func (s *story) row(n *opc.Node) (row flow.Row, named bool) {
	row.From = from(n)
	cells, headers, blanks := 0, 0, 0
	for _, k := range n.Kids {
		if k.Name != "table:table-cell" {
			continue // covered by another one
		}
		c := flow.Cell{Blocks: s.inside(k.Kids), From: from(k),
			Colspan: min(max(number(k.Attr("table:number-columns-spanned")), 1), maxColumns), Rowspan: max(number(k.Attr("table:number-rows-spanned")), 1)}
		repeated := min(max(number(k.Attr("table:number-columns-repeated")), 1), maxColumns)
		if len(c.Blocks) == 0 && c.Colspan == 1 && c.Rowspan == 1 {
			blanks += repeated // written when something follows
			continue
		}
		for range s.w.repeats(min(blanks, maxColumns), 1) {
			row.Cells = append(row.Cells, flow.Cell{From: row.From})
		}
		blanks = 0
		if len(c.Blocks) > 0 {
			cells++
			if p := k.Kid("text:p"); p != nil && s.w.styles.of("paragraph", p.Attr("text:style-name")).role == heading {
				headers++
			}
		}
		row.Cells = append(row.Cells, c)
		for range s.w.repeats(repeated-1, 1) {
			row.Cells = append(row.Cells, c)
		}
	}
	return row, cells > 0 && cells == headers
}

// repeats is how often so many cells are repeated that are asked for, within
// what is left for the document.
func (w *reading) repeats(asked, cells int) int {
	n := max(min(asked, w.budget/max(cells, 1)), 0)
	w.budget -= n * cells
	w.cut = w.cut || n < asked
	return n
}

func blankRow(row flow.Row) bool {
	for _, c := range row.Cells {
		if len(c.Blocks) > 0 {
			return false
		}
	}
	return true
}
