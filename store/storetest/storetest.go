// Package storetest holds what every store must do, as tests. A new store's
// own test is a call of [Run], and of [RunPersistent] if it outlives its
// process.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/pildora/pildora/store"
)

// Full is a store with every ability that the suite covers.
type Full interface {
	store.Store
	store.TextSearcher
	store.TermCounter
	store.VectorSearcher
	store.Embedders
	store.Generations
	store.Stager
	store.Statser
}

// Run runs the suite on stores that open makes: each call gives an empty one,
// which the test closes.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	fresh := func(t *testing.T) Full {
		t.Helper()
		s, ok := open(t).(Full)
		if !ok {
			t.Fatalf("the store lacks an ability that this suite covers (see storetest.Full)")
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	for _, test := range suite {
		t.Run(test.name, func(t *testing.T) { test.run(t, fresh(t)) })
	}
	t.Run("model", func(t *testing.T) { checkModel(t, fresh) })
	t.Run("filters", func(t *testing.T) { checkFilter(t, fresh) })
	t.Run("words", func(t *testing.T) { checkWords(t, fresh) })
}

var suite = []struct {
	name string
	run  func(*testing.T, Full)
}{
	{"empty", testEmpty},
	{"replace and get", testReplace},
	{"round trip", testRoundTrip},
	{"delete", testDelete},
	{"mark", testMark},
	{"order", testOrder},
	{"filter", testFilter},
	{"conditions", testConditions},
	{"early end", testEarlyEnd},
	{"nested", testNested},
	{"refused", testRefused},
	{"conflicts", testConflicts},
	{"odd ids", testOddIDs},
	{"cancelled", testCancelled},
	{"generations", testGenerations},
	{"stats", testStats},
	{"words", testWords},
	{"ranking", testRanking},
	{"ties", testTies},
	{"query as text", testHostileQueries},
	{"search filter", testSearchFilter},
	{"operators", testOperators},
	{"typos", testTypos},
	{"many operators", testManyOperators},
	{"searched", testSearched},
	{"terms", testTerms},
	{"large", testLarge},
	{"vectors", testVectors},
	{"vectors refused", testVectorsRefused},
	{"vectors, filter", testVectorFilter},
	{"vectors, generations", testVectorGenerations},
	{"vectors, ties", testVectorTies},
	{"vectors, large", testVectorsLarge},
	{"stage", testStage},
	{"concurrent", testConcurrent},
}

// Doc makes the entry of a document with its chunks as records: one a text,
// numbered from 1, with ids id#1, id#2 …
func Doc(id, lang string, texts ...string) (store.DocState, []store.Record) {
	d := store.DocState{DocID: id, Source: "/src/" + id, Root: "/src", Hash: "h" + id, Recipe: "r1", State: store.Indexed, Lang: lang, Chunks: len(texts),
		Time: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), Mod: time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC)}
	var rs []store.Record
	for i, text := range texts {
		rs = append(rs, store.Record{ID: fmt.Sprintf("%s#%d", id, i+1), DocID: id, Source: d.Source, Num: i + 1, Of: len(texts), Role: store.RoleChunk, Lang: lang,
			Start: 10 * i, End: 10*i + len(text), Text: text, EmbedText: text, Digest: "d", Recipe: "r1"})
	}
	return d, rs
}

// put replaces a document of the live generation.
func put(t *testing.T, s store.Store, id, lang string, texts ...string) {
	t.Helper()
	d, rs := Doc(id, lang, texts...)
	ok(t, s.Replace(t.Context(), "", d, rs))
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantErr(t *testing.T, err, want error, names ...string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error %v, want %v", err, want)
	}
	for _, n := range names {
		if !strings.Contains(err.Error(), n) {
			t.Errorf("error %q doesn't name %q", err, n)
		}
	}
}

// collect ranges to the end; it fails on an error.
func collect[T any](t *testing.T, seq iter.Seq2[T, error]) []T {
	t.Helper()
	var out []T
	for v, err := range seq {
		ok(t, err)
		out = append(out, v)
	}
	return out
}

func ids(rs []store.Record) string {
	var out []string
	for _, r := range rs {
		out = append(out, r.ID)
	}
	return strings.Join(out, " ")
}

func docIDs(ds []store.DocState) string {
	var out []string
	for _, d := range ds {
		out = append(out, d.DocID)
	}
	return strings.Join(out, " ")
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %#v\nwant %#v", what, got, want)
	}
}

func found(t *testing.T, s store.TextSearcher, query string, f store.Filter) string {
	t.Helper()
	hits, err := s.SearchText(t.Context(), query, 10, f)
	ok(t, err)
	var rs []store.Record
	for _, h := range hits {
		rs = append(rs, h.Record)
	}
	return ids(rs)
}

func cancelled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
