package metric_test

import (
	"testing"

	"github.com/pildora/pildora/eval/metric"
)

func TestChromaByHand(t *testing.T) {
	q := metric.Question{Doc: "d", Answers: [][]span{{{10, 20}, {50, 60}}}}
	pool := []metric.Passage{passage("d", 0, 10), passage("d", 10, 30), passage("d", 61, 90), passage("e", 10, 20)}
	got := score(t, metric.Options{K: []int{3}, Chroma: true}, pool, q, passage("d", 15, 35), passage("d", 15, 35), passage("e", 0, 10))
	expect(t, got, map[string]float64{
		"recall@3":    5. / 20,        // once
		"precision@3": 5. / 50,        // twice 20, and 10 elsewhere
		"iou@3":       5. / (50 + 15), // what is missed counts, too
		// 0:10 borders on the answer and counts whole, 61:90 is one off; 50:60 is lost
		"precision_omega": 10. / (30 + 10),
	})
	twice := metric.Question{Doc: "d", Answers: [][]span{{{10, 20}, {10, 20}}}}
	expect(t, score(t, metric.Options{K: []int{3}, Chroma: true}, pool, twice, passage("d", 10, 20)), map[string]float64{
		"recall@3": .5, "precision@3": 1, "iou@3": 1,
	})
	expect(t, score(t, metric.Options{K: []int{3}, Chroma: true}, pool, q), map[string]float64{
		"recall@3": 0, "precision@3": 0, "iou@3": 0, "f1@3": 0,
	})
}

func TestChromaLocate(t *testing.T) {
	const text = "Año uno. Ein  Satz\nhier. Año uno. Ende"
	for _, c := range []struct {
		chunk string
		want  span
		ok    bool
	}{
		{"Ein  Satz", span{9, 18}, true},
		{"Año uno.", span{0, 7}, true}, // the first place, without the full stop
		{"hier. Año uno.", span{19, 32}, true},
		{"Ein Satz hier.", span{9, 23}, true}, // blanks differ
		{"EIN SATZ", span{9, 18}, true},
		{"ein satzhier", span{}, false}, // a blank inside a word is a difference
		{"Ei nSatz", span{}, false},
		{"Ende", span{34, 38}, true},
		{"Ende und mehr", span{}, false},
		{"", span{0, 0}, true}, {".", span{0, 0}, true}, {" \n\n ", span{0, 0}, true},
	} {
		if got, ok := metric.ChromaLocate(text, c.chunk); got != c.want || ok != c.ok {
			t.Errorf("%q: %v, %v; want %v, %v", c.chunk, got, ok, c.want, c.ok)
		}
	}
}
