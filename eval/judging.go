package eval

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/eval/judge"
	"github.com/pildora/pildora/eval/stat"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/prompt"
)

// Judging says how questions are answered from what was delivered, and the
// answers judged. LLM must be given.
type Judging struct {
	LLM llm.Completer
	// Model names what answers and judges, for the result.
	Model string
	// Most is how many of the questions are judged, spread evenly over all; 0
	// means every one.
	Most int
	// Workers is how many questions are worked on at once; 0 means 4. How many
	// calls run at once is the LLM's to bound.
	Workers int
	// Similarity of questions, for relevance; nil means that of their words.
	Similarity judge.Similarity
	// Progress, if given, is told of every call that ended, by several
	// goroutines at once.
	Progress func()
}

// Cosine is the similarity of questions by an embedder's vectors.
func Cosine(e embed.Embedder) judge.Similarity {
	return func(ctx context.Context, question string, others []string) ([]float64, error) {
		vectors, err := embed.Checked(ctx, e, embed.Query, append([]string{question}, others...))
		if err != nil {
			return nil, err
		}
		out := make([]float64, len(others))
		for i := range others {
			out[i] = embed.Dot(vectors[0], vectors[i+1])
		}
		return out, nil
	}
}

// Judged is what became of one run's passages: answers made of them, and what
// judges say of both.
type Judged struct {
	Model string `json:"model"`
	// Metrics are the means over the questions that could be judged, with their
	// 95 % intervals; one that no question could be judged by is left out.
	Metrics map[string]Estimate `json:"metrics"`
	// Failures counts, by metric, the questions that couldn't be judged.
	Failures map[string]map[judge.Failure]int `json:"failures,omitempty"`
	Answers  []JudgedAnswer                   `json:"answers"`
	Calls    int                              `json:"calls"` // of the judges
	Usage    llm.Usage                        `json:"usage"` // likewise
}

// JudgedAnswer is one answer with its scores by metric.
type JudgedAnswer struct {
	ID     string                 `json:"id"` // of the question
	Answer string                 `json:"answer,omitempty"`
	Fault  string                 `json:"fault,omitempty"` // why there is no answer
	Scores map[string]judge.Score `json:"scores"`
}

// Judge answers the questions of a result from the passages that each run
// delivered, has answers and passages judged, and adds that to the runs, and to
// the comparisons where there are several. The corpus is the one that was
// evaluated.
//
// The error is one that ends the work: ctx's, llm.ErrBudget, or a model that
// answers nobody. The result is then as it was; with a cache of answers a
// further call goes on where this one was. Where an llm.Estimator stands for
// the model, the right answers are taken for its, so that the judges' calls
// are counted too.
func Judge(ctx context.Context, r *Result, c *Corpus, j Judging) error {
	if j.LLM == nil {
		return errors.New("judging: no language model is given")
	}
	if j.Workers <= 0 {
		j.Workers = 4
	}
	if j.Progress != nil {
		c := j.LLM
		j.LLM = llm.Func(func(ctx context.Context, q llm.Request) (llm.Response, error) {
			defer j.Progress()
			return c.Complete(ctx, q)
		})
	}
	s := stat.Settings{Resamples: r.Settings.Resamples, Seed: r.Settings.Seed, Workers: j.Workers}
	judged := make([]*Judged, len(r.Runs))
	for i := range r.Runs {
		var err error
		if judged[i], err = j.run(ctx, r, c, &r.Runs[i], s); err != nil {
			return fmt.Errorf("%s: %w", r.Runs[i].Name, err)
		}
	}
	found, err := compareJudged(r, judged, s)
	if err != nil {
		return err
	}
	for i := range r.Runs {
		r.Runs[i].Judged = judged[i]
	}
	r.Comparisons = append(r.Comparisons, found...)
	return nil
}

