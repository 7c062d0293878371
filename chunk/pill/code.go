package pill

import "github.com/pildora/pildora/doc"

// codes yields each block of code or formula with the sentence that introduces
// it, a caption, and what explains it right under it.
func codes(p *Page, yield func(Pill)) {
	if !p.HasKind(doc.Code) && !p.HasKind(doc.Math) && !p.HasKind(doc.HTML) {
		return
	}
	used := 0
	for i := range p.Each(1<<doc.Code | 1<<doc.Math | 1<<doc.HTML) {
		if p.Is(i, doc.HTML) && !hasTag(p.Text(i), "pre") {
			continue
		}
		first := i
		if prev := p.Before(i); prev >= 0 && p.captions(prev) && p.Start(prev) >= used {
			first = prev
		}
		start := max(p.intro(first), used)
		end := p.Next(i)
		j := p.After(i)
		if j >= 0 && (first == i && p.captions(j) || p.explains(j)) {
			end = p.Next(j)
			j = p.After(j)
		}
		for ; j >= 0 && (p.notes(j) || p.warns(j)); j = p.After(j) {
			end = p.Next(j)
		}
		used = p.End(end)
		yield(Pill{Kind: Code, Span: doc.Span{Start: start, End: used}})
	}
}
