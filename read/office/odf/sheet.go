package odf

import (
	"slices"
	"strings"

	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/grid"
	"github.com/pildora/pildora/read/office/opc"
)

// spreadsheet reads the sheets of a spreadsheet.
func (w *reading) spreadsheet(b *convert.Builder, t *opc.Tokens) error {
	for depth := t.Depth; t.Next() && t.Depth >= depth; {
		switch {
		case t.Is(opc.Start, "table:table"):
			if err := w.sheet(b, t); err != nil {
				return err
			}
		case t.Kind == opc.Start:
			t.Skip()
		}
	}
	return nil
}

// sheet reads the sheet whose Start was read last, a row at a time.
func (w *reading) sheet(b *convert.Builder, t *opc.Tokens) error {
	name := t.Attr("table:name")
	if w.styles.of("table", t.Attr("table:style-name")).hidden && !w.reader.Hidden {
		w.p.Warn("the sheet %.80q is hidden and was left out", name)
		t.Skip()
		return nil
	}
	s := &sheet{Sheet: grid.New(name), w: w, next: 1, drawn: story{w: w}}
	header := 0
	for depth := t.Depth; t.Next() && t.Depth >= depth; {
		switch {
		case t.Is(opc.Start, "table:table-header-rows"):
			header = t.Depth
		case t.Is(opc.End, "table:table-header-rows"):
			if header > 0 && s.next > 1 {
				s.Header(grid.Area{Top: s.next - 1, Left: 1, Bottom: s.next - 1, Right: grid.MaxColumn})
			}
			header = 0
		case t.Is(opc.Start, "table:table-row"):
			s.row(t.Tree())
		case t.Is(opc.Start, "table:shapes"):
			s.drawn.all(t.Tree().Kids)
		case t.Is(opc.Start, "table:named-expressions"), t.Is(opc.Start, "office:forms"), t.Is(opc.Start, "table:table-source"):
			t.Skip()
		}
		if err := w.ctx.Err(); err != nil {
			return w.p.Errorf(content, "%w", err)
		}
	}
	if s.Empty() && size(s.drawn.blocks) == 0 {
		return nil
	}
	s.Write(b)
	for i := range s.drawn.blocks {
		flow.Each(s.drawn.blocks[i:i+1], func(d *flow.Block) { d.From = s.Whole() })
	}
	flow.Write(b, s.drawn.blocks)
	return nil
}

// sheet is a sheet as it is read.
type sheet struct {
	*grid.Sheet
	w     *reading
	next  int // row
	drawn story
}

// row reads a row, as often as it is there.
func (s *sheet) row(n *opc.Node) {
	row := grid.Row{Number: s.next}
	column := 1
	for _, k := range n.Kids {
		if k.Name != "table:table-cell" && k.Name != "table:covered-table-cell" {
			continue
		}
		repeated := min(max(number(k.Attr("table:number-columns-repeated")), 1), grid.MaxColumn)
		if k.Name == "table:table-cell" {
			s.cell(&row, k, column, repeated)
		}
		if column += repeated; column > grid.MaxColumn {
			break
		}
	}
	repeated := min(max(number(n.Attr("table:number-rows-repeated")), 1), grid.MaxRow)
	s.Add(row)
	if len(row.Cells) > 0 {
		for i := range s.w.repeats(repeated-1, len(row.Cells)) {
			s.Add(grid.Row{Number: s.next + 1 + i, Cells: slices.Clone(row.Cells)})
		}
	}
	s.next += repeated
}

// cell reads a cell, as often as it is there.
func (s *sheet) cell(row *grid.Row, n *opc.Node, column, repeated int) {
	if len(n.Kids) == 0 && n.Attr("table:number-columns-spanned") == "" {
		return
	}
	at := grid.Area{Top: row.Number, Left: column, Bottom: row.Number, Right: column}
	c := grid.Cell{Column: int32(column), Number: isNumber(n.Attr("office:value-type"))}
	style := s.w.styles.of("table-cell", n.Attr("table:style-name"))
	c.Bold = style.look.IsBold()
	var lines []string
	for _, k := range n.Kids {
		switch {
		case k.Name == "text:p":
			lines = append(lines, s.line(k, at))
		case k.Name == "office:annotation":
			s.Note(grid.Note{Cell: at, Author: strings.TrimSpace(k.Kid("dc:creator").Content()), Text: s.comment(k)})
		case isDrawn(k):
			s.drawn.block(k)
		}
	}
	c.Text = strings.TrimSpace(strings.Join(lines, "\n"))
	wide, tall := number(n.Attr("table:number-columns-spanned")), number(n.Attr("table:number-rows-spanned"))
	if wide > 1 || tall > 1 {
		at.Right, at.Bottom = min(column+max(wide, 1)-1, grid.MaxColumn), min(row.Number+max(tall, 1)-1, grid.MaxRow)
		s.Merge(at)
	}
	if c.Text == "" {
		return
	}
	row.Cells = append(row.Cells, c)
	for range s.w.repeats(repeated-1, 1) {
		c.Column++
		row.Cells = append(row.Cells, c)
	}
}

// line is the text of a paragraph in a cell, which may be a link.
func (s *sheet) line(n *opc.Node, at grid.Area) string {
	p := &inline{s: &s.drawn}
	p.kids(n)
	for _, piece := range p.pieces {
		if piece.Link != "" {
			s.Link(at.Top, at.Left, piece.Link)
		}
	}
	b := flow.Block{Pieces: p.pieces}
	for _, h := range p.hung {
		s.drawn.hanging(h)
	}
	return b.Plain()
}

// comment is the text of a comment.
func (s *sheet) comment(n *opc.Node) string {
	var lines []string
	for k := range n.All("text:p") {
		lines = append(lines, strings.Join(strings.Fields(k.Content()), " "))
	}
	return strings.TrimSpace(strings.Join(lines, " "))
}

// isNumber reports whether values of a type are no text.
func isNumber(kind string) bool {
	switch kind {
	case "float", "percentage", "currency", "date", "time", "boolean":
		return true
	}
	return false
}
