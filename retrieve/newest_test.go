package retrieve

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/store"
)

// said is a text of its own for each number, and nearly the same one for each
// version of it.
func said(n, version int) string {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "palabra%d ", 100*n+i)
	}
	return b.String() + fmt.Sprint("versión", version)
}

func hitOf(id, date, text, supersedes string) store.Hit {
	docID, _, _ := strings.Cut(id, "#")
	r := store.Record{ID: id, DocID: docID, Date: date, Text: text}
	if supersedes != "" {
		r.Meta = map[string]string{"supersedes": supersedes}
	}
	return store.Hit{Record: r}
}

func TestNewest(t *testing.T) {
	for name, c := range map[string]struct {
		hits []store.Hit
		want string
	}{
		"copies change places":             {[]store.Hit{hitOf("old#1", "2023", said(1, 1), ""), hitOf("x#1", "", said(2, 1), ""), hitOf("new#1", "2024", said(1, 2), "")}, "new#1 x#1 old#1"},
		"three versions":                   {[]store.Hit{hitOf("b#1", "2024", said(1, 2), ""), hitOf("a#1", "2023", said(1, 1), ""), hitOf("c#1", "2025", said(1, 3), "")}, "c#1 b#1 a#1"},
		"the newer one is first already":   {[]store.Hit{hitOf("new#1", "2024", said(1, 2), ""), hitOf("old#1", "2023", said(1, 1), "")}, "new#1 old#1"},
		"without dates nothing is newer":   {[]store.Hit{hitOf("old#1", "2023", said(1, 1), ""), hitOf("new#1", "", said(1, 2), "")}, "old#1 new#1"},
		"other texts stay":                 {[]store.Hit{hitOf("old#1", "2023", said(1, 1), ""), hitOf("new#1", "2024", said(2, 2), "")}, "old#1 new#1"},
		"copies in one document stay":      {[]store.Hit{hitOf("a#1", "2023", said(1, 1), ""), hitOf("a#2", "2024", said(1, 2), "")}, "a#1 a#2"},
		"superseded copies":                {[]store.Hit{hitOf("old#1", "2025", said(1, 1), ""), hitOf("new#1", "2024", said(1, 2), "old")}, "new#1 old#1"},
		"superseded goes behind the best":  {[]store.Hit{hitOf("old#1", "", said(1, 1), ""), hitOf("old#2", "", said(2, 1), ""), hitOf("x#1", "", said(3, 1), ""), hitOf("new#1", "", said(4, 1), "old"), hitOf("new#2", "", said(5, 1), "old")}, "x#1 new#1 old#1 old#2 new#2"},
		"superseded alone stays":           {[]store.Hit{hitOf("old#1", "", said(1, 1), ""), hitOf("x#1", "", said(2, 1), "")}, "old#1 x#1"},
		"those that supersede each other":  {[]store.Hit{hitOf("a#1", "", said(1, 1), "b"), hitOf("b#1", "", said(2, 1), "a")}, "a#1 b#1"},
		"a chain":                          {[]store.Hit{hitOf("a#1", "", said(1, 1), ""), hitOf("b#1", "", said(2, 1), "a"), hitOf("c#1", "", said(3, 1), "b")}, "c#1 b#1 a#1"},
		"what is short has no near copies": {[]store.Hit{hitOf("a#1", "2023", "sí", ""), hitOf("b#1", "2024", "sí", "")}, "a#1 b#1"},
	} {
		s := Newest(func(context.Context, string, int) ([]store.Hit, error) { return c.hits, nil })
		got, err := s(t.Context(), "q", 9)
		if err != nil || names(got) != c.want {
			t.Errorf("%s: %s, want %s (%v)", name, names(got), c.want, err)
		}
	}
}

func names(hits []store.Hit) string {
	var out []string
	for i, h := range hits {
		if h.Rank != i+1 {
			out = append(out, fmt.Sprintf("rank %d", h.Rank))
		}
		out = append(out, h.Record.ID)
	}
	return strings.Join(out, " ")
}

// TestNewestLooksDeeper: a newer version just below the last place takes the
// older one's.
func TestNewestLooksDeeper(t *testing.T) {
	all := []store.Hit{hitOf("old#1", "2023", said(1, 1), ""), hitOf("x#1", "", said(2, 1), ""), hitOf("new#1", "2024", said(1, 2), "")}
	s := Newest(func(_ context.Context, _ string, k int) ([]store.Hit, error) { return all[:min(k, len(all))], nil })
	got, err := s(t.Context(), "q", 1)
	if err != nil || names(got) != "new#1" {
		t.Errorf("%s, %v", names(got), err)
	}
}

// TestNewestIsAPermutation: nothing is lost, nothing is there twice.
func TestNewestIsAPermutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var hits []store.Hit
		for i := range rapid.IntRange(0, 12).Draw(t, "hits") {
			d := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "document")
			hits = append(hits, hitOf(fmt.Sprintf("%s#%d", d, i), map[string]string{"a": "2023", "b": "2024"}[d], said(rapid.IntRange(1, 3).Draw(t, "text"), i),
				map[string]string{"c": rapid.SampledFrom([]string{"", "a", "a, b"}).Draw(t, "supersedes")}[d]))
		}
		s := Newest(func(context.Context, string, int) ([]store.Hit, error) { return hits, nil })
		got, err := s(context.Background(), "q", max(1, len(hits)))
		if err != nil || len(got) != len(hits) {
			t.Fatalf("%d of %d, %v", len(got), len(hits), err)
		}
		for _, h := range hits {
			if !slices.ContainsFunc(got, func(g store.Hit) bool { return g.Record.ID == h.Record.ID }) {
				t.Fatalf("%s is lost", h.Record.ID)
			}
		}
	})
}
