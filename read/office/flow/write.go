package flow

import (
	"strconv"

	"github.com/pildora/pildora/read/convert"
)

// Write writes blocks as elements.
func Write(b *convert.Builder, blocks []Block) {
	w := writer{b: b}
	w.blocks(captioned(unframed(blocks)))
	w.endLists()
}

type writer struct {
	b     *convert.Builder
	lists []Mark // the open lists, by their last items
	open  []string
}

func (w *writer) blocks(blocks []Block) {
	for i := 0; i < len(blocks); i++ {
		block := &blocks[i]
		if block.Kind == Code {
			n := 1
			for i+n < len(blocks) && (blocks[i+n].Kind == Code || blocks[i+n].Empty() && blocks[i+n].Kind == Paragraph) {
				n++
			}
			w.endLists()
			w.code(blocks[i : i+n])
			i += n - 1
			continue
		}
		if block.Empty() && !block.picture() {
			continue
		}
		switch block.Kind {
		case Item:
			w.item(block)
			continue
		case More:
			if len(w.lists) > 0 {
				w.element("p", block)
				continue
			}
		}
		w.endLists()
		switch block.Kind {
		case Heading:
			w.element("h"+strconv.Itoa(min(max(block.Level, 1), 6)), block)
		case Quote:
			n := 1
			for i+n < len(blocks) && blocks[i+n].Kind == Quote {
				n++
			}
			w.b.Open("blockquote", block.From)
			for j := range n {
				w.element("p", &blocks[i+j])
			}
			w.b.Close()
			i += n - 1
		case Caption:
			w.element("figcaption", block)
		case Formula:
			w.b.Open("x-math", block.From)
			w.b.Text(block.Plain(), block.From)
			w.b.Close()
		case Table:
			w.table(block)
		case Note:
			w.b.Open("x-footnote", block.From, "label", block.Label)
			w.blocks(unframed(block.Inner))
			w.endLists()
			w.b.Close()
		default:
			if len(block.Inner) > 0 {
				w.figure(block)
				continue
			}
			w.element("p", block)
		}
	}
}

// element writes a block as one element with its text.
func (w *writer) element(tag string, block *Block) {
	w.b.Open(tag, block.From)
	w.pieces(block.Pieces)
	w.b.Close()
}

// code writes neighbouring lines of code as one piece.
func (w *writer) code(lines []Block) {
	w.b.Open("pre", lines[0].From)
	for i := range lines {
		if i > 0 {
			w.b.Text("\n", lines[i].From)
		}
		if lines[i].Empty() {
			continue
		}
		for _, p := range lines[i].Pieces {
			if p.Kind == Break {
				p.Text = "\n"
			}
			w.b.Text(p.Text, p.From)
		}
	}
	w.b.Close()
}

// figure writes images with their caption.
func (w *writer) figure(block *Block) {
	w.b.Open("figure", block.From)
	w.element("p", block)
	for i := range block.Inner {
		w.element("figcaption", &block.Inner[i])
	}
	w.b.Close()
}
