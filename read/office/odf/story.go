package odf

import (
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// story is a sequence of paragraphs: of the body, a note, a cell or a text box.
type story struct {
	w      *reading
	main   bool // notes are written at the end of its sections
	blocks []flow.Block
	notes  []flow.Block // that wait for the end of the section
	list   *listAt      // the item being read, or nil
	depth  int          // of stories inside each other
}

// listAt is an item of a list.
type listAt struct {
	style   string
	counter *counter
	level   int
	header  bool // it has no number
	start   int  // the number that it begins with, or -1
	begun   bool // its first paragraph was read
	items   *int // that were read of the list
}

const (
	// maxInside is how deep notes, cells and text boxes nest in each other.
	maxInside = 32
	// longHeading is from how many bytes on a paragraph is running text,
	// whatever its outline level says.
	longHeading = 400
)

// from is where a node stands.
func from(n *opc.Node) doc.Origin { return doc.Origin{Part: content, Source: n.Span} }

// inside reads nodes as a story within s.
func (s *story) inside(kids []*opc.Node) []flow.Block {
	if s.depth == maxInside {
		return nil
	}
	inner := &story{w: s.w, depth: s.depth + 1}
	for _, k := range kids {
		inner.block(k)
	}
	s.notes = append(s.notes, inner.notes...)
	return inner.blocks
}

// block reads a paragraph, a table, a list, or what is around some of them.
func (s *story) block(n *opc.Node) {
	switch n.Name {
	case "text:h", "text:p":
		s.paragraph(n)
	case "text:list":
		s.listOf(n)
	case "text:numbered-paragraph":
		s.numberedParagraph(n)
	case "table:table":
		s.table(n)
	case "text:section":
		if n.Attr("text:display") != "none" && !s.w.styles.of("section", n.Attr("text:style-name")).hidden {
			s.all(n.Kids)
		}
	case "text:index-body", "text:index-title", "text:bibliography", "text:soft-page-break":
		s.all(n.Kids)
	case "text:table-of-content", "text:alphabetical-index", "text:illustration-index", "text:table-index", "text:object-index", "text:user-index",
		"text:tracked-changes", "office:forms", "office:annotation", "office:event-listeners", "text:bibliography-source":
	default:
		if isDrawn(n) {
			s.hanging(n)
		}
	}
}

func (s *story) all(kids []*opc.Node) {
	for _, k := range kids {
		s.block(k)
	}
}

// add appends a block. Notes of the section before a heading go in front of it.
func (s *story) add(b flow.Block) {
	if b.Kind == flow.Heading && s.main {
		s.flushNotes()
	}
	s.blocks = append(s.blocks, b)
}

// flushNotes writes the notes that were referred to since the last time.
func (s *story) flushNotes() {
	s.blocks = append(s.blocks, s.notes...)
	s.notes = nil
}

// listOf reads a list. One inside of an item is the next level of the same.
func (s *story) listOf(n *opc.Node) {
	outer := s.list
	at := listAt{style: n.Attr("text:style-name"), items: new(int)}
	if outer != nil {
		if at.style == "" {
			at.style = outer.style
		}
		at.level, at.counter, at.items = min(outer.level+1, maxLevels-1), outer.counter, outer.items
	} else {
		at.counter = s.w.lists.begin(n, at.style)
	}
	for _, item := range n.Kids {
		if item.Name != "text:list-item" && item.Name != "text:list-header" {
			continue
		}
		entry := at
		entry.header, entry.start = item.Name == "text:list-header", -1
		if item.Has("text:start-value") {
			entry.start = max(number(item.Attr("text:start-value")), 0)
		}
		s.list = &entry
		s.all(item.Kids)
	}
	s.list = outer
}

// numberedParagraph reads a paragraph that says itself where in a list it is.
func (s *story) numberedParagraph(n *opc.Node) {
	outer := s.list
	id := n.Attr("text:list-id")
	if s.w.lists.byID[id] == nil {
		s.w.lists.byID[id] = &counter{}
	}
	s.list = &listAt{style: n.Attr("text:style-name"), counter: s.w.lists.byID[id], level: min(max(number(n.Attr("text:level"))-1, 0), maxLevels-1), start: -1, items: new(int)}
	s.all(n.Kids)
	s.list = outer
}

// paragraph reads a paragraph and what hangs on it.
func (s *story) paragraph(n *opc.Node) {
	st := s.w.styles.of("paragraph", n.Attr("text:style-name"))
	p := &inline{s: s, look: st.look.Over(s.w.styles.defaults["paragraph"]), code: st.role == code}
	p.kids(n)
	b := flow.Block{Pieces: p.pieces, From: from(n), Bold: p.chars > 0 && p.bold == p.chars, Size: p.size}
	if !b.Empty() && st.role != contents && !p.hidden {
		s.finish(n, st, p, &b)
		s.add(b)
	}
	for _, h := range p.hung {
		s.hanging(h)
	}
}

// finish settles what a paragraph is.
func (s *story) finish(n *opc.Node, st *style, p *inline, b *flow.Block) {
	level := max(st.level, 0)
	if n.Name == "text:h" {
		level = max(number(n.Attr("text:outline-level")), 1)
	}
	if st.role == titled {
		level = 1
	}
	if len(b.Plain()) > longHeading {
		level = 0
	}
	label := ""
	switch {
	case level > 0:
		b.Kind, b.Level, b.Titled = flow.Heading, level, st.role == titled
		if b.Titled && s.w.title == "" {
			s.w.title = b.Plain()
		}
		if !b.Titled {
			label = s.headingLabel(n, min(level, maxLevels)-1)
		}
	case s.list != nil:
		label = s.item(b)
	case st.role == caption:
		b.Kind = flow.Caption
	case st.role == quote:
		b.Kind = flow.Quote
	case st.role == code || p.mono == p.chars && p.chars > 0:
		b.Kind, b.Guess = flow.Code, st.role != code
	}
	if label != "" && !strings.HasPrefix(b.Plain(), label) {
		b.Pieces = append([]flow.Piece{{Text: label + " ", From: b.From}}, b.Pieces...)
	}
}

// headingLabel is the number of a heading: of the list that it is in, else of
// the outline.
func (s *story) headingLabel(n *opc.Node, level int) string {
	l := s.list
	if l == nil || s.w.lists.styles[l.style] == nil {
		if l = (&listAt{style: outlineStyle, level: level, start: -1}); n.Attr("text:restart-numbering") == "true" {
			l.start = max(number(n.Attr("text:start-value")), 0)
		}
		if s.w.lists.byStyle[outlineStyle] == nil {
			s.w.lists.byStyle[outlineStyle] = &counter{}
		}
		l.counter = s.w.lists.byStyle[outlineStyle]
	}
	st := s.w.lists.styles[l.style]
	if st == nil || l.begun || l.header || n.Attr("text:is-list-header") == "true" {
		return ""
	}
	l.begun = true
	l.counter.count(st, l.level, l.start)
	return l.counter.label(st, l.level)
}

// item makes a block the next paragraph of the item, and returns the number
// that belongs to its text.
func (s *story) item(b *flow.Block) string {
	l := s.list
	if l.begun || l.header {
		if *l.items > 0 { // else it only looks like the list
			b.Kind = flow.More
		}
		return ""
	}
	l.begun = true
	*l.items++
	st := s.w.lists.styles[l.style]
	l.counter.count(st, l.level, l.start)
	mark, clause := l.counter.mark(st, l.level)
	if clause != "" {
		return clause
	}
	b.Kind, b.Mark = flow.Item, mark
	b.Mark.List, b.Mark.Indent = s.w.lists.of(l.style), l.level
	return ""
}

// note reads a note and returns the text that refers to it.
func (s *story) note(n *opc.Node) string {
	kids := n.Kid("text:note-body")
	if kids == nil || s.depth == maxInside {
		return ""
	}
	s.w.notes++
	label := strconv.Itoa(s.w.notes)
	at := len(s.notes)
	s.notes = append(s.notes, flow.Block{})
	inner := s.inside(kids.Kids)
	s.notes[at] = flow.Block{Kind: flow.Note, Label: label, Inner: inner, From: from(kids)}
	return "[^" + label + "]"
}
