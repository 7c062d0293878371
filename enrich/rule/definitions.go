package rule

import (
	"cmp"
	"slices"

	"github.com/pildora/pildora/doc"
)

// maxDefinitions is how many acronyms a body gets, and how many definitions.
const maxDefinitions = 3

// acronyms are what the rarest acronyms stand for that a body uses and that are
// explained elsewhere. How rare one is, is counted in bodies.
func acronyms(r *reading) finder { return r.defined(true) }

// definitions are what the rarest terms mean that a body uses and that are
// defined elsewhere.
func definitions(r *reading) finder { return r.defined(false) }

func (r *reading) defined(acronyms bool) finder {
	u := r.usage()
	if len(u.entries) == 0 {
		return nil
	}
	return func(i int) (lines []string) {
		for _, e := range u.used[i] {
			if u.entries[e].acronym == acronyms && len(lines) < maxDefinitions {
				lines = append(lines, u.line(e))
			}
		}
		return lines
	}
}

// usage is what a document defines and where it is used: the entries of the
// glossary by body, the rarest first.
//
// The document is read once for what it defines, the bodies once for the terms
// that they use: a term is looked up where a word begins that some term begins
// with. What is written is made when it is first wanted.
type usage struct {
	*glossary
	used [][]int32
}

func (r *reading) usage() *usage {
	if r.terms != nil {
		return r.terms
	}
	g := r.glossary()
	u := &usage{g, make([][]int32, len(r.bodies))}
	count := make([]int32, len(g.entries))
	seen := make([]int32, len(g.entries)) // the body + 1 that a term was met in last
	for i, body := range r.bodies {
		for e := range g.uses(r.doc.Text, body) {
			if seen[e] != int32(i+1) && !g.entries[e].span.Overlaps(body) {
				seen[e] = int32(i + 1)
				count[e]++
				u.used[i] = append(u.used[i], e)
			}
		}
	}
	for _, found := range u.used {
		slices.SortStableFunc(found, func(a, b int32) int { return cmp.Compare(count[a], count[b]) })
	}
	r.terms = u
	return u
}

// entry is a term and where it is defined.
type entry struct {
	span doc.Span // what defines it, as far as is known when it is found
	term doc.Span // where the term stands apart from span: a heading, a term of a list
	how  how

	acronym bool
	line    string // once it was wanted
	ready   bool
}

// how says what of an entry is written.
type how uint8

const (
	whole  how = iota // span
	forth             // the sentence that begins with span
	around            // the sentence that span stands in
	behind            // the sentence that span stands in, up to its end
	opened            // the first sentence of span
	headed            // the term, a colon, and the first sentence of span
)

// line writes an entry.
func (g *glossary) line(i int32) string {
	e := &g.entries[i]
	if e.ready {
		return e.line
	}
	e.ready = true
	r, s := g.r, e.span
	switch e.how {
	case whole:
		e.line = r.line(cut(r.doc.Text, s.Start, s.End), false)
	case forth:
		e.line = r.first(r.forth(s.Start))
	case around:
		e.line = r.first(doc.Span{Start: r.sentenceStart(s.Start), End: r.forth(s.End).End})
	case behind:
		e.line = r.line(r.doc.Text[r.sentenceStart(s.Start):s.End], false)
	case opened:
		e.line = r.first(s)
	case headed:
		if meaning := r.first(s); meaning != "" {
			e.line = r.shortened(r.line(cut(r.doc.Text, e.term.Start, e.term.End), false) + ": " + meaning)
		}
	}
	return e.line
}
