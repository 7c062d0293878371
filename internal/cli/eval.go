package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/internal/progress"
)

// evalOptions are the flags of eval that are no settings.
type evalOptions struct {
	questions          string
	strategies, chunks []string
	k                  int
	budgets            []int
	within             bool
	after              string
	searched           string
	overlap, chroma    bool
	resamples          int
	seed               uint64
	cache              string
	json               bool
	out                []string
	gate               string
	ragas              []string
	modes              []string
	weight             float64
	assemble           string
	judge              bool
	judged             int
}

func evalCommand(a *app) *cobra.Command {
	var opt evalOptions
	flags := config.NewFlags(table())
	c := &cobra.Command{
		Use:   "eval PATH…",
		Short: "Measure ways of cutting by questions with known answers",
		Long: "Cuts the documents under PATH by every contender, asks all the questions of each in the same way, and says\n" +
			"how well the answers were found, how sure that is, and which differences mean anything.\n\n" +
			"A contender is a strategy with the size that it is given as max (cascade@256), a settings file\n" +
			"(NAME=recipe.yaml), or the chunks of another program (--chunks NAME=FILE.jsonl with doc, text, start_rune and\n" +
			"end_rune a line; NAME@512 says that its limit was 512 tokens). Flags about cutting hold for all of ours.\n" +
			"Without contenders the settings in force are measured.\n\n" +
			"A table goes to standard output, or JSON with --json; -o writes a report beside it. Questions that don't hold\n" +
			"against the documents are skipped and named. With --gate the exit code is 1 where a metric is significantly\n" +
			"worse than in the baseline. The table shows some of the figures; the JSON has all, for each question too, such\n" +
			"as answer_words@5, the share of the answer's words in the first passages. --ragas writes those passages for\n" +
			"judges that ask a model; --judge asks one itself, the language model of the settings: it answers each question\n" +
			"from the passages and says whether the answer is borne out and to the point, and the passages the right ones.\n" +
			"docs/evaluation.md says what the figures mean.",
		Example: "  pildora eval examples/en --questions questions.jsonl\n" +
			"  pildora eval examples/en --questions questions.jsonl --strategies cascade,recursive@128,recursive@256 -o report.html\n" +
			"  pildora eval examples/en --questions questions.jsonl --chunks theirs@256=chunks.jsonl --json\n" +
			"  pildora eval examples/en --questions questions.jsonl --gate baseline.json",
		Args: args("PATH", 1, -1),
		RunE: func(c *cobra.Command, roots []string) error {
			if err := opt.check(a); err != nil {
				return err
			}
			s, err := a.settings(flags)
			if err != nil {
				return err
			}
			return a.eval(c.Context(), &lineup{a, s, flags, opt.chroma, map[string]bool{}}, roots, opt)
		},
	}
	addFlags(c, flags, config.RecipeGroup, config.InputGroup)
	a.addLLMFlags(c, flags)
	opt.flags(c)
	c.AddCommand(evalDiffCommand(a), evalBoundariesCommand(a), evalPillsCommand(a))
	return c
}

