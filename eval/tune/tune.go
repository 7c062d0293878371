// Package tune finds, by questions whose answers are known, the recipes that
// suit a corpus and each kind of source in it, and says how sure that is.
//
// The nouns: a [Space] is what may be chosen, as data. A candidate is one
// recipe of it. An arena is a set of questions that one choice is made for:
// all of them ([Result.Overall]), or those about one [Group] of documents. A
// fold is a part of the questions that is held out of a choice.
//
// How a choice is made. Candidates are halved over growing numbers of
// questions (Jamieson and Talwalkar, Non-stochastic Best Arm Identification,
// 2016): all answer a quarter, the better half another quarter, the best of
// those the rest. That is done once with all questions of the arena, which
// gives the proposal, and once without each fold, which says what the same
// procedure would have chosen without having seen that fold. Each of these
// choices sees its training questions and nothing else, at every step.
//
// Every figure in the result that belongs to a tuned recipe is of questions
// held out of its choice. The proposal replaces the default only where the
// recipes that were chosen without the held-out questions are significantly
// better on them than the default; else the default stays, and the result says
// why in words. A group of documents gets a recipe of its own by the same rule,
// against the recipe of all.
//
// What is found depends on the searcher that asks: see [Spec].
package tune

import (
	"context"
	"fmt"
	"slices"

	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/ingest"
)

// Run searches the space and returns what was found. The same spec gives the
// same result, whatever the number of workers. With Spec.Eval.Cache an
// interrupted run goes on where it was. Errors are about the spec, a default
// recipe that can't cut, a corpus without questions (wrapping eval.ErrEmpty),
// the cache, or ctx.
func Run(ctx context.Context, s Spec) (Result, error) {
	s, err := s.resolved()
	if err != nil {
		return Result{}, err
	}
	t := &tuning{Spec: s}
	for _, step := range []func(context.Context) error{t.draft, t.propose, t.askDefault, t.divide, t.search, t.judge} {
		if err := step(ctx); err != nil {
			return Result{}, err
		}
	}
	return t.result, nil
}

// tuning is one run.
type tuning struct {
	Spec
	candidates []candidate // the default first
	table      *table
	fold       []int // of each question
	folds      int
	arenas     []*arena // that of all first
	rungs      int
	sizes      map[piece]int
	result     Result
}

// draft makes questions where none were given.
func (t *tuning) draft(context.Context) error {
	if len(t.Eval.Questions) > 0 {
		return nil
	}
	qs, err := question.DraftAll(slices.Values(t.Eval.Corpus.Documents), question.DraftOptions{})
	if err != nil {
		return err
	}
	if len(qs) == 0 {
		return fmt.Errorf("%w: no questions were given, and none could be drafted of these documents; write some", eval.ErrEmpty)
	}
	t.Eval.Questions = qs
	return nil
}

// propose makes the candidates.
func (t *tuning) propose(context.Context) error {
	base, err := t.Cutting(t.Base)
	if err != nil {
		return fmt.Errorf("default recipe: %w", err)
	}
	t.candidates = []candidate{{name: Name(base.Recipe), cutting: base}}
	seen := map[string]bool{base.Recipe.Hash(): true}
	for r, err := range t.Space.around(t.Base, t.Seed) {
		if err != nil {
			return err
		}
		if len(t.candidates) >= t.Recipes {
			break
		}
		c, err := t.Cutting(r)
		if err != nil {
			t.result.Refused = append(t.result.Refused, fmt.Sprintf("%s: %v", Name(r), err))
			continue
		}
		if hash := c.Recipe.Hash(); !seen[hash] {
			seen[hash] = true
			t.candidates = append(t.candidates, candidate{name: Name(c.Recipe), cutting: c})
		}
	}
	return nil
}

// candidate is a recipe that can be chosen.
type candidate struct {
	name    string
	cutting ingest.Cutting
}

func (c candidate) recipe() ingest.Recipe { return c.cutting.Recipe }

// askDefault asks every question of the default: that says which questions
// hold, and it is what everything is compared with.
func (t *tuning) askDefault(ctx context.Context) error {
	t.tell(0, 1)
	spec := t.spec(t.candidates[:1], t.Eval.Questions)
	found, err := eval.Run(ctx, spec)
	if err != nil {
		return err
	}
	if t.table, err = newTable(t, found); err != nil {
		return err
	}
	t.result.Settings = found.Settings
	t.result.Settings.Resamples, t.result.Settings.Seed = t.Resamples, t.Seed
	t.result.Corpus, t.result.Skipped, t.result.Questions = found.Corpus, found.Skipped, len(found.Questions)
	for _, q := range found.Questions {
		if q.Drafted {
			t.result.Drafted++
		}
	}
	return nil
}

// divide makes the folds and the arenas.
func (t *tuning) divide(context.Context) error {
	asked := t.table.asked
	group := t.groupOf(asked)
	t.fold, t.folds, t.result.ByDocument = foldsOf(asked, group, t.Folds, t.Seed)
	t.result.Folds = t.folds
	t.result.Metric, t.result.Seed, t.result.Recipes = t.Metric, t.Seed, 1
	t.arenas = t.newArenas(asked, group)
	if slices.ContainsFunc(t.arenas, func(a *arena) bool { return a.few == "" }) {
		t.result.Recipes = len(t.candidates)
	}
	t.rungs = rungs(len(asked), t.MinQuestions)
	return nil
}

// tell tells how far the search is.
func (t *tuning) tell(rung, recipes int) {
	if t.Eval.Progress == nil && t.Progress == nil {
		return
	}
	outer := t.Progress
	t.Eval.Progress = func(p eval.Progress) {
		if outer != nil {
			outer(Progress{Rung: rung, Rungs: t.rungs, Recipes: recipes, Progress: p})
		}
	}
}
