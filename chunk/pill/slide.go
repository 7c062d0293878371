package pill

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// slides yields the pages that a reader marks, and the pieces between rules of a
// deck in Markdown: one whose metadata or comments say that it is one.
func slides(p *Page, yield func(Pill)) {
	if p.HasKind(doc.Page) {
		for i := range p.Each(1 << doc.Page) {
			yield(Pill{Kind: Slide, Span: p.Of(i, p.Next(i))})
		}
		return
	}
	if !p.isDeck() {
		return
	}
	start, n := -1, 0
	var spans []doc.Span
	for i := range p.Doc.Blocks {
		b := &p.Doc.Blocks[i]
		if b.Parent >= 0 {
			continue
		}
		if b.Kind == doc.FrontMatter {
			continue
		}
		comment := b.Kind == doc.HTML && slideComment(p.Text(i))
		if start < 0 {
			start = i
		} else if comment {
			spans = append(spans, p.Of(start, i))
			start = i
		}
		if b.Kind == doc.Rule {
			spans = append(spans, p.Of(start, p.Next(i)))
			start = -1
		}
		n = p.Next(i)
	}
	if start >= 0 {
		spans = append(spans, p.Of(start, n))
	}
	for _, s := range spans {
		yield(Pill{Kind: Slide, Span: s})
	}
}

// isDeck reports whether the metadata or a comment say that this is a
// presentation.
func (p *Page) isDeck() bool {
	for i := range p.Each(1<<doc.FrontMatter | 1<<doc.HTML) {
		if text := p.Text(i); p.Is(i, doc.FrontMatter) && ofDeck(text) || p.Is(i, doc.HTML) && slideComment(text) {
			return true
		}
	}
	return false
}

// ofDeck reports whether front matter is that of a presentation.
func ofDeck(meta string) bool {
	for line := range strings.Lines(meta) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		switch {
		case !ok:
		case key == "marp" && value == "true":
			return true
		case (key == "format" || key == "type" || key == "output" || key == "layout") && (value == "revealjs" || value == "slides" || value == "presentation" || value == "beamer" || value == "slidy"):
			return true
		}
	}
	return false
}

// slideComment reports whether a block of HTML is the comment that begins or
// sets up a slide.
func slideComment(text string) bool {
	text, ok := strings.CutPrefix(strings.TrimLeft(text, " \t"), "<!--")
	text = strings.TrimLeft(text, " \t")
	return ok && (strings.HasPrefix(text, "slide") || strings.HasPrefix(text, ".slide"))
}
