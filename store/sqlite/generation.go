package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pildora/pildora/store"
)

// Live implements store.Store.
func (s *Store) Live(ctx context.Context) (string, error) {
	var name string
	err := s.read.QueryRowContext(ctx, `SELECT name FROM generation WHERE live = 1`).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNoneLive
	}
	return name, s.failed(ctx, err)
}

// Generations implements store.Generations.
func (s *Store) Generations(ctx context.Context) ([]store.Generation, error) {
	var out []store.Generation
	err := s.viewing(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(row scanner) error {
			var g store.Generation
			var created, promoted string
			if err := row.Scan(&g.Name, &g.Recipe, &created, &promoted, &g.Live, &g.Chunks); err != nil {
				return err
			}
			for _, t := range []struct {
				to   *time.Time
				text string
			}{{&g.Time, created}, {&g.Promoted, promoted}} {
				if t.text == "" {
					continue
				}
				var err error
				if *t.to, err = time.Parse(time.RFC3339Nano, t.text); err != nil {
					return fmt.Errorf("%w: generation %q: %w", store.ErrCorrupt, g.Name, err)
				}
			}
			out = append(out, g)
			return nil
		}, `SELECT name, recipe, created, promoted, live, chunks FROM generation ORDER BY key`)
	})
	return out, err
}

// Create implements store.Generations.
func (s *Store) Create(ctx context.Context, name, recipe string) error {
	if name == "" {
		return fmt.Errorf("%w: a generation needs a name", store.ErrInvalid)
	}
	return s.updating(ctx, func(tx *sql.Tx) error {
		var taken bool
		if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM generation WHERE name = ?)`, name).Scan(&taken); err != nil {
			return err
		}
		if taken {
			return fmt.Errorf("%w: %q", store.ErrExists, name)
		}
		_, err := insertGeneration(ctx, tx, name, recipe)
		return err
	})
}

// Promote implements store.Generations.
func (s *Store) Promote(ctx context.Context, name string) error {
	return s.updating(ctx, func(tx *sql.Tx) error {
		key, err := generationKey(ctx, tx, name)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE generation SET live = 0 WHERE live = 1`); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE generation SET live = 1, promoted = ? WHERE key = ?`, time.Now().UTC().Format(time.RFC3339Nano), key)
		return err
	})
}

// Drop implements store.Generations.
func (s *Store) Drop(ctx context.Context, name string) error {
	return s.updating(ctx, func(tx *sql.Tx) error {
		key, err := generationKey(ctx, tx, name)
		if err != nil {
			return err
		}
		live, err := generationKey(ctx, tx, "")
		if err != nil {
			return err
		}
		if key == live {
			return fmt.Errorf("%w: %q; promote another one first", store.ErrLive, name)
		}
		for _, q := range [...]string{
			`DELETE FROM chunk WHERE generation = ?`,
			`DELETE FROM document WHERE generation = ?`,
			`DELETE FROM vector WHERE generation = ?`,
			`DELETE FROM staged WHERE generation = ?`,
			`DELETE FROM generation WHERE key = ?`,
		} {
			if _, err := tx.ExecContext(ctx, q, key); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `DROP TABLE `+textTable(key))
		return err
	})
}

// Compact gives the room of what was dropped back to the file system. Nothing
// can be written meanwhile.
func (s *Store) Compact(ctx context.Context) error {
	if s.fixed {
		return s.wrap(errFixed)
	}
	_, err := s.write.ExecContext(ctx, `VACUUM`)
	return s.failed(ctx, err)
}

// Stats implements store.Statser.
func (s *Store) Stats(ctx context.Context, generation string) (store.Stats, error) {
	out := store.Stats{Generation: generation, States: map[store.State]int{}, Collections: map[string]int{}, Languages: map[string]int{}, Embedders: map[string]int{}}
	err := s.viewing(ctx, func(tx *sql.Tx) error {
		key, err := generationKey(ctx, tx, generation)
		if err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, `SELECT name, chunks, searched FROM generation WHERE key = ?`, key).Scan(&out.Generation, &out.Chunks, &out.Searched); err != nil {
			return err
		}
		if err := embedders(ctx, tx, key, out.Embedders); err != nil {
			return err
		}
		count := func(add func(string, int), query string) error {
			return each(ctx, tx, func(row scanner) error {
				var name string
				var n int
				err := row.Scan(&name, &n)
				add(name, n)
				return err
			}, query, key)
		}
		if err := count(func(name string, n int) { out.States[store.State(name)] = n; out.Documents += n },
			`SELECT state, count(*) FROM document WHERE generation = ? GROUP BY state`); err != nil {
			return err
		}
		if err := count(func(name string, n int) { out.Collections[name] = n },
			`SELECT collection, count(*) FROM chunk WHERE generation = ? GROUP BY collection`); err != nil {
			return err
		}
		return count(func(name string, n int) { out.Languages[name] = n },
			`SELECT lang, count(*) FROM chunk WHERE generation = ? GROUP BY lang`)
	})
	return out, err
}
