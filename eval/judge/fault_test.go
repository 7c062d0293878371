package judge_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/eval/judge"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/llmtest"
)

const good = `{"reason": "r", "verdict": 1}`

var single = judge.Sample{Question: "q", Contexts: []string{"c"}, Answer: "a", Reference: "r"}

// Everything that isn't the form asked for, for each form. The second try is
// told what was wrong; when it goes well the score is as if nothing had been.
func TestRepliesOfAnotherForm(t *testing.T) {
	for _, c := range []struct {
		m    func(judge.Judge) judge.Metric
		good []string // replies that give 1
		bad  map[string]string
	}{
		{func(j judge.Judge) judge.Metric { return judge.ContextPrecision(j, judge.Reference) }, []string{good}, map[string]string{
			"```\n```":                             "nothing in it",
			"Yes, it was useful.":                  "invalid character",
			`{"reason": "r", "verdict": 1`:         "unexpected EOF",
			good + good:                            "something follows",
			good + " I hope this helps":            "something follows",
			`[` + good + `]`:                       "array",
			`{"reason": "r", "verdict": 2}`:        "not 0 or 1",
			`{"reason": "r", "verdict": "1"}`:      "not 0 or 1",
			`{"reason": "r", "verdict": true}`:     "not 0 or 1",
			`{"reason": "r", "verdict": null}`:     "not 0 or 1",
			`{"reason": "r"}`:                      `"verdict" is missing`,
			`{"reason": 3, "verdict": 1}`:          "reason",
			`{"reason": "r", "verdict": 1, "n":1}`: "unknown field",
			"null":                                 `"verdict" is missing`,
		}},
		{judge.ContextRecall, []string{`{"statements":[{"statement":"s","reason":"","verdict":1}]}`}, map[string]string{
			`{"statements":[]}`: "no statements",
			`{}`:                "no statements",
			`{"statements":[{"statement":" ","reason":"","verdict":1}]}`: "statement 1 is empty",
			`{"statements":[{"statement":"s","reason":""}]}`:             `"verdict" is missing for statement 1`,
		}},
		{func(j judge.Judge) judge.Metric { return judge.Relevance(j, 1, nil) }, []string{`{"questions":["q"],"noncommittal":0}`}, map[string]string{
			`{"questions":[],"noncommittal":0}`:        "0 questions, not 1",
			`{"questions":["q","q"],"noncommittal":0}`: "2 questions, not 1",
			`{"questions":[""],"noncommittal":0}`:      "question 1 is empty",
			`{"questions":["q"]}`:                      `"noncommittal" is missing`,
		}},
		{judge.Faithfulness, []string{`{"statements":["s"]}`, `{"verdicts":[{"statement":1,"reason":"","verdict":1}]}`}, map[string]string{
			`{}`:                  `"statements" is missing`,
			`{"statements":[""]}`: "statement 1 is empty",
		}},
	} {
		for bad, says := range c.bad {
			j, s := script(t, append([]string{bad}, c.good...)...)
			got := score(t, c.m(j), single)
			calls := s.Calls()
			if got.Failure != "" || got.Value != 1 || got.Calls != len(calls) || len(calls) != len(c.good)+1 || got.Usage.Input != 10*len(calls) {
				t.Errorf("%s: %q then good: %+v", c.m(j).Name(), bad, got)
			}
			if turns := calls[1].Messages; len(turns) != 3 || turns[1].Text != bad || !strings.Contains(turns[2].Text, says) {
				t.Errorf("%q: the second try is told %+v, not %q", bad, turns, says)
			}
			j, _ = script(t, bad, bad)
			got = score(t, c.m(j), single)
			if got.Failure != judge.BadReply || !strings.Contains(got.Detail, says) || got.Calls != 2 || got.Usage.Input != 20 {
				t.Errorf("%s: %q twice: %+v", c.m(j).Name(), bad, got)
			}
		}
	}
}

