package eval_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/question"
)

// What is expected here was computed by hand.
func TestRunByHand(t *testing.T) {
	r := run(t, tiny(t))
	for _, want := range []struct {
		run, question string
		metrics       map[string]float64
	}{
		// "cuatro cinco seis." is found by "cinco"; of its 16 solid characters 11 answer.
		{"whole", "q1", map[string]float64{"hit@5": 1, "doc_hit@5": 1, "whole@5": 1, "mrr@10": 1, "map": 1, "ndcg@10": 1, "recall@5": 1, "precision@5": 11. / 16,
			"iou@5": 11. / 16, "recall@1t": 6. / 11, "recall@2t": 1, "auc": (6./11 + 1) / 2, "precision_omega": 11. / 16}},
		{"whole", "q2", map[string]float64{"hit@5": 1, "whole@5": 1, "recall@5": 1, "recall@1t": 0, "recall@2t": 1, "precision_omega": 4. / 15}},
		{"whole", "q3", map[string]float64{"hit@5": 0, "doc_hit@5": 0, "whole@5": 0, "mrr@10": 0, "recall@5": 0, "auc": 0, "precision_omega": 3. / 11}},
		// "cinco seis." holds 5 of the 11.
		{"parted", "q1", map[string]float64{"hit@5": 1, "whole@5": 0, "mrr@10": 1, "recall@5": 5. / 11, "precision@5": 5. / 10, "recall@1t": 5. / 11, "recall@2t": 5. / 11,
			"precision_omega": 11. / 27}},
	} {
		tr, ok := r.Trial(want.run)
		if !ok {
			t.Fatalf("no run %q", want.run)
		}
		i := slices.IndexFunc(tr.PerQuestion, func(a eval.Answer) bool { return a.ID == want.question })
		for m, v := range want.metrics {
			if got, ok := tr.PerQuestion[i].Metrics[m]; !ok || math.Abs(got-v) > 1e-6 {
				t.Errorf("%s, %s: %s is %v, want %v", want.run, want.question, m, got, v)
			}
		}
	}
	whole, _ := r.Trial("whole")
	parted, _ := r.Trial("parted")
	if whole.Chunks != 4 || whole.Sizes.Answers != 3 || whole.Sizes.Cut != 0 || parted.Sizes.Cut != 1./3 {
		t.Errorf("chunks %d, answers %d, cut %v and %v", whole.Chunks, whole.Sizes.Answers, whole.Sizes.Cut, parted.Sizes.Cut)
	}
	if got := parted.PerQuestion[0].Cuts; len(got) != 1 || got[0] != 20 {
		t.Errorf("cuts %v, want the end of cuatro, 20", got)
	}
	if m := whole.Metrics["whole@5"]; math.Abs(m.Mean-2./3) > 1e-6 || m.Lo > m.Mean || m.Hi < m.Mean {
		t.Errorf("whole@5 is %+v", m)
	}
}

// Nothing is NaN, nothing below 0 or above 1.
func TestRunStaysInRange(t *testing.T) {
	r := run(t, tiny(t))
	for _, tr := range r.Runs {
		for _, a := range tr.PerQuestion {
			for m, v := range a.Metrics {
				if !(v >= 0 && v <= 1) {
					t.Errorf("%s, %s: %s is %v", tr.Name, a.ID, m, v)
				}
			}
		}
	}
}

