package odf

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

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
	for _, k := range ordered(n.Kids) {
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
	if title == nil && looksLikeTitle(blocks) {
		title, blocks = &blocks[0], blocks[1:]
		title.Kind = flow.Heading
	}
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

// lineOfShapes is how far below one shape another one begins that still stands
// beside it, in centimetres.
const lineOfShapes = 2

// ordered is the shapes of a slide as they are read: from above, and from left.
// What says no place stays where it is.
func ordered(kids []*opc.Node) []*opc.Node {
	out := slices.Clone(kids)
	slices.SortStableFunc(out, func(a, b *opc.Node) int {
		return cmp.Or(cmp.Compare(place(a, "svg:y")/lineOfShapes, place(b, "svg:y")/lineOfShapes), cmp.Compare(place(a, "svg:x"), place(b, "svg:x")))
	})
	return out
}

// place is a distance in whole centimetres; what stands nowhere comes first.
func place(n *opc.Node, name string) int {
	value := strings.TrimSpace(n.Attr(name))
	for _, unit := range [...]struct {
		name   string
		centis float64
	}{{"cm", 1}, {"mm", 0.1}, {"in", 2.54}, {"pt", 2.54 / 72}} {
		if digits, ok := strings.CutSuffix(value, unit.name); ok {
			f, err := strconv.ParseFloat(digits, 64)
			if err == nil && f > -1e6 && f < 1e6 {
				return int(math.Floor(f * unit.centis))
			}
		}
	}
	return 0
}

// longTitle is from how many bytes on a line of text is no title.
const longTitle = 80

// looksLikeTitle reports whether the first block of a slide is a line above
// others: not everybody uses the placeholder.
func looksLikeTitle(blocks []flow.Block) bool {
	return len(blocks) > 1 && blocks[0].Kind == flow.Paragraph && len(blocks[0].Plain()) <= longTitle && !strings.HasSuffix(blocks[0].Plain(), ".") &&
		blocks[1].Kind != flow.Note
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
