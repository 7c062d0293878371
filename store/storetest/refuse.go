package storetest

import (
	"context"
	"errors"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/pildora/pildora/store"
)

func testRefused(t *testing.T, s Full) {
	put(t, s, "a", "es", "viejo", "texto")
	before := collect(t, s.All(t.Context(), store.Filter{}))
	for name, change := range map[string]func(*store.DocState, []store.Record){
		"no document id":  func(d *store.DocState, _ []store.Record) { d.DocID = "" },
		"no id":           func(_ *store.DocState, rs []store.Record) { rs[1].ID = "" },
		"id twice":        func(_ *store.DocState, rs []store.Record) { rs[1].ID = rs[0].ID },
		"other document":  func(_ *store.DocState, rs []store.Record) { rs[1].DocID = "b" },
		"two collections": func(_ *store.DocState, rs []store.Record) { rs[1].Collection = "x" },
		"not UTF-8":       func(_ *store.DocState, rs []store.Record) { rs[1].Text = "\xff" },
		"not UTF-8 entry": func(d *store.DocState, _ []store.Record) { d.Title = "\xff" },
	} {
		d, rs := Doc("a", "es", "nuevo", "escrito")
		change(&d, rs)
		if err := s.Replace(t.Context(), "", d, rs); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	d, rs := Doc("a", "es", "nuevo")
	wantErr(t, s.Replace(t.Context(), "otra", d, rs), store.ErrGeneration, "otra")
	wantErr(t, s.Mark(t.Context(), "otra", d), store.ErrGeneration, "otra")
	wantErr(t, s.Delete(t.Context(), "otra", "a"), store.ErrGeneration, "otra")
	same(t, "records", collect(t, s.All(t.Context(), store.Filter{})), before)
	equal(t, "index", found(t, s, "nuevo escrito", store.Filter{}), "")
}

// testConflicts: an id that is taken is refused in the middle of a write, and
// nothing of that write stays.
func testConflicts(t *testing.T, s Full) {
	put(t, s, "a", "es", "perro")
	put(t, s, "b", "es", "viejo")
	d, rs := Doc("b", "es", "gato", "gato", "gato")
	rs[2].ID = "a#1"
	wantErr(t, s.Replace(t.Context(), "", d, rs), store.ErrConflict, "a#1", `"a"`, `"b"`)
	equal(t, "index", found(t, s, "gato", store.Filter{}), "")
	equal(t, "records", ids(collect(t, s.All(t.Context(), store.Filter{}))), "a#1 b#1")

	d, rs = Doc("b", "es", "gato")
	rs[0].Collection = "otra"
	wantErr(t, s.Replace(t.Context(), "", d, rs), store.ErrConflict, `"b"`, `"otra"`)
	equal(t, "index", found(t, s, "viejo gato", store.Filter{}), "b#1")
	ok(t, s.Delete(t.Context(), "", "b"))
	ok(t, s.Replace(t.Context(), "", d, rs))
	equal(t, "moved", found(t, s, "viejo gato", store.Filter{Collection: "otra"}), "b#1")
	st, err := s.Stats(t.Context(), "")
	ok(t, err)
	equal(t, "chunks", st.Chunks, 2)
}

// testOddIDs: ids are bytes of text and nothing else.
func testOddIDs(t *testing.T, s Full) {
	odd := []string{"a'b", `a"b`, "a%b", "a_b", "a\x00b", "a\x00c", "a", "A", "á", "a\u0301", "a b", " a", "a;--", "../a", "a\nb", "😀", strings.Repeat("x", 5000), "?", "1"}
	for _, id := range odd {
		put(t, s, id, "es", "perro", "gato")
	}
	equal(t, "documents", len(collect(t, s.Docs(t.Context(), ""))), len(odd))
	for i, id := range odd {
		rs, err := s.Get(t.Context(), id+"#2")
		ok(t, err)
		equal(t, "document", rs[0].DocID, id)
		equal(t, "filtered", found(t, s, "gato", store.Filter{Docs: []string{id}}), id+"#2")
		ok(t, s.Delete(t.Context(), "", id))
		equal(t, "left", len(collect(t, s.All(t.Context(), store.Filter{}))), 2*(len(odd)-i-1))
	}
}

// testCancelled: a write that ends with an error changes nothing, wherever the
// end of its context reaches it.
func testCancelled(t *testing.T, s Full) {
	put(t, s, "a", "es", "viejo")
	d, rs := Doc("a", "es", "nuevo")
	wantErr(t, s.Replace(cancelled(), "", d, rs), context.Canceled)
	wantErr(t, s.Mark(cancelled(), "", d), context.Canceled)
	wantErr(t, s.Delete(cancelled(), "", "a"), context.Canceled)
	wantErr(t, s.Create(cancelled(), "2", ""), context.Canceled)
	_, err := s.SearchText(cancelled(), "viejo", 1, store.Filter{})
	wantErr(t, err, context.Canceled)
	for _, err := range s.All(cancelled(), store.Filter{}) {
		wantErr(t, err, context.Canceled)
	}
	equal(t, "index", found(t, s, "viejo nuevo", store.Filter{}), "a#1")

	texts := make([]string, 200)
	for round := range 30 {
		word := strings.Repeat("z", round+1)
		for i := range texts {
			texts[i] = word + " " + strings.Repeat("palabra ", 20)
		}
		before := collect(t, s.All(t.Context(), store.Filter{}))
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rand.Intn(40_000))*time.Microsecond)
		d, rs := Doc("a", "es", texts...)
		err := s.Replace(ctx, "", d, rs)
		cancel()
		after := collect(t, s.All(t.Context(), store.Filter{}))
		if err != nil {
			wantErr(t, err, context.DeadlineExceeded)
			same(t, "records after an error", ids(after), ids(before))
			equal(t, "text after an error", after[0].Text, before[0].Text)
		} else {
			equal(t, "records", len(after), len(texts))
		}
		hits, herr := s.SearchText(t.Context(), word, 1000, store.Filter{})
		ok(t, herr)
		equal(t, "hits of a new word", len(hits), map[bool]int{true: len(texts), false: 0}[err == nil])
	}
}
