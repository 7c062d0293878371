package pptx

import (
	"context"
	"errors"
	"slices"
	"strconv"
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

// page is a slide that was read.
type page struct {
	number int
	from   doc.Origin
	shapes []*shape
	notes  []flow.Block
	said   doc.Origin // where the notes are
}

// slide reads a slide and its notes. It is nil where the slide is damaged.
func (w *reading) slide(number int, name string) (*page, error) {
	root, err := w.p.Tree(w.ctx, name)
	if errors.Is(err, opc.ErrDamaged) {
		w.p.Warn("%s: %v; left out", name, err)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	rels, err := w.p.Relations(w.ctx, name)
	if err != nil {
		return nil, err
	}
	s := &slide{w: w, part: name, number: number, links: rels.Index()}
	if s.layout, err = w.pattern(rels.ByType("slideLayout")); err != nil {
		return nil, err
	}
	p := &page{number: number, from: s.from(root), shapes: ordered(s.shapes(root.Kid("p:cSld", "p:spTree")))}
	if s.err != nil {
		return nil, s.err
	}
	return p, w.notes(p, rels.ByType("notesSlide"))
}

// notes reads what is said beside a slide.
func (w *reading) notes(p *page, part string) error {
	name := w.p.Find(part)
	if name == "" {
		return nil
	}
	root, err := w.p.Tree(w.ctx, name)
	if errors.Is(err, opc.ErrDamaged) {
		w.p.Warn("%s: %v; left out", name, err)
		return nil
	}
	if err != nil {
		return err
	}
	rels, err := w.p.Relations(w.ctx, name)
	if err != nil {
		return err
	}
	s := &slide{w: w, part: name, number: p.number, links: rels.Index(), notes: true}
	for _, sh := range ordered(s.shapes(root.Kid("p:cSld", "p:spTree"))) {
		p.notes = append(p.notes, sh.blocks...)
	}
	p.said = s.from(root)
	return s.err
}

// write writes a slide, and its notes below a line that says what they are.
func (w *reading) write(p *page) {
	w.b.Open("x-page", p.from, "label", strconv.Itoa(p.number))
	titled(p.shapes)
	for _, sh := range p.shapes {
		if sh.title {
			w.title(sh, p.number == 1 && sh.centred && onlyTitles(p.shapes))
		}
		flow.Write(&w.b, sh.blocks)
	}
	if !empty(p.notes) {
		w.b.Open("details", p.said)
		w.b.Open("summary", p.said)
		w.b.Text("Notes", p.said)
		w.b.Close()
		flow.Write(&w.b, p.notes)
		w.b.Close()
	}
	w.b.Close()
}

// A line of text that stands on so many slides is a footer, whatever it is in.
const (
	repeats   = 4
	longFrame = 200 // bytes
)

// withoutFrames takes away the boxes of text that say the same on at least
// repeats slides and on half of all.
func withoutFrames(pages []*page) {
	on := map[string]int{}
	for _, p := range pages {
		seen := map[string]bool{}
		for _, sh := range p.shapes {
			if text := sh.frame(); text != "" && !seen[text] {
				seen[text] = true
				on[text]++
			}
		}
	}
	for _, p := range pages {
		p.shapes = slices.DeleteFunc(p.shapes, func(sh *shape) bool {
			n := on[sh.frame()]
			return n >= repeats && 2*n >= len(pages)
		})
	}
}

// frame is the text of a box that may stand on every slide, or nothing.
func (sh *shape) frame() string {
	if !sh.free {
		return ""
	}
	text := ""
	for i := range sh.blocks {
		text += sh.blocks[i].Plain() + "\n"
		if len(text) > longFrame || sh.blocks[i].Kind == flow.Table {
			return ""
		}
	}
	return strings.TrimSpace(text)
}

// longTitle is from how many bytes on a line of text is no title.
const longTitle = 80

// titled takes the first text of a slide without a title for one, if it is a
// line above others: not everybody uses the placeholder.
func titled(shapes []*shape) {
	for _, sh := range shapes {
		if sh.title && !empty(sh.blocks) {
			return
		}
	}
	for i, sh := range shapes {
		if empty(sh.blocks) {
			continue
		}
		text := sh.blocks[0].Plain()
		sh.title = sh.free && len(sh.blocks) == 1 && sh.blocks[0].Kind == flow.Paragraph && text != "" && len(text) <= longTitle && i+1 < len(shapes)
		return
	}
}

// onlyTitles reports whether a slide is the title of what follows: nothing but
// a title and what a title slide has besides.
func onlyTitles(shapes []*shape) bool {
	size := 0
	for _, sh := range shapes {
		for i := range sh.blocks {
			if sh.blocks[i].Kind == flow.Table {
				return false
			}
			if !sh.title {
				size += len(sh.blocks[i].Plain())
			}
		}
	}
	return size < 300
}

// title makes a heading of the paragraphs of a title: that of the deck, if it
// stands above all others.
func (w *reading) title(sh *shape, deck bool) {
	var pieces []flow.Piece
	rest := sh.blocks
	for len(rest) > 0 && rest[0].Kind != flow.Table {
		if len(pieces) > 0 {
			pieces = append(pieces, flow.Piece{Text: " ", From: rest[0].From})
		}
		pieces = append(pieces, rest[0].Pieces...)
		rest = rest[1:]
	}
	h := flow.Block{Kind: flow.Heading, Level: 1, Pieces: pieces, From: sh.from}
	if h.Empty() {
		sh.blocks = rest
		return
	}
	if w.first == "" {
		w.first = h.Plain()
	}
	switch {
	case deck:
		w.deck = h.Plain()
	case w.deck != "":
		h.Level = 2
	}
	sh.blocks = append([]flow.Block{h}, rest...)
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

// generic are titles that programs give.
var generic = map[string]bool{
	"powerpoint presentation": true, "presentación de powerpoint": true, "présentation powerpoint": true, "powerpoint-präsentation": true,
	"presentazione standard di powerpoint": true, "apresentação do powerpoint": true, "slide 1": true, "no slide title": true, "presentation": true, "untitled": true,
	"diapositiva 1": true, "sin título": true, "untitled presentation": true,
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
