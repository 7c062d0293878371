package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

func forgetCommand(a *app) *cobra.Command {
	flags := config.NewFlags(only("index"))
	c := &cobra.Command{
		Use:   "forget DOC…",
		Short: "Take documents out of the index",
		Long: "Takes documents with all of their chunks out of the index, all at once. The sources are left alone: where one\n" +
			"still stands under the paths of the next sync, it comes back then (exclude keeps it out).",
		Example: "  pildora forget glosario.md",
		Args:    args("DOC", 1, -1),
		RunE: func(c *cobra.Command, ids []string) error {
			return a.withIndex(c.Context(), flags, func(_ config.Settings, st *sqlite.Store) error {
				return a.forget(c.Context(), st, ids)
			})
		},
	}
	addFlags(c, flags, config.IndexGroup)
	return c
}

func (a *app) forget(ctx context.Context, st store.Store, ids []string) error {
	chunks := map[string]int{}
	var names []string
	for d, err := range st.Docs(ctx, "") {
		if err != nil {
			return err
		}
		chunks[d.DocID] = d.Chunks
		names = append(names, d.DocID)
	}
	for _, id := range ids {
		if _, ok := chunks[id]; !ok {
			return usagef("no document %q in the index%s; nothing was forgotten (pildora list names them all)", id, didYouMean("", id, names))
		}
	}
	live, err := st.Live(ctx)
	if err != nil {
		return err
	}
	if err := st.Delete(ctx, live, ids...); err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := fmt.Fprintf(a.out, "forgot %s (%s)\n", id, count(chunks[id], "chunk")); err != nil {
			return err
		}
	}
	return nil
}
