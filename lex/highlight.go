package lex

// Highlights returns the spans of the words of text, a text in lang, that
// match a word of query, in order and without overlaps: what a search marks in
// a passage. Of a compound only the parts that match are marked, unless the
// whole does.
func (a *Analyzer) Highlights(query, text, lang string) []Span {
	wanted := map[string]bool{}
	for _, l := range a.Query(query, []string{lang}, maxHighlighted) {
		wanted[l] = true
	}
	var out []Span
	if len(wanted) == 0 {
		return nil
	}
	for l := range a.Lexemes(text, lang) {
		if !wanted[l.Text] {
			continue
		}
		s := Span{l.Start, l.End}
		// The whole comes after its parts, and pairs overlap.
		for len(out) > 0 && s.Start < out[len(out)-1].End {
			s.Start = min(s.Start, out[len(out)-1].Start)
			s.End = max(s.End, out[len(out)-1].End)
			out = out[:len(out)-1]
		}
		out = append(out, s)
	}
	return out
}

// maxHighlighted bounds the distinct lexemes of a query that are looked for.
const maxHighlighted = 4096
