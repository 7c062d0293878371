package judge

import (
	"context"
	"errors"
	"fmt"
	"math"
)

// Relevance is how well the answer fits the question: the model writes n
// questions that the answer would answer (one call; below 1 means 3), and the
// value is their mean similarity to the question that was asked; 0 where the
// answer commits itself to nothing. What RAGAS calls answer (or response)
// relevancy; it asks n times for one question, and has cosines of embeddings,
// which may be negative: here they count as 0. Without sim it is
// [LexicalCosine], which is a proxy: a question in other words is not alike.
func Relevance(j Judge, n int, sim Similarity) Metric {
	if n < 1 {
		n = 3
	}
	if sim == nil {
		sim = LexicalCosine(nil, "")
	}
	return relevance{j, n, sim}
}

type relevance struct {
	Judge
	n   int
	sim Similarity
}

const questionsPrompt = `You see an answer, but not the question that it was given to.
Write different questions to which this answer, taken whole, would be a direct and complete reply: as many as "count" says, in the language of the answer.
Also say whether the answer is noncommittal: 1 if it avoids answering, is vague throughout, or only says that something is not known; 0 if it commits itself to something.

Form: {"questions": ["first question", "second question"], "noncommittal": 0}`

type questions struct {
	Questions    []string `json:"questions"`
	Noncommittal verdict  `json:"noncommittal"`
}

// of returns a check that there are n questions.
func (questions) of(n int) func(questions) error {
	return func(q questions) error {
		if len(q.Questions) != n {
			return fmt.Errorf("there are %d questions, not %d", len(q.Questions), n)
		}
		for i, text := range q.Questions {
			if blank(text) {
				return fmt.Errorf("question %d is empty", i+1)
			}
		}
		if !q.Noncommittal.given {
			return errors.New(`"noncommittal" is missing`)
		}
		return nil
	}
}

// Name returns "answer_relevancy", as RAGAS has it.
func (relevance) Name() string { return "answer_relevancy" }

// Score makes one call, and one more if the reply isn't as asked.
func (m relevance) Score(ctx context.Context, s Sample) (Score, error) {
	if f := s.missing(true, false, false); f != "" {
		return Score{Failure: f}, nil
	}
	var sc Score
	got, err := ask(ctx, m.Judge, &sc, questionsPrompt, struct {
		Answer string `json:"answer"`
		Count  int    `json:"count"`
	}{s.Answer, m.n}, questions{}.of(m.n))
	if err != nil {
		return sc.fail(err)
	}
	if sc.Failure != "" {
		return sc, nil
	}
	alike, err := m.sim(ctx, s.Question, got.Questions)
	if ctx.Err() != nil {
		return sc.fail(ctx.Err())
	}
	if err != nil {
		return sc.fail(&fault{NoSimilarity, err.Error()})
	}
	if len(alike) != m.n {
		return sc.fail(&fault{NoSimilarity, fmt.Sprintf("%d values for %d questions", len(alike), m.n)})
	}
	for i, text := range got.Questions {
		if math.IsNaN(alike[i]) {
			return sc.fail(&fault{NoSimilarity, "a value is not a number"})
		}
		sc.Verdicts = append(sc.Verdicts, Verdict{Text: text, Value: min(max(alike[i], 0), 1)})
	}
	if !got.Noncommittal.yes {
		sc.Value = share(sc.Verdicts)
	}
	return sc, nil
}
