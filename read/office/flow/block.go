// Package flow is what the readers of office documents have in common: the
// content of a document as they find it, a paragraph after the other, and how
// it becomes lists, quotes, code, tables and figures.
//
// A [Block] is a paragraph or a table in the order of the document; nothing is
// nested but what is in the cells of a table and in a note. That an item is
// inside of another one, or that paragraphs are the lines of one piece of code,
// is found by [Write].
package flow

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// Kind says what a block is.
type Kind uint8

// The kinds of blocks.
const (
	Paragraph Kind = iota
	Heading        // of a Level
	Item           // of a list; see Mark
	More           // a paragraph that goes on with the item before it
	Code           // one line or several; neighbours are one piece of code
	Quote          // neighbours are one quote
	Caption        // of the table or the figure beside it
	Formula        // in TeX, on lines of its own
	Table
	Note // a footnote's definition: Label, Inner
)

// Block is a paragraph, a table or a note.
type Block struct {
	Kind   Kind
	Level  int // of a Heading, from 1
	Mark   Mark
	Pieces []Piece
	Table  *Grid
	Label  string
	Inner  []Block
	From   doc.Origin // of the block itself

	// What a reader may want to know of a block before it is written.
	Bold   bool // all of its text is in bold
	Size   int  // of its largest letters, in half points; 0 if unknown
	Titled bool // a Heading that is the title of the whole document
	Guess  bool // its kind is told by looks alone
}

// Each calls f for all blocks, those in tables and notes too.
func Each(blocks []Block, f func(*Block)) {
	for i := range blocks {
		b := &blocks[i]
		f(b)
		Each(b.Inner, f)
		if b.Table == nil {
			continue
		}
		for _, r := range b.Table.Rows {
			for _, c := range r.Cells {
				Each(c.Blocks, f)
			}
		}
	}
}

// Origins calls f for every origin that the blocks hold: theirs and those of
// their pieces and of the rows, cells and captions of tables.
func Origins(blocks []Block, f func(*doc.Origin)) {
	pieces := func(ps []Piece) {
		for i := range ps {
			f(&ps[i].From)
		}
	}
	Each(blocks, func(b *Block) {
		f(&b.From)
		pieces(b.Pieces)
		if b.Table == nil {
			return
		}
		pieces(b.Table.Caption)
		for i := range b.Table.Rows {
			row := &b.Table.Rows[i]
			f(&row.From)
			for j := range row.Cells {
				f(&row.Cells[j].From)
			}
		}
	})
}

// Piece is a stretch of text that looks alike, or something that stands in the
// text like one.
type Piece struct {
	Kind  PieceKind
	Style Style
	Text  string
	Link  string // where it leads
	From  doc.Origin
}

// PieceKind says what a piece is.
type PieceKind uint8

// The kinds of pieces.
const (
	Text  PieceKind = iota
	Break           // a line break
	Image           // Text is its description, which may be empty
	Math            // Text is TeX
)

// Style is a set of what a piece of text is, beyond its words.
type Style uint8

// The styles. Bold and italics are looks and none of them.
const (
	Strong Style = 1 << iota
	Emphasis
	Deleted
	Mono // code, or a font for it
	Raised
	Lowered
)

// Mark is what stands in front of an item.
type Mark struct {
	// List tells lists apart: of two items of one list, the level says which is
	// inside; of two lists, the indentation.
	List   int
	Level  int // from 0
	Indent int // in any unit
	// Ordered items have a Value that Markdown can show: 1., 2. Others have a
	// Text, "(a)", or none: a bullet.
	Ordered bool
	Value   int
	Text    string
}

// Empty reports whether nothing of b can be seen.
func (b *Block) Empty() bool {
	if b.Kind == Table || b.Kind == Note {
		return false
	}
	for _, p := range b.Pieces {
		if p.Kind == Image && p.Text != "" || p.Kind == Math || p.Kind == Text && !doc.IsBlank(p.Text) {
			return false
		}
	}
	return true
}

// Plain is the text of b on one line, without the descriptions of images.
func (b *Block) Plain() string {
	var s strings.Builder
	for _, p := range b.Pieces {
		switch p.Kind {
		case Text, Math:
			s.WriteString(p.Text)
		case Break:
			s.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(s.String()), " ")
}

// picture reports whether b is nothing but images.
func (b *Block) picture() bool {
	found := false
	for _, p := range b.Pieces {
		switch {
		case p.Kind == Image:
			found = true
		case p.Kind == Math || p.Kind == Text && !doc.IsBlank(p.Text):
			return false
		}
	}
	return found && b.Kind == Paragraph
}

// Grid is a table.
type Grid struct {
	Rows    []Row
	Caption []Piece
}

// Row is a row of a table.
type Row struct {
	Header bool // of the columns
	Cells  []Cell
	From   doc.Origin
}

// Cell is a cell of a table. Spans count from 1; 0 stands for 1.
type Cell struct {
	Blocks           []Block
	Colspan, Rowspan int
	From             doc.Origin
}

// Language is the language of a document of which so much text is marked as
// being in each; "" is text that isn't marked. It is "" where most of the text
// isn't marked as being in one.
func Language(sizes map[string]int) string {
	all, best := 0, ""
	for language, n := range sizes {
		if all += n; language != "" && (best == "" || n > sizes[best] || n == sizes[best] && language < best) {
			best = language
		}
	}
	if 2*sizes[best] < all {
		return ""
	}
	return best
}
