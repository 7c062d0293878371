package eval_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/judge"
	"github.com/pildora/pildora/eval/report"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/cache"
	"github.com/pildora/pildora/llm/llmtest"
)

// reader answers and judges as a reader who takes a passage to be useful, and
// what is said to be borne out, where "cuatro cinco" stands whole. It has no
// answer to "¿nada?".
func reader(t *testing.T) *llmtest.Server {
	return llmtest.NewFunc(t, func(r llm.Request) llmtest.Reply {
		asked := r.Messages[0].Text
		verdict := "0"
		if strings.Contains(asked, "cuatro cinco") || strings.Contains(asked, "ocho nueve") {
			verdict = "1"
		}
		text := ""
		switch {
		case strings.Contains(r.System, "Break the answer up"):
			text = `{"statements": ["s"]}`
		case strings.Contains(r.System, "You check statements"):
			text = `{"verdicts": [{"statement": 1, "reason": "r", "verdict": ` + verdict + `}]}`
		case strings.Contains(r.System, "You see an answer"):
			text = `{"questions": ["¿cinco?", "¿cinco?", "¿seis?"], "noncommittal": 0}`
		case strings.Contains(r.System, "was useful"):
			text = `{"reason": "r", "verdict": ` + verdict + `}`
		case strings.Contains(r.System, "Break the reference"):
			text = `{"statements": [{"statement": "s", "reason": "r", "verdict": ` + verdict + `}]}`
		case strings.Contains(asked, "¿nada?"):
			text = `Lo siento, no puedo ayudarte con eso.`
		case strings.Contains(asked, "Una persona pregunta"):
			text = `{"answer": "Es así."}`
		default:
			return llmtest.Reply{Status: 400, Text: "what is that?"}
		}
		return llmtest.Reply{Text: text, Usage: &llm.Usage{Input: 10, Output: 5}}
	})
}

// TestJudge: answers are made of what each run delivered, and judged; what
// can't be is counted and left out; runs are compared.
func TestJudge(t *testing.T) {
	spec := tiny(t)
	r := run(t, spec)
	before := len(r.Comparisons)
	if err := eval.Judge(t.Context(), &r, spec.Corpus, eval.Judging{LLM: reader(t).Client(), Model: "scripted"}); err != nil {
		t.Fatal(err)
	}
	whole, parted := r.Runs[0].Judged, r.Runs[1].Judged
	if whole == nil || parted == nil || whole.Model != "scripted" || len(whole.Answers) != 3 {
		t.Fatalf("judged %+v", whole)
	}
	// q3 has no answer; for the others, "whole" delivers "cuatro cinco" whole.
	for metric, want := range map[string][2]float64{"faithfulness": {1, .5}, "context_recall": {2. / 3, 2. / 3}, "context_precision": {2. / 3, 2. / 3}} {
		if got := [2]float64{whole.Metrics[metric].Mean, parted.Metrics[metric].Mean}; !near(got[0], want[0]) || metric == "faithfulness" && !near(got[1], want[1]) {
			t.Errorf("%s: got %v, want %v", metric, got, want)
		}
	}
	if whole.Failures["faithfulness"][judge.NoAnswer] != 1 || whole.Answers[2].Fault == "" || whole.Answers[0].Answer != "Es así." || whole.Answers[0].ID != "q1" {
		t.Errorf("failures %v, answers %+v", whole.Failures, whole.Answers)
	}
	if whole.Calls < 8 || whole.Usage.Input != 10*whole.Calls {
		t.Errorf("%d calls, %+v", whole.Calls, whole.Usage)
	}
	var compared []string
	for _, c := range r.Comparisons[before:] {
		compared = append(compared, c.Metric)
	}
	if want := []string{"answer_relevancy", "context_precision", "context_recall", "faithfulness"}; !reflect.DeepEqual(compared, want) {
		t.Errorf("compared %v", compared)
	}
	var b bytes.Buffer
	if err := report.JSON(&b, r); err != nil {
		t.Fatal(err)
	}
	if again, err := eval.Read(&b); err != nil || !reflect.DeepEqual(again.Runs[0].Judged, whole) {
		t.Errorf("read back %+v, %v", again.Runs[0].Judged, err)
	}
}

func near(a, b float64) bool { return a-b < 1e-5 && b-a < 1e-5 }

// TestJudgeSome: of many questions some can be judged, the same ones of every
// run.
func TestJudgeSome(t *testing.T) {
	spec := tiny(t)
	r := run(t, spec)
	calls := 0
	if err := eval.Judge(t.Context(), &r, spec.Corpus, eval.Judging{LLM: reader(t).Client(), Most: 2, Workers: 1, Progress: func() { calls++ }}); err != nil {
		t.Fatal(err)
	}
	for _, run := range r.Runs {
		if a := run.Judged.Answers; len(a) != 2 || a[0].ID != r.Questions[0].ID || a[1].ID != r.Questions[1].ID {
			t.Errorf("%s: judged %+v", run.Name, a)
		}
	}
	if calls < 10 {
		t.Errorf("told of %d calls", calls)
	}
}

// TestJudgeResumes: what a budget stops changes nothing, and goes on where it
// was.
func TestJudgeResumes(t *testing.T) {
	spec := tiny(t)
	s := reader(t)
	path := filepath.Join(t.TempDir(), "a.sqlite")
	judged := func(tokens int) (eval.Result, error) {
		b, err := llm.NewBudget(s.Client(), llm.Bounds{Tokens: tokens, Count: func(string) int { return 0 }})
		if err != nil {
			t.Fatal(err)
		}
		c, err := cache.Open(t.Context(), path, "scripted", b)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		r := run(t, spec)
		err = eval.Judge(t.Context(), &r, spec.Corpus, eval.Judging{LLM: c, Workers: 1})
		return r, err
	}
	r, err := judged(2100) // an answer may have 600, a verdict 2,000
	if !errors.Is(err, llm.ErrBudget) || r.Runs[0].Judged != nil || len(r.Comparisons) != len(run(t, spec).Comparisons) {
		t.Fatalf("judged %+v, %v", r.Runs[0].Judged, err)
	}
	n := len(s.Calls())
	if n == 0 {
		t.Fatal("nothing was asked")
	}
	if r, err = judged(0); err != nil || r.Runs[0].Judged == nil {
		t.Fatal(err)
	}
	total := len(s.Calls())
	again, err := judged(1)
	if err != nil || len(s.Calls()) != total || !reflect.DeepEqual(again.Runs[0].Judged, r.Runs[0].Judged) {
		t.Errorf("%d calls more, %v", len(s.Calls())-total, err)
	}
	seen := map[string]bool{}
	for _, c := range s.Calls() {
		key := c.System + c.Messages[len(c.Messages)-1].Text
		if seen[key] {
			t.Errorf("asked twice: %.80s", key)
		}
		seen[key] = true
	}
}

// TestJudgeEstimate: an estimator counts as many calls as are made.
func TestJudgeEstimate(t *testing.T) {
	spec := tiny(t)
	spec.Questions = spec.Questions[:2] // those that are answered at once
	r := run(t, spec)
	e := &llm.Estimator{}
	if err := eval.Judge(t.Context(), &r, spec.Corpus, eval.Judging{LLM: e}); err != nil {
		t.Fatal(err)
	}
	s := reader(t)
	r = run(t, spec)
	if err := eval.Judge(t.Context(), &r, spec.Corpus, eval.Judging{LLM: s.Client()}); err != nil {
		t.Fatal(err)
	}
	if got := e.Estimate().Calls; got != len(s.Calls()) {
		t.Errorf("%d calls estimated, %d made", got, len(s.Calls()))
	}
}
