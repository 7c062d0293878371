package retrieve_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/store"
)

// records is a getter.
type records map[string]store.Record

func (rs records) Get(_ context.Context, ids ...string) ([]store.Record, error) {
	var out []store.Record
	for _, id := range ids {
		r, ok := rs[id]
		if !ok {
			return nil, fmt.Errorf("%q: %w", id, store.ErrNotFound)
		}
		out = append(out, r)
	}
	return out, nil
}

// family has two parents with two chunks each, a chunk that has none, and a text
// derived of each chunk but the last.
func family() records {
	rs := records{}
	add := func(id, role, parent string) {
		rs[id] = store.Record{ID: id, DocID: "d", Role: role, Parent: parent, Tokens: 10}
	}
	for _, p := range []string{"P", "Q"} {
		add(p, store.RoleParent, "")
		for _, n := range []string{"1", "2"} {
			add(p+n, store.RoleChunk, p)
			add(p+n+"q", store.RoleDerived, p+n)
		}
	}
	add("alone", store.RoleChunk, "")
	return rs
}

// finding is a searcher that finds these, best first.
func (rs records) finding(ids string) retrieve.Searcher {
	var hits []store.Hit
	for i, id := range strings.Fields(ids) {
		hits = append(hits, store.Hit{Record: rs[id], Score: float64(100 - i), Rank: i + 1})
	}
	return func(_ context.Context, _ string, k int) ([]store.Hit, error) { return hits[:min(k, len(hits))], nil }
}

