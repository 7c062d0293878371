package cli

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/internal/output"
)

// chunkRun is one run of chunk.
type chunkRun struct {
	app      *app
	recipes  *recipes
	writer   output.Writer
	encoders *encoders // nil where the writer's records can't be encoded beside it
	stats    stats
	failed   int
	seen     int // documents
	explain  bool
}

// stats is what --stats prints. Times are sums over all workers, in seconds.
type stats struct {
	InputBytes int64   `json:"input_bytes"`
	Documents  int     `json:"documents"`
	Chunks     int     `json:"chunks"`
	ReadS      float64 `json:"read_s"`
	CutS       float64 `json:"cut_s"`
	WriteS     float64 `json:"write_s"`
}

func chunkCommand(a *app) *cobra.Command {
	var (
		flags = config.NewFlags(table())
		out   string
		stats bool
		why   bool
	)
	c := &cobra.Command{
		Use:   "chunk PATH…",
		Short: "Cut documents and print their chunks",
		Long: "Reads files and folders (- is standard input), cuts each document and prints one JSON object a chunk, in the\n" +
			"order of the documents and their text. With -o the chunks go to a file in the format of its ending (.jsonl,\n" +
			".parquet, .csv, .md, .html), and the whole recipe beside it, with which verify can check them.\n\n" +
			"A document that can't be read is named on standard error; the others are done, and the exit code is 1.",
		Example: "  pildora chunk examples/es/glosario.md\n" +
			"  pildora chunk --max 400 --unit chars --overlap 10% examples/en\n" +
			"  pildora chunk --strategy recursive --separator-regex '\\n-{3,}\\n' examples/es -o chunks.html\n" +
			"  pildora chunk --format markdown --frame none -",
		Args: args("PATH", 1, -1),
		RunE: func(c *cobra.Command, roots []string) error {
			s, err := a.settings(flags)
			if err != nil {
				return err
			}
			return a.chunk(c.Context(), s, roots, out, chunkShows{stats: stats, explain: why})
		},
	}
	addFlags(c, flags, config.RecipeGroup, config.InputGroup)
	a.addLLMFlags(c, flags)
	c.Flags().StringVarP(&out, "out", "o", "", "write to `FILE`: .jsonl, .parquet, .csv, .md or .html; the recipe goes beside it")
	c.Flags().BoolVar(&stats, "stats", false, "print counts and times as one JSON line on standard error")
	c.Flags().BoolVar(&why, "explain", false, "print the curve of meaning and its threshold, one JSON line a section, on standard error: of the strategy semantic, and of ideas vectors")
	return c
}

// chunkShows is what is shown beside the chunks.
type chunkShows struct{ stats, explain bool }

func (a *app) chunk(ctx context.Context, s config.Settings, roots []string, out string, shows chunkShows) error {
	r, err := a.newRecipes(s)
	if err != nil {
		return err
	}
	r.survey = newSurvey(s)
	if out != "" {
		if _, err := output.FormatFor(out); err != nil {
			return usageError{err}
		}
	}
	list, err := a.find(ctx, s, roots)
	if err != nil {
		return err
	}
	w, abort, err := a.chunkWriter(out, r)
	if err != nil {
		return err
	}
	defer abort()
	run := &chunkRun{app: a, recipes: r, writer: w, explain: shows.explain}
	if e := output.EncoderOf(w); e != nil {
		run.encoders = &encoders{as: e}
	}
	if err := run.all(ctx, list, workers(s)); err != nil {
		return err
	}
	a.doubtful(r.survey)
	if shows.stats {
		if err := encode(a.env.Stderr, run.stats); err != nil {
			return err
		}
	}
	if run.failed > 0 {
		return failures{run.failed, run.seen, "chunked"}
	}
	return nil
}

// chunkWriter opens what the chunks go to. abort takes an unfinished file
// away.
func (a *app) chunkWriter(out string, r *recipes) (w output.Writer, abort func(), err error) {
	if out == "" {
		w, err = output.New("jsonl", a.out, output.Options{})
		return w, func() {}, err
	}
	f, err := output.File(a.path(out), a.recipeFile(r, out))
	if err != nil {
		return nil, nil, usageError{err}
	}
	return f, f.Abort, nil
}

