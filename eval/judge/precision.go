package judge

import (
	"context"
	"errors"
)

// ContextPrecision says whether useful contexts stand before useless ones. The
// model gives a verdict on each context, whether it helped to come to the
// reference (or to the answer); the value is the average precision of the
// verdicts v in their order:
//
//	Σ precision@i · v_i / Σ v_i
//
// It is 0 where no context is useful or none was found. Contexts that were
// never retrieved don't count: that is [ContextRecall]. RAGAS: context
// precision with reference, and without (context utilization).
func ContextPrecision(j Judge, against Against) Metric { return precision{j, against} }

type precision struct {
	Judge
	against Against
}

const usefulPrompt = `You judge whether a retrieved context was useful.
Given a question, its answer and one context: verdict 1 if the context holds something that the answer needs, be it only a part of it; verdict 0 if one could take the context away without the answer losing any support, also when it is about the same subject.
Give a reason of at most one sentence.

Form: {"reason": "why", "verdict": 1}`

type useful struct {
	Reason  string  `json:"reason"`
	Verdict verdict `json:"verdict"`
}

func (u useful) check() error {
	if !u.Verdict.given {
		return errors.New(`"verdict" is missing`)
	}
	return nil
}

// Name returns "context_precision", or "context_utilization" against answers.
func (m precision) Name() string {
	if m.against == Answer {
		return "context_utilization"
	}
	return "context_precision"
}

// Score makes a call for each context that isn't blank, and one more for each
// reply that isn't as asked.
func (m precision) Score(ctx context.Context, s Sample) (Score, error) {
	answer, missing := m.against.of(s)
	if missing != "" {
		return Score{Failure: missing}, nil
	}
	var sc Score
	for _, text := range s.Contexts {
		if blank(text) {
			sc.Verdicts = append(sc.Verdicts, Verdict{Reason: "blank"})
			continue
		}
		got, err := ask(ctx, m.Judge, &sc, usefulPrompt, struct {
			Question string `json:"question"`
			Answer   string `json:"answer"`
			Context  string `json:"context"`
		}{s.Question, answer, text}, useful.check)
		if err != nil {
			return sc.fail(err)
		}
		sc.Verdicts = append(sc.Verdicts, Verdict{text, got.Verdict.value(), got.Reason})
	}
	sc.Value = averagePrecision(sc.Verdicts)
	return sc, nil
}

// averagePrecision is the mean of the precision at each useful place.
func averagePrecision(vs []Verdict) float64 {
	sum, useful := 0.0, 0.0
	for i, v := range vs {
		if v.Value > 0 {
			useful++
			sum += useful / float64(i+1)
		}
	}
	if useful == 0 {
		return 0
	}
	return sum / useful
}
