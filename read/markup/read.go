package markup

import (
	"context"
	"fmt"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

// Parse reads the source of a writer and tells it what it finds.
type Parse func(w *Writer)

// Read makes a document of a source in any charset: what the reader of a
// language does. media is the language's; maxBytes as in [read.Source.CheckSize].
// Errors name s.URI; they wrap read.ErrTooLarge, read.ErrBinary, [ErrExpansion]
// or ctx's error.
func Read(ctx context.Context, s read.Source, maxBytes int64, media string, parse Parse) (*doc.Document, error) {
	if err := s.CheckSize(maxBytes); err != nil {
		return nil, err
	}
	return read.Decoding(decoded{media, parse}).Read(ctx, s)
}

// decoded reads sources in UTF-8.
type decoded struct {
	media string
	parse Parse
}

var _ read.TextReader = decoded{}

// Read makes a document of s, whose data is UTF-8.
func (r decoded) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	return r.ReadText(ctx, s, string(s.Data))
}

// ReadText makes a document of s, whose text is valid UTF-8.
func (r decoded) ReadText(ctx context.Context, s read.Source, text string) (*doc.Document, error) {
	w := &Writer{Source: text, ctx: ctx}
	r.parse(w)
	w.EndLead()
	w.flushNotes()
	if w.err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, w.err)
	}
	d, err := w.b.Document(ctx, s)
	if err != nil {
		return nil, err
	}
	d.Media, d.Meta, d.Warnings, d.Language = r.media, w.Meta, w.allWarnings(), w.Language
	if w.Title != "" {
		d.Title = w.Title
	}
	if d.Title != "" {
		w.Set("title", d.Title)
		d.Meta = w.Meta
	}
	if d.Language != "" {
		w.Set("language", d.Language)
		d.Meta = w.Meta
	}
	return d, nil
}
