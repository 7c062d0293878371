package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/manifest"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/watch"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/mem"
	"github.com/pildora/pildora/store/sqlite"
)

// syncOptions are the flags of sync that are no settings.
type syncOptions struct {
	dryRun, allowEmpty, json bool
	content                  bool   // reads every file
	silent                   bool   // says nothing of the recipe: the caller was asked for something else
	generation               string // that is made to agree; "" is the live one
	noWait                   bool
	debounce, poll           time.Duration     // of watching
	told                     map[string]string // failures that were named already, by source; nil where all are named
}

func syncCommand(a *app) *cobra.Command {
	var opt syncOptions
	var watching bool
	flags := config.NewFlags(table())
	c := &cobra.Command{
		Use:   "sync PATH…",
		Short: "Make the index agree with files and folders",
		Long: "Adds documents that are new under the paths, replaces those whose source or recipe changed, and takes out\n" +
			"those whose source is gone; what is unchanged, and what lies outside the paths, is not touched. Each\n" +
			"document changes at once: whoever searches meanwhile finds its old chunks or its new ones.\n\n" +
			"Where there is an embedding model, chunks get vectors, and search finds them by meaning too. What a model on a\n" +
			"server can't embed now waits, and goes on with the next sync; what was indexed stays meanwhile.\n\n" +
			"A document that fails is named, keeps the chunks it had, and makes the exit code 1. A path that is gone or\n" +
			"holds no documents is an error, unless --allow-empty says that it is meant.\n\n" +
			"With --watch it goes on, and syncs whenever something changes, until it is interrupted.\n\n" +
			"With --dry-run nothing is changed, and no language model asked; where one would be, what its calls would take\n" +
			"is said: tokens, time, and with llm_price the cost. What changed is read and cut for that, so that what would be\n" +
			"embedded can be counted, and documents that would fail are named.",
		Example: "  pildora sync examples/es\n  pildora sync --dry-run examples/es examples/en/glossary.md\n  pildora sync --watch examples/es\n  pildora sync --json --index handbook/.pildora examples/en",
		Args:    args("PATH", 1, -1),
		RunE: func(c *cobra.Command, roots []string) error {
			s, err := a.settings(flags)
			if err != nil {
				return err
			}
			// A dry run asks no language model, and an index without what one
			// would have written helps nobody.
			opt.dryRun = opt.dryRun || a.estimate
			a.estimate = opt.dryRun
			if watching && opt.dryRun {
				return usagef("--watch and --dry-run can't both hold; give one of them")
			}
			if opt.debounce <= 0 || opt.poll < 0 {
				return usagef("--debounce and --poll are times as 500ms and 5s")
			}
			if watching {
				return a.watchRoots(c.Context(), s, roots, opt)
			}
			return a.sync(c.Context(), s, roots, opt)
		},
	}
	addFlags(c, flags, config.IndexGroup, config.RecipeGroup, config.InputGroup)
	a.addLLMFlags(c, flags)
	c.Flags().BoolVar(&opt.dryRun, "dry-run", false, "say what would be done, and change nothing")
	c.Flags().BoolVar(&opt.allowEmpty, "allow-empty", false, "let a path that is gone or empty take its documents out of the index")
	c.Flags().BoolVar(&opt.content, "content", false, "read every file; otherwise one that has the size and the time of its last change that it had is taken to be unchanged")
	c.Flags().BoolVar(&opt.json, "json", false, "print the report as one JSON object")
	c.Flags().BoolVar(&opt.noWait, "no-wait", false, "end with exit code 1 where another sync works on the index, and say who that is, instead of waiting for it")
	c.Flags().BoolVar(&watching, "watch", false, "go on until interrupted: sync again whenever something changes under the paths")
	c.Flags().DurationVar(&opt.debounce, "debounce", watch.DefaultDebounce, "with --watch, how long nothing must change before it syncs")
	c.Flags().DurationVar(&opt.poll, "poll", 0, "with --watch, look so often instead of being told by the system, as on network drives: 5s")
	return c
}

func (a *app) sync(ctx context.Context, s config.Settings, roots []string, opt syncOptions) error {
	st, err := openForSync(ctx, a.indexDir(s), opt.dryRun)
	if err != nil {
		return err
	}
	report, err := a.run(ctx, s, st, roots, opt)
	if err = errors.Join(err, st.Close()); err != nil {
		return err
	}
	if err := a.deliverReport(report, opt); err != nil {
		return err
	}
	return missed(report)
}

