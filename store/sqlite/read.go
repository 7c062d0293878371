package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/pildora/pildora/store"
)

// errStop ends a transaction whose reader has seen enough.
var errStop = errors.New("stopped")

const columns = `data, vectors`

type scanner interface{ Scan(...any) error }

func scanRecord(row scanner) (store.Record, error) {
	var data, vectors []byte
	if err := row.Scan(&data, &vectors); err != nil {
		return store.Record{}, err
	}
	r, err := store.Decode[store.Record](data)
	if err != nil {
		return r, err
	}
	r.Vectors, err = store.DecodeVectors(vectors)
	return r, err
}

// Get implements store.Store.
func (s *Store) Get(ctx context.Context, ids ...string) ([]store.Record, error) {
	return s.GetIn(ctx, "", ids...)
}

// GetIn implements store.Index.
func (s *Store) GetIn(ctx context.Context, generation string, ids ...string) ([]store.Record, error) {
	var out []store.Record
	err := s.viewing(ctx, func(tx *sql.Tx) error {
		key, err := generationKey(ctx, tx, generation)
		if err != nil {
			return err
		}
		find, err := tx.PrepareContext(ctx, `SELECT `+columns+` FROM chunk WHERE generation = ? AND id = ?`)
		if err != nil {
			return err
		}
		defer find.Close()
		for _, id := range ids {
			r, err := scanRecord(find.QueryRowContext(ctx, key, id))
			if errors.Is(err, sql.ErrNoRows) {
				return fmt.Errorf("record %q: %w", id, store.ErrNotFound)
			}
			if err != nil {
				return err
			}
			out = append(out, r)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// All implements store.Store.
func (s *Store) All(ctx context.Context, f store.Filter) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		err := s.viewing(ctx, func(tx *sql.Tx) error {
			key, err := generationKey(ctx, tx, f.Generation)
			if err != nil {
				return err
			}
			where, args := conditions(f, key)
			more, moreArgs := details(f)
			where, args = where+more, append(args, moreArgs...)
			match := f.Matcher()
			give := func(row scanner) error {
				r, err := scanRecord(row)
				if err == nil && match(&r) && !yield(r, nil) {
					err = errStop
				}
				return err
			}
			query := `SELECT ` + columns + ` FROM chunk c WHERE ` + where
			if len(f.Docs) == 0 {
				return each(ctx, tx, give, query+` ORDER BY doc_id, num, id`, args...)
			}
			docs := slices.Clone(f.Docs)
			slices.Sort(docs)
			for _, d := range slices.Compact(docs) {
				if err := each(ctx, tx, give, query+` AND doc_id = ? ORDER BY num, id`, append(slices.Clone(args), d)...); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(store.Record{}, err)
		}
	}
}

// each runs a query and gives every row to f until it errs.
func each(ctx context.Context, tx *sql.Tx, f func(scanner) error, query string, args ...any) error {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Docs implements store.Store.
func (s *Store) Docs(ctx context.Context, generation string) iter.Seq2[store.DocState, error] {
	return func(yield func(store.DocState, error) bool) {
		err := s.viewing(ctx, func(tx *sql.Tx) error {
			key, err := generationKey(ctx, tx, generation)
			if err != nil {
				return err
			}
			return each(ctx, tx, func(row scanner) error {
				var data []byte
				if err := row.Scan(&data); err != nil {
					return err
				}
				d, err := store.Decode[store.DocState](data)
				if err == nil && !yield(d, nil) {
					err = errStop
				}
				return err
			}, `SELECT data FROM document WHERE generation = ? ORDER BY id`, key)
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(store.DocState{}, err)
		}
	}
}
