package retrieve

import (
	"context"
	"fmt"

	"github.com/pildora/pildora/store"
)

// Neighbors adds, around each hit, the n records before and after it in its
// document that no hit holds already, in document order, with the rank and
// score of the hit they were added for. A neighbour under other headings is
// not added: it belongs to another topic.
func Neighbors(s store.Store, n int) Step {
	return func(ctx context.Context, _ string, hits []store.Hit) ([]store.Hit, error) {
		if n <= 0 {
			return hits, nil
		}
		seen := map[string]bool{}
		for _, h := range hits {
			seen[h.Record.ID] = true
		}
		var out []store.Hit
		for _, h := range hits {
			before, err := walk(ctx, s, h, n, seen, func(r store.Record) string { return r.Prev })
			if err != nil {
				return nil, err
			}
			for i := len(before) - 1; i >= 0; i-- {
				out = append(out, before[i])
			}
			after, err := walk(ctx, s, h, n, seen, func(r store.Record) string { return r.Next })
			if err != nil {
				return nil, err
			}
			out = append(append(out, h), after...)
		}
		return out, nil
	}
}

func walk(ctx context.Context, s store.Store, h store.Hit, n int, seen map[string]bool, step func(store.Record) string) ([]store.Hit, error) {
	var out []store.Hit
	for r := h.Record; len(out) < n; {
		id := step(r)
		if id == "" || seen[id] {
			break
		}
		rs, err := s.Get(ctx, id)
		if err != nil {
			return nil, fmt.Errorf("neighbour of %s: %w", r.ID, err)
		}
		if r = rs[0]; !sameSection(r, h.Record) {
			break
		}
		seen[id] = true
		out = append(out, store.Hit{Record: r, Score: h.Score, Rank: h.Rank})
	}
	return out, nil
}

func sameSection(a, b store.Record) bool {
	if len(a.Headings) != len(b.Headings) {
		return false
	}
	for i := range a.Headings {
		if a.Headings[i] != b.Headings[i] {
			return false
		}
	}
	return true
}
