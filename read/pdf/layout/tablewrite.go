package layout

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/pildora/pildora/doc"
)

// table writes a table, row by row.
func (w *writer) table(t *table) {
	t.mirror()
	slices.SortStableFunc(t.cells, func(a, b cell) int { return cmp.Or(a.row-b.row, a.column-b.column) })
	o := t.origin()
	w.b.Open("table", o)
	if t.caption != nil {
		w.element("caption", t.caption.lines)
	}
	row := -1
	for i := range t.cells {
		c := &t.cells[i]
		for row < c.row {
			if row >= 0 {
				w.b.Close()
			}
			w.b.Open("tr", o)
			row++
		}
		w.cell(c, row < t.headers, o)
	}
	if row >= 0 {
		w.b.Close()
	}
	w.b.Close()
}

// mirror turns the columns round where most of the text is written from right
// to left.
func (t *table) mirror() {
	rtl, all := 0, 0
	for i := range t.cells {
		for _, l := range t.cells[i].lines {
			all++
			if l.rtl {
				rtl++
			}
		}
	}
	if t.logical || rtl*2 <= all {
		return
	}
	for i := range t.cells {
		c := &t.cells[i]
		c.column = t.columns - c.column - c.colspan
	}
}

// origin is that of the first line in the table.
func (t *table) origin() doc.Origin {
	for i := range t.cells {
		if len(t.cells[i].lines) > 0 {
			return origin(t.cells[i].lines[0])
		}
	}
	return doc.Origin{}
}

func (w *writer) cell(c *cell, header bool, o doc.Origin) {
	tag := "td"
	if header {
		tag = "th"
	}
	var attrs []string
	if c.colspan > 1 {
		attrs = append(attrs, "colspan", strconv.Itoa(c.colspan))
	}
	if c.rowspan > 1 {
		attrs = append(attrs, "rowspan", strconv.Itoa(c.rowspan))
	}
	if len(c.lines) > 0 {
		o = origin(c.lines[0])
	}
	w.b.Open(tag, o, attrs...)
	w.text(c.lines, 0)
	w.b.Close()
}