func (o *evalOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.questions, "questions", "", "the questions, a `FILE.jsonl`; - is standard input")
	f.StringSliceVar(&o.strategies, "strategies", nil, "`LIST` of contenders: STRATEGY, STRATEGY@MAX or NAME=FILE.yaml, comma-separated")
	f.StringArrayVar(&o.chunks, "chunks", nil, "chunks of another program as a contender, `NAME=FILE.jsonl`; repeatable")
	f.IntVarP(&o.k, "top", "k", 5, "how many passages the metrics \"@k\" look at")
	f.IntSliceVar(&o.budgets, "budgets", eval.Budgets(), "budgets of retrieved `TOKENS`, comma-separated")
	f.BoolVar(&o.within, "within", false, "search only in the document that a question is about")
	f.StringVar(&o.after, "question-after", "", "ask only what stands behind the first `TEXT` in a question")
	f.StringVar(&o.searched, "searched", string(eval.Own), "what is searched of a chunk: own (its text, and the headings of ours), text, "+
		"or headings (with them for all)")
	f.BoolVar(&o.overlap, "with-overlap", false, "search and deliver chunks with the text before them that they repeat")
	f.BoolVar(&o.chroma, "chroma", false, "compute the span metrics, and place foreign chunks, as Chroma's evaluation does")
	f.IntVar(&o.resamples, "resamples", 10_000, "of the bootstrap that says how sure figures are; more are made where very many contenders are compared")
	f.Uint64Var(&o.seed, "seed", 0, "of the bootstrap")
	f.StringVar(&o.cache, "cache", "", "keep the figures of each contender in `DIR`: an evaluation that was interrupted goes on there")
	f.BoolVar(&o.json, "json", false, "print one JSON object instead of the table")
	f.StringArrayVarP(&o.out, "out", "o", nil, "write a report to `FILE`: .html or .json; repeatable")
	f.StringArrayVar(&o.ragas, "ragas", nil, "write what a contender delivered to each question as RAGAS reads it, `NAME=FILE`, .jsonl or .csv; repeatable")
	f.StringSliceVar(&o.modes, "mode", []string{string(eval.Lexical)}, "`LIST` of ways to search, comma-separated: "+modeNames())
	f.Float64Var(&o.weight, "dense-weight", eval.DenseWeight, "how much vectors count in fused modes, from 0 to 1; words count the rest")
	f.BoolVar(&o.judge, "judge", false, "have the language model answer the questions from what was found, and judge answers and passages")
	f.IntVar(&o.judged, "judge-questions", 0, "judge at most `N` of the questions, spread evenly over all; 0 judges every one")
	f.StringVar(&o.assemble, "assemble", "", "make `PASSAGESxTOKENS` of what the modes with windows find: 5x256 is five passages of 1,280 tokens in all")
	f.StringVar(&o.gate, "gate", "", "exit with 1 where a metric is significantly worse than in `BASELINE.json`")
	_ = c.RegisterFlagCompletionFunc("searched", cobra.FixedCompletions([]string{"own", "text", "headings"}, cobra.ShellCompDirectiveNoFileComp))
}

