package pptx

import (
	"strconv"

	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// maxSpan bounds what a cell may say that it spans.
const maxSpan = 1 << 12

// table reads a table. Its first row is a header where the table is set so.
func (s *slide) table(n *opc.Node) flow.Block {
	grid := &flow.Grid{}
	header := n.Kid("a:tblPr").Attr("firstRow")
	for tr := range n.All("a:tr") {
		r := flow.Row{Header: len(grid.Rows) == 0 && (header == "1" || header == "true"), From: s.from(tr)}
		for tc := range tr.All("a:tc") {
			if on(tc.Attr("hMerge")) || on(tc.Attr("vMerge")) {
				continue // part of another cell
			}
			b := body{s: s, chain: []looks{looksOf(tc.Kid("a:txBody", "a:lstStyle"))}}
			r.Cells = append(r.Cells, flow.Cell{
				Blocks: b.read(tc.Kid("a:txBody")), Colspan: span(tc.Attr("gridSpan")), Rowspan: span(tc.Attr("rowSpan")), From: s.from(tc),
			})
		}
		grid.Rows = append(grid.Rows, r)
	}
	if len(grid.Rows) == 1 {
		grid.Rows[0].Header = false
	}
	return flow.Block{Kind: flow.Table, Table: grid, From: s.from(n)}
}

func on(s string) bool { return s == "1" || s == "true" }

func span(s string) int {
	n, _ := strconv.Atoi(s)
	return min(max(n, 1), maxSpan)
}
