package retrieve_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/store"
)

// list is a searcher that finds these ids with these scores.
func list(scores ...any) retrieve.Searcher {
	var hits []store.Hit
	for i := 0; i < len(scores); i += 2 {
		hits = append(hits, store.Hit{Record: store.Record{ID: scores[i].(string)}, Score: scores[i+1].(float64), Rank: 1 + i/2})
	}
	return func(_ context.Context, _ string, k int) ([]store.Hit, error) { return hits[:min(k, len(hits))], nil }
}

func TestFuse(t *testing.T) {
	words := list("a", 9.0, "b", 3.0, "c", 2.0, "d", 2.0)
	dense := list("c", 0.9, "e", 0.89, "a", 0.5, "b", 0.1)
	for _, tt := range []struct {
		fusion  retrieve.Fusion
		weights [2]float64
		k       int
		want    string
	}{
		{retrieve.ZScore, [2]float64{1, 0}, 9, "a b c d e"}, // what one doesn't have is its last
		{retrieve.ZScore, [2]float64{0, 1}, 9, "c e a b d"},
		{retrieve.ZScore, [2]float64{1, 1}, 9, "a c e b d"},
		{retrieve.ZScore, [2]float64{1, 1}, 2, "a c"},
		{retrieve.RRF, [2]float64{1, 0}, 9, "a b c d e"},
		{retrieve.RRF, [2]float64{1, 1}, 9, "a c b e d"},
	} {
		s := retrieve.Fuse(tt.fusion, retrieve.Weighted{Weight: tt.weights[0], Search: words}, retrieve.Weighted{Weight: tt.weights[1], Search: dense})
		got := find(t, s, "x", tt.k)
		if ids(got) != tt.want {
			t.Errorf("%v %v: got %s, want %s", tt.fusion, tt.weights, ids(got), tt.want)
		}
		for i, h := range got {
			if h.Rank != i+1 || i > 0 && h.Score > got[i-1].Score {
				t.Errorf("%v: hit %d has the rank %d and the score %v", tt.fusion, i, h.Rank, h.Score)
			}
		}
	}
}

func TestFuseErrors(t *testing.T) {
	broken := func(context.Context, string, int) ([]store.Hit, error) { return nil, errors.New("down") }
	if _, err := retrieve.Fuse(retrieve.RRF, retrieve.Weighted{Weight: 1, Search: broken}, retrieve.Weighted{Weight: 1, Search: list("a", 1.0)})(context.Background(), "x", 3); err == nil || !strings.Contains(err.Error(), "down") {
		t.Errorf("got %v", err)
	}
	if _, err := retrieve.Fuse(retrieve.RRF)(context.Background(), "x", 0); err == nil {
		t.Error("k of 0: no error")
	}
	if hits := find(t, retrieve.Fuse(retrieve.ZScore, retrieve.Weighted{Weight: 1, Search: list()}), "x", 3); len(hits) != 0 {
		t.Errorf("nothing found, and still %v", hits)
	}
}

// TestFuseOne: one list alone keeps its order, whatever the way and the weight,
// and adding the same to all scores or stretching them changes nothing.
func TestFuseOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "n")
		score, shift, stretch := 100.0, rapid.Float64Range(-50, 50).Draw(t, "shift"), rapid.Float64Range(0.1, 10).Draw(t, "stretch")
		var plain, moved []any
		want := ""
		for i := range n {
			id := fmt.Sprintf("%03d", i)
			score -= rapid.Float64Range(0.01, 5).Draw(t, "step")
			plain, moved = append(plain, id, score), append(moved, id, score*stretch+shift)
			want = strings.TrimSpace(want + " " + id)
		}
		other := list("x", 2.0, "000", 1.0)
		for _, f := range []retrieve.Fusion{retrieve.ZScore, retrieve.RRF} {
			alone, err := retrieve.Fuse(f, retrieve.Weighted{Weight: 0.3, Search: list(plain...)})(context.Background(), "q", n)
			if err != nil || ids(alone) != want {
				t.Fatalf("%v: %s, %v", f, ids(alone), err)
			}
			a, _ := retrieve.Fuse(f, retrieve.Weighted{Weight: 1, Search: list(plain...)}, retrieve.Weighted{Weight: 0.7, Search: other})(context.Background(), "q", n)
			b, _ := retrieve.Fuse(f, retrieve.Weighted{Weight: 1, Search: list(moved...)}, retrieve.Weighted{Weight: 0.7, Search: other})(context.Background(), "q", n)
			if ids(a) != ids(b) {
				t.Fatalf("%v: %s, moved %s", f, ids(a), ids(b))
			}
		}
	})
}

// TestFuseLegs: the legs of a hit say where it stood in each list, and add up to
// its score.
func TestFuseLegs(t *testing.T) {
	words := retrieve.Weighted{Name: "w", Weight: 0.25, Search: list("a", 9.0, "b", 3.0, "c", 3.0)}
	dense := retrieve.Weighted{Name: "d", Weight: 0.75, Search: list("c", 0.9, "a", 0.5)}
	none := retrieve.Weighted{Name: "n", Weight: 1, Search: list()}
	for _, f := range []retrieve.Fusion{retrieve.ZScore, retrieve.RRF} {
		for _, h := range find(t, retrieve.Fuse(f, words, dense, none), "x", 9) {
			sum := 0.0
			var at []string
			for _, l := range h.Legs {
				sum += l.Share
				at = append(at, fmt.Sprintf("%s%d:%g", l.Name, l.Rank, l.Score))
			}
			want := map[string]string{"a": "w1:9 d2:0.5 n0:0", "b": "w2:3 d0:0 n0:0", "c": "w3:3 d1:0.9 n0:0"}[h.Record.ID]
			if got := strings.Join(at, " "); got != want || store.Round(sum) != h.Score {
				t.Errorf("%v: %s: %s with %v, want %s with %v", f, h.Record.ID, got, sum, want, h.Score)
			}
		}
	}
}
