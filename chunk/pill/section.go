package pill

import "github.com/pildora/pildora/doc"

// sections yields the own content of each heading of the outline, and what
// stands before the first. A run of headings with nothing between them belongs
// to the first content below. Without headings, the preamble of a legal text is
// one.
func sections(p *Page, yield func(Pill)) {
	start := p.Span.Start
	if end := p.preamble(); end > start {
		yield(Pill{Kind: Section, Span: doc.Span{Start: start, End: end}})
	}
	for _, h := range p.Doc.Outline() {
		at := p.Start(h.Block)
		if at <= start || at >= p.Span.End {
			continue
		}
		if prev := p.Doc.LeafBefore(h.Block); prev >= 0 && p.Doc.Blocks[prev].Kind == doc.Heading {
			continue
		}
		yield(Pill{Kind: Section, Span: doc.Span{Start: start, End: at}})
		start = at
	}
	if start < p.Span.End {
		yield(Pill{Kind: Section, Span: doc.Span{Start: start, End: p.Span.End}})
	}
}
