package eval

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/mem"
)

// both returns an index and the model of a store with the same records.
func both(t interface{ Fatal(...any) }, rs []store.Record) (*index, store.TextSearcher) {
	a := &lex.Analyzer{}
	x, err := newIndex(context.Background(), a, rs, func(r *store.Record) store.Fields { return store.Analyse(a, r) })
	if err != nil {
		t.Fatal(err)
	}
	m := mem.New()
	byDoc := map[string][]store.Record{}
	for _, r := range rs {
		byDoc[r.DocID] = append(byDoc[r.DocID], r)
	}
	for id, list := range byDoc {
		if err := m.Replace(context.Background(), "", store.DocState{DocID: id, State: store.Indexed}, list); err != nil {
			t.Fatal(err)
		}
	}
	return x, m
}

func found(t interface{ Fatal(...any) }, s store.TextSearcher, query string, k int, f store.Filter) string {
	hits, err := s.SearchText(context.Background(), query, k, f)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, h := range hits {
		fmt.Fprintf(&b, "%d %s %v\n", h.Rank, h.Record.ID, h.Score)
	}
	return b.String()
}

func record(docID string, n, of int, lang, text string, headings ...string) store.Record {
	if headings == nil {
		headings = []string{}
	}
	return store.Record{ID: fmt.Sprintf("%s#%d", docID, n), DocID: docID, Source: docID, Num: n, Of: of, Role: "chunk", Lang: lang, Headings: headings,
		Text: text, EmbedText: text, End: len(text), EndRune: len([]rune(text)), StartLine: 1, EndLine: 1}
}

func TestIndexFindsWhatTheModelFinds(t *testing.T) {
	word := rapid.SampledFrom(strings.Fields("casa casas perro perros el la de corre corren running runs the house covid-19 año niño"))
	text := rapid.Map(rapid.SliceOfN(word, 1, 12), func(w []string) string { return strings.Join(w, " ") })
	rapid.Check(t, func(t *rapid.T) {
		var rs []store.Record
		for d := range rapid.IntRange(1, 3).Draw(t, "docs") {
			n := rapid.IntRange(1, 6).Draw(t, "records")
			lang := rapid.SampledFrom([]string{"es", "en", ""}).Draw(t, "lang")
			for i := range n {
				rs = append(rs, record(fmt.Sprint("d", d), i+1, n, lang, text.Draw(t, "text"), text.Draw(t, "heading")))
				if rapid.IntRange(0, 3).Draw(t, "parent") == 0 {
					rs[len(rs)-1].Role = store.RoleParent
				}
			}
		}
		x, m := both(t, rs)
		query, k := text.Draw(t, "query"), rapid.IntRange(0, 8).Draw(t, "k")
		f := store.Filter{}
		if rapid.Bool().Draw(t, "within") {
			f.Docs = []string{"d0"}
		}
		if got, want := found(t, x, query, k, f), found(t, m, query, k, f); got != want {
			t.Fatalf("%q, k %d:\n%swant\n%s", query, k, got, want)
		}
	})
}

// Above store.Large records frequent lexemes are weighed in a second step.
func TestIndexFindsWhatTheModelFindsInManyRecords(t *testing.T) {
	words := strings.Fields("alfa beta gamma delta epsilon zeta eta theta iota kappa lambda mi ni xi omicron pi rho sigma tau ípsilon")
	var rs []store.Record
	for i := range store.Large + 60 {
		rs = append(rs, record("d", i+1, store.Large+60, "es", "el texto común "+words[i%len(words)]+" "+words[i*i%len(words)]+strings.Repeat(" común", i%3)))
	}
	x, m := both(t, rs)
	for _, q := range []string{"el texto común", "el texto alfa", "común beta gamma", "nada"} {
		if got, want := found(t, x, q, 1100, store.Filter{}), found(t, m, q, 1100, store.Filter{}); got != want {
			t.Errorf("%q: not what the model finds:\n%.300s\nwant\n%.300s", q, got, want)
		}
	}
}
