package storetest

import (
	"strings"
	"testing"

	"github.com/pildora/pildora/store"
)

func testEmpty(t *testing.T, s Full) {
	live, err := s.Live(t.Context())
	ok(t, err)
	equal(t, "live", live, store.First)
	equal(t, "records", len(collect(t, s.All(t.Context(), store.Filter{}))), 0)
	equal(t, "documents", len(collect(t, s.Docs(t.Context(), ""))), 0)
	equal(t, "hits", found(t, s, "hola", store.Filter{}), "")
	rs, err := s.Get(t.Context())
	ok(t, err)
	equal(t, "nothing asked", len(rs), 0)
	_, err = s.Get(t.Context(), "nadie")
	wantErr(t, err, store.ErrNotFound, "nadie")
	ok(t, s.Delete(t.Context(), "", "nadie"))
}

func testReplace(t *testing.T, s Full) {
	put(t, s, "a", "es", "uno", "dos", "tres")
	put(t, s, "b", "es", "cuatro")
	put(t, s, "a", "es", "cinco", "seis")
	equal(t, "all", ids(collect(t, s.All(t.Context(), store.Filter{}))), "a#1 a#2 b#1")
	rs, err := s.Get(t.Context(), "b#1", "a#2", "b#1")
	ok(t, err)
	equal(t, "in the order asked", ids(rs), "b#1 a#2 b#1")
	equal(t, "new text", rs[1].Text, "seis")
	_, err = s.Get(t.Context(), "a#1", "a#3")
	wantErr(t, err, store.ErrNotFound, "a#3")
	equal(t, "old words", found(t, s, "uno dos tres", store.Filter{}), "")
	equal(t, "new words", found(t, s, "seis", store.Filter{}), "a#2")
	put(t, s, "a", "es")
	equal(t, "emptied", ids(collect(t, s.All(t.Context(), store.Filter{}))), "b#1")
	equal(t, "but known", docIDs(collect(t, s.Docs(t.Context(), ""))), "a b")
}

// testRoundTrip: every field comes back, odd text included, and what is given
// back is the caller's own.
func testRoundTrip(t *testing.T, s Full) {
	d, rs := Doc("a/b ñ.md", "es", "uno\x00dos\r\n\t<&>\u2028 'q' \"q\" 😀", strings.Repeat("palabra ", 200_000), "")
	d.Error, d.Stage, d.Media, d.Title, d.Size, d.Meta = "e\nf", "read", "text/markdown", "T", 1<<40, map[string]string{"k": "v", "": "x", "n\x00l": "\x00"}
	r := &rs[0]
	r.Title, r.Headings, r.Kind, r.Profile = "T", []string{"A", "B > C"}, "table", "faq"
	r.StartRune, r.EndRune, r.StartLine, r.EndLine, r.Pages = 1, 2, 3, 4, []int{1, 2}
	r.Origins = []store.Origin{{Start: 1, End: 2, Page: 3, Box: &[4]float32{1, 2, 3, 4.5}, Part: "p", From: 0.1, To: 0.2}}
	r.Overlap, r.Tokens, r.Chars, r.Frame = 5, 6, 7, store.Frame{Summary: "s", Breadcrumb: "b", Overlap: "o", Header: "h", Context: "c"}
	r.Window = &store.Window{Start: 1, End: 2, StartRune: 3, EndRune: 4, StartLine: 5, EndLine: 6, Pages: []int{7}, Tokens: 8, Text: "uno dos"}
	r.Parent, r.Prev, r.Next, r.Date, r.Warnings = "p", "q", "n", "2026-01-01", []string{"w"}
	r.Meta = map[string]string{"k": "v\x00"}
	r.Vectors = map[string][]float32{"m": {1, -2.5, 3e-9}, "otro": {0}}
	ok(t, s.Replace(t.Context(), "", d, rs))
	for range 2 {
		got, err := s.Get(t.Context(), rs[0].ID, rs[1].ID, rs[2].ID)
		ok(t, err)
		for i := range got {
			if len(got[i].Text) < 1000 {
				same(t, "record", got[i], rs[i])
			}
			equal(t, "text kept", got[i].Text == rs[i].Text, true)
		}
		same(t, "entry", collect(t, s.Docs(t.Context(), ""))[0], d)
		got[0].Headings[0], got[0].Meta["k"], got[0].Vectors["m"][0], got[0].Origins[0].Box[0] = "x", "x", 9, 9
	}
	equal(t, "word after NUL", found(t, s, "dos", store.Filter{}), "a/b ñ.md#1")
}

func testDelete(t *testing.T, s Full) {
	put(t, s, "a", "es", "perro")
	put(t, s, "b", "es", "perro", "gato")
	put(t, s, "c", "es", "perro")
	ok(t, s.Delete(t.Context(), "", "a", "nadie", "b"))
	equal(t, "documents", docIDs(collect(t, s.Docs(t.Context(), ""))), "c")
	equal(t, "records", ids(collect(t, s.All(t.Context(), store.Filter{}))), "c#1")
	equal(t, "index", found(t, s, "perro gato", store.Filter{}), "c#1")
	ok(t, s.Delete(t.Context(), ""))
	put(t, s, "a", "es", "gato")
	equal(t, "again", found(t, s, "gato", store.Filter{}), "a#1")
}

