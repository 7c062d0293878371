package storetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/store"
)

// testWords: what a question's words find, in texts of several languages kept
// in one index.
func testWords(t *testing.T, s Full) {
	for _, d := range [][3]string{
		{"dias", "es", "Tienes 22 días de vacaciones; la factura vence en 30.000 horas"},
		{"ano", "es", "El ano es una parte del cuerpo"},
		{"año", "es", "Cada año tiene doce meses"},
		{"en", "en", "The policies cover two holidays and one invoice"},
		{"fr", "fr", "L'eau de l'école est potable"},
		{"zh", "zh", "我在北京大学学习"},
		{"ja", "ja", "東京でラーメンを食べました"},
		{"th", "th", "วันหยุดประจำปีของพนักงาน"},
		{"code", "en", "Run kubectl get pods --all-namespaces or touch /etc/.mdns_debug, then parseHTTPResponse v1.2.3"},
		{"wrong", "it", "Los permisos retribuidos del convenio"}, // a language guessed wrongly
		{"none", "", "Die Rechnungen der Abteilung sind zu bezahlen, wenn sie fällig werden"},
	} {
		put(t, s, d[0], d[1], d[2])
	}
	for _, c := range [][2]string{
		{"dias", "dias"}, {"DÍAS", "dias"}, {"di\u0301as", "dias"}, {"día", "dias"}, {"facturas", "dias"}, {"vacación", "dias"}, {"30000", "dias"},
		{"ano", "ano"}, {"año", "año"}, {"años", "año"}, {"an\u0303o", "año"}, {"mes", "año"},
		{"policy", "en"}, {"holiday", "en"}, {"invoices", "en"},
		{"eau", "fr"}, {"d'école", "fr"},
		{"北京", "zh"}, {"大学", "zh"}, {"ラーメン", "ja"}, {"วันหยุด", "th"}, {"พนักงาน", "th"},
		{"namespaces", "code"}, {"--all-namespaces", "code"}, {"mdns_debug", "code"}, {"/etc/.mdns_debug", "code"}, {"response", "code"}, {"parsehttpresponse", "code"}, {"1.2.3", "code"},
		{"retribuidos", "wrong"}, {"convenio", "wrong"}, {"Rechnung", "none"}, {"fallig", "none"},
		{"", ""}, {"¿?", ""}, {"nada", ""}, {"京都", ""},
	} {
		want := c[1]
		if want != "" {
			want += "#1"
		}
		if got := found(t, s, c[0], store.Filter{}); got != want {
			t.Errorf("%q finds %q, want %q", c[0], got, want)
		}
	}
}

// testRanking: rare words before common ones, more words before fewer, short
// texts before long ones, headings found, and k kept.
func testRanking(t *testing.T, s Full) {
	put(t, s, "a", "es", "el perro come", "el perro y el gato comen", "el gato", "el pez y el gato y el perro y el loro viven en la casa grande del señor Ruiz")
	d, rs := Doc("h", "es", "Se pide por escrito.", "Otra cosa.")
	rs[0].Title, rs[0].Headings = "Manual", []string{"Permisos", "Jubilación"}
	rs[1].Title, rs[1].Headings = "Manual", []string{"Manual"}
	rs[0].Frame.Summary, rs[0].EmbedText = "resumen secreto", "resumen secreto"
	ok(t, s.Replace(t.Context(), "", d, rs))
	equal(t, "both words, short first", strings.Join(strings.Fields(found(t, s, "perro gato", store.Filter{}))[:2], " "), "a#2 a#3")
	equal(t, "rare word", strings.Fields(found(t, s, "el loro", store.Filter{}))[0], "a#4")
	equal(t, "heading", found(t, s, "permiso de jubilación", store.Filter{}), "h#1 a#4"[:3])
	equal(t, "title", len(strings.Fields(found(t, s, "manual", store.Filter{}))), 2)
	equal(t, "the frame isn't searched", found(t, s, "secreto", store.Filter{}), "")
	hits, err := s.SearchText(t.Context(), "el perro gato", 2, store.Filter{})
	ok(t, err)
	equal(t, "k", len(hits), 2)
	for i, h := range hits {
		equal(t, "rank", h.Rank, i+1)
		if h.Score <= 0 || i > 0 && h.Score > hits[i-1].Score {
			t.Errorf("score %v at rank %d", h.Score, h.Rank)
		}
	}
	for _, k := range []int{0, -1} {
		hits, err := s.SearchText(t.Context(), "perro", k, store.Filter{})
		ok(t, err)
		equal(t, "k < 1", len(hits), 0)
	}
	hits, err = s.SearchText(t.Context(), "perro", 1<<30, store.Filter{})
	ok(t, err)
	equal(t, "k of all", len(hits), 3)
}

