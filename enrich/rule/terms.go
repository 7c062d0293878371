package rule

import (
	"strings"

	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
)

// listedTerms adds the entries of glossaries, and the terms without quotation
// marks that paragraphs define.
func (r *reading) listedTerms(g *glossary) {
	for _, p := range r.pills().Pills {
		switch p.Kind {
		case pill.Entry:
			r.entry(g, p.Span)
		case pill.Definition:
			r.plainTerm(g, p.Span)
		}
	}
}

// entry adds the entry of a glossary: a term of its own block, or one that
// opens a paragraph in bold, or on a line of its own.
func (r *reading) entry(g *glossary, s doc.Span) {
	b := r.doc.BlockFrom(s.Start)
	for b < len(r.doc.Blocks) && !r.doc.Leaf(b) {
		b++
	}
	if b >= len(r.doc.Blocks) || r.doc.Blocks[b].Span.Start >= s.End {
		return
	}
	at := r.doc.Blocks[b].Span
	switch r.doc.Blocks[b].Kind {
	case doc.Paragraph:
		text := r.doc.Slice(at)
		if open := strings.TrimLeft(text, " "); strings.HasPrefix(open, "**") || strings.HasPrefix(open, "__") {
			if n := strings.Index(open[2:min(len(open), maxTerm)], open[:2]); n > 0 {
				at.Start = at.End - len(open)
				term := trimmed(r.doc.Text, doc.Span{Start: at.Start + 2, End: at.Start + 2 + n}, " :.*")
				meaning := doc.Span{Start: at.Start + 4 + n, End: at.End}
				meaning.Start = meaning.End - len(strings.TrimLeft(r.doc.Slice(meaning), " :.*_–—-\n\t\r="))
				g.term(r.doc.Slice(term), entry{term: term, span: meaning, how: headed})
			}
			return
		}
		if line, _, more := strings.Cut(text, "\n"); more {
			g.term(strings.TrimSpace(line), entry{term: doc.Span{Start: at.Start, End: at.Start + len(line)}, span: trimmed(r.doc.Text, doc.Span{Start: at.Start + len(line), End: at.End}, ": \n\t\r"), how: headed})
		}
	case doc.Heading, doc.Term:
		for next := b + 1; next < len(r.doc.Blocks) && r.doc.Blocks[next].Span.Start < s.End; next++ {
			if r.doc.Blocks[next].Kind == doc.Paragraph {
				term := r.doc.Slice(at)
				if r.doc.Blocks[b].Kind == doc.Heading {
					at = trimmed(r.doc.Text, at, "# ")
					term = r.doc.Blocks[b].Label
				}
				g.term(term, entry{term: at, span: r.doc.Blocks[next].Span, how: headed})
				return
			}
		}
	}
}

// term adds a term of a glossary, and what it says in brackets that it is called
// too: "Acuerdo de nivel de servicio (SLA)".
func (g *glossary) term(term string, e entry) {
	name, also, _ := strings.Cut(term, "(")
	for _, t := range []string{name, strings.TrimRight(also, ") ")} {
		if t = strings.Trim(t, " *_:."); t != "" && len(t) <= maxTerm {
			g.add(t, isAcronym(t), true, e)
		}
	}
}

// plainTerm adds the term that a paragraph defines with its first words: "Se
// entiende por dieta la cantidad …".
func (r *reading) plainTerm(g *glossary, s doc.Span) {
	text := r.doc.Text
	at := nextWord(text, s.Start, s.End)
	end := r.phrases.at(defined, text, at)
	if end == at {
		return
	}
	from := nextWord(text, end, s.End)
	if strings.Trim(text[end:from], " ") != "" {
		return // in quotation marks, it is found by them
	}
	to := from
	for w := from; w < min(s.End, from+maxTerm) && !r.phrases.is(meaning, text[w:wordEnd(text, w)]); {
		to = wordEnd(text, w)
		if to < len(text) && strings.IndexByte(",:;.(\n", text[to]) >= 0 {
			break
		}
		w = nextWord(text, to, s.End)
	}
	if to > from {
		g.add(text[from:to], false, true, entry{span: doc.Span{Start: at, End: s.End}, how: opened})
	}
}
