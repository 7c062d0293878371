package eval_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/eval/report"
)

// many is a corpus of 40 documents with a question each, cut well.
func many(t *testing.T, contenders ...eval.Contender) eval.Result {
	t.Helper()
	texts := map[string]string{}
	var qs []question.Question
	for i := range 40 {
		id := fmt.Sprintf("d%02d.txt", i)
		texts[id] = fmt.Sprintf("Nada dicho aquí. Clave%d abre la puerta verde y la roja.", i)
		qs = append(qs, ask(fmt.Sprintf("q%02d", i), id, fmt.Sprintf("¿clave%d?", i), fmt.Sprintf("Clave%d abre la puerta verde y la roja", i)))
	}
	return run(t, eval.Spec{Corpus: corpus(t, texts), Questions: qs, Tokens: words{}, Resamples: 1000, Contenders: contenders})
}

func good(name string) eval.Contender { return pieces{name: name, cuts: []string{"Clave"}} }
func poor(name string) eval.Contender { return pieces{name: name, cuts: []string{"Clave", "puerta"}} }

func TestGate(t *testing.T) {
	base := many(t, good("a"), good("b"))
	v, err := eval.Gate(base, base)
	if err != nil || !v.Pass || !strings.Contains(v.String(), "gate passed: no significant drop on 40 questions") {
		t.Fatalf("against itself: %v, %v", v, err)
	}
	v, err = eval.Gate(base, many(t, good("a"), poor("b")))
	if err != nil {
		t.Fatal(err)
	}
	if v.Pass || len(v.Dropped) == 0 {
		t.Fatal("a drop of every answer passes")
	}
	for _, d := range v.Dropped {
		if d.Run != "b" || d.Diff >= 0 {
			t.Errorf("dropped %+v", d)
		}
	}
	if s := v.String(); !strings.Contains(s, "b: whole@5 fell from 1.000 to 0.000") {
		t.Errorf("said %s", s)
	}
	if v, err = eval.Gate(many(t, poor("a")), many(t, good("a"))); err != nil || !v.Pass {
		t.Errorf("a gain doesn't pass: %v, %v", v, err)
	}
}

func TestGateNamesWhatIsMissing(t *testing.T) {
	base, after := many(t, good("a"), good("b")), many(t, good("a"), good("c"))
	for i := range after.Runs {
		after.Runs[i].PerQuestion = after.Runs[i].PerQuestion[2:]
	}
	v, err := eval.Gate(base, after)
	if err != nil {
		t.Fatal(err)
	}
	if v.Pass || fmt.Sprint(v.Missing, v.Gone, v.Added) != "[q00 q01] [b] [c]" {
		t.Errorf("missing %v, gone %v, added %v, pass %v", v.Missing, v.Gone, v.Added, v.Pass)
	}
	if s := v.String(); !strings.Contains(s, "q00, q01") || !strings.Contains(s, "b: is in the baseline") {
		t.Errorf("said %s", s)
	}
}

func TestGateRefuses(t *testing.T) {
	base := many(t, good("a"))
	other := many(t, good("a"))
	other.Settings.K = 3
	if _, err := eval.Gate(base, other); err == nil || !strings.Contains(err.Error(), "k (5 and 3)") {
		t.Errorf("other k: %v", err)
	}
	other = many(t, good("a"))
	for i := range other.Runs[0].PerQuestion {
		other.Runs[0].PerQuestion[i].ID = "x" + other.Runs[0].PerQuestion[i].ID
	}
	if _, err := eval.Gate(base, other); !errors.Is(err, eval.ErrEmpty) {
		t.Errorf("no question in common: %v", err)
	}
	if _, err := eval.Gate(base, eval.Result{}); !errors.Is(err, eval.ErrEmpty) {
		t.Errorf("no run: %v", err)
	}
	if _, err := eval.Gate(base, base, "beauty"); err == nil || !strings.Contains(err.Error(), `no metric "beauty"`) {
		t.Errorf("unknown metric: %v", err)
	}
	if _, err := eval.Gate(many(t, good("a"), good("b")), many(t, good("c"), good("d"))); !errors.Is(err, eval.ErrEmpty) {
		t.Errorf("no run in common: %v", err)
	}
}

// A result survives its JSON: a gate decides the same from files.
func TestResultThroughJSON(t *testing.T) {
	base := many(t, good("a"), poor("b"))
	var b bytes.Buffer
	if err := report.JSON(&b, base); err != nil {
		t.Fatal(err)
	}
	back, err := eval.Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	d, err := eval.Diff(base, back)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range d.Changes {
		if c.Diff != 0 {
			t.Errorf("%s %s: %v", c.Run, c.Metric, c.Diff)
		}
	}
	if fmt.Sprintf("%+v", back.Runs) != fmt.Sprintf("%+v", base.Runs) || fmt.Sprint(back.Comparisons) != fmt.Sprint(base.Comparisons) {
		t.Error("not what was written")
	}
	if _, err := eval.Read(strings.NewReader("{}")); !errors.Is(err, eval.ErrEmpty) {
		t.Errorf("an empty result: %v", err)
	}
	for _, bad := range []string{"x", `{"runs":[{"name":"a"}]}`, `{"runs":[{"name":"a","per_question":[{"id":"1"}]},{"name":"b","per_question":[{"id":"2"}]}]}`,
		`{"questions":[{"id":"1"},{"id":"2"}],"runs":[{"name":"a","per_question":[{"id":"1"}]}]}`} {
		if _, err := eval.Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%s is taken for a result", bad)
		}
	}
}

// A single run is compared whatever its name.
func TestDiffOfSingleRuns(t *testing.T) {
	d, err := eval.Diff(many(t, good("old")), many(t, poor("new")))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range d.Changes {
		if c.Metric == "whole@5" && (c.Before != 1 || c.After != 0 || c.Diff != -1 || !c.Significant) {
			t.Errorf("%+v", c)
		}
	}
}
