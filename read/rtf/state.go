package rtf

import "github.com/pildora/pildora/doc"

// style is how a piece of text looks, as far as it is kept.
type style struct {
	bold, italic, strike, raised, lowered, mono bool
	size                                        int // in half points
	link                                        int // in parser.links, from 1
}

// letter holds what control words say of characters.
type letter struct {
	style
	hidden, deleted bool
	font            int
	language        int
}

// paragraph holds what control words say of paragraphs.
type paragraph struct {
	named   int // the number of its style
	outline int // 1–9; 0 is for its style to say; beyond is body text
	list    int // \ls
	level   int // \ilvl, from 0
	indent  int // twips
	cell    bool
}

// group is what is in force between two braces. A group begins with what is in
// force around it.
type group struct {
	letter
	paragraph
	to      destination
	outside destination // of an \upr: where its Unicode half goes
	fresh   bool        // nothing but the brace was read
	starred bool        // \* was read: skip what isn't known
	skipped int         // \uc: characters that stand for one \u
	field   *field
	own     destination // what ends with this group, or none
}

// piece is a stretch of text of one style that came from one place.
type piece struct {
	from, to int // in parser.text
	span     doc.Span
	linear   bool // byte for byte
	style    style
	is       content
	note     int // of a reference to a footnote: its number
}

// content says what a piece is.
type content uint8

const (
	words content = iota
	lineBreak
	reference // to a footnote
	picture   // its description
)

// block is a paragraph or a table.
type block struct {
	pieces  []piece
	heading int  // level, or 0
	titled  bool // it is the title of the whole document
	marker  marker
	indent  int // twips
	span    doc.Span
	rows    []row // of a table
}

// row is a row of a table, with the places of its cells where they are known.
type row struct {
	cells  [][]block
	bounds []bound
	left   int
	header bool
	span   doc.Span
}

// bound is what a row says of a cell.
type bound struct {
	right          int // twips
	wide, wideMore bool
	tall, tallMore bool
}

// stream is where text goes: the body, a footnote, a text box. Pieces become a
// paragraph, paragraphs a cell, cells a row, rows a table.
type stream struct {
	blocks []block
	rows   []row
	cells  [][]block
	cell   []block
	pieces []piece
	marker []piece
	after  []block // text boxes, behind the paragraph that they hang on
	start  int     // where the first piece of the paragraph began
	note   int     // number of the footnote
}
