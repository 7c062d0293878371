package rule

import "github.com/pildora/pildora/chunk/pill"

// maxList is the length of a list, in bytes: the numbered clauses of a contract
// are none, and what stands before them introduces the contract.
const maxList = 1 << 13

// list is the sentence that introduces the list, or the steps, that a body
// goes on with.
func list(r *reading) finder {
	lists := newWithin(r, pill.List, pill.Procedure)
	var memory lineOf
	return func(i int) []string {
		if !r.itemized(i) {
			return nil
		}
		p, ok := lists.at(i)
		if !ok || p.Span.Len() > maxList {
			return nil
		}
		intro := r.intro(p)
		if intro < 0 || r.doc.Blocks[intro].Span.End > r.bodies[i].Start {
			return nil
		}
		return memory.of(intro, func() string { return r.last(r.doc.Blocks[intro].Span) })
	}
}
