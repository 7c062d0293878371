package passage

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

// Passage is what is delivered: a run of whole sentences of one document.
type Passage struct {
	Rank  int     // from 1, by score
	Score float64 // of the best window in it
	// Records are those that it touches, in the order of the document; not to be
	// changed.
	Records []*store.Record
	// Parts are its slices of their bodies, one each. Between two of them the
	// document holds white space only.
	Parts []doc.Span
	Span  doc.Span // from the first to the last, in bytes of the document
	// StartRune and EndRune are the same in code points, StartLine and EndLine
	// its lines, from 1, inclusive.
	StartRune, EndRune int
	StartLine, EndLine int
	Pages              []int
	// Context is what stands before the text: what Options.Context says of its
	// first record, without what was said before.
	Context []string
	Text    string
	Tokens  int // of context and text, as they are delivered
}

// Delivered is context and text.
func (p *Passage) Delivered() string { return joined(strings.Join(p.Context, "\n\n"), p.Text) }

// deliver makes passages of parts, in the order that was asked for.
func (a *assembly) deliver(parts []part) []Passage {
	out := make([]Passage, len(parts))
	for i, p := range parts {
		out[i] = p.passage()
	}
	slices.SortStableFunc(out, func(x, y Passage) int { return cmp.Compare(store.Round(y.Score), store.Round(x.Score)) })
	for i := range out {
		out[i].Rank = i + 1
	}
	return ordered(out, a.Order)
}

func (p part) passage() Passage {
	out := Passage{Context: p.context, Tokens: p.tokens, Text: p.in.slice(p.from, p.to), Score: math.Inf(-1)}
	for i := p.from; i < p.to; i++ {
		x := p.in.sentences[i]
		out.Score = max(out.Score, x.score)
		if r := p.in.records[x.record]; len(out.Records) == 0 || out.Records[len(out.Records)-1] != r {
			out.Records, out.Parts = append(out.Records, r), append(out.Parts, x.Span)
		}
		out.Parts[len(out.Parts)-1].End = x.End
	}
	n := len(out.Parts)
	out.Span = doc.Span{Start: out.Parts[0].Start, End: out.Parts[n-1].End}
	out.StartRune, out.StartLine = at(out.Records[0], out.Span.Start)
	out.EndRune, out.EndLine = at(out.Records[n-1], out.Span.End)
	for i, r := range out.Records {
		out.Pages = append(out.Pages, pages(r, out.Parts[i])...)
	}
	slices.Sort(out.Pages)
	out.Pages = slices.Compact(out.Pages)
	return out
}

// slice is the text of sentences [from, to): within a record as it stands there,
// and between two with the line ends that the document has.
func (s *stretch) slice(from, to int) string {
	var b strings.Builder
	for from < to {
		first := s.sentences[from]
		r := s.records[first.record]
		next := from
		for next < to && s.sentences[next].record == first.record {
			next++
		}
		last := s.sentences[next-1]
		b.WriteString(r.Text[first.Start-r.Start : last.End-r.Start])
		if next < to {
			_, line := at(r, last.End)
			after := s.sentences[next]
			_, below := at(s.records[after.record], after.Start)
			b.WriteString(between(below - line))
		}
		from = next
	}
	return b.String()
}

// between stands between two records so many lines apart.
func between(lines int) string {
	switch {
	case lines < 1:
		return " "
	case lines == 1:
		return "\n"
	}
	return "\n\n"
}

// at is the code point and the line of a byte of the document in the body of r.
// Lines are counted from the body's last one: its first may be that of the
// overlap before it.
func at(r *store.Record, b int) (runes, line int) {
	return r.StartRune + utf8.RuneCountInString(r.Text[:b-r.Start]), r.EndLine - strings.Count(r.Text[b-r.Start:], "\n")
}

// pages are those of a span of r, as exactly as its origins say.
func pages(r *store.Record, s doc.Span) []int {
	var out []int
	for _, o := range r.Origins {
		if o.Page > 0 && o.Start < s.End && s.Start < o.End {
			out = append(out, o.Page)
		}
	}
	if len(out) == 0 {
		return r.Pages
	}
	return out
}

// ordered puts passages, the best first, in another order.
func ordered(ps []Passage, o Order) []Passage {
	switch o {
	case Ends:
		out := make([]Passage, len(ps))
		front, back := 0, len(ps)-1
		for i, p := range ps {
			if i%2 == 0 {
				out[front] = p
				front++
			} else {
				out[back] = p
				back--
			}
		}
		return out
	case Document:
		first := map[string]int{}
		for i, p := range ps {
			if _, known := first[p.Records[0].DocID]; !known {
				first[p.Records[0].DocID] = i
			}
		}
		slices.SortStableFunc(ps, func(a, b Passage) int {
			return cmp.Or(cmp.Compare(first[a.Records[0].DocID], first[b.Records[0].DocID]), cmp.Compare(a.Span.Start, b.Span.Start))
		})
	}
	return ps
}