// testTies: equal records stand by id, also where k cuts through them.
func testTies(t *testing.T, s Full) {
	for _, i := range []int{5, 3, 9, 1, 7, 0, 8, 2, 6, 4} {
		put(t, s, fmt.Sprintf("d%d", i), "es", "perro gato pez", "otra cosa")
	}
	equal(t, "all", found(t, s, "gato perro", store.Filter{}), "d0#1 d1#1 d2#1 d3#1 d4#1 d5#1 d6#1 d7#1 d8#1 d9#1")
	hits, err := s.SearchText(t.Context(), "perro gato", 3, store.Filter{})
	ok(t, err)
	equal(t, "first three", hits[0].Record.ID+hits[1].Record.ID+hits[2].Record.ID, "d0#1d1#1d2#1")
	equal(t, "one score", hits[0].Score, hits[2].Score)
}

// testHostileQueries: a question is words, whatever it looks like.
func testHostileQueries(t *testing.T, s Full) {
	put(t, s, "a", "es", "perro AND gato OR NOT NEAR body: head: c++ x@y.es a'b")
	for _, q := range []string{`"`, `""`, `"perro`, `perro"`, "perro*", "body:perro", "-perro", "perro AND", "NOT perro", "NEAR(perro gato, 2)", "(perro", "perro)", "^perro", "{body head}: perro",
		"perro\x00gato", "'perro", "perro; DROP TABLE chunk", "c++", "x@y.es", "a'b", "perro\xffgato", "\x00", "perro + gato"} {
		got := found(t, s, q, store.Filter{})
		if want := strings.ContainsAny(q, "abcdefghijklmnopqrstuvwxyzADNOR"); want != (got == "a#1") {
			t.Errorf("%q finds %q", q, got)
		}
	}
	var long strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&long, "w%dq ", i)
	}
	equal(t, "long question without the word", found(t, s, long.String(), store.Filter{}), "")
	equal(t, "long question", found(t, s, "perro "+long.String(), store.Filter{}), "a#1")
	equal(t, "one long word", found(t, s, strings.Repeat("x", 1<<20), store.Filter{}), "")
	put(t, s, "b", "es", strings.Repeat("y", 1<<17), strings.Repeat("z.", 1<<16))
	equal(t, "found by its beginning", found(t, s, strings.Repeat("y", 1<<10), store.Filter{}), "b#1")
}

func testSearchFilter(t *testing.T, s Full) {
	var docs []string
	for i := range 700 {
		id := fmt.Sprintf("d%03d", i)
		put(t, s, id, "es", "perro "+strings.Repeat("y ", i))
		docs = append(docs, id)
	}
	equal(t, "worst of all, alone", found(t, s, "perro", store.Filter{Docs: []string{"d699"}}), "d699#1")
	equal(t, "many documents", len(strings.Fields(found(t, s, "perro", store.Filter{Docs: docs[100:]}))), 10)
	equal(t, "the best of them", strings.Fields(found(t, s, "perro", store.Filter{Docs: docs[100:]}))[0], "d100#1")
	equal(t, "by metadata none", found(t, s, "perro", store.Filter{Meta: map[string]string{"a": "b"}}), "")
}

// testSearched: parents are kept and given back, and a search is what it would
// be without them.
func testSearched(t *testing.T, s Full) {
	const query = "el perro come pez"
	texts := []string{"el perro come", "el perro y el gato comen", "el pez", "otra cosa"}
	put(t, s, "a", "es", texts...)
	want, err := s.SearchText(t.Context(), query, 10, store.Filter{})
	ok(t, err)

	d, rs := Doc("a", "es", texts...)
	parents := []store.Record{
		{ID: "a#p1", DocID: "a", Source: d.Source, Num: 1, Of: 2, Role: store.RoleParent, Lang: "en", Headings: []string{"perro"}, Text: "el perro come " + strings.Repeat("pez ", 50)},
		{ID: "a#p2", DocID: "a", Source: d.Source, Num: 2, Of: 2, Role: store.RoleParent, Text: "solamente"},
	}
	ok(t, s.Replace(t.Context(), "", d, append(parents, rs...)))
	d, rs = Doc("b", "es", "solamente")
	rs[0].Role = store.RoleParent
	ok(t, s.Replace(t.Context(), "", d, rs))
	got, err := s.SearchText(t.Context(), query, 10, store.Filter{})
	ok(t, err)
	same(t, "hits", got, want)
	equal(t, "in a parent only", found(t, s, "solamente", store.Filter{}), "")
	equal(t, "asked for by role", found(t, s, query, store.Filter{Role: store.RoleParent}), "")

	equal(t, "all", ids(collect(t, s.All(t.Context(), store.Filter{}))), "a#1 a#p1 a#2 a#p2 a#3 a#4 b#1")
	kept, err := s.Get(t.Context(), "a#p1")
	ok(t, err)
	same(t, "parent", kept, parents[:1])
	st, err := s.Stats(t.Context(), "")
	ok(t, err)
	equal(t, "chunks", st.Chunks, 7)
	if c, is := s.(store.Checker); is {
		ok(t, c.Check(t.Context()))
	}
	ok(t, s.Delete(t.Context(), "", "a", "b"))
	if c, is := s.(store.Checker); is {
		ok(t, c.Check(t.Context()))
	}
}
