package pptx

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/office/drawing"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// slide is a slide, or the page of its notes, as it is read.
type slide struct {
	w      *reading
	part   string
	number int
	links  map[string]opc.Relation // where the part leads to
	layout *pattern
	notes  bool
	err    error
}

// shape is something on a slide.
type shape struct {
	x, y    int64 // its left upper corner, in English Metric Units
	placed  bool  // it has one; else it follows the shape before it
	title   bool
	centred bool // the title of a title slide
	free    bool // a box of text that fills no placeholder
	blocks  []flow.Block
	from    doc.Origin
}

// from is where a node stands.
func (s *slide) from(n *opc.Node) doc.Origin {
	return doc.Origin{Part: s.part, Source: n.Span, Page: s.number}
}

// fail keeps the first error.
func (s *slide) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// shapes reads what is in a tree of shapes.
func (s *slide) shapes(n *opc.Node) []*shape {
	if n == nil || s.err != nil {
		return nil
	}
	if err := s.w.ctx.Err(); err != nil {
		s.fail(s.w.p.Errorf(s.part, "%w", err))
		return nil
	}
	var out []*shape
	for _, k := range n.Kids {
		for _, sh := range s.shape(k) {
			if !sh.placed && len(out) > 0 {
				sh.x, sh.y = out[len(out)-1].x, out[len(out)-1].y
			}
			out = append(out, sh)
		}
	}
	return out
}

func (s *slide) shape(n *opc.Node) []*shape {
	if hidden(n) {
		return nil
	}
	var sh *shape
	switch n.Name {
	case "p:sp":
		sh = s.text(n)
	case "p:grpSp":
		sh = s.group(n)
	case "p:graphicFrame":
		sh = s.frame(n)
	case "p:pic":
		sh = s.picture(n)
	case "mc:AlternateContent":
		for _, k := range n.Kids {
			if found := s.shapes(k); len(found) > 0 {
				return found
			}
		}
	}
	if sh == nil || len(sh.blocks) == 0 {
		return nil
	}
	sh.from = s.from(n)
	return []*shape{sh}
}

// hidden reports whether a shape is not shown.
func hidden(n *opc.Node) bool {
	for _, k := range n.Kids {
		if strings.HasPrefix(k.Name, "p:nv") {
			return k.Kid("p:cNvPr").Attr("hidden") == "1" || k.Kid("p:cNvPr").Attr("hidden") == "true"
		}
	}
	return false
}

// text reads a shape with text. Of notes only the notes themselves are read.
func (s *slide) text(n *opc.Node) *shape {
	ph := placeholderOf(n)
	switch ph.kind {
	case "dt", "ftr", "sldNum", "hdr", "sldImg":
		return nil
	}
	if s.notes && ph.kind != "body" {
		return nil
	}
	sh := &shape{title: ph.kind == "title" || ph.kind == "ctrTitle", centred: ph.kind == "ctrTitle", free: ph.kind == ""}
	s.place(sh, n.Kid("p:spPr", "a:xfrm"), ph)
	b := body{s: s, chain: s.chain(n.Kid("p:txBody"), ph)}
	s.w.lists++
	b.list = s.w.lists
	sh.blocks = b.read(n.Kid("p:txBody"))
	return sh
}

// group reads shapes that belong together; they are one in the order of the
// slide.
func (s *slide) group(n *opc.Node) *shape {
	sh := &shape{}
	sh.corner(n.Kid("p:grpSpPr", "a:xfrm", "a:off"))
	for _, inner := range ordered(s.shapes(n)) {
		sh.blocks = append(sh.blocks, inner.blocks...)
	}
	return sh
}

// frame reads a table, a chart or a diagram.
func (s *slide) frame(n *opc.Node) *shape {
	sh := &shape{}
	s.place(sh, n.Kid("p:xfrm"), placeholderOf(n))
	data := n.Kid("a:graphic", "a:graphicData")
	if data == nil {
		return nil
	}
	for _, k := range data.Kids {
		var blocks []flow.Block
		var err error
		switch k.Name {
		case "a:tbl":
			blocks = []flow.Block{s.table(k)}
		case "c:chart", "cx:chart":
			blocks, err = drawing.Chart(s.w.ctx, s.w.p, s.links[k.Attr("r:id")].Target)
		case "dgm:relIds":
			blocks, err = drawing.Diagram(s.w.ctx, s.w.p, s.links[k.Attr("r:dm")].Target)
		}
		if err != nil {
			s.fail(err)
		}
		flow.Origins(blocks, func(o *doc.Origin) { o.Page = s.number })
		sh.blocks = append(sh.blocks, blocks...)
	}
	if len(sh.blocks) == 0 {
		s.describe(n.Kid("p:nvGraphicFramePr", "p:cNvPr"), sh)
	}
	return sh
}

// picture reads the description of a picture.
func (s *slide) picture(n *opc.Node) *shape {
	sh := &shape{}
	s.place(sh, n.Kid("p:spPr", "a:xfrm"), placeholderOf(n))
	s.describe(n.Kid("p:nvPicPr", "p:cNvPr"), sh)
	return sh
}

func (s *slide) describe(properties *opc.Node, sh *shape) {
	if alt := drawing.Alt(properties.Attr("descr"), properties.Attr("title")); alt != "" {
		from := s.from(properties)
		sh.blocks = []flow.Block{{Pieces: []flow.Piece{{Kind: flow.Image, Text: alt, From: from}}, From: from}}
	}
}

// place finds where a shape stands: as it says, else as its layout does.
func (s *slide) place(sh *shape, frame *opc.Node, ph placeholder) {
	if sh.corner(frame.Kid("a:off")); sh.placed || ph.kind == "" {
		return
	}
	for p := s.layout; p != nil && !sh.placed; p = p.master {
		sh.corner(p.find(ph).off)
	}
}

// corner sets the upper left corner, if there is any.
func (sh *shape) corner(off *opc.Node) {
	if off == nil {
		return
	}
	sh.x, _ = strconv.ParseInt(off.Attr("x"), 10, 64)
	sh.y, _ = strconv.ParseInt(off.Attr("y"), 10, 64)
	sh.placed = true
}

// band is how far apart the upper edges of shapes may be that stand beside each
// other, in English Metric Units: a fifth of an inch.
const band = 914400 / 5

// ordered sorts shapes as they are read: the title, then from top to bottom and
// from left to right.
func ordered(shapes []*shape) []*shape {
	slices.SortStableFunc(shapes, func(a, b *shape) int { return compare(a.title, b.title, a.y, b.y) })
	for from := 0; from < len(shapes); {
		to := from + 1
		for to < len(shapes) && shapes[to].title == shapes[from].title && shapes[to].y-shapes[from].y <= band {
			to++
		}
		slices.SortStableFunc(shapes[from:to], func(a, b *shape) int { return compare(a.title, b.title, a.x, b.x) })
		from = to
	}
	return shapes
}

func compare(aTitle, bTitle bool, a, b int64) int {
	switch {
	case aTitle != bTitle && aTitle:
		return -1
	case aTitle != bTitle:
		return 1
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
