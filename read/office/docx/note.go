package docx

import (
	"strconv"

	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// noteKind is the name of the element that refers to a note.
type noteKind string

const (
	footnote noteKind = "w:footnoteReference"
	endnote  noteKind = "w:endnoteReference"
)

// noteID names a note.
type noteID struct {
	kind noteKind
	id   string
}

// notePart is the part that notes of a kind are in.
type notePart struct {
	name  string
	links map[string]opc.Relation
}

// refer returns the label of a note, which is numbered by its first reference;
// "" where there is no such note.
func (s *story) refer(kind noteKind, id string) string {
	w := s.w
	note := noteID{kind, id}
	if label := w.labels[note]; label != "" {
		return label
	}
	if err := w.loadNotes(kind); err != nil && s.err == nil {
		s.err = err
	}
	if w.notes[note] == nil {
		return ""
	}
	label := strconv.Itoa(len(w.labels) + 1)
	w.labels[note] = label
	w.waiting = append(w.waiting, note)
	return label
}

// flushNotes writes the notes that were referred to since the last time. Notes
// may refer to others.
func (s *story) flushNotes() {
	w := s.w
	for i := 0; i < len(w.waiting) && s.err == nil; i++ {
		id := w.waiting[i]
		part, n := w.noteParts[id.kind], w.notes[id]
		inner := &story{w: w, part: part.name, links: part.links}
		inner.all(n)
		s.absorb(inner)
		s.blocks = append(s.blocks, flow.Block{Kind: flow.Note, Label: w.labels[id], Inner: inner.blocks, From: inner.from(n)})
	}
	w.waiting = w.waiting[:0]
}

// loadNotes reads the notes of a kind, once.
func (w *reading) loadNotes(kind noteKind) error {
	if _, loaded := w.noteParts[kind]; loaded {
		return nil
	}
	relation, custom := "footnotes", "word/footnotes.xml"
	if kind == endnote {
		relation, custom = "endnotes", "word/endnotes.xml"
	}
	tree, err := w.optional(relation, custom)
	if err != nil {
		return err
	}
	name := w.p.Find(w.rels.ByType(relation))
	if name == "" {
		name = w.p.Find(custom)
	}
	rels, err := w.p.Relations(w.ctx, name)
	if err != nil {
		return err
	}
	if w.notes == nil {
		w.notes, w.noteParts = map[noteID]*opc.Node{}, map[noteKind]notePart{}
	}
	w.noteParts[kind] = notePart{name, rels.Index()}
	if tree == nil {
		return nil
	}
	for _, n := range tree.Kids {
		if n.Name != "" && w.notes[noteID{kind, n.Attr("w:id")}] == nil {
			w.notes[noteID{kind, n.Attr("w:id")}] = n
		}
	}
	return nil
}
