package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/pildora/pildora/store"
)

// How a search is scored. FTS5's own bm25() has the wrong inverse document
// frequency for us (see store.K1), but for a query of one lexeme its value is
// that frequency times the rest of the formula. So each lexeme is asked for by
// itself, its score divided by FTS5's factor and multiplied with ours, and the
// sums are made by SQLite too. What late lexemes add is worked out from the
// records themselves, of which few have to be read: as soon as the rest of
// them could not get among the k best with all that the late ones can give, the
// search ends.

// search is one search of one generation.
type search struct {
	tx         *sql.Tx
	generation int64
	n          int     // records
	mean       float64 // lexemes a record
	store.Search
	k      int
	filter store.Filter
}

// SearchText implements store.TextSearcher.
func (s *Store) SearchText(ctx context.Context, query string, k int, f store.Filter) ([]store.Hit, error) {
	var hits []store.Hit
	err := s.viewing(ctx, func(tx *sql.Tx) error {
		key, err := generationKey(ctx, tx, f.Generation)
		if err != nil || k < 1 {
			return err
		}
		x := &search{tx: tx, generation: key, k: k, filter: f}
		if err := s.choose(ctx, x, query); err != nil || len(x.Terms) == 0 {
			return err
		}
		hits, err = s.ranked(ctx, x)
		return err
	})
	if err != nil {
		return nil, err
	}
	return hits, nil
}

// CountTerms implements store.TermCounter.
func (s *Store) CountTerms(ctx context.Context, query string, f store.Filter) (store.Counts, error) {
	var out store.Counts
	err := s.viewing(ctx, func(tx *sql.Tx) error {
		key, err := generationKey(ctx, tx, f.Generation)
		if err != nil {
			return err
		}
		x := &search{tx: tx, generation: key, filter: f}
		err = s.choose(ctx, x, query)
		out = store.Counts{Records: x.n, Terms: x.Terms}
		return err
	})
	return out, err
}

// choose finds what to search for, and the numbers that weigh it.
func (s *Store) choose(ctx context.Context, x *search, query string) error {
	rules, err := rulesIn(ctx, x.tx, x.generation)
	if err != nil {
		return err
	}
	var lexemes int
	if err := x.tx.QueryRowContext(ctx, `SELECT searched, lexemes FROM generation WHERE key = ?`, x.generation).Scan(&x.n, &lexemes); err != nil {
		return err
	}
	if x.n == 0 {
		return nil
	}
	x.mean = float64(lexemes) / float64(x.n)
	table := textTable(x.generation)
	count, err := x.tx.PrepareContext(ctx, `SELECT count(*) FROM `+table+` WHERE `+table+` MATCH ?`)
	if err != nil {
		return err
	}
	defer count.Close()
	x.Search, err = store.Plan(&s.analyzer, rules, x.n, vocabulary{ctx, x.tx, x.generation, count}, query, x.filter.Words)
	return err
}

// rulesIn returns the stemming rules by which the records of a generation were
// analysed, each by one step in the index.
func rulesIn(ctx context.Context, tx *sql.Tx, generation int64) ([]string, error) {
	var out []string
	next := tx.QueryRowContext(ctx, `SELECT min(rules) FROM chunk WHERE generation = ? AND `+searched, generation)
	for {
		var r sql.NullString
		if err := next.Scan(&r); err != nil || !r.Valid {
			return out, err
		}
		out = append(out, r.String)
		next = tx.QueryRowContext(ctx, `SELECT min(rules) FROM chunk WHERE generation = ? AND rules > ? AND `+searched, generation, r.String)
	}
}

// quote makes an FTS5 string of a lexeme, so that nothing in it is syntax.
func quote(lexeme string) string { return `"` + strings.ReplaceAll(lexeme, `"`, `""`) + `"` }

// fts5IDF is the factor that bm25() applies to a lexeme that holding of n rows
// hold.
func fts5IDF(n, holding int) float64 {
	idf := math.Log((float64(n-holding) + 0.5) / (float64(holding) + 0.5))
	if idf <= 0 {
		return 1e-6
	}
	return idf
}

// maxListed is how many documents of a filter are named in SQL; with more of
// them the matcher alone decides.
const maxListed = 500

