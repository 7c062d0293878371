package pill

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// decls yields each declaration of code, with the comment that stands right
// above it.
func decls(p *Page, yield func(Pill)) {
	if !p.HasKind(doc.Decl) {
		return
	}
	for i := range p.Each(1 << doc.Decl) {
		first := i
		if prev := p.Before(i); p.Is(prev, doc.Paragraph) && strings.Count(p.Doc.Text[p.Doc.Blocks[prev].Span.End:p.Start(i)], "\n") < 2 {
			first = prev
		}
		yield(Pill{Kind: Decl, Span: p.Of(first, p.Next(i))})
	}
}
