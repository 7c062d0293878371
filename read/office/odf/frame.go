package odf

import (
	"strings"

	"github.com/pildora/pildora/read/office/drawing"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// isDrawn reports whether n is a shape, a frame or a group of them.
func isDrawn(n *opc.Node) bool { return strings.HasPrefix(n.Name, "draw:") }

// drawn adds what a shape in a line says in the line, the description of a
// picture or a formula; what it holds comes behind the paragraph.
func (p *inline) drawn(n *opc.Node) {
	switch n.Name {
	case "draw:frame":
		if n.Kid("draw:text-box") != nil || n.Kid("table:table") != nil {
			p.hung = append(p.hung, n)
			return
		}
		if object := n.Kid("draw:object"); object != nil {
			if formula := p.s.w.formula(object); formula != "" {
				p.pieces = append(p.pieces, flow.Piece{Kind: flow.Math, Text: formula, From: from(n)})
				return
			}
		}
		p.pieces = append(p.pieces, flow.Piece{Kind: flow.Image, Text: described(n), From: from(n)})
	case "draw:a":
		p.within(n, func() { p.link = n.Attr("xlink:href") })
	case "draw:page-thumbnail", "draw:control":
	default:
		p.hung = append(p.hung, n)
	}
}

// hanging reads a shape that stands by itself or hangs on a paragraph.
func (s *story) hanging(n *opc.Node) {
	switch n.Name {
	case "draw:frame", "draw:text-box":
		if box := n.Kid("draw:text-box"); box != nil {
			s.blocks = append(s.blocks, s.inside(box.Kids)...)
			return
		}
		if table := n.Kid("table:table"); table != nil {
			s.table(table)
			return
		}
		p := &inline{s: s}
		p.drawn(n)
		if b := (flow.Block{Pieces: p.pieces, From: from(n)}); !b.Empty() {
			s.add(b)
		}
	case "draw:page-thumbnail", "draw:control":
	default:
		if said := described(n); said != "" {
			s.add(flow.Words(flow.Paragraph, said, from(n)))
		}
		s.blocks = append(s.blocks, s.inside(n.Kids)...)
	}
}

// described is what is said of a shape for those who can't see it.
func described(n *opc.Node) string {
	return drawing.Alt(n.Kid("svg:desc").Content(), n.Kid("svg:title").Content())
}

// formula is a formula as its author wrote it, "" where an object is none.
func (w *reading) formula(object *opc.Node) string {
	math := object.Kid("math:math")
	if math == nil {
		part := strings.TrimPrefix(object.Attr("xlink:href"), "./") + "/content.xml"
		if w.p.Find(part) == "" {
			return ""
		}
		tree, err := w.p.Tree(w.ctx, part)
		if err != nil || tree == nil || tree.Name != "math:math" {
			return ""
		}
		math = tree
	}
	written := ""
	math.Walk(func(n *opc.Node) bool {
		if n.Name == "math:annotation" && written == "" {
			written = n.Content()
		}
		return true
	})
	if strings.TrimSpace(written) == "" {
		written = math.Content()
	}
	return strings.Join(strings.Fields(written), " ")
}
