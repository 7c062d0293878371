package lint

import (
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/similar"
)

// nearDuplicate finds chunks whose words are nearly those of one seen before,
// in this document or another.
func nearDuplicate(s *subject) {
	for i := range s.searched {
		r := &s.searched[i]
		k, ok := similar.Of(r.Text)
		if !ok {
			continue
		}
		if like := s.seen.Near(&k); len(like) > 0 {
			s.report(r, body(r), "%.0f %% of it is that of chunk %s: %q", 100*like[0].Shared, like[0].Name, excerpt(r.Text, 50))
		}
		s.seen.Add(r.ID, &k)
	}
}

// nearDocument finds documents whose words are nearly those of one seen before.
func nearDocument(s *subject) {
	k, ok := similar.Of(s.doc.Text)
	if !ok {
		return
	}
	if like := s.versions.Near(&k); len(like) > 0 {
		s.report(nil, doc.Span{}, "%.0f %% of its word sequences are those of %s", 100*like[0].Shared, like[0].Name)
	}
	s.versions.Add(s.doc.URI, &k)
}
