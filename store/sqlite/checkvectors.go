package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/pildora/pildora/store"
)

// checkVectors looks at every document that has vectors or codes of some: the
// codes must be those of its vectors.
func checkVectors(ctx context.Context, tx *sql.Tx, generation int64) error {
	docs, err := listed[string](ctx, tx, `SELECT doc_id FROM vector WHERE generation = ?1 UNION SELECT doc_id FROM chunk WHERE generation = ?1 AND length(vectors) > 0`, generation)
	if err != nil {
		return err
	}
	for _, id := range docs {
		if err := checkCodes(ctx, tx, generation, id); err != nil {
			return err
		}
	}
	for _, c := range [...]struct{ what, query string }{
		{"codes of vectors that are newer than the generation says", `SELECT count(*) FROM vector WHERE generation = ?1 AND version > (SELECT vector_version FROM generation WHERE key = ?1)`},
		{"staged documents without a manifest entry", `SELECT count(*) FROM staged WHERE generation = ?1 AND doc_id NOT IN (SELECT id FROM document WHERE generation = ?1)`},
	} {
		if err := none(ctx, tx, c.what, c.query, generation); err != nil {
			return err
		}
	}
	return nil
}

func checkCodes(ctx context.Context, tx *sql.Tx, generation int64, docID string) error {
	rows, err := stored(ctx, tx, generation, docID)
	if err != nil {
		return err
	}
	want := gathered(rows)
	var has int
	var data []byte
	err = tx.QueryRowContext(ctx, `SELECT records, data FROM vector WHERE generation = ? AND doc_id = ?`, generation, docID).Scan(&has, &data)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if has != len(want.rows) || has > 0 && !bytes.Equal(data, want.encode()) {
		return fmt.Errorf("%w: document %q: the codes of its vectors aren't those of its %d records with one", store.ErrCorrupt, docID, len(want.rows))
	}
	return nil
}