func TestRunAgainstItself(t *testing.T) {
	s := tiny(t)
	s.Contenders = []eval.Contender{pieces{name: "one", cuts: []string{"cuatro", "diez"}}, pieces{name: "again", cuts: []string{"cuatro", "diez"}}}
	r := run(t, s)
	if len(r.Comparisons) == 0 {
		t.Fatal("nothing was compared")
	}
	for _, c := range r.Comparisons {
		if c.Diff != 0 || math.Signbit(c.Diff) || math.Signbit(c.Lo) || math.Signbit(c.Hi) || c.Lo != 0 || c.Hi != 0 || c.P != 1 || c.Significant || !strings.Contains(c.Words, "no difference") {
			t.Errorf("%+v", c)
		}
	}
	d, err := eval.Diff(r, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range d.Changes {
		if c.Diff != 0 || c.Significant || c.Before != c.After {
			t.Errorf("%+v", c)
		}
	}
}

func TestRunIsTheSameOnAnyNumberOfWorkers(t *testing.T) {
	var out []string
	for _, n := range []int{1, 4} {
		s := tiny(t)
		s.Workers = n
		r := run(t, s)
		for i := range r.Runs {
			r.Runs[i].Cost = eval.Cost{}
		}
		out = append(out, fmt.Sprintf("%+v", r))
	}
	if out[0] != out[1] {
		t.Error("two results")
	}
}

func TestRunWithinAndAfter(t *testing.T) {
	s := tiny(t)
	s.Questions = []question.Question{ask("q", "a.txt", "Considera los papeles; ¿cuatro?", "cuatro cinco")}
	s.Contenders = s.Contenders[:1]
	if a := run(t, s).Runs[0].PerQuestion[0]; len(a.Hits) != 2 {
		t.Fatalf("%d hits, want both documents'", len(a.Hits))
	}
	s.Within, s.After = true, "; "
	if a := run(t, s).Runs[0].PerQuestion[0]; len(a.Hits) != 1 || a.Hits[0].Doc != "a.txt" {
		t.Errorf("hits %v, want one of a.txt", a.Hits)
	}
	s.Questions[0].Question = "dos; ¿cuatro?"
	if a := run(t, s).Runs[0].PerQuestion[0]; len(a.Hits) != 1 {
		t.Errorf("what stands before the mark is searched: %v", a.Hits)
	}
}

func TestRunSkipsQuestionsByName(t *testing.T) {
	s := tiny(t)
	s.Questions = append(s.Questions, ask("q4", "nowhere.txt", "x", "y"), ask("q5", "a.txt", "x", "not there"), ask("q1", "a.txt", "x", "dos"), ask("q6", "a.txt", "x"))
	r := run(t, s)
	if len(r.Questions) != 3 {
		t.Errorf("%d questions asked, want 3", len(r.Questions))
	}
	text := fmt.Sprint(r.Skipped)
	for _, want := range []string{"unknown-document", "not-found", "duplicate-id", "no-answer", "q4", "q5", "q6"} {
		if !strings.Contains(text, want) {
			t.Errorf("skipped %s, want %s in it", text, want)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	broken := errors.New("broken")
	for name, tt := range map[string]struct {
		change func(*eval.Spec)
		want   string
	}{
		"no corpus":      {func(s *eval.Spec) { s.Corpus = nil }, "no documents"},
		"no contenders":  {func(s *eval.Spec) { s.Contenders = nil }, "no contenders"},
		"no questions":   {func(s *eval.Spec) { s.Questions = nil }, "empty-set"},
		"none holds":     {func(s *eval.Spec) { s.Questions = []question.Question{ask("q", "z", "x", "y")} }, "unknown-document"},
		"k":              {func(s *eval.Spec) { s.K = -1 }, "k is -1"},
		"budget":         {func(s *eval.Spec) { s.Budgets = []int{0, 100} }, "budget of 0"},
		"index":          {func(s *eval.Spec) { s.Index = "titles" }, `"titles"`},
		"no tokenizer":   {func(s *eval.Spec) { s.Tokens = nil }, "tokenizer"},
		"one name twice": {func(s *eval.Spec) { s.Contenders = append(s.Contenders, s.Contenders[0]) }, `"whole"`},
		"no name":        {func(s *eval.Spec) { s.Contenders[0] = pieces{} }, "no name"},
		"contender":      {func(s *eval.Spec) { s.Contenders[1] = pieces{name: "p", fail: broken} }, "broken"},
		"no file":        {func(s *eval.Spec) { s.Contenders[1] = eval.Foreign("peer", "nowhere.jsonl", 0) }, "nowhere.jsonl"},
	} {
		s := tiny(t)
		tt.change(&s)
		if _, err := eval.Run(t.Context(), s); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q in it", name, err, tt.want)
		}
	}
}

func TestRunGoesOnWhereItStopped(t *testing.T) {
	s := tiny(t)
	s.Cache = t.TempDir()
	var calls [2]int
	fail := errors.New("interrupted")
	one := pieces{name: "one", cuts: []string{"cuatro"}, calls: &calls[0]}
	two := pieces{name: "two", cuts: []string{"cinco"}, calls: &calls[1], fail: fail}
	s.Contenders = []eval.Contender{one, two}
	if _, err := eval.Run(t.Context(), s); !errors.Is(err, fail) {
		t.Fatalf("got %v", err)
	}
	two.fail = nil
	s.Contenders = []eval.Contender{one, two}
	var stages []string
	s.Progress = func(p eval.Progress) {
		stages = append(stages, fmt.Sprintf("%s %s %d/%d", p.Contender, p.Stage, p.Number, p.Of))
	}
	r := run(t, s)
	if calls != [2]int{1, 2} || !r.Runs[0].Cost.Cached || r.Runs[1].Cost.Cached {
		t.Errorf("cut %v times, cached %v %v", calls, r.Runs[0].Cost.Cached, r.Runs[1].Cost.Cached)
	}
	if want := "[one cached 1/2 two cut 2/2 two done 2/2]"; fmt.Sprint(stages) != want {
		t.Errorf("told %v, want %s", stages, want)
	}
	s.Progress, s.Cache = nil, ""
	fresh := run(t, s)
	for i := range r.Runs {
		r.Runs[i].Cost, fresh.Runs[i].Cost = eval.Cost{}, eval.Cost{}
	}
	if fmt.Sprintf("%+v", r.Runs) != fmt.Sprintf("%+v", fresh.Runs) {
		t.Error("cached figures are not those of a fresh run")
	}
}

// What decides the figures decides whether kept ones are used.
func TestRunKeepsApartWhatDiffers(t *testing.T) {
	dir := t.TempDir()
	calls := 0
	base := func() eval.Spec {
		s := tiny(t)
		s.Cache, s.Contenders = dir, []eval.Contender{pieces{name: "one", cuts: []string{"cuatro"}, calls: &calls}}
		return s
	}
	for name, tt := range map[string]struct {
		change func(*eval.Spec)
		calls  int
	}{
		"nothing":   {func(*eval.Spec) {}, 0},
		"resamples": {func(s *eval.Spec) { s.Resamples = 150; s.Seed = 3; s.Workers = 1 }, 0},
		"name":      {func(s *eval.Spec) { s.Contenders[0] = pieces{name: "other", cuts: []string{"cuatro"}, calls: &calls} }, 0},
		"k":         {func(s *eval.Spec) { s.K = 3 }, 1},
		"budgets":   {func(s *eval.Spec) { s.Budgets = []int{1, 4} }, 1},
		"within":    {func(s *eval.Spec) { s.Within = true }, 1},
		"questions": {func(s *eval.Spec) { s.Questions = s.Questions[:2] }, 1},
		"documents": {func(s *eval.Spec) {
			s.Corpus = corpus(t, map[string]string{"a.txt": "uno dos tres. cuatro cinco seis", "b.txt": "siete ocho nueve. diez once cuatro."})
		}, 1},
		"recipe": {func(s *eval.Spec) { s.Contenders[0] = pieces{name: "one", cuts: []string{"cinco"}, calls: &calls} }, 1},
		"damage": {func(s *eval.Spec) {
			files, _ := filepath.Glob(filepath.Join(dir, "*.json"))
			for _, f := range files {
				if err := os.WriteFile(f, []byte(`{"key":`), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}, 1},
	} {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		run(t, base())
		calls = 0
		s := base()
		tt.change(&s)
		run(t, s)
		if calls != tt.calls {
			t.Errorf("%s changed: cut %d times, want %d", name, calls, tt.calls)
		}
	}
}

func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := tiny(t)
	s.Progress = func(p eval.Progress) {
		if p.Contender == "parted" {
			cancel()
		}
	}
	if _, err := eval.Run(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
