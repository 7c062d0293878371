package ingest

import (
	"sort"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/store"
)

// Derived is the role of records that are found instead of the chunk that
// their Parent names, and deliver it.
const Derived = store.RoleDerived

// holding is the index of the chunk that a span begins in.
func (c Cut) holding(s doc.Span) int {
	return max(0, sort.Search(c.n, func(i int) bool { return c.at(i).body.Start > s.Start })-1)
}

// derived makes the record of a derived text, but for its parent and number. It
// has no neighbours, and its text is embedded as it is.
func (w *writer) derived(r *store.Record, t enrich.Derived) {
	*r = w.common
	r.Role, r.Kind, r.Text, r.EmbedText, r.Lexical = Derived, t.Kind, t.Text, t.Text, nil
	r.Headings = w.headings(t.Span)
	r.ID = w.id(r.Text, r.Headings)
	w.locate(r, t.Span.Start, t.Span)
	r.Chars = utf8.RuneCountInString(r.Text)
	r.Tokens, r.Digest = w.cutting.Tokens.Size(r.EmbedText), Digest(r.EmbedText)
	w.origins(r, t.Span)
}
