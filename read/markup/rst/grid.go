package rst

import (
	"slices"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// gridScan finds the cells of a grid: from a corner right along its upper edge,
// down, back left and up, at every corner where one may end.
type gridScan struct {
	source string
	lines  []columned
	width  int
	header int // the line of =, or -1
	steps  int
	going  func() bool
}

// scanSteps is how many characters are looked at for each one of the table. A
// grid of nothing but corners would need a square of them; it is no table.
const scanSteps = 64

// box is a cell with its edges.
type box struct{ top, left, bottom, right int }

// scan reads the table, and reports whether it is one: its cells cover it.
func (g *gridScan) scan() (grid, bool) {
	g.steps = scanSteps * g.width * len(g.lines)
	var boxes []box
	bottom := len(g.lines) - 1
	done := make([]int, g.width)     // how far down each column is covered
	lefts := make([][]int, bottom+1) // by row: the columns where cells may begin
	lefts[0] = []int{0}
	for top := range bottom {
		slices.Sort(lefts[top])
		for _, left := range lefts[top] {
			for left < g.width-1 && done[left] == top {
				b, ok := g.cell(top, left)
				if !ok || g.steps < 0 || !g.going() {
					return grid{}, false
				}
				for c := b.left; c < b.right; c++ {
					done[c] = b.bottom
				}
				boxes = append(boxes, b)
				lefts[b.bottom] = append(lefts[b.bottom], b.left)
				left = b.right
			}
		}
	}
	for _, d := range done[:g.width-1] {
		if d != bottom {
			return grid{}, false
		}
	}
	return g.grid(boxes), true
}

// cell finds the smallest cell with a corner at the upper left.
func (g *gridScan) cell(top, left int) (box, bool) {
	if g.char(top, left) != '+' {
		return box{}, false
	}
	for right := left + 1; right < g.width; right++ {
		switch c := g.char(top, right); {
		case c == '+':
			if bottom, ok := g.down(top, left, right); ok {
				return box{top, left, bottom, right}, true
			}
		case c != '-' && c != '=':
			return box{}, false
		}
	}
	return box{}, false
}

// down follows the right edge to a corner from which the cell closes.
func (g *gridScan) down(top, left, right int) (int, bool) {
	for bottom := top + 1; bottom < len(g.lines); bottom++ {
		switch c := g.char(bottom, right); {
		case c == '+':
			if g.closes(top, left, bottom, right) {
				return bottom, true
			}
		case c != '|':
			return 0, false
		}
	}
	return 0, false
}

// closes reports whether the lower and the left edge are drawn.
func (g *gridScan) closes(top, left, bottom, right int) bool {
	for c := right - 1; c > left; c-- {
		if ch := g.char(bottom, c); ch != '-' && ch != '=' && ch != '+' {
			return false
		}
	}
	for r := bottom; r >= top; r-- {
		if ch := g.char(r, left); ch != '|' && ch != '+' || r == bottom && ch != '+' {
			return false
		}
	}
	return true
}

func (g *gridScan) char(row, column int) byte {
	if g.steps--; g.steps < 0 {
		return 0
	}
	return g.lines[row].char(g.source, column)
}

// grid sorts the cells into rows and columns.
func (g *gridScan) grid(boxes []box) grid {
	tops, lefts := edges(boxes, func(b box) int { return b.top }), edges(boxes, func(b box) int { return b.left })
	slices.SortFunc(boxes, func(a, b box) int {
		if a.top != b.top {
			return a.top - b.top
		}
		return a.left - b.left
	})
	t := grid{rows: make([][]cell, len(tops))}
	for _, b := range boxes {
		row := count(tops, 0, b.top)
		c := cell{colspan: count(lefts, b.left, b.right), rowspan: count(tops, b.top, b.bottom)}
		for r := b.top + 1; r < b.bottom; r++ {
			c.lines = append(c.lines, g.lines[r].cut(g.source, b.left+1, b.right))
		}
		start := g.lines[b.top].byteOf(b.left)
		c.src = doc.Span{Start: start, End: start + 1}
		if c.lines = markup.Dedent(g.source, c.lines); len(c.lines) > 0 {
			c.src = markup.SpanOf(c.lines)
		}
		t.rows[row] = append(t.rows[row], c)
	}
	if g.header > 0 {
		t.headers = count(tops, 0, g.header)
	}
	return t
}

// edges are the different edges of cells, in order.
func edges(boxes []box, edge func(box) int) []int {
	out := make([]int, 0, len(boxes))
	for _, b := range boxes {
		out = append(out, edge(b))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// count is how many edges lie in from ≤ edge < to.
func count(edges []int, from, to int) int {
	a, _ := slices.BinarySearch(edges, from)
	b, _ := slices.BinarySearch(edges, to)
	return b - a
}
