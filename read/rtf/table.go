package rtf

import (
	"slices"
	"sort"

	"github.com/pildora/pildora/read/office/flow"
)

// sameEdge is how far apart two edges of cells are at most that are meant to
// be one, in twips: rows that were drawn by hand differ by a little.
const sameEdge = 30

// columns are the left edges of a table's columns.
type columns []int

// columnsOf finds the columns; nil where the rows don't say where their cells
// are.
func columnsOf(rows []row) columns {
	var edges []int
	for _, r := range rows {
		if len(r.bounds) == 0 {
			return nil
		}
		edges = append(edges, r.left)
		for _, b := range r.bounds {
			edges = append(edges, b.right)
		}
	}
	slices.Sort(edges)
	var out columns
	for _, e := range edges {
		if len(out) == 0 || e-out[len(out)-1] > sameEdge {
			out = append(out, e)
		}
	}
	return out
}

// at is the number of the column that an edge is of.
func (c columns) at(edge int) int {
	return sort.Search(len(c), func(i int) bool { return c[i] > edge }) - 1
}

// cell is a cell with what it spans.
type cell struct {
	blocks      []block
	wide, tall  int
	row, column int
}

// cellsOf lays cells out: merged ones are one.
func cellsOf(rows []row) [][]*cell {
	columns := columnsOf(rows)
	out := make([][]*cell, len(rows))
	tall := map[int]*cell{} // by column: what the next row may go on with
	for i, r := range rows {
		left := r.left
		for j, blocks := range r.cells {
			c := &cell{blocks: slices.Clip(blocks), wide: 1, tall: 1, row: i, column: j}
			if columns == nil {
				out[i] = append(out[i], c)
				continue
			}
			b := r.bounds[j]
			c.column = columns.at(left)
			c.wide = max(1, columns.at(b.right)-c.column)
			left = b.right
			switch above := tall[c.column]; {
			case b.wideMore && len(out[i]) > 0:
				last := out[i][len(out[i])-1]
				last.wide += c.wide
				last.blocks = append(last.blocks, blocks...)
				continue
			case b.tallMore && above != nil && above.row+above.tall == i:
				above.tall++
				above.blocks = append(above.blocks, blocks...)
				continue
			case b.tall:
				tall[c.column] = c
			default:
				delete(tall, c.column)
			}
			out[i] = append(out[i], c)
		}
	}
	return out
}

// table makes a table. Its header are the first rows that say so.
func (b *blocksOf) table(block *block) *flow.Grid {
	grid := &flow.Grid{}
	for i, cells := range cellsOf(block.rows) {
		r := flow.Row{Header: block.rows[i].header, From: from(block.rows[i].span)}
		for _, c := range cells {
			at := block.rows[i].span
			if len(c.blocks) > 0 {
				at = c.blocks[0].span
			}
			r.Cells = append(r.Cells, flow.Cell{Blocks: b.inside(c.blocks), Colspan: c.wide, Rowspan: c.tall, From: from(at)})
		}
		grid.Rows = append(grid.Rows, r)
	}
	return grid
}