// run answers and judges for one run.
func (j Judging) run(ctx context.Context, r *Result, c *Corpus, t *Trial, s stat.Settings) (*Judged, error) {
	samples, err := Samples(r, c, t.Name)
	if err != nil {
		return nil, err
	}
	asked := spreadOver(len(samples), j.Most)
	out := &Judged{Model: j.Model, Metrics: map[string]Estimate{}, Answers: make([]JudgedAnswer, len(asked))}
	chosen := make([]judge.Sample, len(asked))
	for i, k := range asked {
		chosen[i] = samples[k]
		out.Answers[i] = JudgedAnswer{ID: r.Questions[k].ID, Scores: map[string]judge.Score{}}
	}
	if err := j.answer(ctx, r, c, asked, chosen, out.Answers); err != nil {
		return nil, err
	}
	model := judge.Judge{LLM: j.LLM, MaxTokens: 2000}
	report, err := judge.Run(ctx, chosen, j.Workers, judge.Faithfulness(model), judge.Relevance(model, 0, j.Similarity),
		judge.ContextPrecision(model, judge.Reference), judge.ContextRecall(model))
	if err != nil {
		return nil, err
	}
	out.Calls, out.Usage = report.Calls, report.Usage
	for _, m := range report.Metrics {
		if err := out.add(m, s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// spreadOver picks most of n, evenly; all where most is 0 or more than n.
func spreadOver(n, most int) []int {
	if most <= 0 || most > n {
		most = n
	}
	out := make([]int, most)
	for i := range out {
		out[i] = i * n / most
	}
	return out
}

// answer fills in the answers to the chosen questions, several at once.
func (j Judging) answer(ctx context.Context, r *Result, c *Corpus, asked []int, samples []judge.Sample, out []JudgedAnswer) error {
	by := judge.Answerer{LLM: j.LLM}
	g, running := errgroup.WithContext(ctx)
	g.SetLimit(j.Workers)
	for i, k := range asked {
		if running.Err() != nil {
			break
		}
		g.Go(func() error {
			text, err := by.Answer(running, samples[i], language(&r.Questions[k], c))
			switch {
			case errors.Is(err, prompt.ErrUnasked):
				samples[i].Answer = samples[i].Reference
				return nil
			case err != nil && prompt.Ends(running, err):
				return fmt.Errorf("question %s: %w", r.Questions[k].ID, err)
			case err != nil:
				out[i].Fault = err.Error()
				return nil
			}
			samples[i].Answer, out[i].Answer = text, text
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// language is that of a question, as far as it is known.
func language(q *Asked, c *Corpus) string {
	if q.Language != "" {
		return q.Language
	}
	if d := c.Document(q.Doc); d != nil {
		return d.Language
	}
	return ""
}

// add takes over what a metric says.
func (d *Judged) add(m judge.Summary, s stat.Settings) error {
	for i, sc := range m.Scores {
		sc.Value = round(sc.Value)
		d.Answers[i].Scores[m.Name] = sc
	}
	if len(m.Failures) > 0 {
		if d.Failures == nil {
			d.Failures = map[string]map[judge.Failure]int{}
		}
		d.Failures[m.Name] = m.Failures
	}
	values := d.values(m.Name, func(int) bool { return true })
	if len(values) == 0 {
		return nil
	}
	mean, err := stat.Mean(values, s)
	if err != nil {
		return fmt.Errorf("%s: %w", m.Name, err)
	}
	d.Metrics[m.Name] = Estimate{round(mean.Mean), round(mean.Lo), round(mean.Hi)}
	return nil
}

// values are the scores by one metric of those of some questions that could be
// judged.
func (d *Judged) values(metric string, some func(i int) bool) []float64 {
	var out []float64
	for i, a := range d.Answers {
		if sc := a.Scores[metric]; sc.Failure == "" && some(i) {
			out = append(out, sc.Value)
		}
	}
	return out
}

// compareJudged compares every two runs in what judges said, over the
// questions that could be judged for all of them.
func compareJudged(r *Result, judged []*Judged, s stat.Settings) ([]Comparison, error) {
	var out []Comparison
	for _, metric := range slices.Sorted(maps.Keys(judged[0].Metrics)) {
		all := func(i int) bool {
			return !slices.ContainsFunc(judged, func(d *Judged) bool { return d.Answers[i].Scores[metric].Failure != "" })
		}
		if len(judged[0].values(metric, all)) == 0 {
			continue
		}
		found, err := r.differences(metric, func(run int) []float64 { return judged[run].values(metric, all) }, s)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}
