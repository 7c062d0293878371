// Package assemble puts a document's Markdown together from the strings of a
// JSON file: what notebooks and chats are made of. A [Piece] is text that knows
// which bytes of the file it came from; a [Builder] takes pieces and gives text,
// blocks and origins.
package assemble

import (
	"bytes"
	"strings"

	"github.com/pildora/pildora/doc"
)

// Builder gathers text with its blocks and origins. The zero value is ready.
type Builder struct {
	Text    []byte
	Blocks  []doc.Block
	Origins []doc.Origin
}

// Gap parts what comes from what stands before it by a blank line.
func (b *Builder) Gap() {
	if len(b.Text) > 0 {
		ends := len(b.Text) - len(bytes.TrimRight(b.Text, "\n"))
		b.Text = append(b.Text, "\n\n"[min(2, ends):]...)
	}
}

// Put writes pieces, which came from a part of the source. Blanks get no
// origin.
func (b *Builder) Put(part string, pieces ...Piece) {
	for _, p := range pieces {
		start := len(b.Text)
		b.Text = append(b.Text, p.Text...)
		if !doc.IsBlank(p.Text) {
			b.Origins = append(b.Origins, doc.Origin{Text: doc.Span{Start: start, End: len(b.Text)}, Source: p.From, Part: part})
		}
	}
}

// Graft adds blocks of a text that stands at byte at, those at its top level
// below parent, -1 for none.
func (b *Builder) Graft(blocks []doc.Block, at int, parent int32) {
	base := int32(len(b.Blocks))
	for _, block := range blocks {
		if block.Parent >= 0 {
			block.Parent += base
		} else {
			block.Parent = parent
		}
		block.Span.Start += at
		block.Span.End += at
		b.Blocks = append(b.Blocks, block)
	}
}

// Code writes fenced code, without the blank lines around it; nothing where
// nothing is left. The fences came from mark.
func (b *Builder) Code(part, language string, mark doc.Span, pieces []Piece) {
	pieces = TrimLines(pieces)
	if len(pieces) == 0 {
		return
	}
	b.Gap()
	start := len(b.Text)
	fence := fenceFor(Join(pieces))
	b.Put(part, Piece{fence + language, mark})
	b.Text = append(b.Text, '\n')
	b.Put(part, pieces...)
	b.Text = append(b.Text, '\n')
	b.Put(part, Piece{fence, mark})
	b.Blocks = append(b.Blocks, doc.Block{Kind: doc.Code, Parent: -1, Span: doc.Span{Start: start, End: len(b.Text)}, Label: language})
}

// fenceFor is a fence that no line of code closes.
func fenceFor(code string) string {
	longest := 2
	for at := 0; at < len(code); {
		i := strings.IndexByte(code[at:], '`')
		if i < 0 {
			break
		}
		at += i
		run := len(code[at:]) - len(strings.TrimLeft(code[at:], "`"))
		longest = max(longest, run)
		at += run
	}
	return strings.Repeat("`", longest+1)
}
