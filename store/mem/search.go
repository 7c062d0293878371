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
	x, err := s.asked(ctx, query, f.Generation)
	if err != nil || k < 1 {
		return nil, err
	}
	return rank(x.rows, x.terms, x.mean, k, f)
}

// CountTerms implements store.TermCounter.
func (s *Store) CountTerms(ctx context.Context, query string, f store.Filter) (store.Counts, error) {
	x, err := s.asked(ctx, query, f.Generation)
	return store.Counts{Records: len(x.rows), Terms: x.terms}, err
}

// asking is what a question is asked of: the rows that searches look at, its
// terms among them, and the mean length of a row in lexemes.
type asking struct {
	rows  []*row
	terms []store.Term
	mean  float64
}

func (s *Store) asked(ctx context.Context, query, generation string) (asking, error) {
	docs, err := s.snapshot(ctx, generation)
	if err != nil {
		return asking{}, err
	}
	var x asking
	var langs []string
	total := 0
	for _, d := range docs {
		for _, r := range d.rows {
			if !r.head.Searched() {
				continue
			}
			x.rows = append(x.rows, r)
			total += r.length
			if !slices.Contains(langs, r.rules) {
				langs = append(langs, r.rules)
			}
		}
	}
	slices.Sort(langs)
	x.mean = float64(total) / float64(max(len(x.rows), 1))
	x.terms, err = store.Terms(len(x.rows), s.analyzer.Query(query, langs, store.MaxLexemes), func(lexeme string) (int, error) {
		n := 0
		for _, r := range x.rows {
			if r.freq[lexeme] > 0 {
				n++
			}
		}
		return n, ctx.Err()
	})
	return x, err
}

// scored is a row with its score.
type scored struct {
	row   *row
	score float64
}

// rank scores every row that f lets pass and returns the k best.
func rank(rows []*row, terms []store.Term, mean float64, k int, f store.Filter) ([]store.Hit, error) {
	var found []scored
	match := f.Matcher()
	for _, r := range rows {
		if score := r.score(terms, false, mean); score > 0 && match(&r.head) {
			found = append(found, scored{r, score})
		}
	}
	best(found)
	if slices.ContainsFunc(terms, func(t store.Term) bool { return t.Late }) {
		found = found[:min(store.Reranked, len(found))]
		for i := range found {
			found[i].score += found[i].row.score(terms, true, mean)
		}
		best(found)
	}
	return hits(found[:min(k, len(found))])
}

// score adds up what the terms of one step give to r.
func (r *row) score(terms []store.Term, late bool, mean float64) float64 {
	score := 0.0
	for _, t := range terms {
		if tf := r.freq[t.Lexeme]; tf > 0 && t.Late == late {
			score += t.Weight(tf, r.length, mean)
		}
	}
	return score
}

// best sorts by score, and equal scores by id.
func best(found []scored) {
	slices.SortFunc(found, func(a, b scored) int {
		return cmp.Or(cmp.Compare(store.Round(b.score), store.Round(a.score)), cmp.Compare(a.row.head.ID, b.row.head.ID))
	})
}
