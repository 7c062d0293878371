package metric_test

import (
	"strings"
	"testing"

	"github.com/pildora/pildora/eval/metric"
)

func TestDescribe(t *testing.T) {
	docs := []*metric.Document{
		metric.NewDocument("d", strings.Repeat("x", 50)+strings.Repeat(" ", 50), every(1)),
		metric.NewDocument("e", strings.Repeat("x", 50), every(1)),
	}
	got, err := metric.Describe(docs, []metric.Passage{
		passage("d", 0, 20), passage("d", 10, 30), passage("d", 30, 60),
		{Doc: "e", Spans: []span{{0, 5}, {3, 10}}}, {Doc: "e", Unplaced: 70},
	})
	want := metric.Chunks{Count: 5, Min: 10, P5: 10, P50: 20, P95: 70, Max: 70, Covered: .6, Growth: 10. / 60}
	if err != nil || !near(got.Growth, want.Growth) {
		t.Errorf("%+v, %v", got, err)
	}
	if got.Growth = want.Growth; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if none, err := metric.Describe(docs, nil); err != nil || none != (metric.Chunks{}) {
		t.Errorf("no chunks: %+v, %v", none, err)
	}
	for _, p := range []metric.Passage{passage("d", 0, 200), passage("?", 0, 1), {Doc: "?", Unplaced: 1}} {
		if _, err := metric.Describe(docs, []metric.Passage{p}); err == nil {
			t.Errorf("chunk %v", p)
		}
	}
}

func TestCut(t *testing.T) {
	d := metric.NewDocument("d", strings.Repeat("x", 80)+strings.Repeat(" ", 20), nil)
	pool := metric.NewPool([]metric.Passage{passage("d", 0, 20), passage("d", 20, 70), {Doc: "d", Spans: []span{{70, 75}, {10, 30}}}})
	for _, c := range []struct {
		name    string
		answers [][]span
		cut, of int
	}{
		{"whole", [][]span{{{5, 20}}}, 0, 1},
		{"cut by two, whole in a third", [][]span{{{15, 25}}}, 0, 1},
		{"cut", [][]span{{{5, 25}}}, 1, 1},
		{"one span of two is cut", [][]span{{{0, 5}, {60, 75}}}, 1, 2},
		{"another answer is whole", [][]span{{{5, 25}}, {{30, 40}}}, 0, 1},
		{"another answer is cut less", [][]span{{{5, 25}}, {{30, 40}, {60, 80}}}, 1, 2},
		{"in no chunk", [][]span{{{78, 80}}}, 1, 1},
		{"no answer", nil, 0, 0},
		{"a blank answer", [][]span{{{85, 90}}}, 0, 0},
	} {
		s, err := metric.NewScorer([]*metric.Document{d}, pool, metric.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if cut, of, err := s.Cut(metric.Question{Doc: "d", Answers: c.answers}); err != nil || cut != c.cut || of != c.of {
			t.Errorf("%s: %d of %d, %v", c.name, cut, of, err)
		}
	}
	s, err := metric.NewScorer([]*metric.Document{d}, nil, metric.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if cut, of, err := s.Cut(metric.Question{Doc: "d", Answers: [][]span{{{0, 1}}}}); err != nil || cut != 1 || of != 1 {
		t.Errorf("without a pool: %d of %d, %v", cut, of, err)
	}
	if _, _, err := s.Cut(metric.Question{Doc: "e"}); err == nil {
		t.Error("an unknown document")
	}
}
