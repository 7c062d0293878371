package pptx

import (
	"errors"
	"strings"

	"github.com/pildora/pildora/read/office/opc"
)

// pattern is a layout or a master: where its placeholders stand, and which
// levels of their text are items.
type pattern struct {
	byIndex map[placeholder]*model // by family and index
	first   map[string]*model      // of each family
	styles  map[string]looks       // of text by family, on a master
	master  *pattern               // of a layout
}

// model is a shape of a pattern that others take after.
type model struct {
	off   *opc.Node // where it stands, or nil
	looks looks
}

// looks are what is said of the paragraphs of each level.
type looks [levels]levelLook

// levelLook is what stands in front of a paragraph: a:buNone, a:buChar,
// a:buAutoNum or a:buBlip, and the font of it; nil where nothing is said.
type levelLook struct{ bullet, font *opc.Node }

// looksOf reads a list of styles.
func looksOf(styles *opc.Node) looks {
	var l looks
	if styles == nil {
		return l
	}
	for _, k := range styles.Kids {
		if name, ok := strings.CutPrefix(k.Name, "a:lvl"); ok && len(name) == len("1pPr") && '1' <= name[0] && name[0] <= '9' {
			l[name[0]-'1'] = lookOf(k)
		}
	}
	return l
}

// lookOf reads the properties of a paragraph.
func lookOf(properties *opc.Node) levelLook {
	var l levelLook
	if properties == nil {
		return l
	}
	for _, k := range properties.Kids {
		switch k.Name {
		case "a:buNone", "a:buChar", "a:buAutoNum", "a:buBlip":
			l.bullet = k
		case "a:buFont":
			l.font = k
		}
	}
	return l
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
	p := &pattern{byIndex: map[placeholder]*model{}, first: map[string]*model{}, styles: map[string]looks{
		"title": looksOf(root.Kid("p:txStyles", "p:titleStyle")), "body": looksOf(root.Kid("p:txStyles", "p:bodyStyle")),
	}}
	for n := range root.Kid("p:cSld", "p:spTree").All("p:sp") {
		p.add(n)
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

// add adds a shape of a pattern.
func (p *pattern) add(n *opc.Node) {
	ph := placeholderOf(n)
	if ph.kind == "" {
		return
	}
	m := &model{off: n.Kid("p:spPr", "a:xfrm", "a:off"), looks: looksOf(n.Kid("p:txBody", "a:lstStyle"))}
	at := placeholder{family(ph.kind), ph.index}
	if p.byIndex[at] == nil {
		p.byIndex[at] = m
	}
	if p.first[at.kind] == nil {
		p.first[at.kind] = m
	}
}

// find is what a placeholder takes after; its zero value where there is nothing.
// On a layout that is the one of its index, or the title, of which there is one;
// on a master the first of its family.
func (p *pattern) find(ph placeholder) model {
	at := placeholder{family(ph.kind), ph.index}
	m := p.byIndex[at]
	if p.master == nil || at.kind == "title" {
		m = p.first[at.kind]
	}
	if m == nil {
		return model{}
	}
	return *m
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

// chain is what is said of a body's paragraphs, nearest first: by the body, the
// layout, the master.
func (s *slide) chain(text *opc.Node, ph placeholder) []looks {
	chain := []looks{looksOf(text.Kid("a:lstStyle"))}
	if ph.kind == "" || s.notes {
		return chain
	}
	for p := s.layout; p != nil; p = p.master {
		chain = append(chain, p.find(ph).looks)
		if p.master == nil {
			chain = append(chain, p.styles[family(ph.kind)])
		}
	}
	return chain
}
