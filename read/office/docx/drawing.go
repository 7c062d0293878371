package docx

import (
	"github.com/pildora/pildora/read/office/drawing"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// drawing reads a picture's description, and keeps what has paragraphs of its
// own, or a table, for after the paragraph.
func (p *inline) drawing(n *opc.Node) {
	alt, picture := "", false
	n.Walk(func(k *opc.Node) bool {
		switch k.Name {
		case "w:txbxContent", "c:chart", "cx:chart", "dgm:relIds":
			p.s.boxes = append(p.s.boxes, k)
			return false
		case "mc:AlternateContent":
			p.alternatives(k, p.drawing)
			return false
		case "wp:docPr", "pic:cNvPr":
			if alt == "" {
				alt = drawing.Alt(k.Attr("descr"), k.Attr("title"))
			}
		case "v:shape", "v:rect", "v:group":
			if alt == "" {
				alt = drawing.Alt(k.Attr("alt"), "")
			}
		case "v:textpath":
			p.text(k.Attr("string"), p.s.from(k), flow.Look{})
		case "pic:pic", "v:imagedata":
			picture = true
		}
		return true
	})
	if picture || alt != "" {
		p.pictured = true
		p.add(flow.Piece{Kind: flow.Image, Text: alt, From: p.s.from(n)})
	}
}

// hanging reads what a drawing holds besides a picture.
func (s *story) hanging(n *opc.Node) {
	var (
		blocks []flow.Block
		err    error
	)
	switch n.Name {
	case "w:txbxContent":
		inner := s.inside()
		inner.all(n)
		s.absorb(inner)
		blocks = inner.blocks
	case "dgm:relIds":
		blocks, err = drawing.Diagram(s.w.ctx, s.w.p, s.links[n.Attr("r:dm")].Target)
	default:
		blocks, err = drawing.Chart(s.w.ctx, s.w.p, s.links[n.Attr("r:id")].Target)
	}
	if err != nil && s.err == nil {
		s.err = err
	}
	for _, b := range blocks {
		s.add(b)
	}
}

// chunk reads a document of another format that stands in the place of
// paragraphs.
func (s *story) chunk(n *opc.Node) {
	blocks, err := s.w.foreign(s.links[n.Attr("r:id")].Target)
	if err != nil && s.err == nil {
		s.err = err
	}
	for _, b := range blocks {
		s.add(b)
	}
}
