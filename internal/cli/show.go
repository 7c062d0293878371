package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

func showCommand(a *app) *cobra.Command {
	var asJSON bool
	flags := config.NewFlags(only("index"))
	c := &cobra.Command{
		Use:   "show ID",
		Short: "Show a chunk with its neighbours, or the chunks of a document",
		Long: "With the id of a chunk, prints it whole, with the beginning of the chunks before and after it. With the id of\n" +
			"a document, lists its chunks. With --json it prints their records, one a line.",
		Example: "  pildora show glosario.md\n  pildora show --json glosario.md",
		Args:    args("ID", 1, 1),
		RunE: func(c *cobra.Command, given []string) error {
			return a.withIndex(c.Context(), flags, func(_ config.Settings, st *sqlite.Store) error {
				return a.show(c.Context(), st, given[0], asJSON)
			})
		},
	}
	addFlags(c, flags, config.IndexGroup)
	c.Flags().BoolVar(&asJSON, "json", false, "print one record a line")
	return c
}

func (a *app) show(ctx context.Context, st store.Store, id string, asJSON bool) error {
	records, err := recordsOf(ctx, st, id)
	if err != nil {
		return err
	}
	if len(records) == 0 {
		a.say("%s has no chunks: it is empty, or it failed (pildora status says which)", id)
	}
	w := bufio.NewWriter(a.out)
	for _, r := range records {
		switch {
		case asJSON:
			err = encode(w, r)
		case r.ID == id:
			var d store.DocState
			if d, _, err = entry(ctx, st, r.DocID); err == nil {
				err = a.showWhole(w, r, d.Embedder)
			}
		default:
			_, err = fmt.Fprintf(w, "%s%s  %s  %s  %s\n", indent(r), label(r.ID), numbered(r), linesOf(r), label(excerpt(r.Text, 70)))
		}
		if err != nil {
			return err
		}
	}
	return w.Flush()
}

// recordsOf are the chunks of a document, or a chunk between its neighbours.
func recordsOf(ctx context.Context, st store.Store, id string) ([]store.Record, error) {
	_, known, err := entry(ctx, st, id)
	if err != nil {
		return nil, err
	}
	if known {
		return chunksOf(ctx, st, id)
	}
	if !strings.Contains(id, "#") {
		return nil, usagef("no document %q in the index; pildora list names them all", id)
	}
	rs, err := st.Get(ctx, id)
	if err != nil {
		return nil, usagef("no chunk %q in the index (%w); pildora show DOC lists the chunks of a document", id, err)
	}
	ids := []string{id}
	if rs[0].Prev != "" {
		ids = append([]string{rs[0].Prev}, ids...)
	}
	if rs[0].Next != "" {
		ids = append(ids, rs[0].Next)
	}
	return st.Get(ctx, ids...)
}

// indent is what stands before a record that belongs to the one above it.
func indent(r store.Record) string {
	if r.Parent != "" {
		return "  "
	}
	return ""
}

// numbered is a record's number among those of its role, "parent 1/5".
func numbered(r store.Record) string {
	if r.Role == store.RoleChunk || r.Role == "" {
		return fmt.Sprintf("%d/%d", r.Num, r.Of)
	}
	return fmt.Sprintf("%s %d/%d", label(r.Role), r.Num, r.Of)
}

// chunksOf are the records of a document in the order of its text: parents
// before their chunks, and what is derived of a chunk after it.
func chunksOf(ctx context.Context, st store.Store, docID string) ([]store.Record, error) {
	var out []store.Record
	for r, err := range st.All(ctx, store.Filter{Docs: []string{docID}}) {
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	byID := map[string]store.Record{}
	for _, r := range out {
		byID[r.ID] = r
	}
	at := func(r store.Record) int {
		if r.Role == store.RoleDerived {
			return byID[r.Parent].Start
		}
		return r.Start
	}
	rank := map[string]int{store.RoleParent: -1, store.RoleDerived: 1}
	slices.SortStableFunc(out, func(a, b store.Record) int { return cmp.Or(at(a)-at(b), rank[a.Role]-rank[b.Role]) })
	return out, nil
}

// showWhole writes a chunk with all that is known of it; embedder is who made its
// vector.
func (a *app) showWhole(w *bufio.Writer, r store.Record, embedder string) error {
	fmt.Fprintf(w, "\n%s  %s\n%s\n%s  %s  %s  %s\n", label(r.ID), numbered(r), label(ingest.Breadcrumb(r)), label(a.place(r)), r.Kind,
		count(r.Tokens, "token"), count(r.Chars, "character"))
	if r.Frame.Header != "" {
		fmt.Fprintf(w, "header: %s\n", printable(r.Frame.Header))
	}
	switch {
	case r.Window != nil:
		fmt.Fprintf(w, "delivers lines %d–%d, %s\n", r.Window.StartLine, r.Window.EndLine, count(r.Window.Tokens, "token"))
	case r.Parent != "":
		fmt.Fprintf(w, "delivers %s\n", label(r.Parent))
	}
	if n := len(r.Vectors[store.Embedding]); n > 0 {
		fmt.Fprintf(w, "vector of %s by %s\n", count(n, "number"), label(describe(embedder)))
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(w, "warning: %s\n", label(warning))
	}
	_, err := fmt.Fprintf(w, "\n%s\n\n", printable(r.Text))
	return err
}

// place is where a chunk stands: file and lines. A file in the working folder
// is named from there.
func (a *app) place(r store.Record) string {
	source := r.Source
	if here, err := filepath.Abs(a.path(".")); err == nil && filepath.IsAbs(source) {
		if rel, err := filepath.Rel(here, source); err == nil && filepath.IsLocal(rel) {
			source = rel
		}
	}
	return source + ":" + linesOf(r)
}

func linesOf(r store.Record) string {
	if r.StartLine == r.EndLine {
		return fmt.Sprint(r.StartLine)
	}
	return fmt.Sprintf("%d–%d", r.StartLine, r.EndLine)
}
