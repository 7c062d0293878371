package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/pildora/pildora/store"
)

// vocabulary is the text index of a generation.
type vocabulary struct {
	ctx        context.Context
	tx         *sql.Tx
	generation int64
	count      *sql.Stmt // of the records that match an expression
}

// Count implements store.Vocabulary.
func (v vocabulary) Count(lexeme string) (int, error) { return v.matching(quote(lexeme)) }

// CountPhrase implements store.Vocabulary.
func (v vocabulary) CountPhrase(p store.Phrase) (int, error) { return v.matching(expression(p)) }

func (v vocabulary) matching(expression string) (n int, err error) {
	err = v.count.QueryRowContext(v.ctx, expression).Scan(&n)
	return n, err
}

// Lexemes implements store.Vocabulary by FTS5's own table of its terms, which
// is made for the transaction alone.
func (v vocabulary) Lexemes(prefix string) iter.Seq2[store.Occurring, error] {
	return func(yield func(store.Occurring, error) bool) {
		table, err := v.table()
		if err != nil {
			yield(store.Occurring{}, err)
			return
		}
		query, args := `SELECT term, doc FROM `+table, []any(nil)
		if prefix != "" {
			query, args = query+` WHERE term >= ? AND term < CAST(? AS TEXT)`, []any{prefix, prefix + "\xff"}
		}
		err = each(v.ctx, v.tx, func(row scanner) error {
			var o store.Occurring
			if err := row.Scan(&o.Lexeme, &o.Records); err != nil {
				return err
			}
			if !yield(o, nil) {
				return errStop
			}
			return nil
		}, query, args...)
		if err != nil && !errors.Is(err, errStop) {
			yield(store.Occurring{}, err)
		}
	}
}

// table makes the table of terms. It is a temporary one, of which SQLite too
// says that it is written: the connection, which reads only, is told otherwise
// for that one statement.
func (v vocabulary) table() (name string, err error) {
	name = fmt.Sprintf("temp.terms_%d", v.generation)
	for _, statement := range []string{
		`PRAGMA query_only = 0`,
		`CREATE VIRTUAL TABLE IF NOT EXISTS ` + name + ` USING fts5vocab(main, ` + textTable(v.generation) + `, row)`,
		`PRAGMA query_only = 1`,
	} {
		if _, e := v.tx.ExecContext(v.ctx, statement); err == nil {
			err = e
		}
	}
	return name, err
}

// expression asks FTS5 for the records that hold a phrase.
func expression(p store.Phrase) string {
	ways := make([]string, len(p))
	for i, lexemes := range p {
		ways[i] = quote(strings.Join(lexemes, " "))
	}
	return "(" + strings.Join(ways, " OR ") + ")"
}

func joined(phrases []store.Phrase, operator string) string {
	all := make([]string, len(phrases))
	for i, p := range phrases {
		all[i] = expression(p)
	}
	return strings.Join(all, operator)
}

// restricted writes as SQL that the record with a key passes a restriction.
func restricted(key string, r store.Restriction, generation int64) clause {
	var c clause
	table := textTable(generation)
	if len(r.Required) > 0 {
		c.and(key+` IN (SELECT rowid FROM `+table+` WHERE `+table+` MATCH ?)`, []any{joined(r.Required, " AND ")})
	}
	if len(r.Excluded) > 0 {
		c.and(key+` NOT IN (SELECT rowid FROM `+table+` WHERE `+table+` MATCH ?)`, []any{joined(r.Excluded, " OR ")})
	}
	return c
}

// restrict finds which records a search by a vector may find, by their keys: a
// text index answers that faster than the records could.
func (s *Store) restrict(ctx context.Context, tx *sql.Tx, generation int64, w store.Words) (func(key int64) bool, error) {
	every := func(int64) bool { return true }
	if len(w.Required)+len(w.Excluded) == 0 {
		return every, nil
	}
	rules, err := rulesIn(ctx, tx, generation)
	if err != nil {
		return nil, err
	}
	r := w.Restricted(&s.analyzer, rules)
	keys := func(phrases []store.Phrase, operator string) (map[int64]bool, error) {
		found := map[int64]bool{}
		if len(phrases) == 0 {
			return found, nil
		}
		table := textTable(generation)
		err := each(ctx, tx, func(row scanner) error {
			var key int64
			err := row.Scan(&key)
			found[key] = true
			return err
		}, `SELECT rowid FROM `+table+` WHERE `+table+` MATCH ?`, joined(phrases, operator))
		return found, err
	}
	in, err := keys(r.Required, " AND ")
	if err != nil {
		return nil, err
	}
	out, err := keys(r.Excluded, " OR ")
	return func(key int64) bool { return !out[key] && (len(r.Required) == 0 || in[key]) }, err
}
