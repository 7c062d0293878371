package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/internal/config"
)

// convertOptions are the flags of questions convert that are no settings.
type convertOptions struct {
	from, out, docsOut string
	docs               []string
	corpus, qrels      string
	columns            map[string]string
	question.Options
}

func questionsConvertCommand(a *app) *cobra.Command {
	var opt convertOptions
	flags := config.NewFlags(only("format", "include", "exclude", "gitignore", "hidden", "urls", "url_addresses", "workers", "max_file_bytes", "password", "ocr", "ocr_lang"))
	c := &cobra.Command{
		Use:   "convert --from FORM FILE",
		Short: "Make a question set of another tool's",
		Long: "Reads a question set in the form of another tool and writes it as JSON Lines with exact spans. FORM is\n" +
			formsHelp() + "\n\n" +
			"Answers are found in the documents of --docs, or in those that the set brings along, which --docs-out\n" +
			"writes as files. Questions that can't be converted are named with their counts on standard error.",
		Example: "  pildora questions convert --from squad squad.json --docs-out articles -o squad.jsonl\n" +
			"  pildora questions convert --from csv --docs examples/en --column question=frage table.csv",
		Args: args("FILE", 1, 1),
		RunE: func(c *cobra.Command, given []string) error {
			s, err := a.settings(flags)
			if err != nil {
				return err
			}
			return a.convert(c.Context(), s, given[0], opt)
		},
	}
	addFlags(c, flags, config.RecipeGroup, config.InputGroup)
	f := c.Flags()
	f.StringVar(&opt.from, "from", "", "the `FORM` of the input: "+strings.Join(formNames(), ", "))
	f.StringVarP(&opt.out, "out", "o", "", "write to `FILE` instead of standard output")
	f.StringArrayVar(&opt.docs, "docs", nil, "the documents that answers lie in, a file or folder `PATH`; repeatable")
	f.StringVar(&opt.docsOut, "docs-out", "", "write the documents that the set brings along into `DIR`")
	f.StringVar(&opt.corpus, "corpus", "", "`FILE` of the passages, of beir and trec")
	f.StringVar(&opt.qrels, "qrels", "", "`FILE` of the judgements, of beir and trec")
	f.IntVar(&opt.MinGrade, "min-grade", 1, "the least grade `N` that counts as relevant")
	f.BoolVar(&opt.Any, "any", false, "each relevant passage answers by itself; else all of them together do")
	f.StringToStringVar(&opt.columns, "column", nil, "the name of a column of csv, as `FIELD=NAME`; repeatable")
	f.StringVar(&opt.Language, "language", "", "language `TAG` of questions that name none")
	_ = c.RegisterFlagCompletionFunc("from", cobra.FixedCompletions(formNames(), cobra.ShellCompDirectiveNoFileComp))
	return c
}

func formNames() []string {
	var names []string
	for _, f := range question.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// formsHelp is a line for each form.
func formsHelp() string {
	var lines []string
	for _, f := range question.Formats() {
		lines = append(lines, fmt.Sprintf("  %-12s %s", f.Name, f.Summary))
	}
	return strings.Join(lines, "\n")
}

func (a *app) convert(ctx context.Context, s config.Settings, file string, opt convertOptions) error {
	if err := convertible(opt); err != nil {
		return err
	}
	if err := a.writable(opt.out); err != nil {
		return err
	}
	missed, err := a.surroundings(ctx, s, file, &opt)
	if err != nil {
		return err
	}
	res, err := a.converted(file, opt)
	if err != nil {
		return err
	}
	a.tell(res.Problems)
	if len(res.Questions) == 0 {
		return noQuestions(file)
	}
	if err := a.writeDocs(opt.docsOut, res.Docs); err != nil {
		return err
	}
	if err := a.writeQuestions(opt.out, res.Questions); err != nil {
		return err
	}
	a.say("converted %s, left out %d", count(len(res.Questions), "question"), lost(res.Problems))
	return missed
}

// convertible refuses options that make no sense.
func convertible(opt convertOptions) error {
	known := formNames()
	switch {
	case opt.from == "":
		return usagef("--from FORM is missing (known: %s)", strings.Join(known, ", "))
	case !slices.Contains(known, opt.from):
		return usagef("unknown form %q%s (known: %s)", opt.from, didYouMean("", opt.from, known), strings.Join(known, ", "))
	case opt.docsOut != "" && len(opt.docs) > 0:
		return usagef("--docs and --docs-out can't both hold: answers are found in given documents, or the set's own are written")
	case len(opt.columns) > 0 && opt.from != "csv":
		return usagef("--column is about csv; leave it out")
	case opt.MinGrade < 1:
		return usagef("--min-grade is %d; must be 1 or more", opt.MinGrade)
	}
	return nil
}

// surroundings reads the documents of --docs into the options.
func (a *app) surroundings(ctx context.Context, s config.Settings, file string, opt *convertOptions) (missed, err error) {
	opt.Name, opt.Columns = file, opt.columns
	if file != "-" {
		opt.Name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	}
	if len(opt.docs) == 0 {
		return nil, nil
	}
	opt.Docs = map[string]string{}
	failed, of, err := a.each(ctx, s, opt.docs, func(d *doc.Document) { opt.Docs[d.URI] = d.Text })
	if err == nil && len(opt.Docs) == 0 {
		err = usagef("--docs: no documents that could be read")
	}
	return unread(failed, of), err
}

func (a *app) converted(file string, opt convertOptions) (question.Result, error) {
	in, err := a.open(file)
	if err != nil {
		return question.Result{}, err
	}
	defer in.Close()
	if opt.corpus != "" {
		f, err := a.open(opt.corpus)
		if err != nil {
			return question.Result{}, err
		}
		defer f.Close()
		opt.Corpus = f
	}
	if opt.qrels != "" {
		f, err := a.open(opt.qrels)
		if err != nil {
			return question.Result{}, err
		}
		defer f.Close()
		opt.Qrels = f
	}
	res, err := question.From(opt.from, in, opt.Options)
	if errors.Is(err, question.ErrSyntax) {
		err = usageError{err}
	}
	return res, err
}

// writeDocs writes documents below dir. A file that holds something else is
// never overwritten.
func (a *app) writeDocs(dir string, docs map[string]string) error {
	switch {
	case dir == "" && len(docs) > 0:
		a.say("the set brings %s along; --docs-out DIR writes them", count(len(docs), "document"))
		return nil
	case dir == "":
		return nil
	}
	dir = a.path(dir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return usageError{err}
	}
	root, err := os.OpenRoot(dir) // ids come from elsewhere: nothing outside dir can be meant
	if err != nil {
		return usageError{err}
	}
	defer root.Close()
	for _, id := range slices.Sorted(maps.Keys(docs)) {
		if err := writeDoc(root, id, docs[id]); err != nil {
			return fmt.Errorf("document %s: %w", id, err)
		}
	}
	a.say("wrote %s to %s", count(len(docs), "document"), dir)
	return nil
}

func writeDoc(root *os.Root, id, text string) error {
	name := filepath.FromSlash(id)
	if old, err := root.ReadFile(name); err == nil {
		if string(old) == text {
			return nil
		}
		return usagef("a file with another text is there already; give an empty --docs-out")
	}
	if folder := path.Dir(id); folder != "." {
		if err := root.MkdirAll(filepath.FromSlash(folder), 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return root.WriteFile(name, []byte(text), 0o666)
}