func testMark(t *testing.T, s Full) {
	put(t, s, "a", "es", "perro")
	d, _ := Doc("a", "es")
	d.State, d.Stage, d.Error = store.Failed, "read", "no se puede leer"
	ok(t, s.Mark(t.Context(), "", d))
	e, _ := Doc("nuevo", "es")
	e.State = store.Discovered
	ok(t, s.Mark(t.Context(), "", e))
	same(t, "entries", collect(t, s.Docs(t.Context(), "")), []store.DocState{d, e})
	equal(t, "records stay", found(t, s, "perro", store.Filter{}), "a#1")
}

func testOrder(t *testing.T, s Full) {
	for _, id := range []string{"b", "a/z", "a", "Z", "ñ", "a/b"} {
		d, rs := Doc(id, "es", "uno", "dos", "tres")
		rs[0], rs[2] = rs[2], rs[0]
		ok(t, s.Replace(t.Context(), "", d, rs))
	}
	const want = "Z a a/b a/z b ñ"
	equal(t, "documents", docIDs(collect(t, s.Docs(t.Context(), ""))), want)
	var all []string
	for _, id := range strings.Fields(want) {
		all = append(all, id+"#1", id+"#2", id+"#3")
	}
	equal(t, "records", ids(collect(t, s.All(t.Context(), store.Filter{}))), strings.Join(all, " "))
	equal(t, "of documents", ids(collect(t, s.All(t.Context(), store.Filter{Docs: []string{"b", "nadie", "a", "b"}}))), "a#1 a#2 a#3 b#1 b#2 b#3")
}

func testFilter(t *testing.T, s Full) {
	for _, id := range []string{"a", "b", "c"} {
		d, rs := Doc(id, map[string]string{"a": "es", "b": "en", "c": ""}[id], "perro", "perro")
		for i := range rs {
			rs[i].Collection = map[string]string{"a": "x", "b": "y", "c": ""}[id]
			rs[i].Meta = map[string]string{"n": rs[i].ID[2:], "empty": ""}
		}
		rs[1].Role = store.RoleDerived
		ok(t, s.Replace(t.Context(), "", d, rs))
	}
	for _, c := range []struct {
		f    store.Filter
		want string
	}{
		{store.Filter{}, "a#1 a#2 b#1 b#2 c#1 c#2"},
		{store.Filter{Collection: "x"}, "a#1 a#2"},
		{store.Filter{Lang: "en"}, "b#1 b#2"},
		{store.Filter{Role: store.RoleDerived}, "a#2 b#2 c#2"},
		{store.Filter{Meta: map[string]string{"n": "1"}}, "a#1 b#1 c#1"},
		{store.Filter{Meta: map[string]string{"n": "1", "empty": ""}, Docs: []string{"c", "a"}}, "a#1 c#1"},
		{store.Filter{Meta: map[string]string{"none": ""}}, ""},
		{store.Filter{Collection: "x", Role: store.RoleDerived, Lang: "es"}, "a#2"},
		{store.Filter{Collection: "x' OR 1=1 --"}, ""},
	} {
		equal(t, "All", ids(collect(t, s.All(t.Context(), c.f))), c.want)
		equal(t, "SearchText", found(t, s, "perro", c.f), c.want)
	}
	for _, err := range s.All(t.Context(), store.Filter{Generation: "otra"}) {
		wantErr(t, err, store.ErrGeneration, "otra")
	}
}

// testEarlyEnd: a reader may stop, and may write while it reads, and sees the
// state it began with.
func testEarlyEnd(t *testing.T, s Full) {
	put(t, s, "a", "es", "uno", "dos")
	put(t, s, "b", "es", "tres")
	for range s.All(t.Context(), store.Filter{}) {
		break
	}
	for range s.Docs(t.Context(), "") {
		break
	}
	var seen []store.Record
	for r, err := range s.All(t.Context(), store.Filter{}) {
		ok(t, err)
		seen = append(seen, r)
		ok(t, s.Delete(t.Context(), "", "a", "b"))
	}
	equal(t, "seen", ids(seen), "a#1 a#2 b#1")
	equal(t, "left", ids(collect(t, s.All(t.Context(), store.Filter{}))), "")
}

// testNested: a reader may ask again while it reads, however deep.
func testNested(t *testing.T, s Full) {
	put(t, s, "a", "es", "uno")
	var deeper func(depth int)
	deeper = func(depth int) {
		for r, err := range s.All(t.Context(), store.Filter{}) {
			ok(t, err)
			_, err = s.Get(t.Context(), r.ID)
			ok(t, err)
			if depth > 0 {
				deeper(depth - 1)
			}
		}
	}
	deeper(20)
}
