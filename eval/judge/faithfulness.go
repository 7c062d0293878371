package judge

import (
	"context"
	"errors"
	"fmt"
)

// Faithfulness is the share of the answer's statements that the contexts bear
// out. The model first breaks the answer up into statements (one call), then
// gives a verdict on each (another). With no contexts found nothing is borne
// out; an answer that claims nothing fails as [NoStatements]. RAGAS:
// faithfulness.
func Faithfulness(j Judge) Metric { return faithfulness{j} }

type faithfulness struct{ Judge }

const statementsPrompt = `You prepare an answer to a question for fact checking.
Break the answer up into statements. Each statement makes one claim, can be understood without the others and without the question (write names instead of pronouns), and claims neither more nor less than the answer does. Leave out greetings, questions, advice on how to ask, and remarks that something is not known.
If the answer claims nothing, the list is empty.

Form: {"statements": ["first statement", "second statement"]}`

const verifyPrompt = `You check statements against contexts.
For each statement decide whether it follows from the contexts alone: verdict 1 if a careful reader of the contexts, knowing nothing else, would have to agree; verdict 0 if the contexts contradict it, say only part of it, or do not speak of it. What you know yourself does not count.
Give exactly one verdict for each statement, by its number, with a reason of at most one sentence.

Form: {"verdicts": [{"statement": 1, "reason": "why", "verdict": 1}, {"statement": 2, "reason": "why", "verdict": 0}]}`

type statements struct {
	Statements []string `json:"statements"`
}

func (s statements) check() error {
	if s.Statements == nil {
		return errors.New(`"statements" is missing`)
	}
	for i, text := range s.Statements {
		if blank(text) {
			return fmt.Errorf("statement %d is empty", i+1)
		}
	}
	return nil
}

type verdicts struct {
	Verdicts []struct {
		Statement int     `json:"statement"`
		Reason    string  `json:"reason"`
		Verdict   verdict `json:"verdict"`
	} `json:"verdicts"`
}

// on returns a check that each of n statements has exactly one verdict.
func (verdicts) on(n int) func(verdicts) error {
	return func(v verdicts) error {
		seen := make([]bool, n)
		for _, one := range v.Verdicts {
			switch {
			case one.Statement < 1 || one.Statement > n:
				return fmt.Errorf("there is a verdict on statement %d, but the statements are 1 to %d", one.Statement, n)
			case seen[one.Statement-1]:
				return fmt.Errorf("there are two verdicts on statement %d", one.Statement)
			case !one.Verdict.given:
				return fmt.Errorf(`"verdict" is missing for statement %d`, one.Statement)
			}
			seen[one.Statement-1] = true
		}
		for i, ok := range seen {
			if !ok {
				return fmt.Errorf("there is no verdict on statement %d", i+1)
			}
		}
		return nil
	}
}

// Name returns "faithfulness".
func (faithfulness) Name() string { return "faithfulness" }

// Score makes at most two calls, and one more for each reply that isn't as
// asked.
func (m faithfulness) Score(ctx context.Context, s Sample) (Score, error) {
	if f := s.missing(true, false, true); f != "" {
		return Score{Failure: f}, nil
	}
	var sc Score
	said, err := ask(ctx, m.Judge, &sc, statementsPrompt, struct {
		Question string `json:"question"`
		Answer   string `json:"answer"`
	}{s.Question, s.Answer}, statements.check)
	if err != nil {
		return sc.fail(err)
	}
	if sc.Failure == NotAsked {
		said.Statements = []string{s.Answer} // so that the second call is counted too
	}
	if len(said.Statements) == 0 {
		return sc.fail(&fault{NoStatements, "the answer claims nothing"})
	}
	sc.Verdicts = make([]Verdict, len(said.Statements))
	for i, text := range said.Statements {
		sc.Verdicts[i].Text = text
	}
	if len(s.Contexts) > 0 {
		if err := m.verify(ctx, &sc, s.Contexts); err != nil {
			return sc.fail(err)
		}
	}
	sc.Value = share(sc.Verdicts)
	return sc, nil
}

// verify fills in the verdicts on the statements of sc.
func (m faithfulness) verify(ctx context.Context, sc *Score, contexts []string) error {
	type numbered struct {
		Number int    `json:"number"`
		Text   string `json:"text"`
	}
	list := make([]numbered, len(sc.Verdicts))
	for i, v := range sc.Verdicts {
		list[i] = numbered{i + 1, v.Text}
	}
	got, err := ask(ctx, m.Judge, sc, verifyPrompt, struct {
		Contexts   []string   `json:"contexts"`
		Statements []numbered `json:"statements"`
	}{contexts, list}, verdicts{}.on(len(list)))
	for _, v := range got.Verdicts {
		to := &sc.Verdicts[v.Statement-1]
		to.Value, to.Reason = v.Verdict.value(), v.Reason
	}
	return err
}
