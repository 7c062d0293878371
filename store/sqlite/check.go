package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/pildora/pildora/store"
)

// Check implements store.Checker: SQLite's own checks of the file and of each
// text index, then that every record that is searched has its row there and no
// row is without such a record, that the counts hold, and that the codes of
// vectors are those of the vectors.
//
// In an index that can't be written to, the inside of the text index is not
// looked at.
func (s *Store) Check(ctx context.Context) error {
	run := s.updating
	if s.fixed {
		run = s.viewing
	}
	return run(ctx, func(tx *sql.Tx) error { // FTS5 takes its check as an insertion
		if err := checkFile(ctx, tx); err != nil {
			return err
		}
		keys, err := listed[int64](ctx, tx, `SELECT key FROM generation`)
		if err != nil {
			return err
		}
		for _, key := range keys {
			if !s.fixed {
				if err := checkText(ctx, tx, key); err != nil {
					return err
				}
			}
			if err := checkGeneration(ctx, tx, key); err != nil {
				return err
			}
			if err := checkVectors(ctx, tx, key); err != nil {
				return err
			}
		}
		return checkOwners(ctx, tx)
	})
}

// checkFile is SQLite's own check.
func checkFile(ctx context.Context, tx *sql.Tx) error {
	var verdict string
	if err := tx.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", store.ErrCorrupt, verdict)
	}
	return nil
}

func checkText(ctx context.Context, tx *sql.Tx, key int64) error {
	table := textTable(key)
	_, err := tx.ExecContext(ctx, `INSERT INTO `+table+`(`+table+`) VALUES ('integrity-check')`)
	return err
}

func checkGeneration(ctx context.Context, tx *sql.Tx, key int64) error {
	table := textTable(key)
	for _, c := range [...]struct{ what, query string }{
		{"rows of the text index without a record", `SELECT count(*) FROM ` + table + `_docsize WHERE id NOT IN (SELECT key FROM chunk WHERE generation = ?1 AND ` + searched + `)`},
		{"records that the text index lacks", `SELECT count(*) FROM chunk WHERE generation = ?1 AND ` + searched + ` AND key NOT IN (SELECT id FROM ` + table + `_docsize)`},
		{"records more or less than counted", `SELECT abs(chunks - (SELECT count(*) FROM chunk WHERE generation = ?1)) FROM generation WHERE key = ?1`},
		{"searched records more or less than counted", `SELECT abs(searched - (SELECT count(*) FROM chunk WHERE generation = ?1 AND ` + searched + `)) FROM generation WHERE key = ?1`},
		{"lexemes more or less than counted", `SELECT abs(lexemes - (SELECT coalesce(sum(lexemes), 0) FROM chunk WHERE generation = ?1)) FROM generation WHERE key = ?1`},
		{"records without a manifest entry", `SELECT count(*) FROM chunk WHERE generation = ?1 AND doc_id NOT IN (SELECT id FROM document WHERE generation = ?1)`},
	} {
		if err := none(ctx, tx, c.what, c.query, key); err != nil {
			return err
		}
	}
	return nil
}

func checkOwners(ctx context.Context, tx *sql.Tx) error {
	for _, c := range [...]struct{ what, query string }{
		{"records of no generation", `SELECT count(*) FROM chunk WHERE generation NOT IN (SELECT key FROM generation)`},
		{"documents of no generation", `SELECT count(*) FROM document WHERE generation NOT IN (SELECT key FROM generation)`},
		{"vectors of no generation", `SELECT count(*) FROM vector WHERE generation NOT IN (SELECT key FROM generation)`},
		{"staged documents of no generation", `SELECT count(*) FROM staged WHERE generation NOT IN (SELECT key FROM generation)`},
		{"live generations more or less than one", `SELECT abs(count(*) - 1) FROM generation WHERE live = 1`},
	} {
		if err := none(ctx, tx, c.what, c.query); err != nil {
			return err
		}
	}
	return nil
}

func none(ctx context.Context, tx *sql.Tx, what, query string, args ...any) error {
	var n int
	if err := tx.QueryRowContext(ctx, query, args...).Scan(&n); err != nil {
		return err
	}
	if n != 0 {
		return fmt.Errorf("%w: %d %s", store.ErrCorrupt, n, what)
	}
	return nil
}
