package cli

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/pildora/pildora/eval/stat"
	"github.com/pildora/pildora/eval/tune"
	"github.com/pildora/pildora/internal/config"
)

// deliverTuned prints what was found, and writes the settings, in which a
// tokenizer file is named by its path.
func (a *app) deliverTuned(r *tune.Result, tokenizer string, opt tuneOptions) error {
	if r.Drafted > 0 {
		a.say("WARNING: %d of %s were drafted by a program, not asked by people. They repeat the words of their answers,", r.Drafted, count(r.Questions, "question"))
		a.say("which flatters lexical search and small chunks; write some of your own before you rely on this.")
	}
	if opt.json {
		if err := encode(a.out, r); err != nil {
			return err
		}
	} else if err := a.printTuned(r); err != nil {
		return err
	}
	if opt.out == "" {
		return nil
	}
	written := *r
	written.Overall.Recipe.Tokenizer = config.TokenizerAt(tokenizer, a.absolute)
	if err := whole(a.path(opt.out), written.WriteYAML); err != nil {
		return err
	}
	a.say("wrote %s", opt.out)
	return nil
}

func (a *app) printTuned(r *tune.Result) error {
	w := bufio.NewWriter(a.out)
	held := "question"
	if r.ByDocument {
		held = "document"
	}
	fmt.Fprintf(w, "%s of %s; %s tried; %s by %s; made best: %s\n", count(r.Questions, "question"), count(r.Corpus.Documents, "document"),
		count(r.Recipes, "recipe"), count(r.Folds, "fold"), held, r.Metric)
	for _, refused := range r.Refused {
		fmt.Fprintf(w, "not tried: %s\n", label(refused))
	}
	printChoice(w, "all documents", &r.Overall, r.Metric)
	for i := range r.Groups {
		printChoice(w, r.Groups[i].Group, &r.Groups[i], r.Metric)
	}
	if t := r.Together; t != nil {
		fmt.Fprintf(w, "\nall recipes together, on held-out questions\n  %s\n  %s\n", figures(t.Figures, r.Metric), t.AgainstDefault.Words)
	}
	printFront(w, r)
	return w.Flush()
}

func printChoice(w io.Writer, what string, c *tune.Choice, metric string) {
	verb := "stays"
	if c.Tuned {
		verb = "chosen"
	}
	fmt.Fprintf(w, "\n%s: %s %s\n  %s\n", label(what), c.Name, verb, c.Why)
	note := ""
	if c.Tuned {
		note = " held out"
	}
	fmt.Fprintf(w, "  on %s%s: %s\n", count(c.Questions, "question"), note, figures(c.Figures, metric))
	if s := c.Search; s != nil {
		fmt.Fprintf(w, "  best on all questions: %s; chosen in %d of %d folds, best in %.0f %% of resamples (of %d finalists)\n",
			s.Proposed, s.WonFolds, s.Folds, 100*s.WonResamples, s.Finalists)
		fmt.Fprintf(w, "  runner-up: %s; held out: %s\n", s.Runner, s.AgainstRunner.Words)
	}
	printPill(w, c)
}

// printPill prints how long answers and what they stand in are.
func printPill(w io.Writer, c *tune.Choice) {
	fmt.Fprintf(w, "  %-10s %6s %6s %6s %6s %6s %6s  fit in max\n", "tokens", "p10", "p25", "p50", "p75", "p90", "p95")
	for _, l := range c.Pill.Levels {
		fits := "-"
		if c.Recipe.Unit == "tokens" {
			fits = fmt.Sprintf("%.0f %%", 100*l.Fits)
		}
		fmt.Fprintf(w, "  %-10s %6d %6d %6d %6d %6d %6d  %s\n", l.Name, l.P10, l.P25, l.P50, l.P75, l.P90, l.P95, fits)
	}
}

func printFront(w io.Writer, r *tune.Result) {
	fmt.Fprintf(w, "\nquality against cost: recipes that no other beats in both, in most folds (figures of held-out questions)\n")
	wide := 0
	often := func(p tune.Point) bool { return p.Default || 2*p.Folds > r.Folds }
	for _, p := range r.Front {
		if often(p) {
			wide = max(wide, len(p.Name))
		}
	}
	for _, p := range r.Front {
		if !often(p) {
			continue // its figures are of too few questions to stand beside the others
		}
		mark := " "
		if p.Default {
			mark = "*"
		}
		fmt.Fprintf(w, "%s %-*s  %6.0f tokens delivered, %6d chunks, %8d tokens of index; %d of %d folds; %s\n", mark, wide, p.Name, p.Delivered, p.Chunks,
			p.Tokens, p.Folds, r.Folds, figures(p.Figures, r.Metric))
	}
	fmt.Fprintf(w, "* the default\n")
}

// figures writes metrics with their intervals, the one that is tuned first.
func figures(f map[string]stat.Interval, first string) string {
	names := slices.Sorted(maps.Keys(f))
	if i := slices.Index(names, first); i > 0 {
		names = slices.Insert(slices.Delete(names, i, i+1), 0, first)
	}
	var parts []string
	for _, m := range names {
		parts = append(parts, fmt.Sprintf("%s %.3f [%.3f, %.3f]", m, f[m].Mean, f[m].Lo, f[m].Hi))
	}
	return strings.Join(parts, ", ")
}