// ranked scores the records and reads the k best, best first.
func (s *Store) ranked(ctx context.Context, x *search) ([]store.Hit, error) {
	var now, late []store.Term
	most := 0.0
	for _, t := range x.Terms {
		if t.Late {
			late = append(late, t)
			most += t.Most()
		} else {
			now = append(now, t)
		}
	}
	extra, extraArgs := details(x.filter)
	read, err := x.tx.PrepareContext(ctx, `SELECT `+columns+` FROM chunk c WHERE key = ?`+extra)
	if err != nil {
		return nil, err
	}
	defer read.Close()
	best := top{k: x.k}
	match := x.filter.Matcher()
	seen := 0
	query, args := x.scoring(now)
	err = each(ctx, x.tx, func(row scanner) error {
		var key int64
		var score float64
		if err := row.Scan(&key, &score); err != nil {
			return err
		}
		if best.beats(score+most) || len(late) > 0 && seen == store.Reranked {
			return errStop
		}
		r, err := scanRecord(read.QueryRowContext(ctx, append([]any{key}, extraArgs...)...))
		if errors.Is(err, sql.ErrNoRows) {
			return nil // it isn't as the filter says
		}
		if err != nil || !match(&r) {
			return err
		}
		seen++
		best.add(store.Hit{Record: r, Score: store.Round(score + s.more(&r, late, x.mean))})
		return nil
	}, query, args...)
	if err != nil && !errors.Is(err, errStop) {
		return nil, err
	}
	return best.ranked(), nil
}

// more is what the late terms add to the score of r.
func (s *Store) more(r *store.Record, late []store.Term, mean float64) float64 {
	if len(late) == 0 {
		return 0
	}
	score := 0.0
	fields := store.Analyse(&s.analyzer, r)
	for _, t := range late {
		if tf := fields.Frequency(t.Lexeme); tf > 0 {
			score += t.Weight(tf, fields.Length(), mean)
		}
	}
	return score
}

// top keeps the k best hits, in order.
type top struct {
	k    int
	hits []store.Hit
}

// beats reports whether k hits are better than any of score would be; what
// ties with the last one must still be seen.
func (t *top) beats(score float64) bool {
	return len(t.hits) == t.k && store.Round(score) < t.hits[t.k-1].Score
}

func (t *top) add(h store.Hit) {
	i, _ := slices.BinarySearchFunc(t.hits, h, func(a, b store.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Record.ID, b.Record.ID))
	})
	if i == t.k {
		return
	}
	t.hits = slices.Insert(t.hits, i, h)
	t.hits = t.hits[:min(t.k, len(t.hits))]
}

func (t *top) ranked() []store.Hit {
	for i := range t.hits {
		t.hits[i].Rank = i + 1
	}
	return t.hits
}

// scoring writes the query for (key, score) pairs by terms, the best first.
func (x *search) scoring(terms []store.Term) (string, []any) {
	generation, f := x.generation, x.filter
	table := textTable(generation)
	one := `SELECT rowid AS id, -bm25(` + table + `, 1.0, ?) * ? AS s FROM ` + table + ` WHERE ` + table + ` MATCH ?`
	var args []any
	for _, t := range terms {
		args = append(args, store.HeadingWeight, t.IDF/fts5IDF(x.n, t.Records), quote(t.Lexeme))
	}
	parts := slices.Repeat([]string{one}, len(terms))
	for _, l := range x.Lifts {
		parts = append(parts, `SELECT rowid AS id, ? AS s FROM `+table+` WHERE `+table+` MATCH ?`)
		args = append(args, l.Score, expression(l.Phrase))
	}
	// The limit keeps SQLite from merging the inner queries into the outer one,
	// where bm25() has no row to look at.
	from := `(SELECT id, sum(s) AS score FROM (` + strings.Join(parts, ` UNION ALL `) + ` LIMIT -1) GROUP BY id)`
	listed := len(f.Docs) > 0 && len(f.Docs) <= maxListed
	where, more := conditions(f, generation)
	words := restricted("h.id", x.Restriction, generation)
	where, more = where+words.sql.String(), append(more, words.args...)
	if len(more) == 1 && !listed { // the text index is that of the generation
		return `SELECT id, score FROM ` + from + ` ORDER BY score DESC`, args
	}
	if listed {
		where += ` AND c.doc_id IN (?` + strings.Repeat(`, ?`, len(f.Docs)-1) + `)`
		for _, d := range f.Docs {
			more = append(more, d)
		}
	}
	return `SELECT h.id, h.score FROM ` + from + ` h JOIN chunk c ON c.key = h.id WHERE ` + where + ` ORDER BY h.score DESC`, append(args, more...)
}
