package cli

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

// status is what status prints.
type status struct {
	Index      string              `json:"index"`
	Generation string              `json:"generation"` // the live one
	Documents  int                 `json:"documents"`
	Chunks     int                 `json:"chunks"`
	States     map[store.State]int `json:"states"`
	Recipe     string              `json:"recipe"`   // hash of the standard recipe of the settings
	Recipes    map[string]int      `json:"recipes"`  // documents by the recipe that cut them
	Searched   int                 `json:"searched"` // chunks that searches look at
	Vectors    map[string]int      `json:"vectors"`  // how many of them have one, by the model that made it
	Waiting    []failure           `json:"waiting"`  // documents that wait for their vectors
	Failures   []failure           `json:"failures"`
	// Alike are documents that are nearly others.
	Alike []ingest.Alike `json:"alike"`
	// Generations are all of the index, the oldest first.
	Generations []store.Generation `json:"generations"`
	// Sizes count chunks by tokens, where that was asked for.
	Sizes []bucket `json:"sizes,omitempty"`
}

// bucket counts the chunks of more than half of its tokens, up to them.
type bucket struct {
	Tokens int `json:"tokens"`
	Chunks int `json:"chunks"`
}

// failure is a document that could not be brought in.
type failure struct {
	Doc   string `json:"doc"`
	Stage string `json:"stage"`
	Error string `json:"error"`
}

func statusCommand(a *app) *cobra.Command {
	var asJSON, sizes bool
	flags := config.NewFlags(only("index"))
	c := &cobra.Command{
		Use:   "status",
		Short: "Say what the index holds and what failed",
		Long: "Prints the documents by state, the number of chunks, the live generation, the recipes that documents were\n" +
			"cut by, how many chunks have vectors and by which model, each document that waits for its vectors, and each\n" +
			"that failed with its stage and error; where there are several generations, all of them. With --sizes every\n" +
			"chunk is read, and counted by its tokens.",
		Example: "  pildora status\n  pildora status --sizes\n  pildora status --json",
		Args:    args("", 0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withIndex(c.Context(), flags, func(s config.Settings, st *sqlite.Store) error {
				out, err := a.status(c.Context(), s, st)
				if err == nil && sizes {
					out.Sizes, err = sizesIn(c.Context(), st)
				}
				if err != nil {
					return err
				}
				if asJSON {
					return encode(a.out, out)
				}
				return a.printStatus(out)
			})
		},
	}
	addFlags(c, flags, config.IndexGroup)
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	c.Flags().BoolVar(&sizes, "sizes", false, "count chunks by their tokens")
	return c
}

// sizesIn counts the chunks of the live generation by their tokens: in buckets
// each twice as large as the one before.
func sizesIn(ctx context.Context, st store.Store) ([]bucket, error) {
	var counts []int
	for r, err := range st.All(ctx, store.Filter{}) {
		if err != nil {
			return nil, err
		}
		i := 0
		if r.Tokens > 1 {
			i = bits.Len(uint(r.Tokens - 1))
		}
		for len(counts) <= i {
			counts = append(counts, 0)
		}
		counts[i]++
	}
	var out []bucket
	for i, n := range counts {
		if n > 0 || len(out) > 0 {
			out = append(out, bucket{1 << i, n})
		}
	}
	return out, nil
}

func (a *app) status(ctx context.Context, s config.Settings, st *sqlite.Store) (status, error) {
	out := status{Index: a.indexDir(s), States: map[store.State]int{}, Recipes: map[string]int{}, Waiting: []failure{}, Failures: []failure{}}
	r, err := a.newRecipes(s)
	if err != nil {
		return out, err
	}
	out.Recipe = r.standard.Recipe.Hash()
	if out.Generation, err = st.Live(ctx); err != nil {
		return out, err
	}
	var docs []store.DocState
	for d, err := range st.Docs(ctx, "") {
		if err != nil {
			return out, err
		}
		docs = append(docs, d)
		out.Documents++
		out.Chunks += d.Chunks
		out.States[d.State]++
		if recipe := ingest.BareRecipe(d.Recipe); recipe != "" {
			out.Recipes[recipe]++
		}
		switch d.State {
		case store.Failed:
			out.Failures = append(out.Failures, failure{d.DocID, d.Stage, d.Error})
		case store.Chunked:
			out.Waiting = append(out.Waiting, failure{d.DocID, d.Stage, d.Error})
		}
	}
	out.Alike = ingest.AlikeIn(docs)
	if out.Generations, err = st.Generations(ctx); err != nil {
		return out, err
	}
	held, err := st.Stats(ctx, "")
	out.Searched, out.Vectors = held.Searched, held.Embedders
	return out, err
}

func (a *app) printStatus(s status) error {
	fmt.Fprintf(a.out, "index       %s\ngeneration  %s\ndocuments   %d\n", s.Index, s.Generation, s.Documents)
	for _, state := range slices.Sorted(maps.Keys(s.States)) {
		fmt.Fprintf(a.out, "  %-14s %d\n", state, s.States[state])
	}
	searched := "" // parents are only delivered
	if s.Searched < s.Chunks {
		searched = fmt.Sprintf(", of which %d are searched", s.Searched)
	}
	fmt.Fprintf(a.out, "chunks      %d%s\n", s.Chunks, searched)
	most := 1
	for _, b := range s.Sizes {
		most = max(most, b.Chunks)
	}
	for _, b := range s.Sizes {
		fmt.Fprintf(a.out, "  %5d–%-6d %6d %s\n", b.Tokens/2+1, b.Tokens, b.Chunks, strings.Repeat("#", (b.Chunks*40+most-1)/most))
	}
	for _, g := range s.Generations {
		if !g.Live {
			fmt.Fprintf(a.out, "besides     generation %s: %s, built %s\n", label(g.Name), count(g.Chunks, "chunk"), g.Time.Format(time.DateTime))
		}
	}
	for _, hash := range slices.Sorted(maps.Keys(s.Recipes)) {
		note := ""
		if hash == s.Recipe {
			note = " (that of the settings)"
		}
		fmt.Fprintf(a.out, "recipe      %s: %s%s\n", hash, count(s.Recipes[hash], "document"), note)
	}
	for _, id := range slices.Sorted(maps.Keys(s.Vectors)) {
		fmt.Fprintf(a.out, "vectors     %d of %s by %s\n", s.Vectors[id], count(s.Searched, "chunk"), label(describe(id)))
	}
	for _, f := range s.Waiting {
		fmt.Fprintf(a.out, "waiting     %s: %s: %s\n", label(f.Doc), f.Stage, label(f.Error))
	}
	for _, f := range s.Failures {
		fmt.Fprintf(a.out, "failed      %s: %s: %s\n", label(f.Doc), f.Stage, label(f.Error))
	}
	for _, line := range alikeLines(s.Alike) {
		fmt.Fprintf(a.out, "alike       %s\n", line)
	}
	_, err := fmt.Fprint(a.out)
	return err
}
