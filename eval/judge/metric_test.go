package judge_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/pildora/pildora/eval/judge"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/llmtest"
)

var sample = judge.Sample{
	Question:  "¿Cuándo caduca el permiso?",
	Contexts:  []string{"El permiso caduca a los dos años.", "Nada de permisos.", "Se renueva en la sede."},
	Answer:    "Caduca a los dos años y se renueva por correo.",
	Reference: "A los dos años. Se renueva en la sede.",
}

func cost(in, out int) *llm.Usage { return &llm.Usage{Input: in, Output: out, Cached: 1} }

// script is what the model answers, call by call; each costs 10, 2 and 1.
func script(t testing.TB, answers ...string) (judge.Judge, *llmtest.Server) {
	replies := llmtest.Text(answers...)
	for i := range replies {
		replies[i].Usage = cost(10, 2)
	}
	s := llmtest.New(t, replies...)
	return judge.Judge{LLM: s.Client(), MaxTokens: 500}, s
}

func score(t testing.TB, m judge.Metric, s judge.Sample) judge.Score {
	t.Helper()
	sc, err := m.Score(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if !(sc.Value >= 0 && sc.Value <= 1) {
		t.Errorf("%s: value %v", m.Name(), sc.Value)
	}
	return sc
}

func TestFaithfulness(t *testing.T) {
	j, s := script(t,
		`{"statements": ["El permiso caduca a los dos años.", "El permiso se renueva por correo."]}`,
		"```json\n"+`{"verdicts": [{"statement": 2, "reason": "no lo dice", "verdict": 0}, {"statement": 1, "reason": "lo dice", "verdict": 1}]}`+"\n```")
	got := score(t, judge.Faithfulness(j), sample)
	want := judge.Score{Value: 0.5, Usage: llm.Usage{Input: 20, Output: 4, Cached: 2}, Calls: 2, Verdicts: []judge.Verdict{
		{Text: "El permiso caduca a los dos años.", Value: 1, Reason: "lo dice"}, {Text: "El permiso se renueva por correo.", Reason: "no lo dice"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	calls := s.Calls()
	if !calls[0].JSON || calls[0].MaxTokens != 500 || !strings.Contains(calls[0].System, "JSON") {
		t.Errorf("first call %+v", calls[0])
	}
	for i, part := range []string{
		`{"question":"¿Cuándo caduca el permiso?","answer":"Caduca a los dos años y se renueva por correo."}`,
		`{"number":2,"text":"El permiso se renueva por correo."}`,
	} {
		if got := calls[i].Messages; len(got) != 1 || !strings.Contains(got[0].Text, part) {
			t.Errorf("call %d says %+v, without %s", i, got, part)
		}
	}
}

func TestFaithfulnessOfNothing(t *testing.T) {
	j, _ := script(t, `{"statements": []}`, `{"statements": ["a claim"]}`)
	m := judge.Faithfulness(j)
	if got := score(t, m, sample); got.Failure != judge.NoStatements || got.Calls != 1 || got.Usage.Input != 10 {
		t.Errorf("an answer without claims: %+v", got)
	}
	found := sample
	found.Contexts = []string{}
	if got := score(t, m, found); got.Failure != "" || got.Value != 0 || got.Calls != 1 || len(got.Verdicts) != 1 {
		t.Errorf("nothing found: %+v", got)
	}
}

func TestRelevance(t *testing.T) {
	reply := `{"questions": ["¿Cuándo caduca el permiso?", "¿Cómo se renueva?"], "noncommittal": 0}`
	j, s := script(t, reply, strings.Replace(reply, ": 0}", ": 1}", 1), reply)
	got := score(t, judge.Relevance(j, 2, nil), sample)
	if got.Value != 0.5 || got.Verdicts[0].Value != 1 || got.Verdicts[1].Value != 0 {
		t.Errorf("by words: %+v", got)
	}
	if text := s.Calls()[0].Messages[0].Text; strings.Contains(text, "Cuándo") || !strings.Contains(text, `"count":2`) {
		t.Errorf("the question must not be shown, its count must: %s", text)
	}
	if got := score(t, judge.Relevance(j, 2, nil), sample); got.Value != 0 || got.Failure != "" || len(got.Verdicts) != 2 {
		t.Errorf("noncommittal: %+v", got)
	}
	vectors := func(_ context.Context, q string, others []string) ([]float64, error) {
		if q != sample.Question || len(others) != 2 {
			t.Errorf("asked for %q and %q", q, others)
		}
		return []float64{-0.5, 1.5}, nil // as rounding and angles may have it
	}
	if got := score(t, judge.Relevance(j, 2, vectors), sample); got.Value != 0.5 {
		t.Errorf("by vectors: %+v", got)
	}
}

func TestSimilarityFaults(t *testing.T) {
	for name, sim := range map[string]judge.Similarity{
		"error": func(context.Context, string, []string) ([]float64, error) { return nil, errors.New("no model") },
		"short": func(context.Context, string, []string) ([]float64, error) { return []float64{1}, nil },
		"nan":   func(context.Context, string, []string) ([]float64, error) { return []float64{math.NaN(), 1, 1}, nil },
	} {
		j, _ := script(t, `{"questions": ["a", "b", "c"], "noncommittal": 0}`)
		if got := score(t, judge.Relevance(j, 0, sim), sample); got.Failure != judge.NoSimilarity || got.Detail == "" || got.Calls != 1 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestContextPrecision(t *testing.T) {
	for _, c := range []struct {
		verdicts []string
		want     float64 // by hand
	}{
		{[]string{"1", "0", "1"}, (1.0 + 2.0/3) / 2},
		{[]string{"0", "1", "1"}, (1.0/2 + 2.0/3) / 2},
		{[]string{"1", "1", "1"}, 1},
		{[]string{"0", "0", "0"}, 0},
		{[]string{"0", "0", "1"}, 1.0 / 3},
	} {
		var answers []string
		for _, v := range c.verdicts {
			answers = append(answers, `{"reason": "because", "verdict": `+v+`}`)
		}
		j, s := script(t, answers...)
		got := score(t, judge.ContextPrecision(j, judge.Reference), sample)
		if math.Abs(got.Value-c.want) > 1e-12 || got.Calls != 3 || got.Usage != (llm.Usage{Input: 30, Output: 6, Cached: 3}) {
			t.Errorf("%v: %+v, want %v", c.verdicts, got, c.want)
		}
		if text := s.Calls()[1].Messages[0].Text; !strings.Contains(text, "Nada de permisos.") || strings.Contains(text, "caduca a los") || !strings.Contains(text, "A los dos años.") {
			t.Errorf("the second call must show the second context and the reference: %s", text)
		}
	}
	j, s := script(t, `{"reason": "", "verdict": 1}`)
	one := judge.Sample{Question: "q", Contexts: []string{" ", "c"}, Answer: "said so"}
	if got := score(t, judge.ContextPrecision(j, judge.Answer), one); got.Value != 0.5 || got.Calls != 1 {
		t.Errorf("a blank context: %+v", got)
	}
	if !strings.Contains(s.Calls()[0].Messages[0].Text, "said so") {
		t.Error("the answer isn't shown")
	}
}

func TestContextRecall(t *testing.T) {
	j, _ := script(t, `{"statements": [{"statement": "A los dos años.", "reason": "", "verdict": 1}, {"statement": "En la sede.", "reason": "", "verdict": 1}, {"statement": "Sin coste.", "reason": "no", "verdict": 0}]}`)
	if got := score(t, judge.ContextRecall(j), sample); math.Abs(got.Value-2.0/3) > 1e-12 || got.Verdicts[2].Reason != "no" || got.Calls != 1 {
		t.Errorf("%+v", got)
	}
	found := sample
	found.Contexts = []string{}
	for _, m := range []judge.Metric{judge.ContextRecall(j), judge.ContextPrecision(j, judge.Reference)} {
		if got := score(t, m, found); !reflect.DeepEqual(got, judge.Score{}) {
			t.Errorf("%s, nothing found: %+v", m.Name(), got)
		}
	}
}

func TestWhatSamplesLack(t *testing.T) {
	j, _ := script(t)
	for _, c := range []struct {
		m    judge.Metric
		s    judge.Sample
		want judge.Failure
	}{
		{judge.Faithfulness(j), judge.Sample{Question: "q", Contexts: []string{"c"}, Answer: " "}, judge.NoAnswer},
		{judge.Faithfulness(j), judge.Sample{Question: "q", Answer: "a"}, judge.NoContexts},
		{judge.Relevance(j, 0, nil), judge.Sample{Question: "q"}, judge.NoAnswer},
		{judge.ContextPrecision(j, judge.Reference), judge.Sample{Question: "q", Contexts: []string{"c"}, Answer: "a"}, judge.NoReference},
		{judge.ContextPrecision(j, judge.Answer), judge.Sample{Question: "q", Contexts: []string{"c"}, Reference: "r"}, judge.NoAnswer},
		{judge.ContextRecall(j), judge.Sample{Question: "q", Reference: "r"}, judge.NoContexts},
		{judge.Lexical(judge.LexicalOptions{}), judge.Sample{Question: "q", Answer: "a"}, judge.NoContexts},
		{judge.Lexical(judge.LexicalOptions{}), judge.Sample{Question: "q", Answer: "…", Contexts: []string{"c"}}, judge.NoWords},
	} {
		if got := score(t, c.m, c.s); got.Failure != c.want || got.Calls != 0 {
			t.Errorf("%s of %+v: %+v, want %q", c.m.Name(), c.s, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	j := judge.Judge{}
	names := map[string]bool{}
	for _, m := range []judge.Metric{judge.Faithfulness(j), judge.Relevance(j, 0, nil), judge.ContextRecall(j),
		judge.ContextPrecision(j, judge.Reference), judge.ContextPrecision(j, judge.Answer),
		judge.Lexical(judge.LexicalOptions{}), judge.Lexical(judge.LexicalOptions{Against: judge.Reference})} {
		if names[m.Name()] {
			t.Errorf("two metrics are called %s", m.Name())
		}
		names[m.Name()] = true
	}
}
