// Package man reads manual pages: roff with the macros of man(7) or mdoc(7),
// and the tables of tbl(1).
//
// The document's text is Markdown made of it; origins lead back to the bytes of
// the source. The page's name and section are its title. Conditions hold as
// they do for terminals. Of macros that a page defines itself, the arguments
// are read. A page that only names another (.so) is not followed, which a
// warning says.
package man

import (
	"context"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markup"
)

// Media is the media type of roff.
const Media = "text/troff"

// Reader reads manual pages in any charset that [read.Decode] knows. The zero
// value is ready. Anything can be read, but for a source whose strings become
// too much text.
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
}

var _ read.Reader = Reader{}

// Read makes a document of s. Errors are those of [markup.Read].
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	return markup.Read(ctx, s, r.MaxBytes, Media, func(w *markup.Writer) {
		p := &parser{Writer: w, src: w.Source, strings: map[string]string{"R": "®", "Tm": "™", "lq": "“", "rq": "”", "--": "—", "C+": "C++"}, levels: make([]level, 1), font: 'R', last: 'R'}
		p.lines = markup.Lines(w.Source, doc.Span{End: len(w.Source)})
		for p.at < len(p.lines) && p.Going() {
			p.line()
		}
		p.reset()
	})
}

// parser reads one page, line by line.
type parser struct {
	*markup.Writer
	src     string
	lines   []markup.Line
	at      int // the line that comes next
	strings map[string]string

	font, last byte // R, B, I or C
	tag        string
	nested     int // strings that are being replaced, conditions in each other

	levels []level
	inP    bool
	inline int // how deep a heading, a term or a cell is
	pre    bool
	preAny bool // something is in the preformatted text
	glue   bool // the next word joins the last one
	term   bool // the next line is a term

	name     string // of the page
	synopsis bool   // the section is the synopsis
	skipped  bool   // the last condition did not hold
	mdoc     mdoc
}

// level is what one indentation holds: at most one list, and an item of it.
type level struct {
	list string // dl, ul or ol
	item bool
	due  bool // an item begins with the next text
	hang bool // items are indented by themselves: what is not is behind the list
	past bool // the indentation of the last item has ended
	last int  // number of an item
}

func (p *parser) top() *level { return &p.levels[len(p.levels)-1] }

// setTag changes the element of the font.
func (p *parser) setTag(tag string) {
	if p.tag == tag {
		return
	}
	if p.tag != "" {
		p.Close()
	}
	if p.tag = tag; tag != "" {
		p.Open(tag, p.here())
	}
}

// here is the start of the line being read.
func (p *parser) here() doc.Span {
	l := p.lines[max(0, min(p.at, len(p.lines))-1)]
	return l.Span()
}

// begin makes ready for text: in an item and a paragraph.
func (p *parser) begin() {
	if p.inline > 0 || p.pre || p.inP {
		return
	}
	if p.top().past {
		p.endList()
	}
	p.beginItem()
	p.inP = true
	p.Open("p", p.here())
}

func (p *parser) beginItem() {
	if l := p.top(); l.due {
		l.due, l.item = false, true
		tag := "li"
		if l.list == "dl" {
			tag = "dd"
		}
		p.Open(tag, p.here())
	}
}

// endP ends a paragraph or preformatted text.
func (p *parser) endP() {
	p.setTag("")
	switch {
	case p.pre:
		p.endPre()
	case p.inP:
		p.inP = false
		p.Close()
	}
	p.glue = false
}

func (p *parser) endItem() {
	p.endP()
	if l := p.top(); l.item {
		l.item = false
		p.Close()
	}
}

func (p *parser) endList() {
	p.endItem()
	if l := p.top(); l.list != "" {
		p.Close()
		*l = level{}
	}
}

// reset ends everything up to the margin.
func (p *parser) reset() {
	p.endPre()
	for len(p.levels) > 1 {
		p.pop()
	}
	p.endList()
	p.font, p.last, p.term = 'R', 'R', false
}

// push begins a deeper level.
func (p *parser) push() {
	p.endP()
	if p.top().due {
		p.beginItem()
	}
	if len(p.levels) < markup.MaxDepth {
		p.levels = append(p.levels, level{})
	}
}

func (p *parser) pop() {
	p.endList()
	if len(p.levels) > 1 {
		p.levels = p.levels[:len(p.levels)-1]
		p.top().past = p.top().hang
	}
}

// item begins an item of a list of a kind.
func (p *parser) item(list string, attrs ...string) {
	p.endP()
	if l := p.top(); l.list == list {
		p.endItem()
	} else {
		p.endList()
		p.top().list = list
		p.Open(list, p.here(), attrs...)
	}
	p.top().due, p.top().past = true, false
}

func (p *parser) startPre() {
	p.endP()
	p.beginItem()
	p.pre, p.preAny = true, false
	p.Open("pre", p.here())
}

func (p *parser) endPre() {
	if p.pre {
		p.setTag("")
		p.pre = false
		p.Close()
	}
}

// heading writes a title of a level.
func (p *parser) heading(tag string, write func()) {
	p.reset()
	p.Open(tag, p.here())
	p.flat(write)
	p.Close()
}

// flat writes what stands on one line.
func (p *parser) flat(write func()) {
	p.setTag("")
	p.inline++
	p.glue = true
	write()
	p.setTag("")
	p.inline--
	p.glue = true
}

// space parts words: by a blank, or in preformatted text a new line.
func (p *parser) space(src doc.Span) {
	if p.glue || !p.inP && p.inline == 0 && !p.pre {
		p.glue = false
		return
	}
	p.Put(" ", doc.Span{Start: src.Start, End: src.Start})
}
