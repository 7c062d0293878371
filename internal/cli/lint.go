package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/lint"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

// lintOptions are the flags of lint that are no settings.
type lintOptions struct {
	verify verifyOptions
	output string
	failOn string
	rules  []string
	lint   lint.Options
}

func lintCommand(a *app) *cobra.Command {
	var opt lintOptions
	flags := config.NewFlags(table())
	c := &cobra.Command{
		Use:   "lint FILE|DIR|INDEX…",
		Short: "Find what is wrong with chunks, without questions",
		Long: "Looks for what costs answers: pills, sentences, rows, code blocks and items that are split though they would\n" +
			"fit, headings without their content, references to what another chunk holds, mosaics of foreign pills,\n" +
			"near-duplicates, boilerplate, doubtful sizes, incomplete breadcrumbs, overlap across a section.\n\n" +
			"Documents and folders are cut by the settings in force. Of a .jsonl file that chunk wrote, and of an index, the\n" +
			"chunks are taken as they are, and their sources read again. Each finding names its rule and how to mend it;\n" +
			"--list says what each rule is for. The exit code is 1 where something is found at the level of --fail-on.",
		Example: "  pildora lint examples/es\n  pildora lint --strategy fixed --max 128 --rules split-pill,mosaic --fail-on never examples/en\n" +
			"  pildora lint chunks.jsonl --output sarif\n  pildora lint .pildora --fail-on error",
		Args: func(c *cobra.Command, given []string) error {
			if list, _ := c.Flags().GetBool("list"); list {
				return nil
			}
			return args("FILE, DIR or INDEX", 1, -1)(c, given)
		},
		RunE: func(c *cobra.Command, given []string) error {
			if list, _ := c.Flags().GetBool("list"); list {
				return a.listRules()
			}
			s, err := a.settings(flags)
			if err != nil {
				return err
			}
			return a.lint(c.Context(), s, given, opt)
		},
	}
	addFlags(c, flags, config.RecipeGroup, config.InputGroup)
	a.addLLMFlags(c, flags)
	f := c.Flags()
	f.StringVar(&opt.output, "output", "text", "how findings are written: text, json or sarif")
	f.StringVar(&opt.failOn, "fail-on", "error", "mildest `LEVEL` that makes the exit code 1: note, warning, error or never")
	f.StringSliceVar(&opt.rules, "rules", nil, "look for these `RULES` only, comma-separated")
	f.IntVar(&opt.lint.Tiny, "tiny", 12, "chunks of fewer `TOKENS` are tiny")
	f.IntVar(&opt.lint.Huge, "huge", 1024, "chunks of more `TOKENS` are huge")
	f.Float64Var(&opt.lint.Similar, "similar", 0.9, "share of common word sequences from which two chunks are near-duplicates")
	f.StringVar(&opt.verify.root, "root", "", "look for the sources of a chunk file in `DIR`")
	f.StringVar(&opt.verify.recipe, "recipe", "", "recipe `FILE` of a chunk file, as chunk -o writes it beside its output")
	f.Bool("list", false, "print the rules and what they are for")
	return c
}

