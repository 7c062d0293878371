package tune

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/eval"
)

// drawn makes questions about some documents in some groups.
func drawn(t *rapid.T) (asked []eval.Asked, group []int) {
	docs := rapid.IntRange(1, 12).Draw(t, "documents")
	for i := range rapid.IntRange(1, 60).Draw(t, "questions") {
		d := rapid.IntRange(0, docs-1).Draw(t, "document")
		asked = append(asked, eval.Asked{ID: fmt.Sprint("q", i), Doc: fmt.Sprint("d", d)})
		group = append(group, d%3)
	}
	return asked, group
}

// Every question is in one fold, no fold is empty, and by document no document
// is in two; answers and the order of the questions don't matter.
func TestFolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		asked, group := drawn(t)
		k, seed := rapid.IntRange(2, 8).Draw(t, "k"), rapid.Uint64().Draw(t, "seed")
		fold, folds, byDocument := foldsOf(asked, group, k, seed)
		if len(fold) != len(asked) || folds > k || folds < 1 {
			t.Fatalf("%d folds of %d questions: %v", folds, len(asked), fold)
		}
		of, filled := map[string]int{}, make([]int, folds)
		for i, f := range fold {
			filled[f]++
			if other, ok := of[asked[i].Doc]; byDocument && ok && other != f {
				t.Fatalf("%s is in folds %d and %d", asked[i].Doc, other, f)
			}
			of[asked[i].Doc] = f
		}
		if slices.Min(filled) == 0 {
			t.Fatalf("an empty fold: %v", filled)
		}
		if !byDocument && slices.Max(filled)-slices.Min(filled) > 3 { // a question for each of three groups
			t.Fatalf("uneven: %v", filled)
		}
		back, backGroup := slices.Clone(asked), slices.Clone(group)
		slices.Reverse(back)
		slices.Reverse(backGroup)
		for i := range back {
			back[i].Spans = []eval.Place{{Start: i, End: i + 1}}
		}
		again, _, _ := foldsOf(back, backGroup, k, seed)
		slices.Reverse(again)
		if !slices.Equal(again, fold) {
			t.Fatalf("order or answers matter: %v, %v", fold, again)
		}
	})
}

// Every beginning of the order holds each group in its share, give or take one.
func TestInterleaved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		asked, group := drawn(t)
		order := interleaved(asked, group, rapid.Uint64().Draw(t, "seed"))
		if sorted := slices.Sorted(slices.Values(order)); len(slices.Compact(sorted)) != len(asked) {
			t.Fatalf("not every question once: %v", order)
		}
		var of, seen [3]int
		for _, g := range group {
			of[g]++
		}
		for n, q := range order {
			seen[group[q]]++
			for g := range of {
				if want := float64(of[g]) * float64(n+1) / float64(len(order)); float64(seen[g]) > want+2 || float64(seen[g]) < want-2 {
					t.Fatalf("after %d questions %d of group %d, want about %.1f", n+1, seen[g], g, want)
				}
			}
		}
	})
}

// A halving keeps the best and the default, and ends.
func TestKeep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "candidates")
		x := &table{}
		for range n {
			x.rows = append(x.rows, &row{values: map[string][]float64{"auc": {rapid.Float64Range(0, 1).Draw(t, "auc")}},
				delivered: []float64{rapid.Float64Range(0, 1000).Draw(t, "delivered")}})
		}
		w := &tuning{Spec: Spec{Metric: "auc"}, table: x}
		k := &track{}
		for c := range n {
			k.alive = append(k.alive, c)
		}
		w.rank(k, []int{0})
		for i, c := range k.alive[1:] {
			if x.rows[c].values["auc"][0] > x.rows[k.alive[i]].values["auc"][0]+2*same {
				t.Fatalf("not best first: %v", k.alive)
			}
		}
		best := k.alive[0]
		kept := w.keep(k, []int{0})
		if kept[0] != best || !slices.Contains(kept, 0) || len(kept) > max(least, (n+1)/2)*3/2+2 {
			t.Fatalf("kept %v of %d, best %d", kept, n, best)
		}
	})
}
