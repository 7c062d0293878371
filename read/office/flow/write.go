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
	for i := 0; i < len(blocks); {
		block := &blocks[i]
		n := 1
		switch {
		case block.Kind == Code:
			n = alike(blocks[i:], func(b *Block) bool { return b.Kind == Code || b.Kind == Paragraph && b.Empty() })
			w.endLists()
			w.code(blocks[i : i+n])
		case block.Empty() && !block.picture():
		case block.Kind == Item:
			w.item(block)
		case block.Kind == More && len(w.lists) > 0:
			w.element("p", block)
		case block.Kind == Quote:
			n = alike(blocks[i:], func(b *Block) bool { return b.Kind == Quote })
			w.endLists()
			w.quote(blocks[i : i+n])
		default:
			w.endLists()
			w.block(block)
		}
		i += n
	}
}

// alike is how many blocks in a row are like the first one.
func alike(blocks []Block, like func(*Block) bool) int {
	n := 1
	for n < len(blocks) && like(&blocks[n]) {
		n++
	}
	return n
}

// block writes a block that stands for itself.
func (w *writer) block(block *Block) {
	switch {
	case block.Kind == Heading:
		w.element("h"+strconv.Itoa(min(max(block.Level, 1), 6)), block)
	case block.Kind == Caption:
		w.element("figcaption", block)
	case block.Kind == Formula:
		w.b.Open("x-math", block.From)
		w.b.Text(block.Plain(), block.From)
		w.b.Close()
	case block.Kind == Table:
		w.table(block)
	case block.Kind == Note:
		w.b.Open("x-footnote", block.From, "label", block.Label)
		w.blocks(unframed(block.Inner))
		w.endLists()
		w.b.Close()
	case len(block.Inner) > 0:
		w.figure(block)
	default:
		w.element("p", block)
	}
}

// quote writes neighbouring paragraphs of a quote as one.
func (w *writer) quote(paragraphs []Block) {
	w.b.Open("blockquote", paragraphs[0].From)
	for i := range paragraphs {
		w.element("p", &paragraphs[i])
	}
	w.b.Close()
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