// curve is what was seen of one section.
type curve struct {
	Doc       string    `json:"doc"`
	Start     int       `json:"start"` // of the section, in bytes
	End       int       `json:"end"`
	Ends      []int     `json:"ends"`      // of its sentences but the last
	Distances []float64 `json:"distances"` // over each
	Threshold float64   `json:"threshold"`
	Cuts      []int     `json:"cuts"`
}

// curves prints how the meaning of a document changes.
func (r *chunkRun) curves(ctx context.Context, d *doc.Document) error {
	c := r.recipes.forDocument(d, d.Media)
	drift, err := r.app.tokenizers.Drifter(c.Recipe)
	if err != nil {
		return usageError{err}
	}
	ends, err := chunk.CutsOf(ctx, cut.Sections, d, d.Whole())
	if err != nil {
		return err
	}
	start := 0
	for _, end := range append(ends, len(d.Text)) {
		seen, err := drift.Curve(ctx, d, doc.Span{Start: start, End: end})
		if err == nil && len(seen.Distances) > 0 {
			err = encode(r.app.env.Stderr, curve{d.URI, start, end, seen.Ends, seen.Distances, seen.Threshold, seen.Cuts})
		}
		if err != nil {
			return err
		}
		start = end
	}
	return nil
}

func (r *chunkRun) all(ctx context.Context, list []wanted, n int) error {
	bar, done := r.app.bar("chunk", "documents", len(list))
	defer done()
	for d := range everyDocument(ctx, n, list, func() { bar.Add(1) }, r.prepare) {
		r.seen++
		if err := r.one(ctx, d); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return errors.Join(err, r.writerFlush())
	}
	began := time.Now()
	err := r.writer.Close()
	r.stats.WriteS += time.Since(began).Seconds()
	return err
}

// writerFlush ends a stream whole after an interruption; a file stays
// unwritten.
func (r *chunkRun) writerFlush() error {
	if _, isFile := r.writer.(*output.FileWriter); isFile {
		return nil
	}
	return r.writer.Close()
}

// one writes a document's chunks, or names it where it failed.
func (r *chunkRun) one(ctx context.Context, d cutDocument) error {
	if d.err != nil {
		if errors.Is(d.err, context.Canceled) {
			return nil // the end of the loop says so once
		}
		r.failed++
		r.app.report(d.err)
		return nil
	}
	r.app.warn(d.doc)
	if r.explain {
		if err := r.curves(ctx, d.doc); err != nil {
			return err
		}
	}
	began := time.Now()
	if err := r.write(d); err != nil {
		return err
	}
	r.stats.WriteS += time.Since(began).Seconds()
	if d.lines != nil {
		r.stats.WriteS += d.lines.took.Seconds()
	}
	r.stats.InputBytes += d.bytes
	r.stats.Documents++
	r.stats.Chunks += d.cut.Len()
	r.stats.ReadS += d.took.Seconds()
	r.stats.CutS += d.cutting.Seconds()
	return nil
}

func (r *chunkRun) write(d cutDocument) error {
	if err := r.writer.Begin(d.doc); err != nil {
		return err
	}
	if d.lines != nil {
		return r.encoders.write(d.lines)
	}
	for rec := range d.cut.Records() {
		if err := r.writer.Write(*rec); err != nil {
			return err
		}
	}
	return nil
}

// prepare cuts a document, delivers it, and encodes it while the documents
// before it are written.
func (r *chunkRun) prepare(ctx context.Context, w wanted, deliver func(cutDocument)) {
	d := r.recipes.cutOne(ctx, w)
	if d.err != nil || d.inside != nil || r.encoders == nil {
		deliver(d)
		return
	}
	d.lines = newEncoding()
	deliver(d)
	r.encoders.encode(ctx, d.cut, d.lines)
}
