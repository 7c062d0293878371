package pill

import "github.com/pildora/pildora/doc"

// codes yields each block of code or formula with the sentence that introduces
// it and a caption under it.
func codes(p *Page, yield func(Pill)) {
	if !p.HasKind(doc.Code) && !p.HasKind(doc.Math) {
		return
	}
	used := 0
	for i := range p.Each(1<<doc.Code | 1<<doc.Math) {
		first := i
		if prev := p.Before(i); prev >= 0 && p.captions(prev) && p.Start(prev) >= used {
			first = prev
		}
		start := max(p.intro(first), used)
		end := p.Next(i)
		if j := p.After(i); first == i && j >= 0 && p.captions(j) {
			end = p.Next(j)
		}
		used = p.End(end)
		yield(Pill{Kind: Code, Span: doc.Span{Start: start, End: used}})
	}
}
