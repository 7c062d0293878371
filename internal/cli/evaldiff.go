package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/report"
)

func evalDiffCommand(a *app) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "diff BEFORE.json AFTER.json",
		Short: "Compare two evaluations",
		Long: "Compares the contenders of the same name in two results of eval, on the questions that both asked: every\n" +
			"metric before and after, the difference with its 95 % interval, and whether it means anything. A single\n" +
			"contender in each is compared whatever its name. Results whose settings make the figures something else\n" +
			"can't be compared.",
		Example: "  pildora eval diff baseline.json after.json\n  pildora eval diff --json baseline.json after.json",
		Args:    args("BEFORE.json and AFTER.json", 2, 2),
		RunE: func(_ *cobra.Command, given []string) error {
			before, err := a.result(given[0])
			if err != nil {
				return err
			}
			after, err := a.result(given[1])
			if err != nil {
				return err
			}
			changes, err := eval.Diff(before, after)
			if err != nil {
				return usageError{err}
			}
			if asJSON {
				return encode(a.out, changes)
			}
			return printChanges(a.out, &changes)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

// printChanges writes a line for each run and metric.
func printChanges(w io.Writer, c *eval.Changes) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s asked in both\n", count(c.Questions, "question"))
	run := ""
	for i, x := range c.Changes {
		if i == 0 || x.Run != run {
			run = x.Run
			fmt.Fprintf(out, "\n%s\n", label(run))
		}
		fmt.Fprintf(out, "  %-16s %.3f → %.3f  %s (95 %% from %s to %s)  %s\n", label(x.Metric), x.Before, x.After, report.Signed(x.Diff), report.Signed(x.Lo), report.Signed(x.Hi),
			shift(x.Comparison))
	}
	fmt.Fprintln(out)
	for _, part := range []struct {
		what  string
		names []string
	}{{"only before, contenders", c.Gone}, {"only after, contenders", c.Added}, {"only before, questions", c.Missing}, {"only after, questions", c.New},
		{"note", c.Notes}} {
		if len(part.names) > 0 {
			fmt.Fprintf(out, "%s: %s\n", part.what, label(some(part.names)))
		}
	}
	return out.Flush()
}

// shift says what a difference means.
func shift(c eval.Comparison) string {
	switch {
	case c.Wins+c.Losses == 0:
		return "the same on every question"
	case !c.Significant:
		return "no significant difference"
	case c.Diff > 0:
		return "significantly better"
	}
	return "significantly worse"
}

// some lists names, of many the first.
func some(names []string) string {
	const most = 10
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
