package cli

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/ingest/verify"
	"github.com/pildora/pildora/internal/config"
)

// verifyOptions are the flags of verify.
type verifyOptions struct {
	root, recipe string
	json         bool
}

// verdict is what verify found, and what it looked at.
type verdict struct {
	Documents int              `json:"documents"`
	Chunks    int              `json:"chunks"`
	Checks    []string         `json:"checks"`
	Recipe    bool             `json:"recipe"` // whether sizes were recounted and documents cut again
	Problems  []verify.Problem `json:"problems"`
}

func verifyCommand(a *app) *cobra.Command {
	var opt verifyOptions
	flags := config.NewFlags(only("index", "tokenizer", "workers", "max_file_bytes", "password", "ocr", "ocr_lang", "urls", "url_addresses"))
	c := &cobra.Command{
		Use:   "verify [FILE.jsonl|INDEXDIR]",
		Short: "Check chunks or an index against their sources",
		Long: "Reads every source again and checks each chunk against it: that nothing is lost or doubled, that offsets,\n" +
			"lines and headings are right, that sizes hold and that cutting again gives the same. It names what is\n" +
			"broken, one line a problem, and exits with 1.\n\n" +
			"Of a FILE each source is looked for where its chunks say, from the working folder, beside FILE, or in --root.\n" +
			"The recipe is FILE.recipe.json, or --recipe; without one sizes are not recounted and nothing is cut again. It\n" +
			"says where its tokenizer's file is, if it has one; --tokenizer is for one that was moved.\n" +
			"Of an INDEXDIR, by default the index of the settings, every document of the manifest is checked: also for\n" +
			"sources that are gone or changed, and chunks of documents that the manifest doesn't know.",
		Example: "  pildora verify\n  pildora verify chunks.jsonl\n  pildora verify --root examples/en chunks.jsonl\n  pildora verify --index .pildora",
		Args:    args("FILE or INDEXDIR", 0, 1),
		RunE: func(c *cobra.Command, given []string) error {
			s, err := a.settings(flags)
			if err != nil {
				return err
			}
			what := s.IndexDir()
			if len(given) > 0 {
				if c.Flags().Changed("index") {
					return usagef("--index names what is to be checked, and so does %s; give one of them", given[0])
				}
				what = given[0]
			}
			return a.verify(c.Context(), s, what, opt)
		},
	}
	addFlags(c, flags, config.IndexGroup, config.RecipeGroup, config.InputGroup)
	c.Flags().StringVar(&opt.root, "root", "", "look for sources in `DIR`")
	c.Flags().StringVar(&opt.recipe, "recipe", "", "recipe `FILE`, as chunk -o writes it beside its output")
	c.Flags().BoolVar(&opt.json, "json", false, "print one JSON object")
	return c
}

func (a *app) verify(ctx context.Context, s config.Settings, what string, opt verifyOptions) error {
	info, err := os.Stat(a.path(what))
	switch {
	case err != nil && what == s.IndexDir():
		return noIndex(a.path(what))
	case err != nil:
		return usagef("%s: %w; give a .jsonl file of chunks or the folder of an index", what, err)
	}
	var v *verdict
	if info.IsDir() {
		if opt.root != "" || opt.recipe != "" {
			return usagef("%s is an index, which knows its sources and recipes; --root and --recipe are for a file of chunks", what)
		}
		v, err = a.verifyIndex(ctx, s, a.path(what))
	} else {
		v, err = a.verifyFile(ctx, s, a.path(what), opt)
	}
	if err != nil {
		return err
	}
	if err := a.printVerdict(v, opt.json); err != nil {
		return err
	}
	if len(v.Problems) > 0 {
		return found{len(v.Problems)}
	}
	return nil
}

func (a *app) printVerdict(v *verdict, asJSON bool) error {
	for _, c := range verify.Checks() {
		v.Checks = append(v.Checks, c.Name)
	}
	if asJSON {
		if v.Problems == nil {
			v.Problems = []verify.Problem{}
		}
		return encode(a.out, v)
	}
	for _, p := range v.Problems {
		if _, err := fmt.Fprintln(a.out, label(p.String())); err != nil {
			return err
		}
	}
	note := ""
	if !v.Recipe {
		note = "; no recipe is known, so sizes were not recounted and nothing was cut again"
	}
	_, err := fmt.Fprintf(a.out, "%s, %s, %s; %s%s\n", count(v.Documents, "document"), count(v.Chunks, "chunk"),
		count(len(v.Checks), "check"), count(len(v.Problems), "problem"), note)
	return err
}

// count writes a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// add puts the findings about one document in.
func (v *verdict) add(chunks int, problems []verify.Problem) {
	v.Documents++
	v.Chunks += chunks
	v.Problems = append(v.Problems, problems...)
}

// cutBy is a recipe by hash, nil where it is unknown.
func cutBy(known map[string]ingest.Cutting, hash string) *ingest.Cutting {
	if c, ok := known[hash]; ok {
		return &c
	}
	return nil
}