func (a *app) listRules() error {
	for _, r := range lint.Rules() {
		if _, err := fmt.Fprintf(a.out, "%s (%s): %s; why: %s; mend: %s\n", r.ID, r.Level, r.Finds, r.Why, r.Mend); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) lint(ctx context.Context, s config.Settings, given []string, opt lintOptions) error {
	if !slices.Contains([]string{"text", "json", "sarif"}, opt.output) {
		return usagef("--output is %q; must be text, json or sarif", opt.output)
	}
	if opt.failOn != "never" && !slices.Contains(lint.Levels(), opt.failOn) {
		return usagef("--fail-on is %q; must be note, warning, error or never", opt.failOn)
	}
	l, err := lint.New(opt.rules...)
	if err != nil {
		return usageError{err}
	}
	run := &lintRun{app: a, settings: s, opts: opt, linter: l}
	var paths []string
	for _, what := range given {
		path := a.path(what)
		if dir := isIndex(path); dir != "" {
			err = run.index(ctx, dir)
		} else if claims := chunksIn(path); claims != nil {
			err = run.file(ctx, path, claims)
		} else {
			paths = append(paths, what)
		}
		if err != nil {
			return err
		}
	}
	if len(paths) > 0 {
		if err := run.documents(ctx, paths); err != nil {
			return err
		}
	}
	return run.done()
}

// isIndex is the folder of the index that path is or holds, "" where it is
// none.
func isIndex(path string) string {
	for _, dir := range []string{path, filepath.Join(path, ".pildora")} {
		if _, err := os.Stat(filepath.Join(dir, sqlite.FileName)); err == nil {
			return dir
		}
	}
	return ""
}

// chunksIn are the chunks of a file that chunk wrote; nil where it is another
// file.
func chunksIn(path string) []claim {
	if !strings.HasSuffix(path, ".jsonl") {
		return nil
	}
	claims, err := claimsOf(path)
	if err != nil || len(claims) == 0 || claims[0].records[0].ID == "" || claims[0].records[0].DocID == "" {
		return nil
	}
	return claims
}

// lintRun is one run of lint.
type lintRun struct {
	app      *app
	settings config.Settings
	opts     lintOptions
	linter   *lint.Linter
	found    []lint.Finding
	looked   int
	chunks   int
	failed   int
}

// look lints one document.
func (r *lintRun) look(d *doc.Document, records []store.Record, by *ingest.Cutting) {
	o := r.opts.lint
	if by != nil {
		o.Limits = by.Delivery()
		o.Frame, _ = catalog.Roles(by.Recipe.Frame)
	}
	r.found = append(r.found, r.linter.Document(d, records, o)...)
	r.looked++
	r.chunks += len(records)
}

// documents cuts documents by the settings, and lints them.
func (r *lintRun) documents(ctx context.Context, paths []string) error {
	recipes, err := r.app.newRecipes(r.settings)
	if err != nil {
		return err
	}
	list, err := r.app.find(ctx, r.settings, paths)
	if err != nil {
		return err
	}
	bar, done := r.app.bar("lint", "documents", len(list))
	defer done()
	for d := range everyDocument(ctx, workers(r.settings), list, func() { bar.Add(1) }, delivers(recipes.cutOne)) {
		if d.err != nil {
			r.failed++
			r.app.report(d.err)
			continue
		}
		var records []store.Record
		for rec := range d.cut.Records() {
			records = append(records, *rec)
		}
		r.look(d.doc, records, &d.by)
	}
	return ctx.Err()
}

// file lints the chunks that chunk wrote.
func (r *lintRun) file(ctx context.Context, path string, claims []claim) error {
	known, rules, err := r.app.recipesFor(r.settings, path, r.opts.verify)
	if err != nil {
		return err
	}
	for i := range claims {
		c := &claims[i]
		c.path = r.app.sourceOf(c, path, r.opts.verify.root)
		c.by, c.rules = cutBy(known, c.records[0].Recipe), rules
		if err := r.claim(ctx, *c); err != nil {
			return err
		}
	}
	return nil
}

// index lints the chunks of an index.
func (r *lintRun) index(ctx context.Context, dir string) error {
	recipes, err := r.app.newRecipes(r.settings)
	if err != nil {
		return err
	}
	st, err := openIndex(ctx, dir)
	if err != nil {
		return err
	}
	defer st.Close()
	known := recipes.byHash()
	for d, err := range st.Docs(ctx, "") {
		if err != nil {
			return err
		}
		if d.State != store.Indexed {
			continue
		}
		records, err := chunksOf(ctx, st, d.DocID)
		if err != nil {
			return err
		}
		if len(records) == 0 {
			continue
		}
		path, err := indexedSource(d)
		if err != nil {
			return err
		}
		c := claim{docID: d.DocID, source: d.Source, path: path, hash: d.Hash, records: records, by: cutBy(known, ingest.BareRecipe(d.Recipe)), rules: r.settings.Meta}
		if err := r.claim(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// claim reads the source of chunks again, and lints them.
func (r *lintRun) claim(ctx context.Context, c claim) error {
	d, problems := r.app.claimed(ctx, r.settings, c)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if d == nil {
		r.failed++
		r.app.report(errors.New(problems[0].String()))
		return nil
	}
	for i := range c.records {
		if rec := &c.records[i]; rec.End > len(d.Text) || rec.Start > rec.End || d.Text[rec.Start:rec.End] != rec.Text {
			r.failed++
			r.app.report(fmt.Errorf("%s: chunk %s is not what its source has at %d:%d; chunk it again, or see pildora verify", c.docID, rec.ID, rec.Start, rec.End))
			return nil
		}
	}
	r.look(d, c.records, c.by)
	return nil
}

// done prints what was found.
func (r *lintRun) done() error {
	if r.found == nil {
		r.found = []lint.Finding{}
	}
	if err := r.print(); err != nil {
		return err
	}
	bad := 0
	for _, f := range r.found {
		if r.opts.failOn != "never" && slices.Index(lint.Levels(), f.Level) >= slices.Index(lint.Levels(), r.opts.failOn) {
			bad++
		}
	}
	if bad > 0 {
		return found{bad}
	}
	if r.failed > 0 {
		return failures{r.failed, r.looked + r.failed, "looked at"}
	}
	return nil
}

func (r *lintRun) print() error {
	switch r.opts.output {
	case "json":
		return encode(r.app.out, struct {
			Documents int            `json:"documents"`
			Chunks    int            `json:"chunks"`
			Findings  []lint.Finding `json:"findings"`
		}{r.looked, r.chunks, r.found})
	case "sarif":
		return lint.SARIF(r.app.out, thisVersion().Version, r.found)
	}
	for _, f := range r.found {
		if _, err := fmt.Fprintln(r.app.out, label(f.String())); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(r.app.out, "%s, %s, %s%s\n", count(r.looked, "document"), count(r.chunks, "chunk"), count(len(r.found), "finding"), r.mending())
	return err
}

// mending says of each rule that found something how to mend it.
func (r *lintRun) mending() string {
	var b strings.Builder
	for _, rule := range lint.Rules() {
		n := 0
		for _, f := range r.found {
			if f.Rule == rule.ID {
				n++
			}
		}
		if n > 0 {
			fmt.Fprintf(&b, "\n%s, %d: %s; %s", rule.ID, n, rule.Why, rule.Mend)
		}
	}
	return b.String()
}
