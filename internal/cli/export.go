package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/internal/output"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

// exportOptions are the flags of export that are no settings.
type exportOptions struct {
	out, to, generation, content string
	filter                       []string
	vectors                      bool
}

func exportCommand(a *app) *cobra.Command {
	var opt exportOptions
	flags := config.NewFlags(only("index", "collection"))
	c := &cobra.Command{
		Use:   "export",
		Short: "Write the records of the index for other programs",
		Long: "Writes the records of the index, of all collections unless one is set, by document and in the order of its\n" +
			"text: " + strings.Join(output.IndexFormats(), ", ") + ". The ids are ours, so that a later export replaces\n" +
			"what an earlier one has brought elsewhere. LangChain's load and LlamaIndex's TextNode.from_dict read their files.\n\n" +
			"Parents and derived texts are written too; --filter role=chunk leaves them out.",
		Example: "  pildora export -o chunks.jsonl\n" +
			"  pildora export -o chunks.parquet --vectors --filter lang=es --filter 'date>=2024'\n" +
			"  pildora export --to llamaindex -o nodes.json --collection handbook\n" +
			"  pildora export --to langchain --content text --generation 1",
		Args: args("", 0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withIndex(c.Context(), flags, func(s config.Settings, st *sqlite.Store) error {
				return a.exportIndex(c.Context(), s, st, opt)
			})
		},
	}
	addFlags(c, flags, config.IndexGroup)
	f := c.Flags()
	f.StringVarP(&opt.out, "out", "o", "", "write to `FILE`; its ending says the format where --to doesn't")
	f.StringVar(&opt.to, "to", "", "write as `FORMAT`: "+strings.Join(output.IndexFormats(), ", ")+"; jsonl where nothing says it")
	f.StringArrayVar(&opt.filter, "filter", nil, filterHelp)
	f.StringVar(&opt.generation, "generation", "", "of the generation `NAME`, instead of the live one")
	f.StringVar(&opt.content, "content", "", "what the text of langchain and llamaindex is, `PART`: embed_text (what is embedded, the default) or text (the body)")
	f.BoolVar(&opt.vectors, "vectors", false, "write the vectors too, for parquet and llamaindex")
	return c
}

// format is the format that the flags ask for.
func (o exportOptions) format() (string, error) {
	switch {
	case o.to == "" && o.out == "":
		return "jsonl", nil
	case o.to == "":
		name, err := output.FormatFor(o.out)
		if err == nil && !slices.Contains(output.IndexFormats(), name) {
			err = fmt.Errorf("%s: an index doesn't keep the sources that %s shows; chunk writes it from them", o.out, name)
		}
		return name, err
	case !slices.Contains(output.IndexFormats(), o.to):
		return "", fmt.Errorf("--to %q is none of %s", o.to, strings.Join(output.IndexFormats(), ", "))
	}
	return o.to, nil
}

// options are those of the output.
func (o exportOptions) options() (output.Options, error) {
	switch o.content {
	case "", "embed_text", "text":
		return output.Options{Vectors: o.vectors, Body: o.content == "text"}, nil
	}
	return output.Options{}, fmt.Errorf("--content %q is neither embed_text nor text", o.content)
}

func (a *app) exportIndex(ctx context.Context, s config.Settings, st store.Store, opt exportOptions) error {
	name, err := opt.format()
	if err != nil {
		return usageError{err}
	}
	collection := ""
	if s.Where("collection") != (config.Place{}) {
		collection = s.Collection
	}
	filter, err := parseFilter(collection, opt.filter)
	if err != nil {
		return err
	}
	filter.Generation = opt.generation
	w, done, err := a.exportWriter(name, opt)
	if err != nil {
		return usageError{err}
	}
	defer done()
	records, err := output.Copy(w, st.All(ctx, filter))
	if errors.Is(err, store.ErrGeneration) {
		return usageError{err}
	}
	if err != nil {
		return err
	}
	a.log.Info("exported", "records", records, "format", name)
	return nil
}

// exportWriter opens what is written to. done takes an unfinished file away.
func (a *app) exportWriter(name string, opt exportOptions) (w output.Writer, done func(), err error) {
	o, err := opt.options()
	if err != nil {
		return nil, nil, err
	}
	if opt.out == "" {
		w, err = output.New(name, a.out, o)
		return w, func() {}, err
	}
	f, err := output.FileAs(a.path(opt.out), name, o, nil)
	if err != nil {
		return nil, nil, err
	}
	return f, f.Abort, nil
}
