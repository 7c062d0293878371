package metric_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/eval/metric"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/internal/cputime"
)

type span = metric.Span

func passage(id string, from, to int) metric.Passage {
	return metric.Passage{Doc: id, Spans: []span{{Start: from, End: to}}}
}

// score returns the figures by name over two documents of 100 letters, a token
// a letter.
func score(t *testing.T, opt metric.Options, pool []metric.Passage, q metric.Question, ranked ...metric.Passage) map[string]float64 {
	t.Helper()
	text := strings.Repeat("x", 100)
	docs := []*metric.Document{metric.NewDocument("d", text, every(1)), metric.NewDocument("e", text, every(1))}
	s, err := metric.NewScorer(docs, metric.NewPool(pool), opt)
	if err != nil {
		t.Fatal(err)
	}
	values, err := s.Score(q, ranked)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for i, k := range s.Keys() {
		out[k] = values[i]
	}
	return out
}

func expect(t *testing.T, got, want map[string]float64) {
	t.Helper()
	for _, k := range slices.Sorted(maps.Keys(want)) {
		if v, ok := got[k]; !ok || !near(v, want[k]) {
			t.Errorf("%s: %v (there: %v), want %v", k, v, ok, want[k])
		}
	}
}

func TestScoreByHand(t *testing.T) {
	q := metric.Question{Doc: "d", Answers: [][]span{{{10, 20}, {50, 60}}}}
	opt := metric.Options{K: []int{1, 2, 4}, Depth: []int{10}, Budgets: []int{20, 40, 80}}
	pool := []metric.Passage{passage("d", 0, 15), passage("d", 15, 40), passage("d", 40, 50), passage("d", 60, 100)}
	got := score(t, opt, pool, q,
		passage("e", 10, 20), // the wrong document
		passage("d", 5, 35),  // the first span, in 30
		passage("d", 5, 35),  // again
		passage("d", 48, 58)) // 8 of the second
	expect(t, got, map[string]float64{
		"hit@1": 0, "doc_hit@1": 0, "recall@1": 0, "precision@1": 0, "iou@1": 0, "f1@1": 0, "whole@1": 0,
		"hit@2": 1, "doc_hit@2": 1, "recall@2": .5, "precision@2": .25, "iou@2": 10. / 50, "f1@2": 20. / 60, "whole@2": 0,
		"recall@4": .9, "precision@4": 18. / 50, "iou@4": 18. / 52, "whole@4": 0,
		"mrr@10": .5, "map": (1./2 + 2./4) / 2,
		"recall@20t": .25, "precision@20t": 5. / 20, // ten letters of e, then 5:15
		"recall@40t": .5, "recall@80t": .9, "iou@80t": 18. / 52,
		"auc":             .25*.25 + .5*.5 + .25*.9,
		"precision_omega": 10. / (40 + 10), // 0:40 touch; 40:50 only borders; 50:60 is in no chunk
	})
}

func TestContextIsPaidFirst(t *testing.T) {
	q := metric.Question{Doc: "d", Answers: [][]span{{{0, 10}}}}
	p, again := passage("d", 0, 10), passage("d", 2, 6)
	p.Context, again.Context = 5, 50
	lost := metric.Passage{Doc: "d", Unplaced: 3}
	opt := metric.Options{Budgets: []int{4, 8, 10, 16, 40}, Free: true}
	expect(t, score(t, opt, nil, q, lost, p, again, passage("e", 0, 30)), map[string]float64{
		"recall@4t": 0, "recall@8t": 0, "recall@10t": .2, "recall@16t": .8, "recall@40t": 1,
		"recall_free@4t": .1, "recall_free@8t": .5, "recall_free@10t": .7, "recall_free@16t": 1,
		"precision@40t": 10. / 32, "precision_free@16t": 10. / 13,
	})
}

