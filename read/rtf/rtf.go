// Package rtf reads the Rich Text Format of word processors: [Reader] makes a
// document of a source, whose text is Markdown and whose origins lead back to
// the bytes of the file.
//
// The way is: tokens → blocks → document. The parser follows the control words
// and keeps what they say of the characters and the paragraph for each group.
// A stream is where text goes: the body, a footnote, a text box; it gathers
// pieces of text, of which a paragraph, a cell and a row are made when their
// control word comes, for RTF says what ends, not what begins. How they become
// lists, code and the like is in package [flow].
//
// Hidden and deleted text, headers, footers, comments and pictures are left
// out; of a picture its description stays.
package rtf

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/office/flow"
)

// Media is the media type of RTF.
const Media = "application/rtf"

// ErrFormat is wrapped by the error for a source that is no RTF.
var ErrFormat = errors.New("not RTF")

// Reader reads RTF up to version 1.9 with any of its charsets. The zero value
// is ready.
//
// Headings are paragraphs with an outline level, of their own or of their
// style, or where there is none such those that look like it. Bold and italics
// are kept of whole words, not of whole paragraphs. The language is that of most of the text. Meta holds, where the file
// has them, title, author, date, modified, description and keywords.
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
}

var _ read.Reader = Reader{}

// Read makes a document of s. Errors name s.URI and the byte; they wrap
// [ErrFormat], read.ErrTooLarge or ctx's error. A file that ends too early is
// read as far as it goes, with a warning.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	if err := s.CheckSize(r.MaxBytes); err != nil {
		return nil, err
	}
	start := bytes.Index(s.Data[:min(len(s.Data), maxLead)], []byte(`{\rtf`))
	if start < 0 || len(bytes.TrimLeft(s.Data[:start], "\xef\xbb\xbf \t\r\n\x00")) > 0 {
		return nil, fmt.Errorf("%s: %w: it doesn't begin with {\\rtf; if it is something else, name its format", s.URI, ErrFormat)
	}
	p := newParser(s.Data, start)
	if err := p.run(ctx); err != nil {
		return nil, fmt.Errorf("%s: at byte %d: %w", s.URI, p.lex.at, err)
	}
	var b convert.Builder
	blocks := p.document()
	flow.Settle(blocks)
	flow.Write(&b, blocks)
	d, err := b.Document(ctx, s)
	if err != nil {
		return nil, err
	}
	d.Media, d.Language, d.Meta, d.Warnings = Media, p.language(), p.meta(), p.warnings
	if title := d.Meta["title"]; title != "" {
		d.Title = title
	}
	return d, nil
}

// maxLead is how far into the file its first mark is looked for.
const maxLead = 1 << 10
