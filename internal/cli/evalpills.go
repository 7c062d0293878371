package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
	wholeness "github.com/pildora/pildora/eval/whole"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/store"
)

// pillOptions are the flags of eval pills that are no settings.
type pillOptions struct {
	strategies, chunks []string
	marks              string
	faults             bool
	json               bool
}

func evalPillsCommand(a *app) *cobra.Command {
	var opt pillOptions
	flags := config.NewFlags(table())
	c := &cobra.Command{
		Use:   "pills PATH…",
		Short: "Count the pills that chunks keep whole, without questions",
		Long: "Says of each contender, by kind of pill, how many of the pills that would fit one chunk lie whole in one, and\n" +
			"how many chunks mix pills that don't belong together.\n\n" +
			"Pills are found by the detectors of cascade, or were marked by hand: --pills FILE holds one JSON object a line,\n" +
			"doc, kind, start and end (bytes of the document's text, half open), and documents without marks are left out. A\n" +
			"pill fits if it, the headings right before it and its frame measure at most max. Contenders are named as in\n" +
			"eval; the chunks of another program are held to the pills that fit a chunk of ours of their size (NAME@512, else\n" +
			"max). docs/evaluation.md says what the figures mean.",
		Example: "  pildora eval pills examples/es --strategies cascade@256,recursive@256\n" +
			"  pildora eval pills examples/en --chunks theirs@256=chunks.jsonl --json\n" +
			"  pildora eval pills docs --pills marks.jsonl",
		Args: args("PATH", 1, -1),
		RunE: func(c *cobra.Command, roots []string) error {
			s, err := a.settings(flags)
			if err != nil {
				return err
			}
			return a.pills(c.Context(), &lineup{a, s, flags, false, map[string]bool{}}, roots, opt)
		},
	}
	addFlags(c, flags, config.RecipeGroup, config.InputGroup)
	f := c.Flags()
	f.StringSliceVar(&opt.strategies, "strategies", nil, "`LIST` of contenders: STRATEGY, STRATEGY@MAX or NAME=FILE.yaml, comma-separated")
	f.StringArrayVar(&opt.chunks, "chunks", nil, "chunks of another program as a contender, `NAME=FILE.jsonl`; repeatable")
	f.StringVar(&opt.marks, "pills", "", "count the pills marked in `FILE.jsonl`, not those that the detectors find; - is standard input")
	f.BoolVar(&opt.faults, "faults", false, "name each pill that is split though it would fit, and each chunk that mixes pills")
	f.BoolVar(&opt.json, "json", false, "print one JSON object")
	return c
}

// pillsJSON is what eval pills prints.
type pillsJSON struct {
	Documents int        `json:"documents"`
	Marked    bool       `json:"marked"` // by hand, not found
	Runs      []pillsRun `json:"runs"`
}

// pillsRun is one contender.
type pillsRun struct {
	Name string `json:"name"`
	wholeness.Tally
	Total  wholeness.Count `json:"total"`
	Faults []pillFault     `json:"faults,omitempty"`
}

// pillFault is a pill that is split though it would fit, or a chunk that mixes
// pills.
type pillFault struct {
	Doc   string `json:"doc"`
	Line  int    `json:"line"` // of Start, from 1
	Kind  string `json:"kind"` // of the pill; "mixed" for a chunk
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"` // its beginning
}

func (a *app) pills(ctx context.Context, l *lineup, roots []string, opt pillOptions) error {
	list, err := entrants(opt.strategies, opt.chunks)
	if err != nil {
		return err
	}
	marks, err := a.pillMarks(opt.marks)
	if err != nil {
		return err
	}
	c, missed, err := a.corpus(ctx, l.base, roots)
	if err != nil {
		return err
	}
	if c, err = marked(c, marks); err != nil {
		return err
	}
	all := pillsJSON{Documents: len(c.Documents), Marked: marks != nil}
	bar, done := a.bar("pills", "contenders", len(list))
	defer done()
	for _, e := range list {
		run, err := l.pillsOf(ctx, e, c, marks, opt.faults)
		if err != nil {
			return err
		}
		all.Runs = append(all.Runs, run)
		bar.Add(1)
	}
	if opt.json {
		err = encode(a.out, all)
	} else {
		err = printPills(a.out, all)
	}
	if err != nil {
		return err
	}
	return missed
}

// pillMarks reads the marks of a file; nil where none is named.
func (a *app) pillMarks(name string) (map[string]*wholeness.Marked, error) {
	if name == "" {
		return nil, nil
	}
	f, err := a.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	marks, err := wholeness.ReadMarks(f)
	if err == nil && len(marks) == 0 {
		err = errors.New("no marks")
	}
	if err != nil {
		return nil, usagef("--pills %s: %w", name, err)
	}
	return marks, nil
}

