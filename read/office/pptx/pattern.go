package pptx

import (
	"errors"

	"github.com/pildora/pildora/read/office/opc"
)

// pattern is a layout or a master: where its placeholders stand, and which
// levels of their text are items.
type pattern struct {
	shapes []*opc.Node // those with a placeholder
	styles *opc.Node   // of text, on a master
	master *pattern    // of a layout
}

// placeholder is what a shape stands in for.
type placeholder struct{ kind, index string }

// placeholderOf is the placeholder that a shape fills; its zero value where it
// is none.
func placeholderOf(n *opc.Node) placeholder {
	for _, properties := range n.Kids {
		if ph := properties.Kid("p:nvPr", "p:ph"); ph != nil {
			kind := ph.Attr("type")
			if kind == "" {
				kind = "obj"
			}
			return placeholder{kind, ph.Attr("idx")}
		}
	}
	return placeholder{}
}

// pattern reads a layout or a master, once. It is nil where it is missing or
// damaged.
func (w *reading) pattern(part string) (*pattern, error) {
	name := w.p.Find(part)
	if name == "" {
		return nil, nil
	}
	if p, ok := w.patterns[name]; ok {
		return p, nil
	}
	w.patterns[name] = nil // also ends a circle
	root, err := w.p.Tree(w.ctx, name)
	if errors.Is(err, opc.ErrDamaged) {
		w.p.Warn("%s: %v; read without it", name, err)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := &pattern{styles: root.Kid("p:txStyles")}
	for n := range root.Kid("p:cSld", "p:spTree").All("p:sp") {
		if placeholderOf(n).kind != "" {
			p.shapes = append(p.shapes, n)
		}
	}
	rels, err := w.p.Relations(w.ctx, name)
	if err != nil {
		return nil, err
	}
	if p.master, err = w.pattern(rels.ByType("slideMaster")); err != nil {
		return nil, err
	}
	w.patterns[name] = p
	return p, nil
}

// find is the shape that a placeholder takes after: of its index, else of its
// kind; nil where there is none. It may be called on nil.
func (p *pattern) find(ph placeholder) *opc.Node {
	if p == nil {
		return nil
	}
	var same *opc.Node
	for _, n := range p.shapes {
		is := placeholderOf(n)
		if p.master != nil && ph.index != "" && is.index == ph.index {
			return n
		}
		if same == nil && family(is.kind) == family(ph.kind) {
			same = n
		}
	}
	return same
}

// family is the kind that others take after.
func family(kind string) string {
	switch kind {
	case "title", "ctrTitle":
		return "title"
	case "dt", "ftr", "sldNum", "hdr":
		return kind
	}
	return "body"
}

// chain is where the looks of a body's paragraphs are said, nearest first: by
// the body, the layout, the master.
func (s *slide) chain(text *opc.Node, ph placeholder) []*opc.Node {
	chain := []*opc.Node{text.Kid("a:lstStyle")}
	if ph.kind == "" || s.notes {
		return chain
	}
	var styles *opc.Node
	for p := s.layout; p != nil; p = p.master {
		chain = append(chain, p.find(ph).Kid("p:txBody", "a:lstStyle"))
		styles = p.styles
	}
	if family(ph.kind) == "title" {
		return append(chain, styles.Kid("p:titleStyle"))
	}
	return append(chain, styles.Kid("p:bodyStyle"))
}
