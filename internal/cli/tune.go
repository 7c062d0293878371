package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/tune"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/internal/progress"
)

// tuneOptions are the flags of tune that are no settings.
type tuneOptions struct {
	questions       string
	recipes         int
	metric, by      string
	k, folds, least int
	budgets         []int
	within, overlap bool
	after           string
	resamples       int
	seed            uint64
	cache, out      string
	json            bool
}

func tuneCommand(a *app) *cobra.Command {
	var opt tuneOptions
	flags := config.NewFlags(table())
	c := &cobra.Command{
		Use:   "tune PATH…",
		Short: "Find the recipes that suit documents, by questions with known answers",
		Long: "Tries recipes (strategy, max, frame, target, overlap) on the documents under PATH, for all of them and for\n" +
			"each kind of source (--by), and says which suits, how sure that is, what it costs, and how long answers and\n" +
			"what they stand in are. The settings in force are the default that a recipe has to beat.\n\n" +
			"Figures of tuned recipes are always of questions that were held out of the choice. The default stays where\n" +
			"nothing is significantly better, or where there are too few questions. -o writes the settings, with a\n" +
			"comment for each choice. Without --questions some are drafted, which says less: they repeat the words of\n" +
			"their answers. docs/tuning.md says how it is done.",
		Example: "  pildora tune examples/en --questions questions.jsonl --budget-runs 6 -o tuned.yaml\n" +
			"  pildora tune examples/en --questions questions.jsonl --budget-runs 4 --by folder --metric whole@5",
		Args: args("PATH", 1, -1),
		RunE: func(c *cobra.Command, roots []string) error {
			if err := opt.check(a); err != nil {
				return err
			}
			s, err := a.settings(flags)
			if err != nil {
				return err
			}
			return a.tune(c.Context(), s, roots, opt)
		},
	}
	addFlags(c, flags, config.RecipeGroup, config.InputGroup)
	opt.flags(c)
	return c
}

func (o *tuneOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.questions, "questions", "", "the questions, a `FILE.jsonl`; - is standard input; without it some are drafted")
	f.IntVar(&o.recipes, "budget-runs", 40, "how many recipes are tried at most, the default included")
	f.StringVar(&o.metric, "metric", "auc", "what is made best, a metric of eval such as auc or whole@5")
	f.StringVar(&o.by, "by", "none", "what makes a `KIND` of source, which may get its own recipe: none, folder, media or meta:KEY")
	f.IntVar(&o.folds, "folds", 5, "parts of the questions that are held out in turn")
	f.IntVar(&o.least, "min-questions", 20, "a choice needs as many questions")
	f.IntVarP(&o.k, "top", "k", 5, "how many passages the metrics \"@k\" look at")
	f.IntSliceVar(&o.budgets, "budgets", eval.Budgets(), "budgets of retrieved `TOKENS`, comma-separated")
	f.BoolVar(&o.within, "within", false, "search only in the document that a question is about")
	f.StringVar(&o.after, "question-after", "", "ask only what stands behind the first `TEXT` in a question")
	f.BoolVar(&o.overlap, "with-overlap", false, "search and deliver chunks with the text before them that they repeat; tries overlaps too")
	f.IntVar(&o.resamples, "resamples", 10_000, "of the bootstrap that says how sure figures are")
	f.Uint64Var(&o.seed, "seed", 0, "of folds, candidates and bootstrap")
	f.StringVar(&o.cache, "cache", "", "keep the figures of each recipe in `DIR`: a search that was interrupted goes on there")
	f.BoolVar(&o.json, "json", false, "print one JSON object")
	f.StringVarP(&o.out, "out", "o", "", "write the settings found to `FILE.yaml`")
}

// check refuses what nothing could be found with, before anything is read.
func (o *tuneOptions) check(a *app) error {
	for _, n := range []struct {
		flag         string
		value, least int
	}{{"--budget-runs", o.recipes, 2}, {"--folds", o.folds, 2}, {"--min-questions", o.least, 1}, {"-k", o.k, 1}, {"--resamples", o.resamples, 100}} {
		if n.value < n.least {
			return usagef("%s is %d; must be %d or more", n.flag, n.value, n.least)
		}
	}
	for _, b := range o.budgets {
		if b < 1 {
			return usagef("--budgets must be 1 or more tokens each, for instance --budgets 500,1000,2000")
		}
	}
	if _, err := grouping(o.by, nil); err != nil {
		return err
	}
	if o.out == "" {
		return nil
	}
	if _, err := os.Lstat(a.path(o.out)); !errors.Is(err, fs.ErrNotExist) {
		return usagef("%s is there already and is left as it is; give another name, or take it away first", o.out)
	}
	return a.writable(o.out)
}

