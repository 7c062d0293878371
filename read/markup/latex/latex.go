// Package latex reads LaTeX.
//
// The document's text is Markdown made of it; origins lead back to the bytes of
// the source. Formulas stay TeX. Macros that the source defines are replaced
// outside of formulas; of other commands that we don't know, what stands in
// their braces is read. References and citations are shown by their keys. What
// the source inputs is not read, which a warning says.
//
// The way is: source → text without comments, definitions and own macros →
// braces, environments, formulas and code in it → blocks and inline text.
package latex

import (
	"context"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markup"
)

// Media is the media type of LaTeX.
const Media = "text/x-tex"

// Reader reads LaTeX in any charset that [read.Decode] knows. The zero value is
// ready. Anything can be read, but for a source whose macros become too much
// text.
type Reader struct {
	// MaxBytes is the longest source read; 0 means read.DefaultMaxBytes.
	MaxBytes int64
}

var _ read.Reader = Reader{}

// Read makes a document of s. Errors are those of [markup.Read].
func (r Reader) Read(ctx context.Context, s read.Source) (*doc.Document, error) {
	return markup.Read(ctx, s, r.MaxBytes, Media, func(w *markup.Writer) {
		x := &expander{Writer: w, macros: map[string]macro{}, theorems: map[string]string{}}
		var b markup.Buffer
		x.expand(&b, markup.Of(w.Source, doc.Span{End: len(w.Source)}), 0)
		p := &parser{Writer: w, t: b.Text(), theorems: x.theorems}
		p.s = p.t.S
		p.survey()
		p.document()
	})
}

// parser reads a text whose macros are replaced.
type parser struct {
	*markup.Writer
	t        markup.Text
	s        string
	braces   map[int]int    // where the brace closes that opens at a place
	envs     map[int]env    // environments by the place of their begin
	regions  map[int]region // formulas and code by their place
	ranks    []int          // of the sections that there are, highest first
	theorems map[string]string

	title, author, date doc.Span // of t.S; empty where there is none
	titled              bool     // the title is a heading
	caption             doc.Span // of the table that follows
	code                string   // the language of listings that name none
	notes               int
	depth               int
	inP                 bool
	inline              int // how deep what holds no paragraphs is
	captured            *[]byte
}

// document reads the preamble for what it says, and the text.
func (p *parser) document() {
	begin, end := 0, len(p.s)
	for at, e := range p.envs {
		if e.name == "document" && (begin == 0 || at < begin) {
			begin, end = e.from, e.to
		}
	}
	if begin > 0 {
		p.capture(0, begin)
	}
	for _, title := range [...]string{"maketitle", "titlepage"} {
		p.titled = p.titled || p.has(title)
	}
	p.content(begin, end)
	p.closeP()
	if p.Title == "" {
		p.Title = p.plain(p.title)
	}
	p.Set("author", p.plain(p.author))
	p.Set("date", p.plain(p.date))
}

// capture reads a part without writing it, and returns its text.
func (p *parser) capture(from, to int) string {
	saved, inP := p.captured, p.inP
	var out []byte
	p.captured = &out
	p.content(from, to)
	p.captured, p.inP = saved, inP
	return string(out)
}

// plain is the text of a part without marks.
func (p *parser) plain(s doc.Span) string {
	if s.Empty() {
		return ""
	}
	return p.capture(s.Start, s.End)
}

func (p *parser) span(from, to int) doc.Span { return p.t.Span(from, max(from, to)) }

// open, shut, put and text are those of the writer, unless what is read is only
// captured.
func (p *parser) open(tag string, src doc.Span, attrs ...string) {
	if p.captured == nil {
		p.Open(tag, src, attrs...)
	}
}

func (p *parser) shut() {
	if p.captured == nil {
		p.Close()
	}
}

func (p *parser) put(s string, from, to int) {
	if p.captured != nil {
		*p.captured = append(*p.captured, s...)
		return
	}
	p.openP(from)
	p.Put(s, p.span(from, to))
}

func (p *parser) text(from, to int) {
	switch {
	case from >= to:
	case p.captured != nil:
		*p.captured = append(*p.captured, p.s[from:to]...)
	default:
		p.openP(from)
		p.Write(p.t, from, to)
	}
}

// openP begins a paragraph where text may not stand without one.
func (p *parser) openP(at int) {
	if p.inline == 0 && !p.inP && p.captured == nil {
		p.inP = true
		p.Open("p", p.span(at, at+1))
	}
}

func (p *parser) closeP() {
	if p.inP && p.captured == nil {
		p.inP = false
		p.Close()
	}
}

// line reads a part that holds no paragraphs.
func (p *parser) line(from, to int) {
	inP := p.inP
	p.inline++
	p.content(from, to)
	p.inline--
	p.inP = inP
}

// block reads a part that holds paragraphs of its own.
func (p *parser) block(from, to int) {
	inline, inP := p.inline, p.inP
	p.inline, p.inP = 0, false
	p.content(from, to)
	p.closeP()
	p.inline, p.inP = inline, inP
}

// element reads a part as an element of a line.
func (p *parser) element(tag string, from, to int) {
	if p.captured == nil {
		p.openP(from)
	}
	p.open(tag, p.span(from, to))
	p.line(from, to)
	p.shut()
}