// deliverReport prints a report.
func (a *app) deliverReport(r ingest.Report, opt syncOptions) (err error) {
	w := bufio.NewWriter(a.out)
	if opt.json {
		err = encode(w, struct {
			ingest.Report
			LLM map[string]llm.Estimate `json:"llm,omitempty"` // what would be asked, by model
		}{listed(r, opt.dryRun), a.wouldAsk()})
	} else {
		err = a.printReport(w, r, opt)
	}
	return errors.Join(err, w.Flush())
}

// listed is a report as JSON has it: lists that are empty are lists, and the
// plan is there only where nothing else was done.
func listed(r ingest.Report, dryRun bool) ingest.Report {
	for _, list := range []*[]string{&r.Added, &r.Replaced, &r.Retired, &r.Unchanged} {
		if *list == nil {
			*list = []string{}
		}
	}
	if r.Renamed == nil {
		r.Renamed = []ingest.Rename{}
	}
	if r.Failed == nil {
		r.Failed = []ingest.Failure{}
	}
	if !dryRun || r.Plan == nil {
		r.Plan = []manifest.Step{}
	}
	return r
}

// openForSync opens an index, which is made if it isn't there. Where nothing
// may change and there is none, an empty one in memory stands for it.
func openForSync(ctx context.Context, dir string, dryRun bool) (store.Store, error) {
	if _, err := os.Stat(filepath.Join(dir, sqlite.FileName)); dryRun && errors.Is(err, fs.ErrNotExist) {
		return mem.New(), nil
	}
	return sqlite.Open(ctx, dir)
}

// run syncs a store with roots and names what failed.
func (a *app) run(ctx context.Context, s config.Settings, st store.Store, roots []string, opt syncOptions) (ingest.Report, error) {
	if slices.Contains(roots, read.Stdin) {
		return ingest.Report{}, usagef("-: standard input has no place that could be looked at again; give files and folders")
	}
	r, err := a.newRecipes(s)
	if err != nil {
		return ingest.Report{}, err
	}
	if !opt.silent {
		r.survey = newSurvey(s)
	}
	find, err := a.findOptions(s)
	if err != nil {
		return ingest.Report{}, err
	}
	embedder, err := a.indexEmbedder(ctx, s, opt.dryRun)
	if err != nil {
		return ingest.Report{}, err
	}
	bar, done := a.reporter("sync", "documents")
	defer done()
	pipeline := ingest.Pipeline{Store: st, Generation: opt.generation, Document: r.document, Collection: s.Collection, Workers: s.Workers, Progress: bar, Log: a.log,
		Recipe: r.unchanged, Rules: s.Meta, Embedder: embedder, NoVectors: s.Vectors == "no"}
	report, err := pipeline.Sync(ctx, ingest.SyncOptions{Find: find, DryRun: opt.dryRun, Cut: opt.dryRun, AllowEmpty: opt.allowEmpty, Content: opt.content, NoWait: opt.noWait,
		Command: opt.command(roots)}, a.paths(roots)...)
	if errors.Is(err, read.ErrDuplicate) || errors.Is(err, manifest.ErrDuplicate) || errors.Is(err, store.ErrConflict) {
		return report, usageError{err}
	}
	for _, w := range report.Warnings {
		a.log.Warn(w)
	}
	a.doubtful(r.survey)
	if embedder == nil && s.Vectors == "auto" && !opt.silent && !opt.dryRun && len(report.Added)+len(report.Replaced) > 0 {
		a.say("only words are indexed: for vectors beside them, %s", catalog.HowToAddEmbedder)
	}
	for _, f := range opt.fresh(report.Failed) {
		a.report(named(read.File{Path: f.Source, ID: f.DocID}, f.Err))
	}
	return report, err
}

// command is what others are told of a run that wait for it.
func (o syncOptions) command(roots []string) string {
	name := "sync"
	switch {
	case o.silent:
		name = "search --in"
	case o.generation != "":
		name = "rebuild"
	}
	return strings.Join(append([]string{"pildora", name}, roots...), " ")
}

