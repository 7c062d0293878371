package rule

import "github.com/pildora/pildora/chunk/pill"

// list is the sentence that introduces the list, or the steps, that a body
// goes on with.
func list(r *reading) finder {
	lists := newWithin(r, pill.List, pill.Procedure)
	var memory lineOf
	return func(i int) []string {
		p, ok := lists.at(i)
		if !ok {
			return nil
		}
		intro := r.intro(p)
		if intro < 0 || r.doc.Blocks[intro].Span.End > r.bodies[i].Start {
			return nil
		}
		return memory.of(intro, func() string { return r.last(r.doc.Blocks[intro].Span) })
	}
}