func TestVerdictsOnOtherStatements(t *testing.T) {
	for bad, says := range map[string]string{
		`{"verdicts":[{"statement":1,"reason":"","verdict":1}]}`:                                                   "no verdict on statement 2",
		`{"verdicts":[{"statement":1,"reason":"","verdict":1},{"statement":1,"reason":"","verdict":1}]}`:           "two verdicts on statement 1",
		`{"verdicts":[{"statement":0,"reason":"","verdict":1},{"statement":1,"reason":"","verdict":1}]}`:           "statement 0",
		`{"verdicts":[{"statement":1,"reason":"","verdict":1},{"statement":3,"reason":"","verdict":1}]}`:           "statement 3",
		`{"verdicts":[{"statement":1,"reason":"","verdict":1},{"statement":2,"reason":""}]}`:                       `"verdict" is missing for statement 2`,
		`{"verdicts":[{"statement":9999999999999999999999,"reason":"","verdict":1}]}`:                              "number",
		`{"verdicts":[{"statement":1,"reason":"","verdict":1},{"statement":2,"reason":"","verdict":1}],"score":1}`: "unknown field",
	} {
		j, _ := script(t, `{"statements":["s","t"]}`, bad, bad)
		if got := score(t, judge.Faithfulness(j), single); got.Failure != judge.BadReply || !strings.Contains(got.Detail, says) || got.Calls != 3 || got.Verdicts != nil {
			t.Errorf("%s: %+v, want %q", bad, got, says)
		}
	}
}

func TestCutOff(t *testing.T) {
	cut := llmtest.Reply{Text: good[:12], Stop: llm.Length, Usage: cost(10, 2)}
	s := llmtest.New(t, cut, cut)
	got := score(t, judge.ContextPrecision(judge.Judge{LLM: s.Client()}, judge.Reference), single)
	if got.Failure != judge.CutOff || got.Calls != 2 || got.Usage.Output != 4 {
		t.Errorf("%+v", got)
	}
	if last := s.Calls()[1].Messages[2].Text; !strings.Contains(last, "shorter") {
		t.Errorf("the second try is told %q", last)
	}
}

// Faults of the wire: without Retry they are failures, with it they pass.
func TestWireFaults(t *testing.T) {
	for name, fault := range map[string]llmtest.Reply{
		"429":       {Status: 429, RetryAfter: 2 * time.Second},
		"500":       {Status: 500},
		"hang":      {Fault: llmtest.Hang},
		"malformed": {Fault: llmtest.Malformed},
		"truncated": {Fault: llmtest.Truncated, Text: good},
		"empty":     {Fault: llmtest.Empty},
	} {
		t.Run(name, func(t *testing.T) {
			once := llm.Policy{Attempts: 1, Timeout: 100 * time.Millisecond}
			s := llmtest.New(t, fault)
			got := score(t, judge.ContextPrecision(judge.Judge{LLM: llm.Retry(s.Client(), once)}, judge.Reference), single)
			if got.Failure != judge.CallFailed || got.Detail == "" || got.Calls != 1 || got.Value != 0 {
				t.Errorf("without retry: %+v", got)
			}
			again := llm.Policy{Timeout: 100 * time.Millisecond, Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
			s = llmtest.New(t, fault, fault, llmtest.Reply{Text: good})
			got = score(t, judge.ContextPrecision(judge.Judge{LLM: llm.Retry(s.Client(), again)}, judge.Reference), single)
			if got.Failure != "" || got.Value != 1 || got.Calls != 1 || len(s.Calls()) != 3 {
				t.Errorf("with retry: %+v after %d calls", got, len(s.Calls()))
			}
		})
	}
}

func TestCallerEnds(t *testing.T) {
	s := llmtest.NewFunc(t, func(llm.Request) llmtest.Reply { return llmtest.Reply{Fault: llmtest.Hang} })
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	m := judge.Faithfulness(judge.Judge{LLM: s.Client()})
	if _, err := m.Score(ctx, single); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	r, err := judge.Run(ctx, []judge.Sample{single, single}, 2, m)
	if !errors.Is(err, context.DeadlineExceeded) || r.Metrics[0].Failures[judge.CallFailed] != 2 || r.Metrics[0].Judged != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// A model that answers anything never gets a value outside of 0 … 1, a panic,
// or more than two calls a question.
func TestAnyReply(t *testing.T) {
	pieces := []string{`{`, `}`, `[`, `]`, `"statements"`, `"verdicts"`, `"verdict"`, `"statement"`, `"questions"`, `"noncommittal"`, `"reason"`, `:`, `,`, `0`, `1`, `"s"`, `""`, "```", "\n", "null", "1e9",
		good, `{"statements":["s","t"]}`, `{"verdicts":[{"statement":1,"reason":"","verdict":1},{"statement":2,"reason":"","verdict":0}]}`, `{"questions":["q"],"noncommittal":1}`}
	rapid.Check(t, func(t *rapid.T) {
		c := llm.Func(func(context.Context, llm.Request) (llm.Response, error) {
			text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 6).Draw(t, "reply"), "")
			return llm.Response{Text: text, Usage: llm.Usage{Input: 1}}, nil
		})
		j := judge.Judge{LLM: c}
		for _, m := range []judge.Metric{judge.Faithfulness(j), judge.Relevance(j, 1, nil), judge.ContextPrecision(j, judge.Answer), judge.ContextRecall(j)} {
			sc, err := m.Score(context.Background(), single)
			if err != nil || !(sc.Value >= 0 && sc.Value <= 1) || sc.Calls > 4 || sc.Calls != sc.Usage.Input {
				t.Fatalf("%s: %+v, %v", m.Name(), sc, err)
			}
			if sc.Failure != "" && (sc.Value != 0 || sc.Verdicts != nil) {
				t.Fatalf("%s failed with a value: %+v", m.Name(), sc)
			}
		}
	})
}

