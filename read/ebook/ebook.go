// Package ebook reads electronic books in EPUB 2 and 3: [Reader] makes one
// document of a book's chapters, in the order in which they are read.
//
// The way is: container → package document → chapters → document. Two passes go
// over the chapters. The first looks for headings, notes and what refers to
// them, which may be in different chapters; the second tells a
// [convert.Builder] of the elements, as if all chapters were one page. A
// chapter without a heading of its own gets those that the table of contents
// has for it. The table of contents itself, the cover and lists of pages are
// left out.
package ebook

import (
	"context"
	"fmt"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/office/opc"
)

// Media is the media type of EPUB.
const Media = "application/epub+zip"

// Reader reads books. The zero value is ready.
//
// Origins have the chapter's file as Part, the bytes in it as Source, and the
// page of the printed book where the file says so. Title, language and the rest
// of Meta are those of the package document.
type Reader struct {
	// Limits bound what a book may cost; zero fields are the defaults.
	Limits opc.Limits
}

var _ read.Reader = Reader{}

// Read makes a document of s. Errors name s.URI; they wrap an error of package
// opc, read.ErrTooLarge or ctx's error. A book that is protected (DRM) is an
// error that wraps opc.ErrEncrypted; fonts that are made unreadable are not.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	p, err := opc.Open(ctx, s, r.Limits)
	if err != nil {
		return nil, err
	}
	b, err := openBook(ctx, p)
	if err != nil {
		return nil, err
	}
	var out convert.Builder
	if err := b.write(ctx, &out); err != nil {
		return nil, err
	}
	d, err := out.Document(ctx, s)
	if err != nil {
		return nil, err
	}
	d.Media = Media
	b.describe(d)
	d.Warnings = append(d.Warnings, p.Warnings()...)
	return d, nil
}

// write writes the chapters.
func (b *book) write(ctx context.Context, out *convert.Builder) error {
	var chapters []*chapter
	n := notes{labels: map[place]string{}, defined: map[place]bool{}}
	for _, part := range b.spine {
		c, err := b.chapter(ctx, part)
		if err != nil {
			return err
		}
		if c == nil {
			continue
		}
		if c.scan(&n); !c.isContents() {
			chapters = append(chapters, c)
		}
	}
	n.number()
	for _, c := range chapters {
		if err := ctx.Err(); err != nil {
			return b.p.Errorf(c.part, "%w", err)
		}
		w := writer{chapter: c, b: out, notes: &n, titles: b.contents.of(c)}
		w.run()
	}
	return nil
}

// describe fills in what the package document says of the book.
func (b *book) describe(d *doc.Document) {
	var subjects []string
	for _, n := range b.metadata {
		value := n.Content()
		switch {
		case n.Name == "dc:subject":
			subjects = append(subjects, strings.TrimSpace(value))
		case n.Name == "dc:description":
			opc.SetMeta(d, "description", plainText(value))
		case n.Name == "dc:date" && n.Attr("opf:event") == "modification", n.Name == "opf:meta" && n.Attr("property") == "dcterms:modified":
			opc.SetMeta(d, "modified", value)
		default:
			opc.SetMeta(d, metaNames[n.Name], value)
		}
	}
	opc.SetMeta(d, "keywords", strings.Join(subjects, ", "))
	d.Title = d.Meta["title"] // a first heading is a chapter's
	d.Language = opc.Language(d.Meta["language"])
}

// metaNames maps elements of the metadata to names of ours.
var metaNames = map[string]string{"dc:title": "title", "dc:creator": "author", "dc:date": "date", "dc:language": "language"}

// chapter is a file of the book's text.
type chapter struct {
	part     string
	text     string
	exact    bool // offsets are those of the file
	headings bool // it has some of its own

	head                bool // in its head, while it is looked through
	size, linked, links int  // bytes of text that is no heading, those that lead to other chapters, in how many links
}

// chapter reads a file of the book's text; nil where it is lost.
func (b *book) chapter(ctx context.Context, part string) (*chapter, error) {
	data, err := b.p.Read(ctx, part)
	if err != nil {
		if ctx.Err() != nil || !isDamage(err) {
			return nil, err
		}
		b.p.Warn("%s is lost: %v", part, err)
		return nil, nil
	}
	decoded, err := read.Source{URI: fmt.Sprintf("%s: %s", b.p.URI(), part), Media: "application/xhtml+xml", Data: data}.Decode()
	if err != nil {
		b.p.Warn("%s was left out: %v", part, err)
		return nil, nil
	}
	for _, w := range decoded.Warnings {
		b.p.Warn("%s: %s", part, w)
	}
	return &chapter{part: part, text: decoded.Text, exact: len(decoded.Origins) == 0}, nil
}
