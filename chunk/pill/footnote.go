package pill

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// footnotes yields each footnote, with the paragraph that refers to it where
// that stands right before it.
func footnotes(p *Page, yield func(Pill)) {
	if !p.HasKind(doc.Footnote) {
		return
	}
	done := -1
	for i := range p.Each(1 << doc.Footnote) {
		if i <= done {
			continue
		}
		text := p.Before(i)
		if !p.Is(text, doc.Paragraph) || !p.refers(text, i) {
			yield(Pill{Kind: Footnote, Span: p.Of(i, p.Next(i))})
			continue
		}
		end := p.Next(i)
		for j := p.After(i); p.Is(j, doc.Footnote) && p.refers(text, j); j = p.After(j) {
			done, end = j, p.Next(j)
		}
		yield(Pill{Kind: Footnote, Span: p.Of(text, end)})
	}
}

// refers reports whether paragraph i refers to footnote j. Only the end of a
// long paragraph is read.
func (p *Page) refers(i, j int) bool {
	text := p.Text(i)
	return strings.Contains(text[max(0, len(text)-maxAnswer):], "[^"+p.Doc.Blocks[j].Label+"]")
}
