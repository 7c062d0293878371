package cli

import (
	"context"
	"fmt"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/internal/config"
)

// judging opens the language model that answers and judges; its LLM is nil
// where nobody is to judge.
func (a *app) judging(s config.Settings, opt evalOptions, e embed.Embedder) (eval.Judging, error) {
	if !opt.judge {
		return eval.Judging{}, nil
	}
	c, err := a.completer(s)
	j := eval.Judging{LLM: c, Model: s.LLM.Name, Most: opt.judged, Workers: s.LLM.Concurrency}
	if e != nil {
		j.Similarity = eval.Cosine(e)
	}
	return j, err
}

// judged has the questions of a result answered and judged. The result stays
// as it was where that ends early, and where nobody was asked.
func (a *app) judged(ctx context.Context, r *eval.Result, c *eval.Corpus, j eval.Judging) error {
	if j.LLM == nil {
		return nil
	}
	bar, done := a.bar("judge", "calls", 0)
	j.Progress = func() { bar.Add(1) }
	err := eval.Judge(ctx, r, c, j)
	done()
	if err != nil {
		return fmt.Errorf("judging: %w", err)
	}
	if !a.estimate {
		return nil
	}
	for i := range r.Runs {
		r.Runs[i].Judged = nil // nobody was asked
	}
	return nil
}
