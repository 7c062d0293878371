package rule

import "github.com/pildora/pildora/doc"

// opening is the first sentence of the section that a body is a later piece of.
func opening(r *reading) finder {
	outline := r.doc.Outline()
	if len(outline) == 0 {
		return nil
	}
	var memory lineOf
	return func(i int) []string {
		h := r.doc.SectionOf(r.bodies[i])
		if h < 0 {
			return nil
		}
		first := outline[h].Block + 1
		if first >= len(r.doc.Blocks) || r.doc.Blocks[first].Kind != doc.Paragraph || r.doc.Blocks[first].Span.Start >= r.bodies[i].Start {
			return nil
		}
		return memory.of(first, func() string { return r.first(r.doc.Blocks[first].Span) })
	}
}
