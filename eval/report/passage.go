package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
)

// Texts gives the text of a document, "" where it isn't there any more; the
// report then shows places only.
type Texts func(doc string) string

// mark is a stretch of a text that is shown as something: part of an answer,
// or a place where a chunk ends.
type mark struct {
	at   int
	html string
}

// scissors stand where a chunk ends.
const scissors = `<b class=cut title="a chunk ends here">✂</b>`

// window is how much of a passage is shown around the answer, in bytes.
const window = 420

// passage writes a stretch of a document with the answers in it marked. A long
// one is shortened to what stands around the first answer in it.
func passage(text string, s doc.Span, answers []doc.Span) string {
	if s.Start < 0 || s.End > len(text) || s.Start >= s.End {
		return "<i>The document isn't there, or has changed.</i>"
	}
	shown := s
	if s.Len() > 2*window+200 {
		center := s.Start
		if i := slices.IndexFunc(answers, s.Overlaps); i >= 0 {
			center = answers[i].Intersect(s).Start
		}
		shown = doc.Span{Start: max(s.Start, center-window), End: min(s.End, center+window)}
		if center == s.Start {
			shown.End = min(s.End, s.Start+2*window)
		}
		shown = onRunes(text, shown)
	}
	var b strings.Builder
	if shown.Start > s.Start {
		b.WriteString("<i class=more>… </i>")
	}
	b.WriteString(marked(text, shown, answers, nil))
	if shown.End < s.End {
		b.WriteString("<i class=more> …</i>")
	}
	return b.String()
}

// onRunes widens a span to whole characters.
func onRunes(text string, s doc.Span) doc.Span {
	for s.Start > 0 && !utf8.RuneStart(text[s.Start]) {
		s.Start--
	}
	for s.End < len(text) && !utf8.RuneStart(text[s.End]) {
		s.End++
	}
	return s
}

// marked writes a stretch of text with the answers in it, and scissors where
// chunks end.
func marked(text string, s doc.Span, answers []doc.Span, cuts []int) string {
	var marks []mark
	for _, a := range merged(answers) {
		if a.Overlaps(s) {
			in := a.Intersect(s)
			marks = append(marks, mark{in.Start, "<mark>"}, mark{in.End, "</mark>"})
		}
	}
	for _, c := range cuts {
		if s.Start < c && c < s.End {
			marks = append(marks, mark{c, scissors})
		}
	}
	slices.SortStableFunc(marks, func(a, b mark) int { return a.at - b.at })
	var b strings.Builder
	at := s.Start
	for _, m := range marks {
		b.WriteString(escape(text[at:m.at]))
		b.WriteString(m.html)
		at = m.at
	}
	b.WriteString(escape(text[at:s.End]))
	return b.String()
}

// merged joins spans that overlap, so that marks nest.
func merged(spans []doc.Span) []doc.Span {
	spans = slices.Clone(spans)
	slices.SortFunc(spans, func(a, b doc.Span) int { return a.Start - b.Start })
	var out []doc.Span
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
		} else if !s.Empty() {
			out = append(out, s)
		}
	}
	return out
}

// answers are the spans of a question's answers in one document.
func answers(q *eval.Asked, id string) []doc.Span {
	var out []doc.Span
	for _, p := range slices.Concat(q.Spans, q.Alternatives) {
		if q.DocOf(p) == id {
			out = append(out, p.Span())
		}
	}
	return out
}

// hits writes what a run found for a question: the first passage, and the
// first with some of the answer if that is another one.
func (p *page) hits(q *eval.Asked, a *eval.Answer) {
	if len(a.Hits) == 0 {
		p.out.WriteString("<p class=dim>nothing found</p>")
		return
	}
	first := slices.IndexFunc(a.Hits, func(h eval.Found) bool {
		return slices.ContainsFunc(answers(q, h.Doc), doc.Span{Start: h.Start, End: h.End}.Overlaps)
	})
	p.hit(q, a, 0)
	switch {
	case first > 0:
		p.hit(q, a, first)
	case first < 0:
		fmt.Fprintf(p.out, "<p class=dim>nothing of the answer in the first %s</p>", count(len(a.Hits), "passage"))
	}
}

func (p *page) hit(q *eval.Asked, a *eval.Answer, i int) {
	h := a.Hits[i]
	fmt.Fprintf(p.out, "<p class=place>%d. <bdi>%s</bdi>, bytes %d–%d, %s</p><blockquote dir=auto>%s</blockquote>",
		i+1, escape(h.Doc), h.Start, h.End, count(h.Tokens, "token"),
		passage(p.text(h.Doc), doc.Span{Start: h.Start, End: h.End}, answers(q, h.Doc)))
}
