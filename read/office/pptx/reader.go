package pptx

import (
	"context"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// Media is the media type of presentations.
const Media = "application/vnd.openxmlformats-officedocument.presentationml.presentation"

// AllMedia are the media types of the sources that [Reader] reads:
// presentations, shows and templates, with and without macros; and that of
// before 2007 (ppt), of which the error says how to go on.
func AllMedia() []string {
	return []string{
		Media,
		"application/vnd.openxmlformats-officedocument.presentationml.slideshow",
		"application/vnd.openxmlformats-officedocument.presentationml.template",
		"application/vnd.ms-powerpoint.presentation.macroenabled.12",
		"application/vnd.ms-powerpoint.slideshow.macroenabled.12",
		"application/vnd.ms-powerpoint.template.macroenabled.12",
		"application/vnd.ms-powerpoint",
	}
}

// Reader reads presentations. The zero value is ready.
//
// The document's text is Markdown. Its origins name the part of the package
// ("ppt/slides/slide3.xml"), the bytes in it, and the slide as the page. The
// title is that of the title slide, else the properties', else the first
// slide's; it is a heading of level 1 where it is on a title slide, and those of
// the other slides are then of level 2.
type Reader struct {
	// Limits bound what a document may cost; zero fields are the defaults.
	Limits opc.Limits
}

var _ read.Reader = Reader{}

// Read makes a document of s. Errors name s.URI; they wrap an error of package
// opc, read.ErrTooLarge or ctx's error.
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	p, err := opc.Open(ctx, s, r.Limits)
	if err != nil {
		return nil, err
	}
	w := &reading{ctx: ctx, p: p, patterns: map[string]*pattern{}, languages: map[string]int{}}
	slides, err := w.slides()
	if err != nil {
		return nil, err
	}
	var pages []*page
	for i, name := range slides {
		p, err := w.slide(i+1, name)
		if err != nil {
			return nil, err
		}
		if p != nil {
			pages = append(pages, p)
		}
	}
	withoutFrames(pages)
	for _, p := range pages {
		w.write(p)
	}
	d, err := w.b.Document(ctx, s)
	if err != nil {
		return nil, err
	}
	if d.Media = s.Media; d.Media == "" {
		d.Media = Media
	}
	return d, w.describe(d)
}

// reading is one presentation as it is read.
type reading struct {
	ctx       context.Context
	p         *opc.Package
	b         convert.Builder
	patterns  map[string]*pattern // layouts and masters, by part
	languages map[string]int      // how much text is in each
	deck      string              // the title of the title slide
	first     string              // the first title
	lists     int                 // how many bodies of text there were
}

// slides are the parts of the slides in the order of the presentation.
func (w *reading) slides() ([]string, error) {
	main, err := w.p.Main(w.ctx, opc.PowerPoint)
	if err != nil {
		return nil, err
	}
	root, err := w.p.Tree(w.ctx, main)
	if err != nil {
		return nil, err
	}
	rels, err := w.p.Relations(w.ctx, main)
	if err != nil {
		return nil, err
	}
	links := rels.Index()
	var parts []string
	seen := map[string]bool{}
	for id := range root.Kid("p:sldIdLst").All("p:sldId") {
		part := w.p.Find(links[id.Attr("r:id")].Target)
		switch {
		case part == "":
			w.p.Warn("%s: slide %s is missing and was left out", main, id.Attr("r:id"))
		case seen[part]: // a circle of parts would repeat them without end
			w.p.Warn("%s: %s is listed more than once; read once", main, part)
		default:
			seen[part] = true
			parts = append(parts, part)
		}
	}
	return parts, nil
}

// empty reports whether nothing of blocks can be seen.
func empty(blocks []flow.Block) bool {
	for i := range blocks {
		if !blocks[i].Empty() {
			return false
		}
	}
	return true
}

// describe fills in what the presentation says about itself.
func (w *reading) describe(d *doc.Document) error {
	d.Title = w.deck
	d.Language = flow.Language(w.languages)
	if err := w.p.Describe(w.ctx, d); err != nil {
		return err
	}
	if generic[strings.ToLower(d.Title)] || d.Title == "" {
		d.Title = w.first
	}
	d.Warnings = append(d.Warnings, w.p.Warnings()...)
	return nil
}
