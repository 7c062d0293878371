// Package rerank puts what was found in a better order: a [Reranker] reads the
// question and each passage together, which a search can't afford for all of an
// index but can for the best of it.
//
// [New] asks a server for a cross-encoder's scores (Hugging Face's Text
// Embeddings Inference, Cohere, Jina, Voyage, llama.cpp); [Judge] asks a
// language model. [Step] is the step of a search.
package rerank

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/store"
)

// Reranker says how well passages answer a question: a score each, higher is
// better, comparable within one call only. There are as many scores as passages.
// It is safe for concurrent use. Errors wrap ctx's where that ended first.
type Reranker interface {
	Rerank(ctx context.Context, query string, passages []string) ([]float64, error)
}

// Leg is the name of a reranker among the legs of a hit.
const Leg = "rerank"

// Step puts the first depth hits in the order of r's scores; those behind stay
// behind, in their order. Equal scores keep the order of the search. What is
// read of a record is what deliver makes of it. The scores of hits that were
// read are the reranker's, which the legs of a hit tell beside its rank before.
func Step(r Reranker, depth int, deliver func(store.Record) string) retrieve.Step {
	return func(ctx context.Context, query string, hits []store.Hit) ([]store.Hit, error) {
		n := min(depth, len(hits))
		if n < 1 {
			return hits, nil
		}
		passages := make([]string, n)
		for i, h := range hits[:n] {
			passages[i] = deliver(h.Record)
		}
		text, _ := store.ParseQuery(query)
		scores, err := r.Rerank(ctx, text, passages)
		if err == nil && len(scores) != n {
			err = fmt.Errorf("%d scores for %d passages", len(scores), n)
		}
		if err != nil {
			return nil, fmt.Errorf("reranking: %w", err)
		}
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
		out := make([]store.Hit, 0, len(hits))
		for _, i := range order {
			h := hits[i]
			h.Legs = append(slices.Clip(h.Legs), store.Leg{Name: Leg, Rank: h.Rank, Score: scores[i], Share: scores[i]})
			h.Score, h.Rank = scores[i], len(out)+1
			out = append(out, h)
		}
		for _, h := range hits[n:] {
			h.Rank = len(out) + 1
			out = append(out, h)
		}
		return out, nil
	}
}

// After finds by s, reads the best of that and keeps the k best of what was
// read: see [Step].
func After(s retrieve.Searcher, r Reranker, depth int, deliver func(store.Record) string) retrieve.Searcher {
	step := Step(r, depth, deliver)
	return func(ctx context.Context, query string, k int) ([]store.Hit, error) {
		hits, err := s(ctx, query, max(k, depth))
		if err != nil {
			return nil, err
		}
		if hits, err = step(ctx, query, hits); err != nil {
			return nil, err
		}
		return hits[:min(k, len(hits))], nil
	}
}
