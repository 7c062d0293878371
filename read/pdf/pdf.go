// Package pdf reads PDF files.
//
// The way is: extraction (package extract, pdfium in its sandbox) finds what is
// drawn on the pages; pages without text go through OCR (package ocr), where a
// command is named; layout (package layout) makes lines, paragraphs, headings
// and tables of it. Package worker does the first step in processes that can be
// killed, which is what to use where files come from elsewhere.
package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/pdf/extract"
	"github.com/pildora/pildora/read/pdf/layout"
	"github.com/pildora/pildora/read/pdf/ocr"
	"github.com/pildora/pildora/read/pdf/page"
	"github.com/pildora/pildora/read/pdf/worker"
)

// Media is the media type of PDF.
const Media = "application/pdf"

var (
	// ErrNoText is wrapped by the error for a file of pictures without text.
	ErrNoText = errors.New("no page has text")
	// ErrPassword is wrapped by the error for an encrypted file that no
	// password was given for, ErrWrongPassword where it is the wrong one.
	ErrPassword, ErrWrongPassword = extract.ErrPassword, extract.ErrWrongPassword
)

// Extractor finds what is drawn on the pages of files: an [extract.Engine] in
// this process, a [worker.Pool] in others. It is safe for concurrent use.
type Extractor interface {
	// Extract reads a file and tells s what it finds.
	Extract(ctx context.Context, data []byte, o extract.Options, s extract.Sink) error
	// Render draws pages, and hands them over in their order.
	Render(ctx context.Context, data []byte, o extract.Options, pages []int, dpi int, each func(extract.Picture) error) error
}

var (
	_ Extractor = (*extract.Engine)(nil)
	_ Extractor = (*worker.Pool)(nil)
)

// Reader reads PDF files. The zero value is ready.
//
// The document's text is Markdown; its origins have the pages, from 1, and
// boxes on them in points, the origin at the lower left corner. Title, author,
// date, modified, description and keywords are those of the file's properties.
// What couldn't be read is a warning that names the pages; it is an error
// where nothing could.
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
	// Password opens encrypted files; others are read in spite of it.
	Password string
	// OCR reads pages that are pictures; the zero value leaves them out, with
	// a warning.
	OCR ocr.Command
	// Extractor finds what is drawn. Nil does so in this process with an
	// engine that all readers share: it comes to an end with the context, which
	// makes it several times slower than a worker.Pool.
	Extractor Extractor
}

var _ read.Reader = Reader{}

// Read makes a document of s. Errors name s.URI; they wrap read.ErrTooLarge,
// ErrPassword, ErrWrongPassword, extract.ErrEncryption, extract.ErrDamaged,
// ErrNoText, worker.ErrTime or ctx's error.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	if err := s.CheckSize(r.MaxBytes); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	if err := looksLike(s.Data); err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	pages, err := r.pages(ctx, s.Data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, withWayOut(err))
	}
	d, err := layout.Document(ctx, pages, s)
	if err != nil {
		return nil, err
	}
	d.Media = Media
	return d, nil
}

// headBytes is where the mark of a PDF file is looked for: some programs put
// something before it.
const headBytes = 1024

func looksLike(data []byte) error {
	switch {
	case len(data) == 0:
		return fmt.Errorf("the file is empty: %w", extract.ErrDamaged)
	case !bytes.Contains(data[:min(len(data), headBytes)], []byte("%PDF-")):
		return fmt.Errorf("it doesn't begin with %%PDF-: %w", extract.ErrDamaged)
	}
	return nil
}

// withWayOut says what can be done about an error.
func withWayOut(err error) error {
	switch {
	case errors.Is(err, extract.ErrPassword):
		return fmt.Errorf("%w; give it with --password, PILDORA_PASSWORD or password: in the settings", err)
	case errors.Is(err, extract.ErrWrongPassword):
		return fmt.Errorf("%w; it was given with --password, PILDORA_PASSWORD or password: in the settings", err)
	}
	return err
}

// pages finds what is drawn, reads pictures, and makes warnings of what is
// missing.
func (r Reader) pages(ctx context.Context, data []byte) (*page.Document, error) {
	x := r.Extractor
	if x == nil {
		local, err := shared()
		if err != nil {
			return nil, err
		}
		x = local
	}
	o := extract.Options{Password: r.Password}
	d, sink := extract.Collect()
	if err := x.Extract(ctx, data, o, sink); err != nil {
		return nil, err
	}
	if err := r.readScans(ctx, x, data, o, d.Pages); err != nil {
		return nil, err
	}
	for i := range d.Pages {
		if p := &d.Pages[i]; p.Scan {
			p.Glyphs = nil // characters that nobody knows
		}
	}
	return d, r.report(d)
}

// readScans has the pages without text read by OCR. A page that can't be has a
// problem.
func (r Reader) readScans(ctx context.Context, x Extractor, data []byte, o extract.Options, pages []page.Page) error {
	if !r.OCR.Named() {
		return nil
	}
	for i := range pages {
		p := &pages[i]
		if !p.Scan {
			continue
		}
		var picture extract.Picture
		err := x.Render(ctx, data, o, []int{p.Number}, ocr.DPI, func(got extract.Picture) error { picture = got; return nil })
		if err == nil {
			err = r.OCR.Read(ctx, p, picture)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			p.Problem = err.Error()
		}
	}
	return nil
}