// check refuses what nothing could be measured with, before anything is read.
func (o *evalOptions) check(a *app) error {
	switch {
	case o.questions == "":
		return usagef("--questions FILE.jsonl is missing; pildora questions draft makes some from the documents")
	case o.k < 1:
		return usagef("-k is %d; must be 1 or more", o.k)
	case len(o.budgets) == 0 || slices.Min(o.budgets) < 1:
		return usagef("--budgets must be 1 or more tokens each, for instance --budgets 500,1000,2000")
	case o.resamples < 100:
		return usagef("--resamples is %d; must be 100 or more", o.resamples)
	case o.judged < 0:
		return usagef("--judge-questions is %d; must be 0 or more", o.judged)
	case o.weight <= 0 || o.weight >= 1:
		return usagef("--dense-weight is %g; must be between 0 and 1", o.weight)
	case !slices.Contains([]string{"own", "text", "headings"}, o.searched):
		return usagef("--searched %q is none of own, text, headings", o.searched)
	}
	if info, err := os.Stat(a.path(o.cache)); o.cache != "" && err == nil && !info.IsDir() {
		return usagef("--cache %s: is no folder; give one to keep figures in, or a new name", o.cache)
	}
	for _, out := range o.out {
		if ext := strings.ToLower(filepath.Ext(out)); ext != ".html" && ext != ".json" {
			return usagef("%s: a report is written as .html or .json", out)
		}
		if err := a.writable(out); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) eval(ctx context.Context, l *lineup, roots []string, opt evalOptions) error {
	list, err := entrants(opt.strategies, opt.chunks)
	if err != nil {
		return err
	}
	exports, err := a.exports(opt.ragas, list, l.base)
	if err != nil {
		return err
	}
	baseline, err := a.baseline(opt.gate)
	if err != nil {
		return err
	}
	spec, missed, err := a.spec(ctx, l, list, roots, opt)
	if err != nil {
		return err
	}
	judging, err := a.judging(l.base, opt, spec.Embedder)
	if err != nil {
		return err
	}
	watch := a.watch(&spec)
	r, err := eval.Run(ctx, spec)
	watch()
	if err != nil {
		return evalError(err)
	}
	a.skipped(&r)
	// What was measured is there even where judging ends early.
	unjudged := a.judged(ctx, &r, spec.Corpus, judging)
	if err := a.export(&r, spec.Corpus, exports); err != nil {
		return errors.Join(unjudged, err)
	}
	err = a.deliver(&r, spec.Corpus, opt)
	if err != nil && !errors.Is(err, syscall.EPIPE) {
		return errors.Join(unjudged, err)
	}
	missed = errors.Join(missed, unjudged)
	// A gate holds also where nobody reads the table to its end.
	if baseline != nil {
		if err := a.gate(*baseline, r); err != nil {
			return errors.Join(missed, err)
		}
	}
	if missed != nil {
		return missed
	}
	return err
}

// spec is the evaluation that the options ask for.
func (a *app) spec(ctx context.Context, l *lineup, list []entrant, roots []string, opt evalOptions) (s eval.Spec, missed, err error) {
	s = eval.Spec{K: opt.k, Budgets: opt.budgets, Within: opt.within, After: opt.after, Index: eval.Indexed(opt.searched), Overlap: opt.overlap,
		Chroma: opt.chroma, Resamples: opt.resamples, Seed: opt.seed, Workers: l.base.Workers}
	if opt.cache != "" {
		s.Cache = a.path(opt.cache)
	}
	if s.Tokens, err = a.tokenizer(l.base); err != nil {
		return s, nil, err
	}
	if s.Questions, err = a.questions(opt.questions); err != nil {
		return s, nil, err
	}
	if len(s.Questions) == 0 {
		return s, nil, usagef("%s: no questions; an empty set measures nothing", opt.questions)
	}
	if s.Corpus, missed, err = a.corpus(ctx, l.base, roots); err != nil {
		return s, nil, err
	}
	if err := a.searched(ctx, &s, opt, l.base); err != nil {
		return s, nil, err
	}
	s.Contenders, err = l.contenders(list, s.Corpus)
	return s, missed, err
}

// evalError makes wrong usage of what is wrong with the input as a whole.
func evalError(err error) error {
	for _, wrong := range []error{eval.ErrEmpty, eval.ErrChunks, fs.ErrNotExist} {
		if errors.Is(err, wrong) {
			return usageError{err}
		}
	}
	return err
}

// watch shows how far an evaluation has come, until done is called.
func (a *app) watch(s *eval.Spec) (done func()) {
	var bar *progress.Reporter
	shown, end := 0, func() {}
	s.Progress = func(p eval.Progress) {
		if bar == nil {
			bar, end = a.bar("eval", "questions", p.Total*p.Of)
		}
		a.log.Debug(string(p.Stage), "contender", p.Contender, "number", p.Number, "of", p.Of, "questions", p.Done)
		if now := (p.Number-1)*p.Total + p.Done; now > shown {
			bar.Add(int64(now - shown))
			shown = now
		}
	}
	return func() { end() }
}

// skipped names the questions that were not asked, those that were asked
// without a part that doesn't hold, and what could not be used of foreign
// chunks.
func (a *app) skipped(r *eval.Result) {
	for _, p := range r.Skipped {
		a.tellProblem(count(p.Count, "question")+" skipped", p)
	}
	for _, p := range r.Mended {
		a.tellProblem(count(p.Count, "question")+" mended", p)
	}
	for _, t := range r.Runs {
		for _, p := range t.Problems {
			a.tellProblem(label(t.Name)+": "+count(p.Count, "time"), p)
		}
	}
}

// tellProblem names a problem, with its first examples.
func (a *app) tellProblem(what string, p eval.Problem) {
	more := ""
	if p.Count > len(p.Examples) {
		more = "; …"
	}
	a.say("%s: %s: %s%s", what, label(p.What), label(strings.Join(p.Examples, "; ")), more)
}
