package docx

import (
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// longHeading is from how many bytes on a paragraph is running text, whatever
// its outline level says.
const longHeading = 400

// paragraph reads a paragraph and what hangs on it.
func (s *story) paragraph(n *opc.Node) {
	properties := n.Kid("w:pPr")
	st := s.w.styles.paragraph(properties.Kid("w:pStyle").Attr("w:val"))
	level := headingLevel(properties, st)
	if level > 0 {
		s.leaveContents()
	}
	p := &inline{s: s, look: s.w.styles.defaults, pieces: s.carried}
	s.carried = nil
	if st != nil {
		p.look = st.look.Over(s.w.styles.defaults)
	}
	boxes := s.boxes
	s.boxes = nil
	p.kids(n)
	hung := s.boxes
	s.boxes = boxes
	s.fieldsAge()
	mark := properties.Kid("w:rPr")
	initial := properties.Kid("w:framePr").Attr("w:dropCap") // the first letters of the next paragraph
	if mark.Kid("w:del") != nil || mark.Kid("w:moveFrom") != nil || initial == "drop" || initial == "margin" {
		s.carried = p.pieces
	} else {
		s.finish(n, properties, st, level, p)
	}
	for _, box := range hung {
		s.hanging(box)
	}
}

// headingLevel is the level of a heading, from 1, or 0.
func headingLevel(properties *opc.Node, st *style) int {
	if outline := properties.Kid("w:outlineLvl"); outline != nil && (st == nil || st.role == plain) {
		return outlineLevel(outline)
	}
	if st == nil {
		return 0
	}
	return st.level
}

// finish makes a block of a paragraph whose text was read.
func (s *story) finish(n, properties *opc.Node, st *style, level int, p *inline) {
	b := flow.Block{Pieces: p.pieces, From: s.from(n), Bold: p.chars > 0 && p.bold == p.chars, Size: p.size}
	r := plain
	if st != nil {
		r = st.role
	}
	if p.removed && b.Empty() && !p.pictured {
		return // nothing but deleted text, or lines of the table of contents
	}
	if r == contents {
		return
	}
	num, numbered := s.number(properties, st)
	empty := b.Empty()
	switch {
	case empty:
	case level > 0 && len(b.Plain()) <= longHeading:
		b.Kind, b.Level = flow.Heading, level
		if r == titled && s.w.title == "" && s.w.headings == 0 {
			s.w.title = b.Plain()
		}
		b.Titled = r == titled
	case numbered && num.item:
		b.Kind, b.Mark = flow.Item, num.mark
		if indent, ok := indentOf(properties); ok {
			b.Mark.Indent = indent
		} else if st != nil && st.indented && st.numID == "" {
			b.Mark.Indent = st.indent
		}
	case r == caption:
		b.Kind = flow.Caption
	case r == quote:
		b.Kind = flow.Quote
	case r == code || p.mono == p.chars && p.chars > 0:
		b.Kind = flow.Code
		b.Guess = r != code
	case r == more && s.inItem, s.inItem && st != nil && st.name == "list paragraph":
		b.Kind = flow.More
	}
	if numbered && !empty && b.Kind != flow.Item {
		b.Pieces = prefixed(num, b)
	}
	if only := formulasOnly(b); only != nil {
		for _, f := range only {
			s.add(flow.Block{Kind: flow.Formula, Pieces: []flow.Piece{f}, From: f.From})
		}
		return
	}
	s.add(b)
}

// prefixed is the text of a block with its number in front, where its author
// hasn't written it there too.
func prefixed(num numbered, b flow.Block) []flow.Piece {
	if num.prefix == "" {
		return b.Pieces
	}
	return append([]flow.Piece{{Text: num.prefix, From: b.From}}, b.Pieces...)
}

// number is the number of a paragraph; ok is false where it has none.
func (s *story) number(properties *opc.Node, st *style) (num numbered, ok bool) {
	id, level, own := st.numberedBy(), 0, ""
	if st != nil {
		level, own = st.numLevel, st.id
	}
	direct := properties.Kid("w:numPr")
	if n := direct.Kid("w:numId"); n != nil {
		id = n.Attr("w:val")
	}
	if id == "" || id == "0" {
		return numbered{}, false
	}
	u := s.w.numbers.nums[id]
	if u != nil {
		level = u.levelFor(own, level)
	}
	if n := direct.Kid("w:ilvl"); n != nil {
		level = number(n.Attr("w:val"))
	}
	if u == nil {
		return numbered{item: true, mark: flow.Mark{List: s.w.numbers.markOf("?" + id), Level: level}}, true
	}
	return s.w.numbers.next(id, level)
}

// formulasOnly is the formulas of a paragraph that has nothing else.
func formulasOnly(b flow.Block) []flow.Piece {
	if b.Kind != flow.Paragraph {
		return nil
	}
	var only []flow.Piece
	for _, p := range b.Pieces {
		switch {
		case p.Kind == flow.Math:
			only = append(only, p)
		case p.Kind == flow.Image, p.Kind == flow.Text && !doc.IsBlank(p.Text):
			return nil
		}
	}
	return only
}