// marked leaves the documents out that have no marks, where there are any.
func marked(c *eval.Corpus, marks map[string]*wholeness.Marked) (*eval.Corpus, error) {
	if marks == nil {
		return c, nil
	}
	var docs []*doc.Document
	for _, name := range slices.Sorted(maps.Keys(marks)) {
		d := c.Document(name)
		if d == nil {
			return nil, usagef("--pills: %s is marked, but not among the documents", name)
		}
		docs = append(docs, d)
	}
	return eval.NewCorpus(docs...)
}

// pillsOf judges one contender.
func (l *lineup) pillsOf(ctx context.Context, e entrant, c *eval.Corpus, marks map[string]*wholeness.Marked, faults bool) (pillsRun, error) {
	by := e
	if e.chunks {
		by = entrant{name: e.name, strategy: "cascade", max: e.max}
	}
	name, r, err := l.ready(by, c)
	if err != nil {
		return pillsRun{}, err
	}
	var contender eval.Contender = profiled{name, r}
	if e.chunks {
		if contender, err = l.foreign(e, c); err != nil {
			return pillsRun{}, err
		}
	}
	pieces, err := contender.Records(ctx, c)
	if err != nil {
		return pillsRun{}, fmt.Errorf("%s: %w", name, evalError(err))
	}
	for _, p := range pieces.Problems {
		l.app.tellProblem(label(name)+": "+count(p.Count, "time"), p)
	}
	bodies := bodiesOf(store.Delivered(pieces.Records))
	run := pillsRun{Name: name}
	for _, d := range c.Documents {
		pills, err := pillsIn(d, r.forDocument(d, d.Media).Delivery(), marks)
		if err != nil {
			return run, err
		}
		run.Add(wholeness.Judge(pills, bodies[d.URI]))
		if faults {
			run.Faults = append(run.Faults, faultsIn(d, pills, bodies[d.URI])...)
		}
	}
	run.Total = run.Tally.Total()
	return run, nil
}

// pillsIn are the pills of a document: marked where there are marks, else
// found.
func pillsIn(d *doc.Document, limits chunk.Limits, marks map[string]*wholeness.Marked) ([]wholeness.Pill, error) {
	g := chunk.NewGauge(d, d.Whole(), limits)
	fits := func(s doc.Span) bool { return g.Fits(s, limits.Max) }
	if marks == nil {
		return wholeness.Find(d, fits), nil
	}
	pills, err := marks[d.URI].Pills(d, fits)
	if err != nil {
		return nil, usagef("--pills: %w", err)
	}
	return pills, nil
}

// faultsIn are the faults of the chunks of a document, by place.
func faultsIn(d *doc.Document, pills []wholeness.Pill, chunks []doc.Span) []pillFault {
	var out []pillFault
	lines := newLineIndex(d.Text)
	add := func(kind string, s doc.Span) {
		out = append(out, pillFault{d.URI, lines.at(s.Start), kind, s.Start, s.End, excerpt(d.Slice(s), 60)})
	}
	split, mixed := wholeness.Faults(pills, chunks)
	for _, p := range split {
		add(p.Kind, p.Span)
	}
	for _, c := range mixed {
		add("mixed", c)
	}
	slices.SortStableFunc(out, func(a, b pillFault) int { return a.Start - b.Start })
	return out
}

// bodiesOf are the spans of records by document, in order, with what each
// repeats of the text before it.
func bodiesOf(records []store.Record) map[string][]doc.Span {
	out := map[string][]doc.Span{}
	for i := range records {
		r := &records[i]
		out[r.DocID] = append(out[r.DocID], doc.Span{Start: r.Start - r.Overlap, End: r.End})
	}
	for _, spans := range out {
		slices.SortFunc(spans, func(a, b doc.Span) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	}
	return out
}

func printPills(out io.Writer, all pillsJSON) error {
	how := "found"
	if all.Marked {
		how = "marked by hand"
	}
	fmt.Fprintf(out, "%s in %s\n", "pills "+how, count(all.Documents, "document"))
	for i := range all.Runs {
		if err := printPillsRun(out, &all.Runs[i]); err != nil {
			return err
		}
	}
	return nil
}

func printPillsRun(out io.Writer, r *pillsRun) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "\n%s\tpills\tfit\twhole\t\t\n", label(r.Name))
	row := func(kind string, c wholeness.Count) {
		share := ""
		if c.Fit > 0 {
			share = fmt.Sprintf("%.1f %%", 100*float64(c.Whole)/float64(c.Fit))
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\t\n", label(kind), c.Pills, c.Fit, c.Whole, share)
	}
	for _, kind := range slices.Sorted(maps.Keys(r.Kinds)) {
		row(kind, r.Kinds[kind])
	}
	row("all", r.Total)
	if err := w.Flush(); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "%d of %s mix foreign pills\n", r.Mixed, count(r.Chunks, "chunk")); err != nil {
		return err
	}
	for _, f := range r.Faults {
		if _, err := fmt.Fprintf(out, "%s:%d: %s: %s\n", label(f.Doc), f.Line, label(f.Kind), label(f.Text)); err != nil {
			return err
		}
	}
	return nil
}
