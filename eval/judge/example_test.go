package judge_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/pildora/pildora/eval/judge"
	"github.com/pildora/pildora/llm"
)

// A model judges whether the passages hold what the right answer says. Here a
// function stands for the model; a client, in llm.Retry and llm.Limit, would
// for real.
func ExampleRun() {
	model := llm.Func(func(_ context.Context, r llm.Request) (llm.Response, error) {
		verdict := "0"
		if strings.Contains(r.Messages[0].Text, "two years") {
			verdict = "1"
		}
		return llm.Response{
			Text:  `{"statements": [{"statement": "It expires after two years.", "reason": "", "verdict": ` + verdict + `}]}`,
			Usage: llm.Usage{Input: 120, Output: 30},
		}, nil
	})
	samples := []judge.Sample{
		{Question: "When does it expire?", Contexts: []string{"Permits run for two years."}, Reference: "After that time."},
		{Question: "When does it expire?", Contexts: []string{"Permits are green."}, Reference: "After some time."},
		{Question: "When does it expire?", Contexts: []string{"Permits are green."}},
	}
	r, err := judge.Run(context.Background(), samples, 4,
		judge.ContextRecall(judge.Judge{LLM: model}),
		judge.Lexical(judge.LexicalOptions{Against: judge.Reference, Language: "en"}))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range r.Metrics {
		fmt.Printf("%s: %.2f over %d, %v, %d calls\n", m.Name, m.Mean, m.Judged, m.Failures, m.Calls)
	}
	fmt.Printf("cost: %d tokens in, %d out\n", r.Usage.Input, r.Usage.Output)
	// Output:
	// context_recall: 0.50 over 2, map[no reference:1], 2 calls
	// lexical_recall: 0.00 over 2, map[no reference:1], 0 calls
	// cost: 240 tokens in, 60 out
}
