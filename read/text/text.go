// Package text reads plain text. Its document is the file byte for byte, with
// a paragraph for each run of lines between blank ones; nothing else is made of
// it: a line that looks like a heading or a list stays part of its paragraph.
package text

import (
	"context"
	"fmt"
	"mime"

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
	d := &doc.Document{URI: s.URI, Media: mediaOf(s), Text: decoded.Text, Warnings: decoded.Warnings}
	sc := scanner{text: decoded.Text, start: -1}
	if err := sc.run(ctx); err != nil {
		return nil, fmt.Errorf("%s: at byte %d: %w", s.URI, sc.pos, err)
	}
	d.Blocks = sc.blocks
	d.Origins = origins(decoded, sc.pages)
	return d, nil
}

func mediaOf(s read.Source) string {
	if media, _, err := mime.ParseMediaType(s.Media); err == nil {
		return media
	}
	return "text/plain"
}
