package docx

import (
	"context"
	"errors"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// Media is the media type of Word documents.
const Media = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

// AllMedia are the media types of the sources that [Reader] reads: documents
// and templates, with and without macros; and that of before 2007 (doc), of
// which the error says how to go on.
func AllMedia() []string {
	return []string{
		Media,
		"application/vnd.openxmlformats-officedocument.wordprocessingml.template",
		"application/vnd.ms-word.document.macroenabled.12",
		"application/vnd.ms-word.template.macroenabled.12",
		"application/msword",
	}
}

// Reader reads Word documents. The zero value is ready.
//
// The document's text is Markdown. Its origins name the part of the package
// ("word/document.xml") and the bytes in it; pages only where the file's own
// count of them agrees. The title is what is set as one, else the properties',
// else the first heading of level 1; the language is the one that most of the
// text is marked as.
type Reader struct {
	// Limits bound what a document may cost; zero fields are the defaults.
	Limits opc.Limits
}

var _ read.Reader = Reader{}

// Read makes a document of s. Errors name s.URI; they wrap an error of package
// opc, read.ErrTooLarge or ctx's error.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	return r.read(ctx, s, false)
}

// read reads s. A document that is embedded in another one is read without
// what is embedded in it.
func (r Reader) read(ctx context.Context, s read.Source, embedded bool) (*doc.Document, error) {
	p, err := opc.Open(ctx, s, r.Limits)
	if err != nil {
		return nil, err
	}
	w := &reading{ctx: ctx, reader: r, embed: embedded, p: p, labels: map[noteID]string{}, languages: map[string]int{}}
	if err := w.open(); err != nil {
		return nil, err
	}
	blocks, err := w.body()
	if err != nil {
		return nil, err
	}
	var b convert.Builder
	flow.Write(&b, w.finish(blocks))
	d, err := b.Document(ctx, s)
	if err != nil {
		return nil, err
	}
	if d.Media = s.Media; d.Media == "" {
		d.Media = Media
	}
	return d, w.describe(d)
}

// reading is one document as it is read.
type reading struct {
	ctx     context.Context
	reader  Reader
	embed   bool // it is embedded in another document
	p       *opc.Package
	main    string // the main part
	rels    opc.Relations
	styles  *styles
	numbers *numbering

	notes     map[noteID]*opc.Node // those that exist, once they were asked for
	noteParts map[noteKind]notePart
	labels    map[noteID]string // those that were referred to
	waiting   []noteID          // those whose text is still to be read
	languages map[string]int    // how much text is in each
	title     string            // what is set as the document's title
	breaks    int               // of pages, as Word left them at the last layout
	headings  int
}

// open reads what the main part's text depends on.
func (w *reading) open() error {
	var err error
	if w.main, err = w.p.Main(w.ctx, opc.Word); err != nil {
		return err
	}
	if w.rels, err = w.p.Relations(w.ctx, w.main); err != nil {
		return err
	}
	tree, err := w.optional("styles", "word/styles.xml")
	if err != nil {
		return err
	}
	w.styles = newStyles(tree)
	if tree, err = w.optional("numbering", "word/numbering.xml"); err != nil {
		return err
	}
	w.numbers = newNumbering(tree, w.styles)
	return nil
}

// optional reads a part by its relation, else by its customary name. It is nil
// where there is none, or where it is damaged: the text can be read without.
func (w *reading) optional(kind, custom string) (*opc.Node, error) {
	name := w.rels.ByType(kind)
	if w.p.Find(name) == "" {
		name = custom
	}
	tree, err := w.p.Tree(w.ctx, name)
	switch {
	case errors.Is(err, opc.ErrNoPart):
		return nil, nil
	case errors.Is(err, opc.ErrDamaged):
		w.p.Warn("%s: %v; read without it", name, err)
		return nil, nil
	}
	return tree, err
}

// body reads the paragraphs of the main part, one at a time.
func (w *reading) body() ([]flow.Block, error) {
	t, err := w.p.Tokens(w.ctx, w.main)
	if err != nil {
		return nil, err
	}
	s := &story{w: w, part: t.Part(), links: w.rels.Index(), page: 1, main: true}
	for t.Next() {
		switch {
		case t.Kind != opc.Start || t.Depth <= 2: // document, body
		case t.Depth == 3:
			s.block(t.Tree())
			if s.err != nil {
				return nil, s.err
			}
		}
	}
	if err := t.Err(); err != nil {
		return nil, err
	}
	s.end()
	s.flushNotes()
	return s.blocks, s.err
}

// describe fills in what the document says about itself.
func (w *reading) describe(d *doc.Document) error {
	first := d.Title
	d.Title = w.title
	d.Language = flow.Language(w.languages)
	if err := w.p.Describe(w.ctx, d); err != nil {
		return err
	}
	if d.Title == "" {
		d.Title = first
	}
	d.Warnings = append(d.Warnings, w.p.Warnings()...)
	return nil
}
