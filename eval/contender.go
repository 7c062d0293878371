package eval

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/store"
)

// Contender makes the records of a corpus: one of the ways of cutting that are
// compared. Methods may be called again, and from several goroutines.
type Contender interface {
	// Name is how the contender is called in results; unique in one run.
	Name() string
	// Key is a digest of everything that decides what Records returns for one
	// corpus. Two contenders with one key share their cached figures.
	Key() (string, error)
	// Records cuts the corpus. The records are the caller's.
	Records(ctx context.Context, c *Corpus) (Pieces, error)
}

// Pieces is what a contender made of a corpus.
type Pieces struct {
	// Records are ordered by document, then as the contender gives them.
	Records []store.Record
	// Max is the limit in tokens that the contender was asked to keep; 0 where
	// it isn't known or is in another unit.
	Max int
	// Foreign says that the records come from another program: they have no
	// headings of their own.
	Foreign bool
	// Problems are what was left out, by kind.
	Problems []Problem
}

// Problem counts what was left out for one reason.
type Problem struct {
	What  string `json:"what"`
	Count int    `json:"count"`
	// Examples name the first few, with their places.
	Examples []string `json:"examples"`
}

// maxExamples is how many examples of one problem are named.
const maxExamples = 5

// problems collects problems in order of their first appearance.
type problems struct{ list []Problem }

func (p *problems) add(what, example string) {
	i := slices.IndexFunc(p.list, func(x Problem) bool { return x.What == what })
	if i < 0 {
		i = len(p.list)
		p.list = append(p.list, Problem{What: what})
	}
	x := &p.list[i]
	x.Count++
	if len(x.Examples) < maxExamples {
		x.Examples = append(x.Examples, example)
	}
}

// recipe is a contender that cuts by a recipe of ours.
type recipe struct {
	name    string
	cutting ingest.Cutting
}

// Recipe is the contender that cuts by c. Its limit is known where the
// recipe's unit is tokens.
func Recipe(name string, c ingest.Cutting) Contender { return recipe{name, c} }

// Name implements Contender.
func (r recipe) Name() string { return r.name }

// Key implements Contender.
func (r recipe) Key() (string, error) {
	return "recipe " + ingest.Version + " " + r.cutting.Recipe.Hash(), nil
}

// Records implements Contender.
func (r recipe) Records(ctx context.Context, c *Corpus) (Pieces, error) {
	lists := make([][]store.Record, len(c.Documents))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers())
	for i, d := range c.Documents {
		group.Go(func() (err error) {
			if err = ctx.Err(); err == nil {
				lists[i], err = r.cutting.Records(ctx, d, c.byID[d.URI].source)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return Pieces{}, fmt.Errorf("%s: %w", r.name, err)
	}
	p := Pieces{Records: slices.Concat(lists...)}
	p.Max = Limit(r.cutting.Recipe)
	return p, nil
}

// Limit is the limit in tokens of what is delivered by a recipe: of its parents,
// where it has any. It is 0 where that is in another unit, or not limited.
func Limit(r ingest.Recipe) int {
	if r.Unit != "tokens" || r.Window > 0 {
		return 0
	}
	return max(r.Max, r.Parent)
}

// recipeOf is the recipe of a contender that has one.
func recipeOf(c Contender) *ingest.Recipe {
	if r, ok := c.(recipe); ok {
		return &r.cutting.Recipe
	}
	return nil
}
