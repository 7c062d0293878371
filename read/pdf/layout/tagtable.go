package layout

import (
	"slices"

	"github.com/pildora/pildora/read/pdf/page"
)

// tagged is a table that the structure of the file declares, while it is put
// together.
type tagged struct {
	rows  []int32 // elements
	cells [][]int32
}

// takeTagged takes the tables that the structure declares out of the sheet's
// glyphs, where what stands in them agrees with it.
func (s *sheet) takeTagged() {
	elements := s.source.Elements
	var order []int32
	tables := map[int32]*tagged{}
	for i := range elements {
		if t := elements[i].Type; t != "TD" && t != "TH" {
			continue
		}
		row := ancestor(elements, int32(i), "TR", "")
		if row < 0 {
			continue
		}
		at := ancestor(elements, row, "Table", "")
		if at < 0 {
			continue
		}
		t := tables[at]
		if t == nil {
			t = &tagged{}
			tables[at] = t
			order = append(order, at)
		}
		if n := len(t.rows); n == 0 || t.rows[n-1] != row {
			t.rows, t.cells = append(t.rows, row), append(t.cells, nil)
		}
		last := len(t.cells) - 1
		t.cells[last] = append(t.cells[last], int32(i))
	}
	if len(order) == 0 {
		return
	}
	glyphs := map[int32][]glyph{}
	for i := range s.glyphs {
		if c := ancestor(elements, s.glyphs[i].elem, "TD", "TH"); c >= 0 {
			glyphs[c] = append(glyphs[c], s.glyphs[i])
		}
	}
	taken := make([]bool, len(elements)) // cells
	for _, at := range order {
		if t := s.taggedTable(tables[at], glyphs); t != nil {
			s.tables = append(s.tables, t)
			for _, row := range tables[at].cells {
				for _, c := range row {
					taken[c] = true
				}
			}
		}
	}
	s.glyphs = slices.DeleteFunc(s.glyphs, func(g glyph) bool {
		c := ancestor(elements, g.elem, "TD", "TH")
		return c >= 0 && taken[c]
	})
}

// ancestor is the nearest element of one of two types that an element is or
// lies in; -1 where there is none.
func ancestor(elements []page.Element, e int32, a, b string) int32 {
	for depth := 0; e >= 0 && int(e) < len(elements) && depth < maxNesting; e, depth = elements[e].Parent, depth+1 {
		if t := elements[e].Type; t == a || t == b {
			return e
		}
	}
	return -1
}

// taggedTable makes a table of declared rows; nil where it is none to be seen.
func (s *sheet) taggedTable(d *tagged, glyphs map[int32][]glyph) *table {
	t := &table{rows: len(d.rows), logical: true}
	const widest = 200
	var above []int // of each column: how many rows it is still taken from above
	inside := 0
	for r, row := range d.cells {
		column := 0
		for _, e := range row {
			for column < len(above) && above[column] > 0 {
				column++
			}
			el := &s.source.Elements[e]
			c := cell{row: r, column: column, rowspan: min(max(1, el.RowSpan), len(d.rows)-r), colspan: max(1, el.ColSpan), header: el.Type == "TH", glyphs: glyphs[e]}
			if column+c.colspan > widest {
				return nil
			}
			for range column + c.colspan - len(above) {
				above = append(above, 0)
			}
			for i := range c.colspan {
				above[column+i] = c.rowspan
			}
			column += c.colspan
			for i := range c.glyphs {
				c.box = union(c.box, c.glyphs[i].box)
			}
			t.box = union(t.box, c.box)
			inside += len(c.glyphs)
			t.cells = append(t.cells, c)
		}
		for i := range above {
			above[i] = max(0, above[i]-1)
		}
	}
	t.columns = len(above)
	if !t.plausible(inside) || !t.inOrder() {
		return nil
	}
	for i := range t.cells {
		c := &t.cells[i]
		c.lines = linesOf(segmentsOf(c.glyphs), s)
		c.glyphs = nil
	}
	if t.isFrame() {
		return nil
	}
	t.dropEmpty()
	t.markHeader()
	return t
}

// inOrder reports whether the cells of each row stand one beside the other, all
// in one direction, and the rows one below the other.
func (t *table) inOrder() bool {
	forward, backward, down, up := 0, 0, 0, 0
	for i := 1; i < len(t.cells); i++ {
		a, b := &t.cells[i-1], &t.cells[i]
		if len(a.glyphs) == 0 || len(b.glyphs) == 0 {
			continue
		}
		switch {
		case a.row != b.row && a.rowspan == 1 && b.rowspan == 1:
			if middleY(b.box) < middleY(a.box) {
				down++
			} else {
				up++
			}
		case a.row != b.row:
		case middleX(b.box) > middleX(a.box):
			forward++
		default:
			backward++
		}
	}
	return up <= down/4 && (forward == 0 || backward == 0)
}
