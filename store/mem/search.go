package mem

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/pildora/pildora/store"
)

// order is that of All.
func order(a, b *store.Record) int {
	return cmp.Or(cmp.Compare(a.DocID, b.DocID), cmp.Compare(a.Num, b.Num), cmp.Compare(a.ID, b.ID))
}

// SearchText implements store.TextSearcher.
func (s *Store) SearchText(ctx context.Context, query string, k int, f store.Filter) ([]store.Hit, error) {
	x, err := s.asked(ctx, query, f)
	if err != nil || k < 1 {
		return nil, err
	}
	return x.rank(k, f)
}

// CountTerms implements store.TermCounter.
func (s *Store) CountTerms(ctx context.Context, query string, f store.Filter) (store.Counts, error) {
	x, err := s.asked(ctx, query, f)
	return store.Counts{Records: len(x.rows), Terms: x.search.Terms}, err
}

// asking is what a question is asked of: the rows that searches look at, and
// their mean length in lexemes; and what it searches for.
type asking struct {
	rows   []*row
	search store.Search
	mean   float64
}

func (s *Store) asked(ctx context.Context, query string, f store.Filter) (asking, error) {
	docs, err := s.snapshot(ctx, f.Generation)
	if err != nil {
		return asking{}, err
	}
	rows, rules := searched(docs)
	x := asking{rows: rows}
	total := 0
	for _, r := range rows {
		total += r.fields.Length()
	}
	x.mean = float64(total) / float64(max(len(rows), 1))
	x.search, err = store.Plan(&s.analyzer, rules, len(rows), vocabulary{ctx, rows}, query, f.Words)
	return x, err
}

// searched are the rows that searches look at, and the rules by which they were
// analysed.
func searched(docs []*document) (rows []*row, rules []string) {
	for _, d := range docs {
		for _, r := range d.rows {
			if !r.head.Searched() {
				continue
			}
			rows = append(rows, r)
			if !slices.Contains(rules, r.fields.Rules) {
				rules = append(rules, r.fields.Rules)
			}
		}
	}
	slices.Sort(rules)
	return rows, rules
}

// vocabulary is what rows hold.
type vocabulary struct {
	ctx  context.Context
	rows []*row
}

// Count implements store.Vocabulary.
func (v vocabulary) Count(lexeme string) (int, error) {
	return v.count(func(r *row) bool { return r.freq[lexeme] > 0 })
}

// CountPhrase implements store.Vocabulary.
func (v vocabulary) CountPhrase(p store.Phrase) (int, error) {
	return v.count(func(r *row) bool { return p.In(r.fields) })
}

func (v vocabulary) count(holds func(*row) bool) (int, error) {
	n := 0
	for _, r := range v.rows {
		if holds(r) {
			n++
		}
	}
	return n, v.ctx.Err()
}

// Lexemes implements store.Vocabulary.
func (v vocabulary) Lexemes(prefix string) iter.Seq2[store.Occurring, error] {
	counts := map[string]int{}
	for _, r := range v.rows {
		for l := range r.freq {
			if strings.HasPrefix(l, prefix) {
				counts[l]++
			}
		}
	}
	return func(yield func(store.Occurring, error) bool) {
		for l, n := range counts {
			if !yield(store.Occurring{Lexeme: l, Records: n}, v.ctx.Err()) {
				return
			}
		}
	}
}

// scored is a row with its score.
type scored struct {
	row   *row
	score float64
}

// rank scores every row that f lets pass and returns the k best.
func (x asking) rank(k int, f store.Filter) ([]store.Hit, error) {
	var found []scored
	match, terms := f.Matcher(), x.search.Terms
	for _, r := range x.rows {
		score := r.score(terms, false, x.mean)
		for _, l := range x.search.Lifts {
			if l.Phrase.In(r.fields) {
				score += l.Score
			}
		}
		if score > 0 && match(&r.head) && x.search.Passes(r.fields) {
			found = append(found, scored{r, score})
		}
	}
	best(found)
	if slices.ContainsFunc(terms, func(t store.Term) bool { return t.Late }) {
		found = found[:min(store.Reranked, len(found))]
		for i := range found {
			found[i].score += found[i].row.score(terms, true, x.mean)
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
			score += t.Weight(tf, r.fields.Length(), mean)
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