// missed is the error for a report with failures, else nil.
func missed(r ingest.Report) error {
	var left error
	if n := len(r.Left); n > 0 {
		left = worse{fmt.Sprintf("the budget for language models is spent: %s left for the next sync, which goes on there with a new one",
			count(n, "document"))}
	}
	if len(r.Failed) == 0 {
		return left
	}
	names := map[string]bool{} // a document that was planned and failed is one
	for _, step := range r.Plan {
		if step.Action != manifest.Retire {
			names[step.Source] = true
		}
	}
	failed := map[string]bool{}
	for _, f := range r.Failed {
		names[f.Source], failed[f.Source] = true, true
	}
	return errors.Join(failures{len(failed), len(names), "indexed"}, left)
}

// printReport writes a line a document that changed, or with a dry run a line
// a step, and a line that sums up.
func (a *app) printReport(w *bufio.Writer, r ingest.Report, opt syncOptions) error {
	if opt.dryRun {
		for _, step := range r.Plan {
			if step.Action != manifest.Skip || a.verbose {
				fmt.Fprintf(w, "%-8s %s (%s)\n", step.Action, label(step.DocID), label(step.Reason))
			}
		}
	} else {
		a.printNames(w, r)
	}
	verb := ""
	if opt.dryRun {
		verb = "would be: "
	}
	if e := r.Estimate; e != nil && e.Embed > 0 {
		fmt.Fprintf(w, "would be embedded: %s of %d, %s\n", count(e.Embed, "chunk"), e.Chunks, count(e.Tokens, "token"))
	}
	same := len(r.Renamed)
	fmt.Fprintf(w, "%s%d added, %d replaced, %d retired, %d unchanged, %d failed",
		verb, len(r.Added)-same, len(r.Replaced), len(r.Retired)-same, len(r.Unchanged), len(r.Failed))
	if same > 0 {
		fmt.Fprintf(w, ", %d renamed", same)
	}
	return w.WriteByte('\n')
}

func (a *app) printNames(w *bufio.Writer, r ingest.Report) {
	renamed := map[string]bool{}
	for _, x := range r.Renamed {
		fmt.Fprintf(w, "%-9s %s -> %s\n", "renamed", label(x.From), label(x.To))
		renamed[x.From], renamed[x.To] = true, true
	}
	for _, part := range []struct {
		what string
		docs []string
	}{{"added", r.Added}, {"replaced", r.Replaced}, {"retired", r.Retired}, {"left", r.Left}, {"unchanged", r.Unchanged}} {
		if part.what == "unchanged" && !a.verbose {
			continue
		}
		for _, d := range part.docs {
			if !renamed[d] {
				fmt.Fprintf(w, "%-9s %s\n", part.what, label(d))
			}
		}
	}
	for _, f := range r.Failed {
		name := f.DocID
		if name == "" {
			name = f.Source
		}
		fmt.Fprintf(w, "%-9s %s (%s)\n", "failed", label(name), f.Stage)
	}
	for _, line := range alikeLines(r.Alike) {
		fmt.Fprintf(w, "%-9s %s\n", "alike", line)
	}
}

// mostAlike is how many documents that are alike are named to people.
const mostAlike = 20

// alikeLines says which documents are alike, the first ones of many.
func alikeLines(list []ingest.Alike) []string {
	var lines []string
	for _, x := range list[:min(len(list), mostAlike)] {
		line := fmt.Sprintf("%s has %.0f %% of its word sequences in common with %s", label(x.DocID), 100*x.Shared, label(x.Other))
		if x.Newer != "" {
			line += "; newer is " + label(x.Newer)
		}
		lines = append(lines, line)
	}
	if more := len(list) - mostAlike; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more; status --json has all of them", more))
	}
	return lines
}

// synced brings the index in dir up to date with roots and leaves it open.
// failed names what could not be brought in.
func (a *app) synced(ctx context.Context, s config.Settings, dir string, roots []string) (st *sqlite.Store, failed, err error) {
	if st, err = sqlite.Open(ctx, dir); err != nil {
		return nil, nil, err
	}
	report, err := a.run(ctx, s, st, roots, syncOptions{silent: true})
	if err != nil {
		return nil, nil, errors.Join(err, st.Close())
	}
	return st, missed(report), nil
}
