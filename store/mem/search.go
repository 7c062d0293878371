package mem

import (
	"cmp"
	"context"
	"slices"

	"github.com/pildora/pildora/store"
)

// order is that of All.
func order(a, b *store.Record) int {
	return cmp.Or(cmp.Compare(a.DocID, b.DocID), cmp.Compare(a.Num, b.Num), cmp.Compare(a.ID, b.ID))
}

// SearchText implements store.TextSearcher.
func (s *Store) SearchText(ctx context.Context, query string, k int, f store.Filter) ([]store.Hit, error) {
	docs, err := s.snapshot(ctx, f.Generation)
	if err != nil || k < 1 {
		return nil, err
	}
	var rows []*row
	var langs []string
	total := 0
	for _, d := range docs {
		for _, r := range d.rows {
			rows = append(rows, r)
			total += r.length
			if !slices.Contains(langs, r.rules) {
				langs = append(langs, r.rules)
			}
		}
	}
	slices.Sort(langs)
	terms, err := store.Terms(len(rows), s.analyzer.Query(query, langs, store.MaxLexemes), func(lexeme string) (int, error) {
		n := 0
		for _, r := range rows {
			if r.freq[lexeme] > 0 {
				n++
			}
		}
		return n, ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return rank(rows, terms, float64(total)/float64(max(len(rows), 1)), k, f)
}

// rank scores every row that f lets pass and returns the k best.
func rank(rows []*row, terms []store.Term, mean float64, k int, f store.Filter) ([]store.Hit, error) {
	type scored struct {
		row   *row
		score float64
	}
	var found []scored
	match := f.Matcher()
	for _, r := range rows {
		score := 0.0
		for _, t := range terms {
			if tf := r.freq[t.Lexeme]; tf > 0 {
				score += t.IDF * store.Part(tf, r.length, mean)
			}
		}
		if score > 0 && match(&r.head) {
			found = append(found, scored{r, store.Round(score)})
		}
	}
	slices.SortFunc(found, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.row.head.ID, b.row.head.ID))
	})
	var hits []store.Hit
	for i, x := range found[:min(k, len(found))] {
		rec, err := x.row.record()
		if err != nil {
			return nil, err
		}
		hits = append(hits, store.Hit{Record: rec, Score: x.score, Rank: i + 1})
	}
	return hits, nil
}
