package storetest

import (
	"testing"

	"github.com/pildora/pildora/store"
)

// testTerms: how many records hold the words of a question is what searches go
// by: parents don't count, nor do other generations, and a filter by document
// makes no word rarer.
func testTerms(t *testing.T, s Full) {
	d, rs := Doc("a", "es", "El gato duerme.", "Los gatos comen pez.", "El perro ladra.")
	parent := store.Record{ID: "a#p", DocID: "a", Source: d.Source, Num: 1, Of: 1, Role: store.RoleParent, Lang: "es", Text: "gato gato"}
	ok(t, s.Replace(t.Context(), "", d, append([]store.Record{parent}, rs...)))
	d, rs = Doc("b", "es", "Un gato más.")
	ok(t, s.Replace(t.Context(), "", d, rs))
	for _, f := range []store.Filter{{}, {Docs: []string{"b"}}} {
		c, err := s.CountTerms(t.Context(), "¿gatos, perros o xilófonos?", f)
		ok(t, err)
		equal(t, "records", c.Records, 4)
		got := map[int]int{}
		for _, term := range c.Terms {
			got[term.Records]++
			if term.IDF != store.IDF(4, float64(term.Records)) {
				t.Errorf("%+v", term)
			}
		}
		if len(c.Terms) != 2 || got[3] != 1 || got[1] != 1 {
			t.Errorf("terms %+v", c.Terms)
		}
	}
	c, err := s.CountTerms(t.Context(), "…", store.Filter{})
	ok(t, err)
	equal(t, "terms of nothing", len(c.Terms), 0)
	if _, err = s.CountTerms(t.Context(), "gato", store.Filter{Generation: "nobody"}); err == nil {
		t.Error("a generation that isn't there")
	}
}
