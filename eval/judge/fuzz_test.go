package judge_test

import (
	"context"
	"testing"

	"github.com/pildora/pildora/eval/judge"
	"github.com/pildora/pildora/llm"
)

// Whatever a model answers, twice, a score is in range or a named failure.
func FuzzReply(f *testing.F) {
	f.Add(`{"reason": "r", "verdict": 1}`)
	f.Add("```json\n" + `{"statements": [{"statement": "s", "reason": "", "verdict": 0}]}` + "\n```")
	f.Add(`{"questions": ["q"], "noncommittal": 0}`)
	f.Add("``````")
	f.Add(`{"verdicts": [{"statement": -1}]}`)
	f.Fuzz(func(t *testing.T, reply string) {
		j := judge.Judge{LLM: llm.Func(func(context.Context, llm.Request) (llm.Response, error) {
			return llm.Response{Text: reply}, nil
		})}
		for _, m := range []judge.Metric{judge.Faithfulness(j), judge.Relevance(j, 1, nil), judge.ContextPrecision(j, judge.Answer), judge.ContextRecall(j)} {
			sc, err := m.Score(context.Background(), single)
			if err != nil || !(sc.Value >= 0 && sc.Value <= 1) || sc.Calls < 1 || sc.Calls > 3 {
				t.Errorf("%s: %+v, %v", m.Name(), sc, err)
			}
		}
	})
}
