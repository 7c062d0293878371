package layout

import (
	"slices"

	"github.com/pildora/pildora/read/pdf/page"
)

// grid is what rules that cross part the page into: columns from left to right,
// rows from top to bottom.
type grid struct {
	xs, ys []float32 // borders; ys from top to bottom
	right  []bool    // of column c in row r: whether a rule stands to the right
	below  []bool
}

// maxGridCells bounds a grid: more is squared paper.
const maxGridCells = 20_000

// newGrid makes a grid of rules that hang together; nil where it has but one
// cell, or too many.
func newGrid(r ruled) *grid {
	g := &grid{}
	lowest, highest := r.across[0].at, r.across[0].at
	leftmost, rightmost := r.down[0].at, r.down[0].at
	for _, a := range r.across {
		g.ys = append(g.ys, a.at)
		leftmost, rightmost = min(leftmost, a.from), max(rightmost, a.to)
		lowest, highest = min(lowest, a.at), max(highest, a.at)
	}
	for _, d := range r.down {
		g.xs = append(g.xs, d.at)
		lowest, highest = min(lowest, d.from), max(highest, d.to)
	}
	// A table may be open at its sides: rules that reach on make its border.
	g.xs = borders(append(g.xs, leftmost, rightmost))
	g.ys = borders(append(g.ys, lowest, highest))
	slices.Reverse(g.ys)
	rows, columns := len(g.ys)-1, len(g.xs)-1
	if rows < 1 || columns < 1 || rows*columns < 2 || rows*columns > maxGridCells {
		return nil
	}
	g.right, g.below = make([]bool, rows*columns), make([]bool, rows*columns)
	for _, d := range r.down {
		c := nearest(g.xs, d.at) - 1
		for row := range rows {
			if c >= 0 && c < columns && covers(d, g.ys[row+1], g.ys[row]) {
				g.right[row*columns+c] = true
			}
		}
	}
	for _, a := range r.across {
		row := nearest(g.ys, a.at) - 1
		for c := range columns {
			if row >= 0 && row < rows && covers(a, g.xs[c], g.xs[c+1]) {
				g.below[row*columns+c] = true
			}
		}
	}
	return g
}

// minTrack is the least distance of two borders, in points.
const minTrack = 4

// borders are places in ascending order without those that are next to another.
func borders(at []float32) []float32 {
	slices.Sort(at)
	out := at[:1]
	for _, x := range at[1:] {
		if x-out[len(out)-1] >= minTrack {
			out = append(out, x)
		}
	}
	return out
}

func nearest(at []float32, x float32) int {
	best := 0
	for i := range at {
		if abs(at[i]-x) < abs(at[best]-x) {
			best = i
		}
	}
	return best
}

// covers reports whether a rule runs along most of a stretch.
func covers(r rule, from, to float32) bool {
	return overlap(r.from, r.to, from, to) >= 0.7*(to-from)
}

func (g *grid) rows() int    { return len(g.ys) - 1 }
func (g *grid) columns() int { return len(g.xs) - 1 }

func (g *grid) box() page.Box {
	return page.Box{Left: g.xs[0], Bottom: g.ys[len(g.ys)-1], Right: g.xs[len(g.xs)-1], Top: g.ys[0]}
}

// cells are the cells of the grid, those joined that no rule parts, row by row.
func (g *grid) cells() []cell {
	rows, columns := g.rows(), g.columns()
	taken := make([]bool, rows*columns)
	var out []cell
	for r := range rows {
		for c := range columns {
			if taken[r*columns+c] {
				continue
			}
			colspan, rowspan := g.span(r, c, taken)
			for i := range rowspan {
				for j := range colspan {
					taken[(r+i)*columns+c+j] = true
				}
			}
			out = append(out, cell{row: r, column: c, rowspan: rowspan, colspan: colspan,
				box: page.Box{Left: g.xs[c], Bottom: g.ys[r+rowspan], Right: g.xs[c+colspan], Top: g.ys[r]}})
		}
	}
	return out
}

// span is how far the cell that begins at a place reaches: to the right until a
// rule, then down as long as no rule crosses that width.
func (g *grid) span(row, column int, taken []bool) (colspan, rowspan int) {
	rows, columns := g.rows(), g.columns()
	colspan, rowspan = 1, 1
	for column+colspan < columns && !g.right[row*columns+column+colspan-1] && !taken[row*columns+column+colspan] {
		colspan++
	}
	for row+rowspan < rows {
		above := (row+rowspan-1)*columns + column
		for c := range colspan {
			if g.below[above+c] || taken[above+columns+c] || c+1 < colspan && g.right[above+columns+c] {
				return colspan, rowspan
			}
		}
		if column+colspan < columns && !g.right[above+columns+colspan-1] {
			return colspan, rowspan
		}
		rowspan++
	}
	return colspan, rowspan
}
