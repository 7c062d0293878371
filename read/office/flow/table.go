package flow

import (
	"strconv"

	"github.com/pildora/pildora/doc"
)

// longCell is from how many bytes on a cell holds running text: a table of one
// or two rows with such a cell puts pages beside each other.
const longCell = 2000

// unframed takes tables apart that only put things beside each other or frame
// them.
func unframed(blocks []Block) []Block {
	framed := false
	for i := range blocks {
		framed = framed || blocks[i].Kind == Table && blocks[i].Table.frame()
	}
	if !framed {
		return blocks
	}
	out := make([]Block, 0, len(blocks))
	for _, block := range blocks {
		if block.Kind != Table || !block.Table.frame() {
			out = append(out, block)
			continue
		}
		for _, r := range block.Table.Rows {
			for _, c := range r.Cells {
				out = append(out, unframed(c.Blocks)...)
			}
		}
	}
	return out
}

// frame reports whether the table is no table: a single cell, or one with
// headings, or pages beside each other.
func (t *Grid) frame() bool {
	cells, longest, filled, headings := 0, 0, 0, false
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			cells++
			n := size(c.Blocks)
			for i := range c.Blocks {
				headings = headings || c.Blocks[i].Kind == Heading && len(c.Blocks) > 1
			}
			if n > 0 {
				filled++
			}
			longest = max(longest, n)
		}
	}
	return cells == 1 || filled == 1 && len(t.Rows) == 1 || len(t.Rows) <= 2 && longest > longCell || headings && len(t.Rows) <= 2
}

// size is how much text is in blocks, in bytes, blanks not counted where they
// stand alone.
func size(blocks []Block) int {
	n := 0
	Each(blocks, func(b *Block) {
		for _, p := range b.Pieces {
			if !doc.IsBlank(p.Text) {
				n += len(p.Text)
			}
		}
	})
	return n
}

// table writes a table. Its header are the rows that say so; what is a header
// without saying so is found by whoever makes Markdown of it.
func (w *writer) table(block *Block) {
	w.b.Open("table", block.From)
	if len(block.Table.Caption) > 0 {
		w.b.Open("caption", block.From)
		w.pieces(block.Table.Caption)
		w.b.Close()
	}
	head := 0
	for head < len(block.Table.Rows) && block.Table.Rows[head].Header {
		head++
	}
	if head == len(block.Table.Rows) && head > 1 {
		head = 1
	}
	if head == 0 && block.Table.cornered() {
		head = 1
	}
	for i := range block.Table.Rows {
		r := &block.Table.Rows[i]
		tag := "td"
		if i < head {
			tag = "th"
		}
		if i == 0 && head > 0 {
			w.b.Open("thead", r.From)
		}
		w.row(r, tag)
		if i+1 == head {
			w.b.Close()
		}
	}
	w.b.Close()
}

// longLabel is the longest name of a column, in bytes.
const longLabel = 80

// cornered reports whether the first row is names of columns without saying so:
// the cell above the names of the rows is empty.
func (t *Grid) cornered() bool {
	if len(t.Rows) < 2 || len(t.Rows[0].Cells) < 2 || len(t.Rows[1].Cells) < 2 || size(t.Rows[1].Cells[0].Blocks) == 0 {
		return false
	}
	for i, c := range t.Rows[0].Cells {
		n := size(c.Blocks)
		if i == 0 && (n > 0 || c.Colspan > 1) || i > 0 && (n == 0 || n > longLabel) {
			return false
		}
	}
	return true
}

func (w *writer) row(r *Row, tag string) {
	w.b.Open("tr", r.From)
	for i := range r.Cells {
		c := &r.Cells[i]
		var attrs []string
		if c.Colspan > 1 {
			attrs = append(attrs, "colspan", strconv.Itoa(c.Colspan))
		}
		if c.Rowspan > 1 {
			attrs = append(attrs, "rowspan", strconv.Itoa(c.Rowspan))
		}
		w.b.Open(tag, c.From, attrs...)
		w.cell(c.Blocks)
		w.b.Close()
	}
	w.b.Close()
}

// cell writes blocks in a cell, where Markdown has nothing but text on a line:
// items keep their marks as text, tables inside are their cells.
func (w *writer) cell(blocks []Block) {
	for i := range blocks {
		block := &blocks[i]
		if block.Empty() {
			continue
		}
		switch block.Kind {
		case Table:
			for _, r := range block.Table.Rows {
				for _, c := range r.Cells {
					w.cell(c.Blocks)
				}
			}
		case Formula:
			w.b.Open("p", block.From)
			w.pieces([]Piece{{Kind: Math, Text: block.Plain(), From: block.From}})
			w.b.Close()
		case Note:
			w.cell(block.Inner)
		default:
			w.b.Open("p", block.From)
			if block.Kind == Item {
				w.b.Text(block.Mark.sign()+" ", block.From)
			}
			w.pieces(block.Pieces)
			w.b.Close()
		}
	}
}

// sign is a mark as text.
func (m Mark) sign() string {
	switch {
	case m.Text != "":
		return m.Text
	case m.Ordered:
		return strconv.Itoa(m.Value) + "."
	}
	return "•"
}

// Words makes a block of plain text.
func Words(kind Kind, text string, from doc.Origin) Block {
	return Block{Kind: kind, Pieces: []Piece{{Text: text, From: from}}, From: from}
}
