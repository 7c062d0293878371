package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/boundary"
	"github.com/pildora/pildora/internal/config"
)

// boundaryOptions are the flags of eval boundaries that are no settings.
type boundaryOptions struct {
	strategies []string
	stitch     boundary.Stitching
	compare    boundary.Options
	json       bool
}

func evalBoundariesCommand(a *app) *cobra.Command {
	var opt boundaryOptions
	flags := config.NewFlags(table())
	c := &cobra.Command{
		Use:   "boundaries PATH…",
		Short: "Judge cuts without questions",
		Long: "Joins pieces of the documents under PATH, in turns, into one text whose topic changes are known, and says how\n" +
			"well each contender's cuts agree with them: Pk and WindowDiff (less is better), adjusted mutual information,\n" +
			"and precision and recall within --tolerance words. Of the documents as they are it says how far apart\n" +
			"neighbouring chunks are by their words: boundary clarity (more is better) and stickiness (less is better).\n\n" +
			"A size forces cuts where no topic changes, so compare contenders of equal sizes only. Contenders are named\n" +
			"as in eval.",
		Example: "  pildora eval boundaries examples/en --strategies cascade@256,sentence@256\n" +
			"  pildora eval boundaries --json --sections examples/es",
		Args: args("PATH", 1, -1),
		RunE: func(c *cobra.Command, roots []string) error {
			if err := opt.check(); err != nil {
				return err
			}
			s, err := a.settings(flags)
			if err != nil {
				return err
			}
			return a.boundaries(c.Context(), &lineup{a, s, flags, false, map[string]bool{}}, roots, opt)
		},
	}
	addFlags(c, flags, config.RecipeGroup, config.InputGroup)
	f := c.Flags()
	f.StringSliceVar(&opt.strategies, "strategies", nil, "`LIST` of contenders: STRATEGY, STRATEGY@MAX or NAME=FILE.yaml, comma-separated")
	f.Uint64Var(&opt.stitch.Seed, "seed", 0, "decides on the order and the lengths of the pieces")
	f.IntVar(&opt.stitch.Pieces, "pieces", 0, "join at most `N` pieces; 0 means all there are")
	f.IntVar(&opt.stitch.Min, "min-blocks", 2, "a piece has at least `N` paragraphs, lists, tables …")
	f.IntVar(&opt.stitch.Max, "max-blocks", 6, "a piece has at most `N` of them")
	f.BoolVar(&opt.stitch.Sections, "sections", false, "sections of one document count as different topics")
	f.BoolVar(&opt.stitch.Headings, "headings", false, "keep headings, which give topic changes away")
	f.IntVar(&opt.compare.Window, "window", 0, "of Pk and WindowDiff, in `WORDS`; 0 means half of the mean piece")
	f.IntVar(&opt.compare.Tolerance, "tolerance", 0, "how many `WORDS` off a cut may be to count for precision and recall")
	f.BoolVar(&opt.json, "json", false, "print one JSON object")
	return c
}

func (o *boundaryOptions) check() error {
	switch s := o.stitch; {
	case s.Min < 1 || s.Max < s.Min:
		return usagef("--min-blocks is %d, --max-blocks %d; there must be 1 or more, and the most not below the least", s.Min, s.Max)
	case s.Pieces < 0 || s.Pieces == 1:
		return usagef("--pieces is %d; must be 2 or more, or 0 for all", s.Pieces)
	case o.compare.Window < 0:
		return usagef("--window is %d; must be 1 or more, or 0 for half of the mean piece", o.compare.Window)
	case o.compare.Tolerance < 0:
		return usagef("--tolerance is %d; must be 0 or more", o.compare.Tolerance)
	}
	return nil
}

// boundariesJSON is what eval boundaries prints.
type boundariesJSON struct {
	Documents int            `json:"documents"`
	Words     int            `json:"words"` // of the stitched text
	Pieces    int            `json:"pieces"`
	Window    int            `json:"window"`    // of Pk and WindowDiff, in words
	Tolerance int            `json:"tolerance"` // of precision and recall, in words
	Runs      []boundaryJSON `json:"runs"`
}

