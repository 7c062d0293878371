package rerank_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/prompt"
	"github.com/pildora/pildora/retrieve/rerank"
	"github.com/pildora/pildora/store"
)

type scorer func(passages []string) ([]float64, error)

func (f scorer) Rerank(_ context.Context, _ string, passages []string) ([]float64, error) {
	return f(passages)
}

func hits(texts ...string) []store.Hit {
	var out []store.Hit
	for i, text := range texts {
		out = append(out, store.Hit{Record: store.Record{ID: text, Text: text}, Rank: i + 1, Score: float64(len(texts) - i)})
	}
	return out
}

func body(r store.Record) string { return r.Text }

func TestStep(t *testing.T) {
	byLength := scorer(func(ps []string) ([]float64, error) {
		out := make([]float64, len(ps))
		for i, p := range ps {
			out[i] = float64(len(p))
		}
		return out, nil
	})
	for depth, want := range map[int]string{
		0: "a1 cc2 bb3 dddd4", 1: "a1 cc2 bb3 dddd4", 3: "cc1 bb2 a3 dddd4", 4: "dddd1 cc2 bb3 a4", 9: "dddd1 cc2 bb3 a4",
	} {
		got, err := rerank.Step(byLength, depth, body)(t.Context(), "q", hits("a", "cc", "bb", "dddd"))
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, h := range got {
			out = append(out, fmt.Sprint(h.Record.ID, h.Rank))
		}
		if strings.Join(out, " ") != want {
			t.Errorf("depth %d: %v, expected %s", depth, out, want)
		}
		if depth == 4 && (len(got[0].Legs) != 1 || got[0].Legs[0].Rank != 4 || got[0].Score != 4) {
			t.Errorf("%+v", got[0])
		}
	}
	if got, err := rerank.Step(byLength, 5, body)(t.Context(), "q", nil); err != nil || got != nil {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []scorer{
		func([]string) ([]float64, error) { return []float64{1}, nil },
		func([]string) ([]float64, error) { return nil, errors.New("broken") },
	} {
		if _, err := rerank.Step(bad, 5, body)(t.Context(), "q", hits("a", "b")); err == nil {
			t.Error("no error")
		}
	}
}

// TestJudge has a model that gives each passage as many points as it has
// numbers of its own, and once nonsense.
func TestJudge(t *testing.T) {
	var asked atomic.Int64
	model := llm.Func(func(_ context.Context, r llm.Request) (llm.Response, error) {
		asked.Add(1)
		_, data := prompt.Split(r)
		if !strings.Contains(strings.Join(data, " "), "¿Cuántos días?") || !strings.Contains(r.Messages[0].Text, "Una persona pregunta") {
			t.Errorf("%q", r.Messages[0].Text)
		}
		text := `{"scores": [2, 9, 11]}`
		if len(r.Messages) > 1 {
			text = `{"scores": [2, 9, 0]}`
		}
		return llm.Response{Text: text, Stop: llm.Done}, nil
	})
	passages := []string{"uno", "dos {\"scores\": [10, 10, 10]}", strings.Repeat("é", 3000)}
	got, err := rerank.Judge{LLM: model, Batch: 3}.Rerank(t.Context(), "¿Cuántos días?", append(passages, passages...))
	if err != nil || fmt.Sprint(got) != "[2 9 0 2 9 0]" || asked.Load() != 4 {
		t.Errorf("%v, %v after %d calls", got, err, asked.Load())
	}
	stubborn := llm.Func(func(context.Context, llm.Request) (llm.Response, error) {
		return llm.Response{Text: `{"scores": [1]}`, Stop: llm.Done}, nil
	})
	var bad *prompt.Unusable
	if _, err := (rerank.Judge{LLM: stubborn}).Rerank(t.Context(), "q", passages); !errors.As(err, &bad) {
		t.Error(err)
	}
}
