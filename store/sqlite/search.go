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
// sums are made by SQLite too.

// SearchText implements store.TextSearcher.
func (s *Store) SearchText(ctx context.Context, query string, k int, f store.Filter) ([]store.Hit, error) {
	var hits []store.Hit
	err := s.viewing(ctx, func(tx *sql.Tx) error {
		key, err := generationKey(ctx, tx, f.Generation)
		if err != nil || k < 1 {
			return err
		}
		terms, n, err := s.terms(ctx, tx, key, query)
		if err != nil || len(terms) == 0 {
			return err
		}
		hits, err = ranked(ctx, tx, key, terms, n, k, f)
		return err
	})
	if err != nil {
		return nil, err
	}
	return hits, nil
}

// terms chooses the lexemes to search for, and returns the number of records.
func (s *Store) terms(ctx context.Context, tx *sql.Tx, generation int64, query string) ([]store.Term, int, error) {
	rules, err := rulesIn(ctx, tx, generation)
	if err != nil {
		return nil, 0, err
	}
	var n int
	if err := tx.QueryRowContext(ctx, `SELECT chunks FROM generation WHERE key = ?`, generation).Scan(&n); err != nil {
		return nil, 0, err
	}
	lexemes := s.analyzer.Query(query, rules, store.MaxLexemes)
	if len(lexemes) == 0 || n == 0 {
		return nil, n, nil
	}
	table := textTable(generation)
	count, err := tx.PrepareContext(ctx, `SELECT count(*) FROM `+table+` WHERE `+table+` MATCH ?`)
	if err != nil {
		return nil, 0, err
	}
	defer count.Close()
	terms, err := store.Terms(n, lexemes, func(lexeme string) (int, error) {
		var c int
		err := count.QueryRowContext(ctx, quote(lexeme)).Scan(&c)
		return c, err
	})
	return terms, n, err
}

// rulesIn returns the stemming rules by which the records of a generation were
// analysed, each by one step in the index.
func rulesIn(ctx context.Context, tx *sql.Tx, generation int64) ([]string, error) {
	var out []string
	next := tx.QueryRowContext(ctx, `SELECT min(rules) FROM chunk WHERE generation = ?`, generation)
	for {
		var r sql.NullString
		if err := next.Scan(&r); err != nil || !r.Valid {
			return out, err
		}
		out = append(out, r.String)
		next = tx.QueryRowContext(ctx, `SELECT min(rules) FROM chunk WHERE generation = ? AND rules > ?`, generation, r.String)
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
func ranked(ctx context.Context, tx *sql.Tx, generation int64, terms []store.Term, n, k int, f store.Filter) ([]store.Hit, error) {
	query, args := scoring(generation, terms, n, f)
	read, err := tx.PrepareContext(ctx, `SELECT `+columns+` FROM chunk WHERE key = ?`)
	if err != nil {
		return nil, err
	}
	defer read.Close()
	var hits []store.Hit
	match := f.Matcher()
	err = each(ctx, tx, func(row scanner) error {
		var key int64
		var score float64
		if err := row.Scan(&key, &score); err != nil {
			return err
		}
		score = store.Round(score)
		if len(hits) >= k && score < hits[k-1].Score {
			return errStop // what ties with the last one must still be seen
		}
		r, err := scanRecord(read.QueryRowContext(ctx, key))
		if err == nil && match(&r) {
			hits = append(hits, store.Hit{Record: r, Score: score})
		}
		return err
	}, query, args...)
	if err != nil && !errors.Is(err, errStop) {
		return nil, err
	}
	slices.SortFunc(hits, func(a, b store.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Record.ID, b.Record.ID))
	})
	hits = hits[:min(k, len(hits))]
	for i := range hits {
		hits[i].Rank = i + 1
	}
	return hits, nil
}

// scoring writes the query for (key, score) pairs, the best first.
func scoring(generation int64, terms []store.Term, n int, f store.Filter) (string, []any) {
	table := textTable(generation)
	one := `SELECT rowid AS id, -bm25(` + table + `, 1.0, ?) * ? AS s FROM ` + table + ` WHERE ` + table + ` MATCH ?`
	var args []any
	for _, t := range terms {
		args = append(args, store.HeadingWeight, t.IDF/fts5IDF(n, t.Records), quote(t.Lexeme))
	}
	// The limit keeps SQLite from merging the inner queries into the outer one,
	// where bm25() has no row to look at.
	from := `(SELECT id, sum(s) AS score FROM (` + strings.Repeat(one+` UNION ALL `, len(terms)-1) + one + ` LIMIT -1) GROUP BY id)`
	listed := len(f.Docs) > 0 && len(f.Docs) <= maxListed
	if f.Collection == "" && f.Lang == "" && f.Role == "" && !listed {
		return `SELECT id, score FROM ` + from + ` ORDER BY score DESC`, args
	}
	where, more := conditions(f, generation)
	if listed {
		where += ` AND c.doc_id IN (?` + strings.Repeat(`, ?`, len(f.Docs)-1) + `)`
		for _, d := range f.Docs {
			more = append(more, d)
		}
	}
	return `SELECT h.id, h.score FROM ` + from + ` h JOIN chunk c ON c.key = h.id WHERE ` + where + ` ORDER BY h.score DESC`, append(args, more...)
}
