package docx

import (
	"strconv"

	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// maxColumns bounds spans, which a file may say are as wide as it likes.
const maxColumns = 1 << 12

// table reads a table.
func (s *story) table(n *opc.Node) {
	t := &tableReading{s: s, grid: &flow.Grid{}, open: map[int]cellAt{}}
	t.rows(n)
	if len(t.grid.Rows) == 0 {
		return
	}
	properties := n.Kid("w:tblPr")
	if !t.grid.Rows[0].Header && s.w.styledHeader(properties) {
		t.grid.Rows[0].Header = true
	}
	b := flow.Block{Kind: flow.Table, Table: t.grid, From: s.from(n)}
	t.boldHeader()
	s.add(b)
}

// tableReading is a table as it is read.
type tableReading struct {
	s    *story
	grid *flow.Grid
	open map[int]cellAt // cells that may go on in the next row, by column
}

type cellAt struct{ row, cell int }

// rows reads the rows in a node, through what stands around them.
func (t *tableReading) rows(n *opc.Node) {
	if n == nil {
		return
	}
	for _, k := range n.Kids {
		switch k.Name {
		case "w:tr":
			t.row(k)
		case "w:sdt":
			t.rows(k.Kid("w:sdtContent"))
		case "w:customXml", "w:ins", "w:moveTo":
			t.rows(k)
		case "mc:AlternateContent":
			t.rows(k.Kid("mc:Choice"))
		}
	}
}

func (t *tableReading) row(n *opc.Node) {
	properties := n.Kid("w:trPr")
	if properties.Kid("w:del") != nil {
		return
	}
	r := flow.Row{From: t.s.from(n)}
	if h := properties.Kid("w:tblHeader"); h != nil {
		r.Header = on(h.Attr("w:val"))
	}
	column := min(max(number(properties.Kid("w:gridBefore").Attr("w:val")), 0), maxColumns)
	if column > 0 {
		r.Cells = append(r.Cells, flow.Cell{Colspan: column, From: r.From})
	}
	t.cells(n, &r, &column)
	t.grid.Rows = append(t.grid.Rows, r)
}

// cells reads the cells in a node, from a column on.
func (t *tableReading) cells(n *opc.Node, r *flow.Row, column *int) {
	if n == nil {
		return
	}
	for _, k := range n.Kids {
		switch k.Name {
		case "w:tc":
			t.cell(k, r, column)
		case "w:sdt":
			t.cells(k.Kid("w:sdtContent"), r, column)
		case "w:customXml", "w:ins", "w:moveTo":
			t.cells(k, r, column)
		}
	}
}

func (t *tableReading) cell(n *opc.Node, r *flow.Row, column *int) {
	properties := n.Kid("w:tcPr")
	width := min(max(number(properties.Kid("w:gridSpan").Attr("w:val")), 1), maxColumns)
	at := *column
	*column += width
	if m := properties.Kid("w:hMerge"); m != nil && m.Attr("w:val") != "restart" && len(r.Cells) > 0 {
		r.Cells[len(r.Cells)-1].Colspan += width
		return
	}
	merge := properties.Kid("w:vMerge")
	if merge != nil && merge.Attr("w:val") != "restart" {
		if above, ok := t.open[at]; ok && above.row >= 0 {
			t.grid.Rows[above.row].Cells[above.cell].Rowspan++
			return
		}
	}
	delete(t.open, at)
	inner := t.s.inside()
	if properties.Kid("w:cellDel") == nil {
		for _, k := range n.Kids {
			inner.block(k)
		}
	}
	t.s.absorb(inner)
	if merge != nil {
		t.open[at] = cellAt{len(t.grid.Rows), len(r.Cells)}
	}
	r.Cells = append(r.Cells, flow.Cell{Blocks: inner.blocks, Colspan: width, Rowspan: 1, From: t.s.from(n)})
}

// styledHeader reports whether a table is set to have a first row of its own
// looks, and its style has such.
func (w *reading) styledHeader(properties *opc.Node) bool {
	set := properties.Kid("w:tblLook")
	if set == nil {
		return false
	}
	first := set.Attr("w:firstRow")
	if first == "" { // the bits of old
		bits, err := strconv.ParseUint(set.Attr("w:val"), 16, 16)
		if first = "0"; err == nil && bits&0x20 != 0 {
			first = "1"
		}
	}
	st := w.styles.of(properties.Kid("w:tblStyle").Attr("w:val"))
	return on(first) && st != nil && st.firstRow
}

// boldHeader makes the first row a header where it alone is in bold.
func (t *tableReading) boldHeader() {
	rows := t.grid.Rows
	if len(rows) < 2 || rows[0].Header || len(rows[0].Cells) < 2 || !allBold(rows[0]) || allBold(rows[1]) {
		return
	}
	rows[0].Header = true
}

// allBold reports whether all text of a row is in bold, and there is some in
// every cell.
func allBold(r flow.Row) bool {
	for _, c := range r.Cells {
		text := false
		for i := range c.Blocks {
			if c.Blocks[i].Empty() {
				continue
			}
			text = true
			if !c.Blocks[i].Bold {
				return false
			}
		}
		if !text {
			return false
		}
	}
	return len(r.Cells) > 0
}
