package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"

	"github.com/pildora/pildora/store"
)

var _ store.Stager = (*Store)(nil)

// Stage implements store.Stager. Records are kept as lines of JSON, without
// vectors: that those are wanting is why they wait.
func (s *Store) Stage(ctx context.Context, generation string, d store.DocState, rs []store.Record) error {
	if err := store.Check(d, rs); err != nil {
		return err
	}
	var lines []byte
	for i := range rs {
		line, err := store.Encode(rs[i])
		if err != nil {
			return err
		}
		lines = append(append(lines, line...), '\n')
	}
	return s.updating(ctx, func(tx *sql.Tx) error {
		key, err := generationKey(ctx, tx, generation)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO staged (generation, doc_id, records) VALUES (?, ?, ?)
			ON CONFLICT (generation, doc_id) DO UPDATE SET records = excluded.records`, key, d.DocID, lines); err != nil {
			return err
		}
		return putEntry(ctx, tx, key, d)
	})
}

// Staged implements store.Stager.
func (s *Store) Staged(ctx context.Context, generation, docID string) ([]store.Record, error) {
	var out []store.Record
	err := s.viewing(ctx, func(tx *sql.Tx) error {
		key, err := generationKey(ctx, tx, generation)
		if err != nil {
			return err
		}
		var lines []byte
		err = tx.QueryRowContext(ctx, `SELECT records FROM staged WHERE generation = ? AND doc_id = ?`, key, docID).Scan(&lines)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		for line := range bytes.Lines(lines) {
			r, err := store.Decode[store.Record](line)
			if err != nil {
				return err
			}
			out = append(out, r)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// unstage forgets what is kept of a document.
func unstage(ctx context.Context, tx *sql.Tx, generation int64, docID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM staged WHERE generation = ? AND doc_id = ?`, generation, docID)
	return err
}