// boundaryJSON is one contender: how its cuts of the stitched text agree with
// the topic changes, and how its chunks of the documents hang together.
type boundaryJSON struct {
	Name        string  `json:"name"`
	Cuts        int     `json:"cuts"`
	Pk          float64 `json:"pk"`
	WindowDiff  float64 `json:"window_diff"`
	AMI         float64 `json:"ami"`
	BoundaryAMI float64 `json:"boundary_ami"`
	Precision   float64 `json:"precision"`
	Recall      float64 `json:"recall"`
	F1          float64 `json:"f1"`
	Chunks      int     `json:"chunks"` // of the documents
	Clarity     float64 `json:"clarity"`
	Stickiness  float64 `json:"stickiness"` // 0 to 1, of what is possible
}

func (a *app) boundaries(ctx context.Context, l *lineup, roots []string, opt boundaryOptions) error {
	list, err := entrants(opt.strategies, nil)
	if err != nil {
		return err
	}
	c, missed, err := a.corpus(ctx, l.base, roots)
	if err != nil {
		return err
	}
	stitched, truth := boundary.Stitch(slices.Values(c.Documents), opt.stitch)
	if len(truth) == 0 {
		return usagef("the documents give one piece, and no topic changes; give more documents, or --sections")
	}
	all := boundariesJSON{Documents: len(c.Documents), Pieces: len(truth) + 1, Tolerance: opt.compare.Tolerance}
	bar, done := a.bar("boundaries", "contenders", len(list))
	defer done()
	for _, e := range list {
		name, r, err := l.ready(e, c)
		if err != nil {
			return err
		}
		s, err := boundary.Evaluate(ctx, r.forDocument(stitched, stitched.Media).Splitter, stitched, truth, opt.compare)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		run, err := cohesion(ctx, r, c)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		all.Words, all.Window = s.Units, s.Window
		all.Runs = append(all.Runs, boundaryJSON{name, s.Cuts, s.Pk, s.WindowDiff, s.AMI, s.BoundaryAMI, s.Precision, s.Recall, s.F1,
			run.Chunks, run.Clarity, run.Relative})
		bar.Add(1)
	}
	if opt.json {
		err = encode(a.out, all)
	} else {
		err = printBoundaries(a.out, all)
	}
	if err != nil {
		return err
	}
	return missed
}

// cohesion is the mean over the documents: of clarity by neighbours, of
// stickiness by chunks.
func cohesion(ctx context.Context, r *recipes, c *eval.Corpus) (boundary.Cohesion, error) {
	sum := boundary.Cohesion{}
	neighbours, clear, sticky := 0.0, 0.0, 0.0
	for _, d := range c.Documents {
		m, err := cohesionOf(ctx, r, d)
		if err != nil {
			return sum, err
		}
		pairs := float64(max(0, m.Chunks-1))
		neighbours += pairs
		clear += pairs * m.Clarity
		sum.Chunks += m.Chunks
		sticky += float64(m.Chunks) * m.Relative
	}
	sum.Clarity = 1
	if neighbours > 0 {
		sum.Clarity = clear / neighbours
	}
	sum.Relative = sticky / float64(max(1, sum.Chunks))
	return sum, nil
}

func cohesionOf(ctx context.Context, r *recipes, d *doc.Document) (boundary.Cohesion, error) {
	records, err := r.forDocument(d, d.Media).Records(ctx, d, d.URI)
	if err != nil {
		return boundary.Cohesion{}, err
	}
	texts := make([]string, len(records))
	for i := range records {
		texts[i] = records[i].Text
	}
	return boundary.Measure(texts, boundary.Measuring{Language: d.Language}), nil
}

func printBoundaries(out io.Writer, b boundariesJSON) error {
	fmt.Fprintf(out, "%s of %s joined to %s; window %s, tolerance %s\n\n", count(b.Pieces, "piece"), count(b.Documents, "document"),
		count(b.Words, "word"), count(b.Window, "word"), count(b.Tolerance, "word"))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, strings.Join([]string{"", "cuts", "Pk", "WindowDiff", "AMI", "boundary AMI", "precision", "recall", "chunks", "clarity", "stickiness", ""}, "\t"))
	for _, r := range b.Runs {
		fmt.Fprintf(w, "%s\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%d\t%.3f\t%.3f\t\n", label(r.Name), r.Cuts, r.Pk, r.WindowDiff, r.AMI, r.BoundaryAMI,
			r.Precision, r.Recall, r.Chunks, r.Clarity, r.Stickiness)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "\nless is better: Pk, WindowDiff, stickiness; more is better: the others. Compare contenders of equal sizes only.")
	return err
}
