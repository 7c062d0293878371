// Package odf reads OpenDocument files: texts (odt), spreadsheets (ods),
// presentations (odp), and their templates.
//
// A text becomes the blocks that it shows with all changes accepted: headings
// by outline level, with their numbers, items of lists, tables with their spans
// and header rows, text boxes behind the paragraph that they hang on, notes at
// the end of their section. Headers, footers, comments, hidden text, tables of
// contents and indexes are left out. The slides of a presentation, hidden ones
// too, are pages, a title a heading; the sheets of a spreadsheet are read as package grid does.
//
// One file a concept: style, list (numbers), story (paragraphs in order),
// inline, table, frame (what hangs on a paragraph), sheet, slide. How blocks
// become lists, quotes and code is in package flow.
package odf

import (
	"context"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// Media types of documents.
const (
	Text         = "application/vnd.oasis.opendocument.text"
	Spreadsheet  = "application/vnd.oasis.opendocument.spreadsheet"
	Presentation = "application/vnd.oasis.opendocument.presentation"
)

// AllMedia are the media types of the sources that [Reader] reads: documents
// and templates.
func AllMedia() []string {
	return []string{Text, Spreadsheet, Presentation, Text + "-template", Spreadsheet + "-template", Presentation + "-template"}
}

// Reader reads OpenDocument files. The zero value is ready.
//
// Origins name the part ("content.xml") and the bytes in it, or the cells of a
// spreadsheet ("Sheet1!A2:D2"). The title is what is set as one, else the
// properties', else the first heading of level 1; the language is the one that
// most of the text is marked as.
type Reader struct {
	// Limits bound what a document may cost; zero fields are the defaults.
	Limits opc.Limits
	// Hidden is whether hidden sheets are read too.
	Hidden bool
}

var _ read.Reader = Reader{}

// content is the part that documents are in.
const content = "content.xml"

// Read makes a document of s. Errors name s.URI; they wrap an error of package
// opc, read.ErrTooLarge or ctx's error.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	p, err := opc.Open(ctx, s, r.Limits)
	if err != nil {
		return nil, err
	}
	w := &reading{ctx: ctx, reader: r, p: p, styles: newStyles(), languages: map[string]int{}, lists: newLists()}
	if err := w.open(); err != nil {
		return nil, err
	}
	var b convert.Builder
	if err := w.body(&b); err != nil {
		return nil, err
	}
	d, err := b.Document(ctx, s)
	if err != nil {
		return nil, err
	}
	d.Media = w.media
	return d, w.describe(d)
}

// reading is one document as it is read.
type reading struct {
	ctx       context.Context
	reader    Reader
	p         *opc.Package
	media     string
	styles    *styles
	lists     *lists
	languages map[string]int // how much text is in each
	title     string         // what is set as the document's title
	notes     int            // that were referred to
	budget    int            // of repeated cells that are left
	cut       bool           // some were left out
}

// open reads what the content depends on.
func (w *reading) open() error {
	w.budget = maxRepeated
	if err := w.encrypted(); err != nil {
		return err
	}
	t, err := w.p.Tokens(w.ctx, "styles.xml")
	if err != nil {
		if w.p.Find("styles.xml") != "" {
			w.p.Warn("styles.xml: %v; read without it", err)
		}
		return w.ctx.Err()
	}
	for t.Next() {
		if t.Is(opc.Start, "office:styles") {
			w.readStyles(t.Tree())
		}
	}
	return t.Err()
}

// encrypted returns an error for a document that a password protects.
func (w *reading) encrypted() error {
	const manifest = "META-INF/manifest.xml"
	if w.p.Find(manifest) == "" {
		return nil
	}
	t, err := w.p.Tokens(w.ctx, manifest)
	if err != nil {
		return w.ctx.Err()
	}
	part := ""
	for t.Next() {
		switch {
		case t.Is(opc.Start, "manifest:file-entry"):
			part = t.Attr("manifest:full-path")
		case t.Is(opc.Start, "manifest:encryption-data") && (part == content || part == "encrypted-package"):
			return w.p.Errorf(part, "%w: the document is protected by a password; open it with the program that made it, and save it without one", opc.ErrEncrypted)
		}
	}
	return t.Err()
}

// body reads the content, a block at a time.
func (w *reading) body(b *convert.Builder) error {
	t, err := w.p.Tokens(w.ctx, content)
	if err != nil {
		return err
	}
	for t.Next() {
		if t.Kind != opc.Start {
			continue
		}
		switch t.Name {
		case "office:automatic-styles":
			w.readStyles(t.Tree())
		case "office:text":
			w.media = Text
			err = w.text(b, t)
		case "office:spreadsheet":
			w.media = Spreadsheet
			err = w.spreadsheet(b, t)
		case "office:presentation", "office:drawing":
			w.media = Presentation
			err = w.presentation(b, t)
		}
		if err != nil {
			return err
		}
	}
	if err := t.Err(); err != nil {
		return err
	}
	if w.media == "" {
		return w.p.Errorf(content, "%w: it has neither text nor sheets nor slides, as an OpenDocument file should", opc.ErrFormat)
	}
	return nil
}

// text reads the body of a text.
func (w *reading) text(b *convert.Builder, t *opc.Tokens) error {
	s := &story{w: w, main: true}
	for depth := t.Depth; t.Next() && t.Depth >= depth; {
		if t.Kind == opc.Start {
			s.block(t.Tree())
		}
		if err := w.ctx.Err(); err != nil {
			return w.p.Errorf(content, "%w", err)
		}
	}
	s.flushNotes()
	flow.Settle(s.blocks)
	flow.Write(b, s.blocks)
	return nil
}

// metaNames maps the elements of meta.xml to names of metadata.
var metaNames = map[string]string{
	"dc:title": "title", "meta:initial-creator": "author", "dc:creator": "author", "dc:description": "description", "dc:subject": "subject",
	"dc:language": "language", "meta:keyword": "keywords", "meta:creation-date": "date", "dc:date": "modified",
}

// describe fills in what the document says about itself.
func (w *reading) describe(d *doc.Document) error {
	first := d.Title
	d.Title, d.Language = w.title, flow.Language(w.languages)
	tree, err := w.p.Tree(w.ctx, "meta.xml")
	if err != nil && w.ctx.Err() != nil {
		return err
	}
	var keywords []string
	tree.Kid("office:meta").Walk(func(n *opc.Node) bool {
		switch n.Name {
		case "meta:keyword":
			keywords = append(keywords, strings.TrimSpace(n.Content()))
		case "dc:creator": // the last one who wrote; the first one counts
		default:
			opc.SetMeta(d, metaNames[n.Name], n.Content())
		}
		return true
	})
	opc.SetMeta(d, "keywords", strings.Join(keywords, ", "))
	opc.SetMeta(d, "author", tree.Kid("office:meta", "dc:creator").Content())
	if d.Title == "" {
		d.Title = d.Meta["title"]
	}
	if d.Title == "" {
		d.Title = first
	}
	if d.Language == "" {
		d.Language = opc.Language(d.Meta["language"])
	}
	if w.cut {
		w.p.Warn("more than %d cells repeat others; the rest of them was left out", maxRepeated)
	}
	d.Warnings = append(d.Warnings, w.p.Warnings()...)
	return nil
}
