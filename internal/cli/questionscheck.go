package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/internal/config"
)

// checked is what questions check found.
type checked struct {
	Questions int                    `json:"questions"`
	Hold      int                    `json:"hold"`
	Counts    map[question.Fault]int `json:"counts"` // of problems, by fault
	Problems  []problemJSON          `json:"problems"`
}

// problemJSON is one problem of one question.
type problemJSON struct {
	ID      string         `json:"id,omitempty"`
	Index   int            `json:"index"` // of the question in the file, from 0; -1 for the file
	Fault   question.Fault `json:"fault"`
	Kept    bool           `json:"kept"` // the question holds all the same
	Message string         `json:"message"`
}

func questionsCheckCommand(a *app) *cobra.Command {
	var (
		flags  = config.NewFlags(only("format", "lang", "include", "exclude", "gitignore", "hidden", "urls", "url_addresses", "workers", "max_file_bytes", "password", "ocr", "ocr_lang"))
		out    string
		asJSON bool
	)
	c := &cobra.Command{
		Use:   "check FILE.jsonl PATH…",
		Short: "Check questions against their documents",
		Long: "Compares every question with its document under PATH: that the answers stand exactly where their offsets\n" +
			"say, or where else they are found, that ids are unique and no question is without an answer. It names what\n" +
			"is wrong, one line a problem, and exits with 1.\n\n" +
			"With -o the questions that hold are written with all that can be completed: offsets of answers given by\n" +
			"their text alone, code points beside bytes.",
		Example: "  pildora questions check questions.jsonl examples/en\n" +
			"  pildora questions check --json questions.jsonl examples/en\n" +
			"  pildora questions check questions.jsonl examples/en -o complete.jsonl",
		Args: args("FILE.jsonl and PATH", 2, -1),
		RunE: func(c *cobra.Command, given []string) error {
			s, err := a.settings(flags)
			if err != nil {
				return err
			}
			return a.checkQuestions(c.Context(), s, given[0], given[1:], out, asJSON)
		},
	}
	addFlags(c, flags, config.RecipeGroup, config.InputGroup)
	c.Flags().StringVarP(&out, "out", "o", "", "write the questions that hold to `FILE`, completed")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

func (a *app) checkQuestions(ctx context.Context, s config.Settings, file string, roots []string, out string, asJSON bool) error {
	if err := a.writable(out); err != nil {
		return err
	}
	qs, err := a.questions(file)
	if err != nil {
		return err
	}
	c, missed, err := a.corpus(ctx, s, roots)
	if err != nil {
		return err
	}
	find, ids := lookup(c)
	good, problems := question.Check(qs, find, ids...)
	if err := a.printChecked(len(qs), len(good), problems, asJSON); err != nil {
		return err
	}
	if out != "" && len(good) == 0 {
		return noQuestions(out)
	}
	if out != "" {
		if err := a.writeQuestions(out, good); err != nil {
			return err
		}
	}
	if len(problems) > 0 {
		return errors.Join(missed, found{len(problems)})
	}
	return missed
}

func (a *app) printChecked(all, good int, problems []question.Problem, asJSON bool) error {
	if asJSON {
		v := checked{Questions: all, Hold: good, Counts: map[question.Fault]int{}, Problems: []problemJSON{}}
		for _, p := range problems {
			v.Counts[p.Fault]++
			v.Problems = append(v.Problems, problemJSON{p.ID, p.Index, p.Fault, p.Fault.Kept(), p.Message})
		}
		return encode(a.out, v)
	}
	w := bufio.NewWriter(a.out)
	for _, p := range problems {
		fmt.Fprintln(w, label(p.String()))
	}
	fmt.Fprintf(w, "%s, %d hold; %s\n", count(all, "question"), good, count(len(problems), "problem"))
	return w.Flush()
}
