package pptx

import (
	"errors"
	"strconv"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// page is a slide that was read.
type page struct {
	number int
	from   doc.Origin
	shapes []*shape
	notes  []flow.Block
	said   doc.Origin // where the notes are
}

// slide reads a slide and its notes. It is nil where the slide is damaged.
func (w *reading) slide(number int, name string) (*page, error) {
	root, err := w.p.Tree(w.ctx, name)
	if errors.Is(err, opc.ErrDamaged) {
		w.p.Warn("%s: %v; left out", name, err)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	rels, err := w.p.Relations(w.ctx, name)
	if err != nil {
		return nil, err
	}
	s := &slide{w: w, part: name, number: number, links: rels.Index()}
	if s.layout, err = w.pattern(rels.ByType("slideLayout")); err != nil {
		return nil, err
	}
	p := &page{number: number, from: s.from(root), shapes: ordered(s.shapes(root.Kid("p:cSld", "p:spTree")))}
	if s.err != nil {
		return nil, s.err
	}
	return p, w.notes(p, rels.ByType("notesSlide"))
}

// notes reads what is said beside a slide.
func (w *reading) notes(p *page, part string) error {
	name := w.p.Find(part)
	if name == "" {
		return nil
	}
	root, err := w.p.Tree(w.ctx, name)
	if errors.Is(err, opc.ErrDamaged) {
		w.p.Warn("%s: %v; left out", name, err)
		return nil
	}
	if err != nil {
		return err
	}
	rels, err := w.p.Relations(w.ctx, name)
	if err != nil {
		return err
	}
	s := &slide{w: w, part: name, number: p.number, links: rels.Index(), notes: true}
	for _, sh := range ordered(s.shapes(root.Kid("p:cSld", "p:spTree"))) {
		p.notes = append(p.notes, sh.blocks...)
	}
	p.said = s.from(root)
	return s.err
}

// write writes a slide, and its notes below a line that says what they are.
func (w *reading) write(p *page) {
	w.b.Open("x-page", p.from, "label", strconv.Itoa(p.number))
	titled(p.shapes)
	for _, sh := range p.shapes {
		if sh.title {
			w.title(sh, p.number == 1 && sh.centred && onlyTitles(p.shapes))
		}
		flow.Write(&w.b, sh.blocks)
	}
	if !empty(p.notes) {
		w.b.Open("details", p.said)
		w.b.Open("summary", p.said)
		w.b.Text("Notes", p.said)
		w.b.Close()
		flow.Write(&w.b, p.notes)
		w.b.Close()
	}
	w.b.Close()
}
