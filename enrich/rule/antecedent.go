package rule

import (
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// maxBack is how many paragraphs that refer back themselves are passed over.
const maxBack = 4

// antecedent is the first sentence of the paragraph that a body refers back to
// with its first words: of the one that it goes on with, else of the one before
// it. One that refers back itself is passed over, as far as the section goes.
func antecedent(r *reading) finder {
	var memory lineOf
	return func(i int) []string {
		body := r.bodies[i]
		at := r.opener(i)
		if at < 0 || r.doc.Blocks[at].Kind != doc.Paragraph || r.words.Opens(r.doc.Slice(body))&cue.Bound == 0 {
			return nil
		}
		if r.doc.Blocks[at].Span.Start >= body.Start {
			at = r.doc.LeafBefore(at)
		}
		for n := 0; at >= 0 && r.doc.Blocks[at].Kind == doc.Paragraph; n++ {
			s := r.doc.Blocks[at].Span
			if n == maxBack || r.words.Opens(r.doc.Slice(s))&cue.Bound == 0 {
				return memory.of(at, func() string { return r.first(doc.Span{Start: s.Start, End: min(s.End, body.Start)}) })
			}
			at = r.doc.LeafBefore(at)
		}
		return nil
	}
}
