package odf

import (
	"strconv"

	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// longTitleSlide is from how many bytes besides its title on a first slide is
// one of many and not the title of all.
const longTitleSlide = 300

// presentation reads the slides of a presentation.
func (w *reading) presentation(b *convert.Builder, t *opc.Tokens) error {
	for depth, number := t.Depth, 0; t.Next() && t.Depth >= depth; {
		if t.Kind != opc.Start {
			continue
		}
		n := t.Tree()
		if n.Name != "draw:page" {
			continue
		}
		number++
		if w.styles.of("drawing-page", n.Attr("draw:style-name")).hidden && !w.reader.Hidden {
			w.p.Warn("slide %d is hidden and was left out", number)
			continue
		}
		w.slide(b, n, number)
		if err := w.ctx.Err(); err != nil {
			return w.p.Errorf(content, "%w", err)
		}
	}
	return nil
}

// slide writes a slide and its notes.
func (w *reading) slide(b *convert.Builder, n *opc.Node, number int) {
	s := &story{w: w}
	var title *flow.Block
	var notes []flow.Block
	for _, k := range n.Kids {
		switch class := k.Attr("presentation:class"); {
		case k.Name == "presentation:notes":
			notes = w.slideNotes(k)
		case class == "title" && title == nil:
			title = w.slideTitle(k)
		case class == "date-time", class == "footer", class == "header", class == "page-number":
		default:
			s.block(k)
		}
	}
	blocks := append(s.blocks, s.notes...)
	if title != nil {
		title.Level = 1
		switch {
		case w.title != "":
			title.Level = 2
		case number == 1 && size(blocks) < longTitleSlide:
			w.title = title.Plain()
		}
		blocks = append([]flow.Block{*title}, blocks...)
	}
	b.Open("x-page", from(n), "label", strconv.Itoa(number))
	flow.Write(b, blocks)
	if size(notes) > 0 {
		b.Open("details", from(n))
		b.Open("summary", from(n))
		b.Text("Notes", from(n))
		b.Close()
		flow.Write(b, notes)
		b.Close()
	}
	b.Close()
}

// slideTitle makes a heading of the paragraphs of a title, or nil.
func (w *reading) slideTitle(n *opc.Node) *flow.Block {
	s := &story{w: w}
	s.block(n)
	title := &flow.Block{Kind: flow.Heading, From: from(n)}
	for i, b := range s.blocks {
		if i > 0 {
			title.Pieces = append(title.Pieces, flow.Piece{Text: " ", From: b.From})
		}
		title.Pieces = append(title.Pieces, b.Pieces...)
	}
	if title.Empty() {
		return nil
	}
	return title
}

// slideNotes reads what is said beside a slide.
func (w *reading) slideNotes(n *opc.Node) []flow.Block {
	s := &story{w: w}
	for _, k := range n.Kids {
		if class := k.Attr("presentation:class"); class == "notes" || class == "" && k.Name == "draw:frame" {
			s.block(k)
		}
	}
	return s.blocks
}

// size is how much text blocks hold; a table is always much.
func size(blocks []flow.Block) int {
	n := 0
	for i := range blocks {
		if blocks[i].Kind == flow.Table {
			n += longTitleSlide
		}
		n += len(blocks[i].Plain())
	}
	return n
}
