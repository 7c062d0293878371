// Package xml reads XML of any vocabulary.
//
// A feed (RSS, Atom) becomes a heading and a text for each entry. What is
// written to be read (DocBook, JATS, TEI, DITA, and whatever uses their names or
// has text with elements in it) becomes headings, paragraphs, lists and tables.
// Anything else is data: records of "name: value" lines.
//
// The document's text is Markdown. Its origins lead from each piece of text to
// its bytes in the file, and from marks to the start tags that they stand for.
//
// # Limits
//
// Nothing outside the file is opened: external entities and DTDs are not looked
// at. Entities that the file declares are replaced once, by text of a bounded
// length, without the entities in it. Elements nest 1,000 deep and there are up
// to 4 million of them; what goes beyond is an error.
package xml

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/html"
)

// Media is the media type of XML; Feeds are those of feeds.
const (
	Media = "application/xml"
	RSS   = "application/rss+xml"
	Atom  = "application/atom+xml"
)

var (
	// ErrSyntax is wrapped by the errors for what is no well-formed XML.
	ErrSyntax = errors.New("no well-formed XML")
	// ErrLimit is wrapped by the errors for elements too many or too deep, and
	// for entities that stand for too much.
	ErrLimit = errors.New("above the limits")
)

// Reader reads XML in UTF-8; wrap it in [read.Decoding] for other charsets,
// which looks at the declaration. The zero value is ready.
//
// Title, Language and Meta (title, author, date, modified, description,
// keywords, language) are what the document says of itself. XHTML is read by
// [html.Reader].
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
}

var _ read.TextReader = Reader{}

// Read makes a document of s, which is UTF-8. Errors name s.URI; they wrap
// [ErrSyntax] or [ErrLimit], with line and column, read.ErrTooLarge or ctx's
// error.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	return r.ReadText(ctx, s, string(s.Data))
}

// ReadText makes a document of s, whose text is valid UTF-8.
func (r Reader) ReadText(ctx context.Context, s read.Source, text string) (*doc.Document, error) {
	if err := s.CheckSize(r.MaxBytes); err != nil {
		return nil, err
	}
	root, warnings, err := parse(ctx, text)
	page := page.MatchString(text[:min(len(text), 1<<10)])
	if err != nil && (!page || !errors.Is(err, ErrSyntax)) {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	if page {
		return html.Reader{MaxBytes: r.MaxBytes}.Read(ctx, read.Source{URI: s.URI, Media: html.MediaXHTML, Data: []byte(text)})
	}
	w := writer{ctx: ctx}
	switch {
	case root.isFeed():
		w.feed(root)
	case root.isProse():
		w.prose(root)
	default:
		w.data(root)
	}
	if w.err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, w.err)
	}
	d, err := w.b.Document(ctx, read.Source{URI: s.URI, Media: mediaOf(s)})
	if err != nil {
		return nil, err
	}
	w.describe(d, root)
	d.Warnings = append(d.Warnings, warnings...)
	return d, nil
}

// page finds XHTML, or HTML that goes by the wrong name.
var page = regexp.MustCompile(`(?is)^[^<]*(?:<[?!][^>]*>\s*)*<html[\s>]`)

func mediaOf(s read.Source) string {
	if s.Media != "" {
		return read.Source{URI: s.URI, Media: s.Media}.MediaType()
	}
	return Media
}

// writer puts elements down as Markdown.
type writer struct {
	ctx   context.Context
	err   error
	b     convert.Builder
	steps int

	tei      bool              // note means a footnote
	depth    int               // headings above
	notes    []*node           // footnotes to come
	ids      map[string]string // titles
	title    string
	meta     map[string]string
	language string
}

// going reports whether to go on, looking at the context now and then.
func (w *writer) going() bool {
	if w.steps++; w.err == nil && w.steps%checkEvery == 1 {
		w.err = w.ctx.Err()
	}
	return w.err == nil
}

// checkEvery is how many elements are written between two looks at the context.
const checkEvery = 1 << 12

func (w *writer) set(key, value string) {
	if value == "" || w.meta[key] != "" {
		return
	}
	if w.meta == nil {
		w.meta = map[string]string{}
	}
	w.meta[key] = value
}
