package html

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

// Media types of the sources that [Reader] reads.
const (
	Media      = "text/html"
	MediaXHTML = "application/xhtml+xml"
	// MediaAll is HTML of which a reader in mode All is asked for: a choice of
	// whoever reads, which no source declares.
	MediaAll = Media + "; boilerplate=keep"
	// MediaArticle is the same for the mode Article.
	MediaArticle = Media + "; boilerplate=article"
)

// Mode says how much of a page is read.
type Mode uint8

const (
	// Content is the page without what is on every page of its site:
	// navigation, banners, footers, forms, notices about cookies. Where a page
	// names its main part, that is read alone. What would leave nothing is read
	// whole. It is the default.
	Content Mode = iota
	// All is everything that can be seen.
	All
	// Article is what Readability, which browsers' reading views use, takes for
	// the article of a page, with its first heading. Where it finds none, or the
	// page is too large for it, the mode is Content.
	Article
)

// Reader reads HTML and XHTML in any charset that [read.Decode] knows. The zero
// value is ready.
//
// The document's text is Markdown, made of the page; its origins lead back to
// the bytes of the source: a piece of text to the same piece there, a mark of
// Markdown to the tag that it stands for. The title is the page's own
// ([og:title, the title element, the first h1]), the language that of its
// root. Meta holds, where the page has them, title (as its title element has
// it), description, author, date, modified, keywords, site and url.
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
	// Mode is how much of a page is read.
	Mode Mode
}

var _ read.Reader = Reader{}

// Read makes a document of s. Errors name s.URI; they wrap read.ErrTooLarge,
// read.ErrBinary or ctx's error.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	if err := s.CheckSize(r.MaxBytes); err != nil {
		return nil, err
	}
	return read.Decoding(decoded{r}).Read(ctx, s)
}

// decoded reads pages in UTF-8.
type decoded struct{ Reader }

var _ read.TextReader = decoded{}

// ReadText makes a document of s, whose text is valid UTF-8.
func (r decoded) ReadText(ctx context.Context, s read.Source, text string) (*doc.Document, error) {
	media := cmp.Or(s.DeclaredMedia(), Media)
	t, err := parse(ctx, text, media == MediaXHTML || strings.HasPrefix(strings.TrimLeft(text, doc.BOM+" \t\r\n"), "<?xml"))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	p := newPage(ctx, t, baseOf(t.head.base, s.URI))
	p.keep(r.Mode)
	d := &doc.Document{URI: s.URI, Media: media, Language: t.head.language, Meta: t.head.values()}
	if err := p.write(d); err != nil {
		return nil, err
	}
	d.Warnings = p.warnings
	d.Title = t.head.titleFrom(p.firstH1)
	if d.Language == "" {
		d.Language = primaryTag(t.head.meta["locale"])
	}
	return d, nil
}

// values are the metadata under our names.
func (h *head) values() map[string]string {
	out := maps.Clone(h.meta)
	if out == nil {
		out = map[string]string{}
	}
	delete(out, "og:title")
	delete(out, "locale")
	if h.title != "" {
		out["title"] = h.title
	}
	if len(out) == 0 {
		return nil
	}
	return out
}
