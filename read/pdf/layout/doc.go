// Package layout makes a document of what is drawn on the pages of a PDF.
//
// It goes from the small to the large, each step over all pages:
//
//   - a [page.Glyph] that can be seen goes into a segment: glyphs of one
//     baseline without a wide gap between them;
//   - ruling lines that cross make a grid, and what stands in it a table;
//   - what comes again at one place of page after page is furniture, and goes;
//   - white columns that text keeps clear of part a page into regions, read one
//     after the other; the segments of a region make lines;
//   - lines make blocks: paragraphs, items, headings, captions, footnotes, code
//     and tables without rules. What the file itself declares (its outline, the
//     tags of its structure) goes before what type and space suggest;
//   - blocks go on over columns and pages, and are written to a
//     [convert.Builder], each line with its page and box.
//
// Pages of any size and content take time that grows as n log n in their
// glyphs; nothing is decided by chance or by the order of a map.
package layout

import (
	"context"
	"fmt"
	"maps"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/pdf/page"
)

// Document makes a document of pages, with the URI and the media type of s. Its
// text is Markdown; its origins have pages and boxes (points, the origin at the
// lower left corner of the page as seen). Title, Language, Meta and Warnings
// are those of the pages; the title is else that of the first heading of level
// 1, the language else what the text looks like. The glyphs are taken from the
// pages, one page after the other, for they are most of what a document needs
// of memory; nothing else of the pages is changed, and nothing is kept. Errors name s.URI; they wrap ctx's error or
// read.ErrTooLarge.
func Document(ctx context.Context, pages *page.Document, s read.Source) (*doc.Document, error) {
	var b convert.Builder
	if err := compose(ctx, pages, &b); err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	d, err := b.Document(ctx, s)
	if err != nil {
		return nil, err
	}
	d.Meta = maps.Clone(pages.Meta)
	if title := pages.Meta["title"]; title != "" {
		d.Title = title
	}
	if d.Language = primaryTag(pages.Language); d.Language == "" {
		d.Language = detected(d.Text)
	}
	d.Warnings = append(d.Warnings, pages.Warnings...)
	return d, nil
}

// compose lays the pages out and writes what it finds.
func compose(ctx context.Context, pages *page.Document, b *convert.Builder) error {
	sheets := sheetsOf(pages)
	for _, s := range sheets {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.findTables()
		s.segments = segmentsOf(s.glyphs)
	}
	removeFurniture(sheets, len(pages.Pages))
	for _, s := range sheets {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.findRegions()
	}
	t := typeOf(sheets)
	var blocks []*block
	for _, s := range sheets {
		if err := ctx.Err(); err != nil {
			return err
		}
		blocks = append(blocks, s.blocksOf(t)...)
	}
	blocks = t.classify(blocks, pages)
	w := writer{b: b, t: t}
	return w.write(ctx, blocks)
}

// detectedConfidence is from where on a detected language is believed.
const detectedConfidence = 0.5

func detected(text string) string {
	lang, confidence := lex.Detect(text)
	if confidence < detectedConfidence {
		return ""
	}
	return lang
}

// primaryTag is the language of a tag such as "es-ES", in lower case; empty
// where it is none.
func primaryTag(tag string) string {
	n := 0
	for n < len(tag) && (tag[n]|0x20) >= 'a' && (tag[n]|0x20) <= 'z' {
		n++
	}
	if n < 2 || n > 3 || n < len(tag) && tag[n] != '-' && tag[n] != '_' {
		return ""
	}
	lower := []byte(tag[:n])
	for i := range lower {
		lower[i] |= 0x20
	}
	return string(lower)
}
