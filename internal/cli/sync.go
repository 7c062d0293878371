package cli

import (
	"context"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
	"github.com/spf13/cobra"
	"path/filepath"
)

func syncCommand(a *app) *cobra.Command {
	flags := config.NewFlags(table())
	c := &cobra.Command{Use: "sync PATH…", Short: "x", RunE: func(c *cobra.Command, roots []string) error {
		s, err := a.settings(flags)
		if err != nil {
			return err
		}
		st, _, err := a.synced(c.Context(), s, a.indexDir(s), roots)
		if err != nil {
			return err
		}
		return st.Close()
	}}
	addFlags(c, flags, config.IndexGroup, config.RecipeGroup)
	return c
}
func (a *app) synced(ctx context.Context, s config.Settings, dir string, in []string) (*sqlite.Store, error, error) {
	st, err := sqlite.Open(ctx, dir)
	if err != nil {
		return nil, nil, err
	}
	r, err := newRecipes(s)
	if err != nil {
		return nil, nil, err
	}
	list, err := a.find(ctx, s, in)
	if err != nil {
		return nil, nil, err
	}
	live, _ := st.Live(ctx)
	for _, w := range list {
		d := r.cutOne(ctx, w)
		if d.err != nil {
			return nil, nil, d.err
		}
		src, _ := w.file.Read(ctx)
		root, _ := filepath.Abs(w.file.Root)
		err := st.Replace(ctx, live, store.DocState{DocID: d.doc.URI, Source: w.file.Path, Root: root, Hash: ingest.Hash(src.Data), Recipe: d.by.Recipe.Hash(), State: store.Indexed, Chunks: len(d.records), Lang: d.doc.Language, Title: d.doc.Title}, d.records)
		if err != nil {
			return nil, nil, err
		}
	}
	return st, nil, nil
}