func TestWhole(t *testing.T) {
	two := metric.Question{Doc: "d", Answers: [][]span{{{10, 20}, {50, 60}}}}
	opt := metric.Options{K: []int{2}}
	for _, c := range []struct {
		name   string
		q      metric.Question
		ranked []metric.Passage
		want   float64
	}{
		{"a passage each", two, []metric.Passage{passage("d", 5, 25), passage("d", 50, 60)}, 1},
		{"one passage of two spans", two, []metric.Passage{{Doc: "d", Spans: []span{{50, 70}, {10, 20}}}}, 1},
		{"only one of two", two, []metric.Passage{passage("d", 0, 55)}, 0},
		{"cut between two passages", two, []metric.Passage{passage("d", 0, 15), passage("d", 15, 60)}, 0},
		{"third passage", two, []metric.Passage{passage("d", 0, 30), passage("e", 0, 100), passage("d", 50, 60)}, 0},
		{"another document", two, []metric.Passage{passage("e", 0, 100)}, 0},
		{"joined within a passage", two, []metric.Passage{{Doc: "d", Spans: []span{{0, 15}, {15, 60}}}}, 1},
		{"an empty answer", metric.Question{Doc: "d", Answers: [][]span{{{3, 3}}}}, []metric.Passage{passage("d", 0, 100)}, 0},
		{"no answer", metric.Question{Doc: "d"}, []metric.Passage{passage("d", 0, 100)}, 0},
	} {
		if got := score(t, opt, nil, c.q, c.ranked...)["whole@2"]; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestTheBestAnswerCounts(t *testing.T) {
	q := metric.Of(question.Question{Doc: "d",
		Spans:        []question.Span{{StartRune: 0, EndRune: 10}, {StartRune: 90, EndRune: 100}},
		Alternatives: []question.Span{{StartRune: 30, EndRune: 40}, {StartRune: 50, EndRune: 54}}})
	opt := metric.Options{K: []int{1}}
	expect(t, score(t, opt, nil, q, passage("d", 35, 60)), map[string]float64{"recall@1": 1, "whole@1": 1, "precision@1": 5. / 25})
	expect(t, score(t, opt, nil, q, passage("d", 0, 10)), map[string]float64{"recall@1": .5, "whole@1": 0, "precision@1": 1})
}

// By default one shared letter is a hit; with Overlap a share of the shorter.
func TestOverlapDecidesAHit(t *testing.T) {
	q := metric.Question{Doc: "d", Answers: [][]span{{{10, 30}}}}
	for _, c := range []struct {
		overlap float64
		p       metric.Passage
		want    float64
	}{
		{0, passage("d", 29, 60), 1}, {0, passage("d", 30, 60), 0},
		{.5, passage("d", 21, 60), 0}, {.5, passage("d", 20, 60), 1}, {.5, passage("d", 25, 35), 1}, {.5, passage("d", 26, 36), 0},
		{1, passage("d", 12, 14), 1}, {1, passage("d", 8, 12), 0},
	} {
		opt := metric.Options{K: []int{1}, Overlap: c.overlap}
		if got := score(t, opt, nil, q, c.p)["hit@1"]; got != c.want {
			t.Errorf("overlap %v, passage %v: %v", c.overlap, c.p.Spans, got)
		}
	}
}

func TestStandardKeys(t *testing.T) {
	s, err := metric.NewScorer(nil, metric.NewPool(nil), metric.Standard())
	if err != nil {
		t.Fatal(err)
	}
	keys := s.Keys()
	for _, k := range []string{"hit@5", "doc_hit@5", "mrr@10", "map", "ndcg@10", "recall@5", "precision@5", "iou@5", "f1@5", "whole@5",
		"recall@250t", "recall@1000t", "iou@4000t", "auc", "precision_omega"} {
		if !slices.Contains(keys, k) {
			t.Errorf("no %s among %q", k, keys)
		}
	}
	slices.Sort(keys)
	if len(slices.Compact(keys)) != len(s.Keys()) {
		t.Errorf("keys twice: %q", keys)
	}
}

// auc has the weights 1/8, 1/4, 1/4, 1/4, 1/8 for the standard budgets.
func TestAreaWeights(t *testing.T) {
	text := strings.Repeat("x", 10_000)
	d := metric.NewDocument("d", text, every(1))
	s, err := metric.NewScorer([]*metric.Document{d}, nil, metric.Standard())
	if err != nil {
		t.Fatal(err)
	}
	at := slices.Index(s.Keys(), "auc")
	for from, want := range map[int]float64{0: 1, 249: 1, 250: 7. / 8, 500: 5. / 8, 1000: 3. / 8, 2000: 1. / 8, 4000: 0} {
		q := metric.Question{Doc: "d", Answers: [][]span{{{from, from + 1}}}}
		got, err := s.Score(q, []metric.Passage{passage("d", 0, 10_000)})
		if err != nil || !near(got[at], want) {
			t.Errorf("answer at %d: auc %v, %v; want %v", from, got[at], err, want)
		}
	}
}

func TestScorerRefuses(t *testing.T) {
	d := metric.NewDocument("d", "four", every(1))
	plain := metric.NewDocument("d", "four", nil)
	for want, opt := range map[string]metric.Options{
		"k = 0": {K: []int{0}}, "k = -1": {Depth: []int{-1}}, "budgets [0]": {Budgets: []int{0}},
		"budgets [5 5]": {Budgets: []int{5, 5}}, "overlap 2": {Overlap: 2},
	} {
		if _, err := metric.NewScorer([]*metric.Document{d}, nil, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", opt, err)
		}
	}
	if _, err := metric.NewScorer([]*metric.Document{d, d}, nil, metric.Options{}); err == nil {
		t.Error("a document twice")
	}
	if _, err := metric.NewScorer([]*metric.Document{plain}, nil, metric.Standard()); err == nil || !strings.Contains(err.Error(), "tokenizer") {
		t.Errorf("budgets without tokens: %v", err)
	}
	for _, p := range []metric.Passage{passage("d", 0, 5), passage("e", 0, 1)} {
		if _, err := metric.NewScorer([]*metric.Document{d}, metric.NewPool([]metric.Passage{p}), metric.Options{}); err == nil {
			t.Errorf("a pool with %v", p)
		}
	}
	s, err := metric.NewScorer([]*metric.Document{d}, nil, metric.Standard())
	if err != nil {
		t.Fatal(err)
	}
	q := metric.Question{Doc: "d", Answers: [][]span{{{0, 4}}}}
	for _, p := range []metric.Passage{passage("d", 0, 5), passage("d", -1, 3), passage("d", 3, 2), passage("e", 0, 1), {Doc: "d", Context: -1}} {
		if _, err := s.Score(q, []metric.Passage{passage("d", 0, 4), p}); err == nil || !strings.Contains(err.Error(), "passage 2") {
			t.Errorf("passage %v: %v", p, err)
		}
	}
	for _, q := range []metric.Question{{Doc: "e"}, {Doc: "d", Answers: [][]span{{{0, 5}}}}} {
		if _, err := s.Score(q, nil); err == nil {
			t.Errorf("question %v", q)
		}
	}
}

func TestScoreGrowth(t *testing.T) {
	d := metric.NewDocument("d", strings.Repeat("x ", 400_000), nil)
	run := func(n int) func() {
		var ranked []metric.Passage
		for i := range n { // from the end, every other letter
			ranked = append(ranked, passage("d", 4*(n-i), 4*(n-i)+1))
		}
		s, err := metric.NewScorer([]*metric.Document{d}, metric.NewPool(ranked), metric.Options{K: []int{5, n}, Depth: []int{10}})
		if err != nil {
			t.Fatal(err)
		}
		return func() {
			if _, err := s.Score(metric.Question{Doc: "d", Answers: [][]span{{{0, 800_000}}}}, ranked); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cputime.Grows(8, run(10_000), run(80_000)); err != nil {
		t.Errorf("passages: %v", err)
	}
}
