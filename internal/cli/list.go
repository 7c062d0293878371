package cli

import (
	"bufio"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

func listCommand(a *app) *cobra.Command {
	var asJSON bool
	flags := config.NewFlags(only("index"))
	c := &cobra.Command{
		Use:   "list",
		Short: "List the documents of the index",
		Long: "Prints a line for each document of the live generation: its id, state, number of chunks, language and title.\n" +
			"With --json it prints the whole manifest entry, one object a line.",
		Example: "  pildora list\n  pildora list --json",
		Args:    args("", 0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withIndex(c.Context(), flags, func(_ config.Settings, st *sqlite.Store) error {
				return a.list(c.Context(), st, asJSON)
			})
		},
	}
	addFlags(c, flags, config.IndexGroup)
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a document")
	return c
}

func (a *app) list(ctx context.Context, st store.Store, asJSON bool) error {
	w := bufio.NewWriter(a.out)
	for d, err := range st.Docs(ctx, "") {
		if err != nil {
			return err
		}
		if asJSON {
			err = encode(w, d)
		} else {
			err = listLine(w, d)
		}
		if err != nil {
			return err
		}
	}
	return w.Flush()
}

func listLine(w *bufio.Writer, d store.DocState) error {
	line := fmt.Sprintf("%s\t%s\t%s", label(d.DocID), d.State, count(d.Chunks, "chunk"))
	if d.Lang != "" {
		line += "\t" + d.Lang
	}
	if d.Title != "" {
		line += "\t" + label(excerpt(d.Title, 60))
	}
	_, err := fmt.Fprintln(w, line)
	return err
}