func (a *app) tune(ctx context.Context, s config.Settings, roots []string, opt tuneOptions) error {
	spec, missed, err := a.tuneSpec(ctx, s, roots, opt)
	if err != nil {
		return err
	}
	watch := a.watchTuning(&spec)
	r, err := tune.Run(ctx, spec)
	watch()
	if errors.Is(err, tune.ErrMetric) {
		return usageError{err}
	}
	if err != nil {
		return evalError(err)
	}
	a.skipped(&eval.Result{Skipped: r.Skipped})
	if err := a.deliverTuned(&r, s.Tokenizer, opt); err != nil {
		return err
	}
	return missed
}

// tuneSpec is the search that the options ask for.
func (a *app) tuneSpec(ctx context.Context, s config.Settings, roots []string, opt tuneOptions) (t tune.Spec, missed, err error) {
	if len(s.Profiles) > 0 {
		a.say("the profiles of %s are left out: every recipe is tried on all documents, and --by says for which kinds one is sought", label(s.File))
	}
	t = tune.Spec{Metric: opt.metric, Recipes: opt.recipes, Folds: opt.folds, MinQuestions: opt.least, Resamples: opt.resamples, Seed: opt.seed,
		Space: space(opt), Cutting: func(r ingest.Recipe) (ingest.Cutting, error) { return a.tokenizers.Cutting(r, s.Collection) }}
	t.Eval = eval.Spec{K: opt.k, Budgets: opt.budgets, Within: opt.within, After: opt.after, Overlap: opt.overlap, Workers: s.Workers}
	if opt.cache != "" {
		t.Eval.Cache = a.path(opt.cache)
	}
	if s.Profile == config.AutoProfile {
		a.say("the profile is not found out of each document: every recipe is tried on all of them")
	}
	base, err := a.cutting(s, s.Recipe)
	if err != nil {
		return t, nil, err
	}
	t.Base = base.Recipe
	t.Base.Model = "" // each recipe names the language model anew, with the prompts that it uses
	if t.Eval.Tokens, err = a.tokenizer(s); err != nil {
		return t, nil, err
	}
	if opt.questions != "" {
		if t.Eval.Questions, err = a.questions(opt.questions); err != nil {
			return t, nil, err
		}
		if len(t.Eval.Questions) == 0 {
			return t, nil, usagef("%s: no questions; leave --questions out to have some drafted", opt.questions)
		}
	}
	if t.Eval.Corpus, missed, err = a.corpus(ctx, s, roots); err != nil {
		return t, nil, err
	}
	t.Groups, err = grouping(opt.by, t.Eval.Corpus)
	return t, missed, err
}

// space is what is tried: overlap only where it can be of use, and no strategy
// that asks a language model, which costs.
func space(opt tuneOptions) tune.Space {
	var out tune.Space
	free := slices.DeleteFunc(catalog.StrategyNames(), func(name string) bool { return name == "llm" })
	for _, d := range tune.Standard(free...) {
		if d.Key != "overlap" || opt.overlap {
			out = append(out, d)
		}
	}
	return out
}

// watchTuning shows how far a search is, until done is called.
func (a *app) watchTuning(s *tune.Spec) (done func()) {
	var bar *progress.Reporter
	rung, shown, end := -1, 0, func() {}
	s.Progress = func(p tune.Progress) {
		if p.Rung != rung {
			end()
			rung, shown = p.Rung, 0
			bar, end = a.bar(rungTitle(p), "questions", p.Total*p.Of)
		}
		a.log.Debug(string(p.Stage), "rung", p.Rung, "recipe", p.Contender, "number", p.Number, "of", p.Of, "questions", p.Done)
		if now := (p.Number-1)*p.Total + p.Progress.Done; now > shown {
			bar.Add(int64(now - shown))
			shown = now
		}
	}
	return func() { end() }
}

func rungTitle(p tune.Progress) string {
	switch {
	case p.Rung == 0:
		return "tune: default"
	case p.Rung > p.Rungs:
		return "tune: together"
	}
	return fmt.Sprintf("tune: %s, round %d of %d", count(p.Recipes, "recipe"), p.Rung, p.Rungs)
}
