package mem

import (
	"context"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/store"
)

var (
	_ store.VectorSearcher = (*Store)(nil)
	_ store.Embedders      = (*Store)(nil)
)

// SearchVector implements store.VectorSearcher, exactly.
func (s *Store) SearchVector(ctx context.Context, v []float32, k int, f store.Filter) ([]store.Hit, error) {
	docs, err := s.snapshot(ctx, f.Generation)
	if err != nil || k < 1 || len(v) == 0 {
		return nil, err
	}
	var found []scored
	match := f.Matcher()
	_, rules := searched(docs)
	words := f.Words.Restricted(&s.analyzer, rules)
	for _, d := range docs {
		if f.Embedder != "" && f.Embedder != d.embedder {
			continue
		}
		for _, r := range d.rows {
			if x := r.vectors[store.Embedding]; len(x) == len(v) && r.head.Searched() && match(&r.head) && words.Passes(r.fields) {
				found = append(found, scored{r, embed.Dot(x, v)})
			}
		}
	}
	best(found)
	return hits(found[:min(k, len(found))])
}

// hits are the records of rows, ranked as they stand.
func hits(found []scored) ([]store.Hit, error) {
	var out []store.Hit
	for i, x := range found {
		rec, err := x.row.record()
		if err != nil {
			return nil, err
		}
		out = append(out, store.Hit{Record: rec, Score: store.Round(x.score), Rank: i + 1})
	}
	return out, nil
}

// Embedders implements store.Embedders.
func (s *Store) Embedders(ctx context.Context, generation string) (map[string]int, error) {
	docs, err := s.snapshot(ctx, generation)
	if err != nil {
		return nil, err
	}
	out := map[string]int{}
	for _, d := range docs {
		for _, r := range d.rows {
			if len(r.vectors[store.Embedding]) > 0 && r.head.Searched() {
				out[d.embedder]++
			}
		}
	}
	return out, nil
}