func TestRun(t *testing.T) {
	s := llmtest.NewFunc(t, func(r llm.Request) llmtest.Reply {
		text := r.Messages[0].Text
		switch {
		case strings.Contains(text, "c3"):
			return llmtest.Reply{Text: "no JSON", Usage: cost(10, 2)}
		case strings.Contains(text, "c4"):
			return llmtest.Reply{Status: 400, Text: "too long"}
		case strings.Contains(text, "c1"):
			return llmtest.Reply{Text: `{"reason": "r", "verdict": 0}`, Usage: cost(10, 2)}
		}
		return llmtest.Reply{Text: good, Usage: cost(10, 2)}
	})
	var samples []judge.Sample
	for i := range 5 {
		samples = append(samples, judge.Sample{Question: "q", Contexts: []string{fmt.Sprintf("c%d", i)}, Reference: "r"})
	}
	samples = append(samples, judge.Sample{Question: "q", Contexts: []string{"c"}})
	m := judge.ContextPrecision(judge.Judge{LLM: llm.Limit(s.Client(), 2)}, judge.Reference)
	for _, workers := range []int{0, 4} {
		r, err := judge.Run(t.Context(), samples, workers, m, judge.Lexical(judge.LexicalOptions{Against: judge.Reference}))
		if err != nil {
			t.Fatal(err)
		}
		got := r.Metrics[0]
		if got.Judged != 3 || got.Mean != 2.0/3 || len(got.Failures) != 3 || got.Failures[judge.BadReply] != 1 || got.Failures[judge.CallFailed] != 1 || got.Failures[judge.NoReference] != 1 {
			t.Errorf("%d workers: %+v", workers, got)
		}
		// Three judged, one asked twice, one refused: five answered calls of six.
		if got.Calls != 6 || got.Usage != (llm.Usage{Input: 50, Output: 10, Cached: 5}) || r.Usage != got.Usage || r.Calls != 6 {
			t.Errorf("%d workers: cost %+v in %d calls", workers, got.Usage, got.Calls)
		}
		for i, sc := range got.Scores[:3] {
			if want := float64((i + 1) % 2); sc.Value != want {
				t.Errorf("sample %d has %v: not in order", i, sc.Value)
			}
		}
	}
	if r, err := judge.Run(t.Context(), nil, 1, m); err != nil || r.Metrics[0].Mean != 0 || r.Metrics[0].Judged != 0 {
		t.Errorf("no samples: %+v, %v", r, err)
	}
}
