package rtf

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/office/flow"
)

// blocksOf makes the blocks of package flow of blocks.
type blocksOf struct {
	p    *parser
	out  []flow.Block
	owed []int // footnotes whose text comes at the end of the section
}

func from(s doc.Span) doc.Origin { return doc.Origin{Source: s} }

// document is the blocks of the whole file.
func (p *parser) document() []flow.Block {
	b := blocksOf{p: p}
	b.add(p.stream.blocks)
	b.notes()
	return b.out
}

func (b *blocksOf) add(blocks []block) {
	for i := range blocks {
		block := &blocks[i]
		if block.heading > 0 {
			b.notes()
		}
		if len(block.rows) > 0 {
			b.out = append(b.out, flow.Block{Kind: flow.Table, Table: b.table(block), From: from(block.span)})
			continue
		}
		b.out = append(b.out, b.paragraph(block))
	}
}

// inside is blocks in a cell or a note.
func (b *blocksOf) inside(blocks []block) []flow.Block {
	inner := blocksOf{p: b.p}
	inner.add(blocks)
	b.owed = append(b.owed, inner.owed...)
	return inner.out
}

// notes adds the footnotes that were referred to since the last time. Notes may
// refer to others.
func (b *blocksOf) notes() {
	for len(b.owed) > 0 {
		n := b.owed[0]
		b.owed = b.owed[1:]
		blocks := b.p.footnote[n-1]
		if len(blocks) == 0 {
			continue
		}
		note := flow.Block{Kind: flow.Note, Label: strconv.Itoa(n), Inner: b.inside(blocks), From: from(blocks[0].span)}
		b.out = append(b.out, note)
	}
}

// paragraph makes a paragraph, a heading, an item or a line of code.
func (b *blocksOf) paragraph(block *block) flow.Block {
	whole := b.p.wholly(block.pieces)
	out := flow.Block{From: from(block.span), Bold: whole.bold, Size: b.p.size(block.pieces)}
	b.p.unwind(block.pieces, whole)
	label := ""
	switch {
	case block.heading > 0:
		out.Kind, out.Level, out.Titled = flow.Heading, block.heading, block.titled
		label = block.marker.label()
	case block.marker.sort != none:
		out.Kind = flow.Item
		out.Mark = block.marker.mark(block.indent)
	case whole.mono:
		out.Kind, out.Guess = flow.Code, true
	}
	if label != "" {
		out.Pieces = append(out.Pieces, flow.Piece{Text: label + " ", From: out.From})
	}
	for _, m := range block.pieces {
		out.Pieces = append(out.Pieces, b.piece(m))
	}
	return out
}

func (b *blocksOf) piece(m piece) flow.Piece {
	out := flow.Piece{Style: m.style.flow(), From: from(m.span), Text: string(b.p.text[m.from:m.to])}
	if m.style.link > 0 {
		out.Link = b.p.links[m.style.link-1]
	}
	switch m.is {
	case lineBreak:
		out.Kind = flow.Break
	case picture:
		out.Kind = flow.Image
	case reference:
		out.Text = "[^" + strconv.Itoa(m.note) + "]"
		out.Style = 0
		b.owed = append(b.owed, m.note)
	}
	return out
}

// flow is a style as a set.
func (s style) flow() flow.Style {
	var out flow.Style
	for _, f := range [...]struct {
		is    bool
		style flow.Style
	}{{s.bold, flow.Strong}, {s.italic, flow.Emphasis}, {s.strike, flow.Deleted}, {s.mono, flow.Mono}, {s.raised, flow.Raised}, {s.lowered, flow.Lowered}} {
		if f.is {
			out |= f.style
		}
	}
	return out
}

// wholly is what all text of some pieces is.
func (p *parser) wholly(pieces []piece) style {
	all := style{bold: true, italic: true, mono: true}
	text := false
	for _, m := range pieces {
		if m.is != words || doc.IsBlank(string(p.text[m.from:m.to])) {
			continue
		}
		text = true
		all.bold, all.italic, all.mono = all.bold && m.style.bold, all.italic && m.style.italic, all.mono && m.style.mono
	}
	if !text {
		return style{}
	}
	return all
}

// size is that of the largest letters.
func (p *parser) size(pieces []piece) int {
	most := 0
	for _, m := range pieces {
		if m.is == words && !doc.IsBlank(string(p.text[m.from:m.to])) {
			most = max(most, m.style.size)
		}
	}
	return most
}

// unwind leaves bold and italics to what they say something of: whole words,
// and not the whole paragraph, of which they are the look.
func (p *parser) unwind(pieces []piece, whole style) {
	of := [...]struct {
		all  bool
		flag func(*style) *bool
	}{{whole.bold, func(s *style) *bool { return &s.bold }}, {whole.italic, func(s *style) *bool { return &s.italic }}}
	for _, f := range of {
		for i := 0; i < len(pieces); i++ {
			end := i
			for end < len(pieces) && *f.flag(&pieces[end].style) {
				end++
			}
			if end == i || !f.all && !p.partsWord(pieces, i) && !p.partsWord(pieces, end) {
				i = end
				continue
			}
			for ; i < end; i++ {
				*f.flag(&pieces[i].style) = false
			}
		}
	}
}

// partsWord reports whether a word goes on from the piece before i into it.
func (p *parser) partsWord(pieces []piece, i int) bool {
	if i == 0 || i == len(pieces) || pieces[i-1].is != words || pieces[i].is != words {
		return false
	}
	before, _ := utf8.DecodeLastRune(p.text[pieces[i-1].from:pieces[i-1].to])
	after, _ := utf8.DecodeRune(p.text[pieces[i].from:pieces[i].to])
	return isWord(before) && isWord(after)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
