package judge

import (
	"context"
	"errors"
	"fmt"
)

// ContextRecall is the share of the reference's statements that can be
// attributed to the contexts. The model breaks the reference up and gives the
// verdicts in one call. It is 0, without a call, where nothing was found.
// RAGAS: context recall.
func ContextRecall(j Judge) Metric { return recall{j} }

type recall struct{ Judge }

const attributePrompt = `You judge whether retrieved contexts hold what the right answer to a question consists of.
Break the reference, which is the right answer, up into its statements: usually one for each sentence, and no less than one. For each, verdict 1 if it can be attributed to the contexts, that is, if they say it in these or other words; verdict 0 if they do not, or say only part of it. What you know yourself does not count.
Give a reason of at most one sentence each.

Form: {"statements": [{"statement": "what the reference says", "reason": "why", "verdict": 1}]}`

type attributed struct {
	Statements []struct {
		Statement string  `json:"statement"`
		Reason    string  `json:"reason"`
		Verdict   verdict `json:"verdict"`
	} `json:"statements"`
}

func (a attributed) check() error {
	if len(a.Statements) == 0 {
		return errors.New("there are no statements")
	}
	for i, s := range a.Statements {
		if blank(s.Statement) {
			return fmt.Errorf("statement %d is empty", i+1)
		}
		if !s.Verdict.given {
			return fmt.Errorf(`"verdict" is missing for statement %d`, i+1)
		}
	}
	return nil
}

// Name returns "context_recall".
func (recall) Name() string { return "context_recall" }

// Score makes one call, and one more if the reply isn't as asked.
func (m recall) Score(ctx context.Context, s Sample) (Score, error) {
	if f := s.missing(false, true, true); f != "" {
		return Score{Failure: f}, nil
	}
	if len(s.Contexts) == 0 {
		return Score{}, nil
	}
	var sc Score
	got, err := ask(ctx, m.Judge, &sc, attributePrompt, struct {
		Question  string   `json:"question"`
		Reference string   `json:"reference"`
		Contexts  []string `json:"contexts"`
	}{s.Question, s.Reference, s.Contexts}, attributed.check)
	if err != nil {
		return sc.fail(err)
	}
	if sc.Failure != "" {
		return sc, nil
	}
	for _, st := range got.Statements {
		sc.Verdicts = append(sc.Verdicts, Verdict{st.Statement, st.Verdict.value(), st.Reason})
	}
	sc.Value = share(sc.Verdicts)
	return sc, nil
}
