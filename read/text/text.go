// Package text reads plain text. Its document is the file byte for byte; blocks
// are what its lines show.
//
// Lines between blank ones are a paragraph, however they are wrapped. Where a
// line of it is longer than anybody wraps lines, each line is a paragraph.
//
// A line is a heading only on strong evidence: it is underlined; or it stands
// alone and has the next number, opens with the word of an article, chapter or
// the like and its number, is in capitals where others are too, or stands out
// where everything else is indented. Two or more lines or paragraphs that begin
// with the same bullet, or with numbers that go on, are a list.
//
// Form feeds end pages. Lines that stand again and again at the top or bottom
// of pages (headers and footers) are in no block.
package text

import (
	"cmp"
	"context"
	"fmt"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

// Reader reads plain text in any charset that [read.Decode] knows. The zero
// value is ready.
//
// Lines end with LF, CRLF, CR, NEL or U+2028; paragraphs end at a blank line,
// at U+2029, and at a form feed, which also ends a page: a text with form
// feeds has origins with page numbers from 1. A text in UTF-8 without form
// feeds has no origins.
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
}

var _ read.Reader = Reader{}

// Read makes a document of s. Errors name s.URI; they wrap read.ErrTooLarge,
// read.ErrBinary or ctx's error.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	if err := s.CheckSize(r.MaxBytes); err != nil {
		return nil, err
	}
	decoded, err := s.Decode()
	if err != nil {
		return nil, err
	}
	d := &doc.Document{URI: s.URI, Media: cmp.Or(s.DeclaredMedia(), "text/plain"), Text: decoded.Text, Warnings: decoded.Warnings}
	sc := scanner{text: decoded.Text, skip: furniture(decoded.Text)}
	if err := sc.run(ctx); err != nil {
		return nil, fmt.Errorf("%s: at byte %d: %w", s.URI, sc.pos, err)
	}
	decide(sc.text, sc.pieces)
	d.Blocks = blocks(sc.text, sc.pieces)
	d.Title = title(d.Blocks)
	d.Origins = origins(decoded, sc.pages)
	return d, nil
}

// title is the first heading, where it opens the text and is above all others.
func title(blocks []doc.Block) string {
	if len(blocks) == 0 || blocks[0].Kind != doc.Heading {
		return ""
	}
	for _, b := range blocks[1:] {
		if b.Kind == doc.Heading && b.Level <= blocks[0].Level {
			return ""
		}
	}
	return blocks[0].Label
}
