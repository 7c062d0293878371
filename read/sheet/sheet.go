// Package sheet reads delimited text: CSV, TSV and what else has a row a line
// and a mark between its cells.
//
// The document's text is the file byte for byte. It has one table with a block
// for each row; the table's label is the mark between the cells. A row is
// everything up to a line end outside of quotes, so a cell in quotes may have
// several lines. The first row is the header where it looks like labels.
package sheet

import (
	"context"
	"fmt"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

// The media types of delimited text.
const (
	CSV = "text/csv"
	TSV = "text/tab-separated-values"
)

// Header says whether the first row of a table holds the labels of its columns.
type Header uint8

// The values of Header.
const (
	Detect  Header = iota // it does where its cells look like labels of what is below them
	Present               // it always does
	Absent                // it never does
)

// Reader reads delimited text in UTF-8; wrap it in [read.Decoding] for other
// charsets. The zero value finds out by itself what separates cells and whether
// there is a header.
//
// Anything can be read. What is odd becomes a warning that names the line: rows
// with more or fewer cells than the first, quotes that are never closed. Such a
// quote counts as a character of its cell, so that it doesn't swallow the rows
// after it.
type Reader struct {
	// Separator stands between cells; 0 means that it is found out: a tab in
	// text/tab-separated-values that has one, else the one of tab, semicolon,
	// bar and comma that parts most rows into equally many cells.
	Separator byte
	Header    Header
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
}

var _ read.TextReader = Reader{}

// Read makes a document of s, which is UTF-8. Errors name s.URI; they wrap
// read.ErrTooLarge or ctx's error.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	return r.ReadText(ctx, s, string(s.Data))
}

// ReadText makes a document of s, whose text is valid UTF-8.
func (r Reader) ReadText(ctx context.Context, s read.Source, text string) (*doc.Document, error) {
	if err := s.CheckSize(r.MaxBytes); err != nil {
		return nil, err
	}
	media := mediaOf(s)
	b := builder{text: text, header: r.Header}
	b.begin(r.Separator, media)
	if err := b.run(ctx); err != nil {
		return nil, fmt.Errorf("%s: at byte %d: %w", s.URI, b.rows.at, err)
	}
	return &doc.Document{URI: s.URI, Media: media, Text: text, Blocks: b.blocks, Warnings: b.warnings()}, nil
}

func mediaOf(s read.Source) string {
	if media := s.DeclaredMedia(); media != "" {
		return media
	}
	if media := read.MediaByName(s.URI); media == TSV {
		return media
	}
	return CSV
}