// shown writes hits with their scores and what they were found by.
func shown(hits []store.Hit) string {
	var out []string
	for i, h := range hits {
		if h.Rank != i+1 {
			return fmt.Sprintf("hit %d has the rank %d", i, h.Rank)
		}
		s := fmt.Sprint(h.Record.ID, "=", h.Score)
		if len(h.By) > 0 {
			s += "(" + strings.Join(h.By, " ") + ")"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestDeliverAndParents(t *testing.T) {
	rs := family()
	deliver, parents := retrieve.Deliver(rs), retrieve.Parents(rs)
	for _, tt := range []struct {
		found string
		steps []retrieve.Step
		k     int
		want  string
	}{
		{"P1 Q1 alone", []retrieve.Step{deliver}, 5, "P1=100 Q1=99 alone=98"},
		{"P1q P2 P1", []retrieve.Step{deliver}, 5, "P1=100(P1q P1) P2=99"},
		{"P1 P1q", []retrieve.Step{deliver}, 5, "P1=100(P1 P1q)"},
		{"P1 Q2 P2 alone Q1", []retrieve.Step{deliver, parents}, 5, "P=100(P1 P2) Q=99(Q2 Q1) alone=97"},
		{"Q1q P1 Q2 Q1", []retrieve.Step{deliver, parents}, 5, "Q=100(Q1q Q1 Q2) P=99(P1)"},
		{"P1 P2 Q1 alone", []retrieve.Step{deliver, parents}, 2, "P=100(P1 P2) Q=98(Q1)"}, // looks deeper
		{"P1 P2 Q1 alone", []retrieve.Step{deliver, parents}, 9, "P=100(P1 P2) Q=98(Q1) alone=97"},
		{"", []retrieve.Step{deliver, parents}, 2, ""},
	} {
		if got := shown(find(t, rs.finding(tt.found).Filled(tt.steps...), "x", tt.k)); got != tt.want {
			t.Errorf("%s, %d wanted: got %s, want %s", tt.found, tt.k, got, tt.want)
		}
	}
}

func TestParentThatIsGone(t *testing.T) {
	rs := family()
	s := rs.finding("P1 Q1").Filled(retrieve.Parents(rs))
	delete(rs, "Q")
	if _, err := s(context.Background(), "x", 5); !errors.Is(err, store.ErrNotFound) || !strings.Contains(err.Error(), `"Q"`) {
		t.Errorf("got %v", err)
	}
	broken := errors.New("down")
	if _, err := retrieve.Searcher(func(context.Context, string, int) ([]store.Hit, error) { return nil, broken }).Filled()(context.Background(), "x", 5); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

const text = "año uno. dos es más. tres va. cuatro. cinco así. seis. siete. ocho."

// sentences are records of the sentences of a text with windows of n.
func sentences(doc string, n int) []store.Record {
	var rs []store.Record
	at := 0
	parts := strings.SplitAfter(text, ". ")
	for i, s := range parts {
		body := strings.TrimSpace(s)
		rs = append(rs, store.Record{ID: fmt.Sprint(doc, i), DocID: doc, Role: store.RoleChunk, Num: i + 1, Start: at, End: at + len(body), Text: body,
			Tokens: len(body), Pages: []int{i}, Prev: "x", Next: "x"})
		at += len(s)
	}
	for i := range rs {
		from, to := max(0, i-n), min(len(rs)-1, i+n)
		s := text[rs[from].Start:rs[to].End]
		w := &store.Window{Start: rs[from].Start, End: rs[to].End, Tokens: len(s), Text: s, StartLine: from + 1, EndLine: to + 1}
		w.StartRune, w.EndRune = len([]rune(text[:w.Start])), len([]rune(text[:w.End]))
		for p := from; p <= to; p++ {
			w.Pages = append(w.Pages, p)
		}
		rs[i].Window = w
	}
	return rs
}

func TestWindows(t *testing.T) {
	rs := records{}
	for _, r := range sentences("d", 1) {
		rs[r.ID] = r
	}
	hits := find(t, rs.finding("d1 d2 d6 d0").Filled(retrieve.Parents(rs)), "x", 5)
	// The window of d0 lies in that of d1; that of d2 brings one sentence more.
	if got := shown(hits); got != "d1=100(d1 d0) d2=99(d2) d6=98(d6)" {
		t.Errorf("got %s", got)
	}
	stitched := find(t, rs.finding("d1 d2 d6 d0").Filled(retrieve.Parents(rs)).Then(retrieve.Stitch()), "x", 5)
	if got := shown(stitched); got != "d1=100(d1 d0 d2) d6=98(d6)" {
		t.Errorf("stitched: got %s", got)
	}
	if r := stitched[0].Record; r.Text != "año uno. dos es más. tres va. cuatro." || r.Window != nil || r.Prev != "" || r.StartLine != 1 || r.EndLine != 4 || fmt.Sprint(r.Pages) != "[0 1 2 3]" ||
		r.Tokens < len(r.Text)-2 || r.Tokens > len(r.Text)+2 {
		t.Errorf("%+v", r)
	}
	// What a hit before holds costs nothing: d2 has 9 bytes of its own.
	first := hits[0].Record.Tokens
	for budget, want := range map[int]string{first: "d1", first + 11: "d1 d2", first + 4: "d1"} {
		got := find(t, rs.finding("d1 d2 d6").Filled(retrieve.Parents(rs)).Then(retrieve.Budget(budget)), "x", 5)
		if ids(got) != want {
			t.Errorf("budget %d: got %s, want %s", budget, ids(got), want)
		}
	}
}

// TestStitchDeliversOnce: whatever is found of whatever documents in whatever
// order, passages are slices of their text that share nothing, and hold
// every window that was found and nothing else.
func TestStitchDeliversOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := records{}
		var all []string
		for _, doc := range []string{"a", "b"} {
			for _, r := range sentences(doc, rapid.IntRange(0, 3).Draw(t, "around")) {
				rs[r.ID] = r
				all = append(all, r.ID)
			}
		}
		rand.New(rand.NewSource(rapid.Int64().Draw(t, "order"))).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		n := rapid.IntRange(0, len(all)).Draw(t, "found")
		search := rs.finding(strings.Join(all[:n], " "))
		want := map[string][]bool{"a": make([]bool, len(text)), "b": make([]bool, len(text))}
		for _, id := range all[:n] {
			w := rs[id].Window
			for i := w.Start; i < w.End; i++ {
				want[id[:1]][i] = true
			}
		}
		windows, err := search.Filled(retrieve.Parents(rs))(context.Background(), "x", n+1)
		if err != nil {
			t.Fatal(err)
		}
		hits, err := retrieve.Stitch()(context.Background(), "x", windows)
		if err != nil {
			t.Fatal(err)
		}
		by := 0
		for i, h := range hits {
			r := h.Record
			by += len(h.By)
			if h.Rank != i+1 || i > 0 && h.Score > hits[i-1].Score {
				t.Fatalf("hit %d has the rank %d and the score %v", i, h.Rank, h.Score)
			}
			if r.Text != text[r.Start:r.End] || r.StartRune != len([]rune(text[:r.Start])) || r.EndRune != len([]rune(text[:r.End])) || r.Chars != r.EndRune-r.StartRune {
				t.Fatalf("%q is not bytes %d:%d, code points %d:%d", r.Text, r.Start, r.End, r.StartRune, r.EndRune)
			}
			for j := r.Start; j < r.End; j++ {
				if !want[r.DocID][j] {
					t.Fatalf("byte %d of %s is delivered twice, or was in no window", j, r.DocID)
				}
				want[r.DocID][j] = false
			}
		}
		for doc, left := range want {
			if i := strings.IndexByte(fmt.Sprint(left), 't'); i >= 0 {
				t.Fatalf("of %s something is not delivered: %v", doc, left)
			}
		}
		if by != n {
			t.Fatalf("%d found, %d named", n, by)
		}

		// The first k are the same, however many are asked for.
		k := rapid.IntRange(1, n+1).Draw(t, "k")
		some, err := search.Filled(retrieve.Parents(rs))(context.Background(), "x", k)
		if err != nil || len(some) > k || len(some) < min(k, len(windows)) {
			t.Fatalf("%d of %d, %v", len(some), k, err)
		}
		for i := range some {
			if some[i].Record.ID != windows[i].Record.ID || some[i].Record.Text != windows[i].Record.Text {
				t.Fatalf("hit %d of %d differs", i, k)
			}
		}
	})
}
