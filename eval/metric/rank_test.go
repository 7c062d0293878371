package metric_test

import (
	"math"
	"testing"

	"github.com/pildora/pildora/eval/metric"
	"pgregory.net/rapid"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

func TestRanked(t *testing.T) {
	dcg := func(places ...int) float64 {
		sum := 0.0
		for _, p := range places {
			sum += 1 / math.Log2(float64(p+1))
		}
		return sum
	}
	abc, ab, none := []string{"a", "b", "c"}, []string{"a", "b"}, []string(nil)
	for _, c := range []struct {
		name          string
		ranking, gold []string
		want          float64
	}{
		{"hit@1", abc, []string{"b"}, 0}, {"hit@2", abc, []string{"b"}, 1}, {"hit", abc, []string{"c"}, 1},
		{"recall@2", abc, []string{"a", "c", "x"}, 1. / 3}, {"recall", abc, []string{"a", "c", "x"}, 2. / 3},
		{"precision@2", abc, ab, 1}, {"precision@4", abc, ab, .5}, {"precision@4", ab, ab, .5},
		{"mrr", abc, []string{"c", "b"}, .5}, {"mrr@1", abc, []string{"c"}, 0},
		{"map", abc, []string{"a", "c"}, (1 + 2./3) / 2}, {"map", abc, []string{"b", "x"}, .25},
		{"ap@2", abc, []string{"a", "c"}, .5},
		{"ndcg", abc, []string{"a", "c"}, dcg(1, 3) / dcg(1, 2)}, {"ndcg@2", abc, []string{"a", "c", "x"}, dcg(1) / dcg(1, 2)},
		{"ndcg@10", abc, []string{"x"}, 0},
		// repeats: a place lost, no second gain
		{"recall@3", []string{"a", "a", "x"}, []string{"a"}, 1}, {"precision@3", []string{"a", "a", "x"}, []string{"a"}, 1. / 3},
		{"map", []string{"a", "a", "b"}, ab, (1 + 2./3) / 2}, {"ndcg@2", []string{"a", "a"}, []string{"a"}, 1},
		{"recall@1", []string{"g"}, []string{"g", "g"}, 1}, {"ndcg@1", []string{"g"}, []string{"g", "g"}, 1},
		{"map", []string{"g"}, []string{"g", "g"}, 1},
		// nothing
		{"recall@5", none, ab, 0}, {"precision@5", none, ab, 0}, {"mrr", none, ab, 0}, {"map", none, ab, 0}, {"ndcg@5", none, ab, 0},
		{"hit@5", abc, none, 0}, {"recall@5", abc, none, 0}, {"precision@5", abc, none, 0}, {"mrr", abc, none, 0}, {"map", abc, none, 0}, {"ndcg", abc, none, 0},
		{"recall@5", none, none, 0}, {"ndcg", none, none, 0},
		// the empty string is an id like another
		{"recall@1", []string{""}, []string{""}, 1},
	} {
		got, err := metric.Ranked(c.name, c.ranking, c.gold)
		if err != nil || !near(got, c.want) {
			t.Errorf("%s of %q for %q: %v, %v; want %v", c.name, c.ranking, c.gold, got, err, c.want)
		}
	}
}

func TestRankedRefuses(t *testing.T) {
	for _, name := range []string{"", "recall@", "recall@0", "recall@-1", "recall@1.5", "recall@99999999999999999999", "precision", "f1@5", "mrr@x"} {
		if v, err := metric.Ranked(name, []string{"a"}, []string{"a"}); err == nil {
			t.Errorf("%q gives %v", name, v)
		}
	}
}

func TestNoPlacesNoGain(t *testing.T) {
	one := []string{"a"}
	for _, k := range []int{0, -1, math.MinInt} {
		for name, f := range map[string]func(a, b []string, k int) float64{
			"hit": metric.HitRate, "recall": metric.Recall, "precision": metric.Precision,
			"mrr": metric.ReciprocalRank, "map": metric.AveragePrecision, "ndcg": metric.NDCG,
		} {
			if v := f(one, one, k); v != 0 {
				t.Errorf("%s@%d is %v", name, k, v)
			}
		}
		if v := metric.GradedNDCG(one, map[string]float64{"a": 1}, k); v != 0 {
			t.Errorf("graded ndcg@%d is %v", k, v)
		}
	}
}

func TestGradedNDCG(t *testing.T) {
	grades := map[string]float64{"a": 3, "b": 1, "c": 2, "n": -4, "nan": math.NaN(), "inf": math.Inf(1)}
	log3 := math.Log2(3)
	best := 3 + 2/log3 + 1/math.Log2(4)
	for _, c := range []struct {
		ranking []string
		k       int
		want    float64
	}{
		{[]string{"a", "c", "b"}, metric.All, 1},
		{[]string{"b", "a", "x", "c"}, metric.All, (1 + 3/log3 + 2/math.Log2(5)) / best},
		{[]string{"b", "a"}, 1, 1. / 3},
		{[]string{"n", "nan", "inf"}, metric.All, 0},
		{[]string{"a", "a", "a"}, 2, 3 / (3 + 2/log3)},
	} {
		if got := metric.GradedNDCG(c.ranking, grades, c.k); !near(got, c.want) {
			t.Errorf("%q@%d: %v, want %v", c.ranking, c.k, got, c.want)
		}
	}
	huge := map[string]float64{"a": math.MaxFloat64, "b": math.MaxFloat64, "c": math.SmallestNonzeroFloat64}
	if got := metric.GradedNDCG([]string{"b", "a"}, huge, metric.All); !near(got, 1) {
		t.Errorf("huge grades: %v", got)
	}
	if got := metric.GradedNDCG([]string{"a"}, nil, 5); got != 0 {
		t.Errorf("no grades: %v", got)
	}
}

// Swapping a gold id one place up never makes a ranking worse, and grades of 1
// are the binary form.
func TestRankingProperties(t *testing.T) {
	ids := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"})
	rapid.Check(t, func(t *rapid.T) {
		ranking := rapid.SliceOfN(ids, 0, 9).Draw(t, "ranking")
		gold := rapid.SliceOfN(ids, 0, 5).Draw(t, "gold")
		k := rapid.IntRange(1, 8).Draw(t, "k")
		grades := map[string]float64{}
		for _, g := range gold {
			grades[g] = 1
		}
		if a, b := metric.NDCG(ranking, gold, k), metric.GradedNDCG(ranking, grades, k); !near(a, b) {
			t.Fatalf("binary %v, graded %v", a, b)
		}
		all := func(r []string) []float64 {
			return []float64{metric.HitRate(r, gold, k), metric.Recall(r, gold, k), metric.Precision(r, gold, k),
				metric.ReciprocalRank(r, gold, k), metric.AveragePrecision(r, gold, k), metric.NDCG(r, gold, k)}
		}
		before := all(ranking)
		for i, v := range before {
			if !(v >= 0 && v <= 1) {
				t.Fatalf("metric %d is %v", i, v)
			}
		}
		for i := 1; i < len(ranking); i++ {
			if grades[ranking[i]] == 0 || grades[ranking[i-1]] != 0 {
				continue
			}
			up := append([]string{}, ranking...)
			up[i], up[i-1] = up[i-1], up[i]
			for j, v := range all(up) {
				if v < before[j]-1e-12 {
					t.Fatalf("metric %d fell from %v to %v when gold came up: %q", j, before[j], v, up)
				}
			}
		}
	})
}
