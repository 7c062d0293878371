package retrieve_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/mem"
)

// shelf is a store with one document: sections A (three chunks) and B (two).
func shelf(t *testing.T) *mem.Store {
	t.Helper()
	s := mem.New()
	var rs []store.Record
	for i, text := range []string{"uno gato", "dos perro", "tres pez", "cuatro perro", "cinco"} {
		heading := "A"
		if i > 2 {
			heading = "B"
		}
		rs = append(rs, store.Record{ID: fmt.Sprintf("d#%d", i+1), DocID: "d", Num: i + 1, Of: 5, Role: "chunk", Headings: []string{heading},
			Text: text, EmbedText: text, Tokens: 10, Start: i * 20, End: i*20 + len(text), StartRune: i * 20, EndRune: i*20 + len(text), Lang: "es"})
	}
	for i := range rs {
		if i > 0 {
			rs[i].Prev, rs[i-1].Next = rs[i-1].ID, rs[i].ID
		}
	}
	if err := s.Replace(context.Background(), "", store.DocState{DocID: "d", State: store.Indexed}, rs); err != nil {
		t.Fatal(err)
	}
	return s
}

func ids(hits []store.Hit) string {
	var out []string
	for _, h := range hits {
		out = append(out, h.Record.ID)
	}
	return strings.Join(out, " ")
}

func find(t *testing.T, s retrieve.Searcher, query string, k int) []store.Hit {
	t.Helper()
	hits, err := s(context.Background(), query, k)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

func TestLexical(t *testing.T) {
	s := retrieve.Lexical(shelf(t), store.Filter{})
	if got := ids(find(t, s, "gatos", 5)); got != "d#1" {
		t.Errorf("got %q", got)
	}
	if hits := find(t, s, "elefante", 5); len(hits) != 0 {
		t.Errorf("got %v", hits)
	}
	if _, err := s(context.Background(), "gato", 0); err == nil || !strings.Contains(err.Error(), "k is 0") {
		t.Errorf("k of 0: %v", err)
	}
}

func TestNeighborsStayInTheSection(t *testing.T) {
	m := shelf(t)
	s := retrieve.Lexical(m, store.Filter{})
	for _, tt := range []struct {
		query string
		n     int
		want  string
	}{
		{"pez", 1, "d#2 d#3"},          // what follows is another section
		{"pez", 5, "d#1 d#2 d#3"},      // and the text begins
		{"cuatro", 1, "d#4 d#5"},       // what stands before is another section
		{"gato pez", 1, "d#1 d#2 d#3"}, // nothing twice
		{"pez", 0, "d#3"},
	} {
		got := find(t, s.Then(retrieve.Neighbors(m, tt.n)), tt.query, 5)
		if tt.query == "gato pez" { // either hit may come first
			if strings.Count(ids(got), "d#2") != 1 || len(got) != 3 {
				t.Errorf("%s: got %s", tt.query, ids(got))
			}
			continue
		}
		if ids(got) != tt.want {
			t.Errorf("%s, %d neighbours: got %s, want %s", tt.query, tt.n, ids(got), tt.want)
		}
	}
}

func TestNeighborThatIsGone(t *testing.T) {
	m := shelf(t)
	step := retrieve.Neighbors(m, 1)
	_, err := step(context.Background(), "", []store.Hit{{Record: store.Record{ID: "x", Next: "d#9"}}})
	if !errors.Is(err, store.ErrNotFound) || !strings.Contains(err.Error(), "x") {
		t.Errorf("got %v", err)
	}
}

func TestBudget(t *testing.T) {
	hits := []store.Hit{{Record: store.Record{ID: "a", Tokens: 60}}, {Record: store.Record{ID: "b", Tokens: 50}}, {Record: store.Record{ID: "c", Tokens: 30}}}
	for budget, want := range map[int]string{10: "a", 100: "a c", 110: "a b", 140: "a b c"} {
		got, err := retrieve.Budget(budget)(context.Background(), "", hits)
		if err != nil || ids(got) != want {
			t.Errorf("%d tokens: got %s, %v, want %s", budget, ids(got), err, want)
		}
	}
}

func TestThenStopsAtAnError(t *testing.T) {
	broken := errors.New("broken")
	called := false
	s := retrieve.Lexical(shelf(t), store.Filter{}).Then(
		func(context.Context, string, []store.Hit) ([]store.Hit, error) { return nil, broken },
		func(context.Context, string, []store.Hit) ([]store.Hit, error) { called = true; return nil, nil },
	)
	if _, err := s(context.Background(), "gato", 1); !errors.Is(err, broken) || called {
		t.Errorf("got %v, went on: %v", err, called)
	}
}
