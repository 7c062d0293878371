// Package retrieve finds the passages that answer a question.
//
// A [Searcher] finds hits; a [Step] works on what was found: adds neighbours,
// keeps a budget. Both are functions, so that a pipeline is a composition.
package retrieve

import (
	"context"
	"fmt"

	"github.com/pildora/pildora/store"
)

// Searcher finds at most k hits for a query, best first. No hits is no error.
type Searcher func(ctx context.Context, query string, k int) ([]store.Hit, error)

// Step changes a list of hits; it keeps their order and ranks, or sets new
// ones.
type Step func(ctx context.Context, query string, hits []store.Hit) ([]store.Hit, error)

// Lexical searches the text index of a store; [store.ParseQuery] has the
// operators of queries.
func Lexical(s store.TextSearcher, f store.Filter) Searcher {
	return func(ctx context.Context, query string, k int) ([]store.Hit, error) {
		if k <= 0 {
			return nil, fmt.Errorf("k is %d, must be at least 1", k)
		}
		text, f := f.Ask(query)
		return s.SearchText(ctx, text, k, f)
	}
}

// Then runs steps after a searcher.
func (s Searcher) Then(steps ...Step) Searcher {
	return func(ctx context.Context, query string, k int) ([]store.Hit, error) {
		hits, err := s(ctx, query, k)
		for _, step := range steps {
			if err != nil {
				return nil, err
			}
			hits, err = step(ctx, query, hits)
		}
		return hits, err
	}
}
