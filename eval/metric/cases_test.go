package metric_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/pildora/pildora/eval/metric"
)

type evalCase struct {
	ID        string
	Ranking   []string
	Relevant  []string
	GoldSpans json.RawMessage `json:"gold_spans"`
	Expect    []evalExpect
}

type evalExpect struct {
	Check, Metric string
	Value, Tol    float64
	Lo, Hi        float64
	Rows          []map[string]json.RawMessage
}

// The evaluation cases from public bug reports.
func TestSharedCases(t *testing.T) {
	n := 0
	for _, c := range jsonl[json.RawMessage](t, read(t, shared(t, "cases/given.jsonl"))) {
		var head struct{ Kind string }
		if json.Unmarshal(c, &head) != nil || head.Kind != "eval" {
			continue
		}
		var e evalCase
		if err := json.Unmarshal(c, &e); err != nil {
			t.Fatal(err)
		}
		n++
		t.Run(e.ID, func(t *testing.T) {
			if e.GoldSpans != nil {
				t.Fatal("this test doesn't know the form of gold_spans yet")
			}
			for _, x := range e.Expect {
				e.judge(t, x)
			}
		})
	}
	if n == 0 {
		t.Error("no case of kind eval")
	}
}

func (e *evalCase) judge(t *testing.T, x evalExpect) {
	switch x.Check {
	case "metric":
		if got, err := metric.Ranked(x.Metric, e.Ranking, e.Relevant); err != nil || math.Abs(got-x.Value) > x.Tol {
			t.Errorf("%s: %v, %v; want %v", x.Metric, got, err, x.Value)
		}
	case "metric_range":
		for _, name := range []string{"hit@3", "recall@3", "precision@3", "mrr", "map", "ndcg@3", "ndcg"} {
			if got, err := metric.Ranked(name, e.Ranking, e.Relevant); err != nil || !(got >= x.Lo && got <= x.Hi) {
				t.Errorf("%s: %v, %v", name, got, err)
			}
		}
	case "metric_table":
		for _, row := range x.Rows {
			judgeRow(t, row)
		}
	default:
		t.Errorf("unknown check %q", x.Check)
	}
}

func judgeRow(t *testing.T, row map[string]json.RawMessage) {
	var ranking, gold []string
	if err := json.Unmarshal(row["ranking"], &ranking); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(row["relevant"], &gold); err != nil {
		t.Fatal(err)
	}
	for name, raw := range row {
		if name == "ranking" || name == "relevant" {
			continue
		}
		want := 0.0
		if err := json.Unmarshal(raw, &want); err != nil && !strings.Contains(string(raw), "absent-or-0") {
			t.Errorf("%s: cannot read %s", name, raw)
		}
		if got, err := metric.Ranked(name, ranking, gold); err != nil || got != want {
			t.Errorf("%s of %q for %q: %v, %v; want %v", name, ranking, gold, got, err, want)
		}
	}
}
