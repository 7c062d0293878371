package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

func rebuildCommand(a *app) *cobra.Command {
	var opt syncOptions
	flags := config.NewFlags(table())
	c := &cobra.Command{
		Use:   "rebuild",
		Short: "Build a new generation of the index beside the live one",
		Long: "Reads every source of the index again and cuts, embeds and indexes it by the settings in force, into a generation\n" +
			"of its own. Searches go on with the live one; promote puts the new one in its place at once, and rollback\n" +
			"brings the old one back. A rebuild that was interrupted, or whose sources have changed since, goes on where it\n" +
			"was when it is run again with the same settings.",
		Example: "  pildora rebuild --config new.yaml\n  pildora rebuild --max 400 --to trial",
		Args:    args("", 0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withIndex(c.Context(), flags, func(s config.Settings, st *sqlite.Store) error {
				return a.rebuild(c.Context(), s, st, opt)
			})
		},
	}
	addFlags(c, flags, config.IndexGroup, config.RecipeGroup, config.InputGroup)
	a.addLLMFlags(c, flags)
	c.Flags().StringVar(&opt.generation, "to", "", "build the generation `NAME`; by default the one that was begun with these settings, else a new one")
	c.Flags().BoolVar(&opt.json, "json", false, "print the report as one JSON object")
	return c
}

func (a *app) rebuild(ctx context.Context, s config.Settings, st *sqlite.Store, opt syncOptions) error {
	docs, err := entries(ctx, st, "")
	if err != nil {
		return err
	}
	roots := rootsOf(docs)
	if len(roots) == 0 {
		return usagef("the index holds no documents; pildora sync PATH… takes some in")
	}
	r, err := a.newRecipes(s)
	if err != nil {
		return err
	}
	if opt.generation, err = begin(ctx, st, opt.generation, r.standard.Recipe.Hash()); err != nil {
		return err
	}
	report, err := a.run(ctx, s, st, roots, opt)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(a.out)
	if opt.json {
		err = encode(w, struct {
			Generation string `json:"generation"`
			Report     any    `json:"report"`
		}{opt.generation, listed(report, false)})
	} else if err = a.printReport(w, report, opt); err == nil {
		_, err = fmt.Fprintf(w, "generation %s is built; pildora promote %s makes it the live one\n", label(opt.generation), label(opt.generation))
	}
	return errors.Join(err, w.Flush(), missed(report))
}

// begin returns the generation to build: the one that is named, else the one
// that was begun by this recipe and never was live, else a new one with the next
// number.
func begin(ctx context.Context, st *sqlite.Store, name, recipe string) (string, error) {
	all, err := st.Generations(ctx)
	if err != nil {
		return "", err
	}
	next := 1
	for _, g := range all {
		if n, err := strconv.Atoi(g.Name); err == nil {
			next = max(next, n+1)
		}
		switch {
		case name == "" && g.Promoted.IsZero() && g.Recipe == recipe:
			return g.Name, nil
		case name == g.Name && g.Live:
			return "", usagef("generation %s is the live one; sync keeps it up to date, rebuild builds another", name)
		case name == g.Name && !g.Promoted.IsZero():
			return "", usagef("generation %s was live once and may be needed by rollback; choose another name, or drop it with gc", name)
		case name == g.Name:
			return name, nil
		}
	}
	if name == "" {
		name = strconv.Itoa(next)
	}
	return name, st.Create(ctx, name, recipe)
}

// rootsOf are the roots that documents were found under.
func rootsOf(docs []store.DocState) []string {
	known := map[string]bool{}
	for _, d := range docs {
		known[d.Root] = true
	}
	return slices.Sorted(maps.Keys(known))
}

// entry is what the manifest of the live generation has of a document, if it has
// anything.
func entry(ctx context.Context, st store.Store, docID string) (d store.DocState, ok bool, err error) {
	for d, err := range st.Docs(ctx, "") {
		if err != nil || d.DocID == docID {
			return d, err == nil, err
		}
	}
	return d, false, nil
}

// entries are the manifest of a generation.
func entries(ctx context.Context, st store.Store, generation string) ([]store.DocState, error) {
	var out []store.DocState
	for d, err := range st.Docs(ctx, generation) {
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}
