package pill

import (
	"context"
	"iter"

	"github.com/pildora/pildora/doc"
)

// Detector finds the pills of one kind. It is a [chunk.Cutter] too: it cuts
// before and after each of its outermost pills.
type Detector struct {
	Kind Kind
	Doc  string // one sentence, for help and reference
	// find yields the pills in any order. It should look at Page.Seen and
	// Page.Kind first, so that a document without any costs nothing.
	find func(p *Page, yield func(Pill))
}

// Detectors returns all detectors.
func Detectors() []Detector {
	return []Detector{
		{Section, "a heading and what stands under it, up to the next heading", sections},
		{FAQ, "a question and its answer: headings and bold text that ask, P: and R:, folded details, terms that ask", faqs},
		{Article, "an article, clause or numbered provision, with what is below it", articles},
		{Definition, "a definition, or a rule, with the exceptions that follow it", definitions},
		{Procedure, "steps in order, with their detail and the sentence that introduces them", procedures},
		{Table, "a table with its introduction, caption, note and source", kept(Table, tables)},
		{List, "a list with the sentence that introduces it", lists},
		{Code, "a block of code with the sentence that introduces it", kept(Code, codes)},
		{Figure, "an image with its caption", kept(Figure, figures)},
		{Footnote, "a footnote, with the paragraph that refers to it where it follows", footnotes},
		{Entry, "a term of a glossary and what it means", glosses},
		{Message, "a message of a thread or chat", messages},
		{Turn, "what one speaker says in a transcript", turns},
		{Record, "a row of data: fields with names, over and over", records},
		{Slide, "a slide or page of a presentation", slides},
		{Decl, "a declaration of code with its comment", decls},
	}
}

// kept is find, whose pills others ask for too: it runs once a page.
func kept(k Kind, find func(*Page, func(Pill))) func(*Page, func(Pill)) {
	return func(p *Page, yield func(Pill)) {
		for _, q := range p.once(k, find) {
			yield(q)
		}
	}
}

func (p *Page) once(k Kind, find func(*Page, func(Pill))) []Pill {
	if p.kept[k] == nil {
		p.kept[k] = make([]Pill, 0, 8)
		find(p, func(q Pill) { p.kept[k] = append(p.kept[k], q) })
	}
	return p.kept[k]
}

// Cuts yields where the detector's outermost pills begin and end inside s.
func (t Detector) Cuts(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		pills := newPage(d, s).find([]Detector{t})
		at := s.Start
		for i := range pills {
			p := &pills[i]
			if p.Parent >= 0 {
				continue
			}
			for _, cut := range [...]int{p.Span.Start, p.Span.End} {
				if cut > at && cut < s.End {
					if at = cut; !yield(cut, nil) {
						return
					}
				}
			}
		}
	}
}
