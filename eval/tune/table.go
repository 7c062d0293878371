package tune

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/question"
)

// table keeps what each candidate gave to each question, as far as it was
// asked. A figure depends on its candidate and its question alone, so it
// doesn't matter together with which others it was asked.
type table struct {
	t      *tuning
	asked  []eval.Asked
	at     map[string]int // question by id
	rows   []*row         // by candidate; nil where it was asked nothing
	before []bool         // questions that candidates were asked in earlier rungs
	runs   int
}

// row is one candidate's figures, by question.
type row struct {
	values    map[string][]float64
	delivered []float64 // tokens of the first K passages, context included
	chunks    int
	tokens    int // of all chunks, context included
}

// newTable begins with what the default gave to all questions.
func newTable(t *tuning, found eval.Result) (*table, error) {
	x := &table{t: t, asked: found.Questions, at: map[string]int{}, rows: make([]*row, len(t.candidates)), before: make([]bool, len(found.Questions))}
	for i, q := range found.Questions {
		x.at[q.ID] = i
	}
	known := found.Runs[0].PerQuestion[0].Metrics
	for _, m := range t.metrics() {
		if _, ok := known[m]; !ok {
			return nil, fmt.Errorf("%w: %q; known: %s", ErrMetric, m, strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		}
	}
	x.note(0, &found.Runs[0])
	return x, nil
}

// note writes what a trial found.
func (x *table) note(c int, trial *eval.Trial) {
	r := x.rows[c]
	if r == nil {
		r = &row{values: map[string][]float64{}, delivered: make([]float64, len(x.asked))}
		for _, m := range x.t.metrics() {
			r.values[m] = make([]float64, len(x.asked))
		}
		x.rows[c] = r
	}
	s := &trial.Sizes
	r.chunks = trial.Chunks
	r.tokens = int(float64(s.Count)*(s.Mean*(1+s.Growth)+s.Context) + 0.5)
	for _, a := range trial.PerQuestion {
		i := x.at[a.ID]
		for m, list := range r.values {
			list[i] = a.Metrics[m]
		}
		for _, h := range a.Hits {
			r.delivered[i] += float64(h.Paid)
		}
	}
}

// ask asks the candidates those of the questions that weren't asked before.
// Whoever is asked now was asked the earlier ones too.
func (x *table) ask(ctx context.Context, cs, qs []int) error {
	cs = slices.DeleteFunc(slices.Clone(cs), func(c int) bool { return c == 0 }) // the default was asked all
	wanted := map[string]bool{}
	for _, q := range qs {
		if !x.before[q] {
			wanted[x.asked[q].ID] = true
			x.before[q] = true
		}
	}
	if len(cs) == 0 || len(wanted) == 0 {
		return nil
	}
	list := make([]candidate, len(cs))
	for i, c := range cs {
		list[i] = x.t.candidates[c]
	}
	found, err := eval.Run(ctx, x.t.spec(list, x.questions(wanted)))
	if err != nil {
		return err
	}
	for i := range found.Runs {
		x.note(cs[i], &found.Runs[i])
	}
	x.runs += len(cs)
	return nil
}

// questions are the given questions of these ids.
func (x *table) questions(ids map[string]bool) []question.Question {
	var out []question.Question
	for _, q := range x.t.Eval.Questions {
		if ids[q.ID] {
			out = append(out, q)
		}
	}
	return out
}

// mean is a candidate's mean in the metric that is tuned, over some questions.
func (x *table) mean(c int, metric string, qs []int) float64 {
	return average(x.rows[c].values[metric], qs)
}

func average(values []float64, qs []int) float64 {
	sum := 0.0
	for _, q := range qs {
		sum += values[q]
	}
	return sum / float64(max(1, len(qs)))
}

// distinct leaves out candidates that are another one under another name: as
// many chunks of the same total length, and the same figures for each of the
// questions. The first of them stays.
func (x *table) distinct(cs, qs []int) []int {
	var out []int
	for _, c := range cs {
		if !slices.ContainsFunc(out, func(o int) bool { return x.alike(o, c, qs) }) {
			out = append(out, c)
		}
	}
	return out
}

func (x *table) alike(a, b int, qs []int) bool {
	r, s := x.rows[a], x.rows[b]
	if r.chunks != s.chunks || r.tokens != s.tokens {
		return false
	}
	for _, q := range qs {
		if r.delivered[q] != s.delivered[q] {
			return false
		}
		for m := range r.values {
			if r.values[m][q] != s.values[m][q] {
				return false
			}
		}
	}
	return true
}
