package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/pildora/pildora/store"
)

// Repair makes anew whatever can be made of records and manifest: SQLite's own
// indexes, the text index of each generation, the codes of vectors, the counts.
// It takes out what belongs to nothing, and the records of documents of which
// some are wanting or can't be read. What it can't make anew is returned: those
// documents are marked so, or not known any more, that the next sync takes them
// in again. All of it happens at once, or nothing.
//
// What the file itself can't be read of is beyond it: ErrCorrupt.
func (s *Store) Repair(ctx context.Context) (lost []Lost, err error) {
	err = s.updating(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `REINDEX`); err != nil {
			return err
		}
		if err := takeOutOrphans(ctx, tx); err != nil {
			return err
		}
		keys, err := listed[int64](ctx, tx, `SELECT key FROM generation ORDER BY key`)
		if err != nil {
			return err
		}
		if len(keys) == 0 {
			key, err := insertGeneration(ctx, tx, store.First, "")
			if err != nil {
				return err
			}
			keys = append(keys, key)
		}
		for _, key := range keys {
			some, err := s.repairGeneration(ctx, tx, key)
			if err != nil {
				return err
			}
			lost = append(lost, some...)
		}
		if err := reviveOne(ctx, tx); err != nil {
			return err
		}
		return checkFile(ctx, tx)
	})
	if err != nil {
		return nil, err
	}
	return lost, nil
}

// Lost is a document of which a repair could not make everything anew.
type Lost struct {
	Generation string `json:"generation"`
	DocID      string `json:"doc_id"`
	What       string `json:"what"` // of it: records, vectors
}

// takeOutOrphans takes out what belongs to no generation.
func takeOutOrphans(ctx context.Context, tx *sql.Tx) error {
	for _, table := range [...]string{"chunk", "document", "vector", "staged"} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE generation NOT IN (SELECT key FROM generation)`); err != nil {
			return err
		}
	}
	return nil
}

// reviveOne makes the generation that was promoted last the live one, where not
// exactly one is.
func reviveOne(ctx context.Context, tx *sql.Tx) error {
	var live int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM generation WHERE live = 1`).Scan(&live); err != nil || live == 1 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE generation SET live = 0`); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `UPDATE generation SET live = 1 WHERE key = (SELECT key FROM generation ORDER BY promoted DESC, key LIMIT 1)`)
	return err
}

// repairGeneration makes what is derived in a generation anew.
func (s *Store) repairGeneration(ctx context.Context, tx *sql.Tx, key int64) (lost []Lost, err error) {
	var name string
	if err := tx.QueryRowContext(ctx, `SELECT name FROM generation WHERE key = ?`, key).Scan(&name); err != nil {
		return nil, err
	}
	for _, q := range [...]string{
		`DROP TABLE IF EXISTS ` + textTable(key),
		createText(key),
		fmt.Sprintf(`UPDATE generation SET vector_version = max(vector_version, (SELECT coalesce(max(version), 0) FROM vector WHERE generation = %[1]d)),
			chunks = 0, searched = 0, lexemes = 0 WHERE key = %[1]d`, key),
		fmt.Sprintf(`DELETE FROM staged WHERE generation = %[1]d AND doc_id NOT IN (SELECT id FROM document WHERE generation = %[1]d)`, key),
	} {
		if _, err := tx.ExecContext(ctx, q); err != nil {
			return nil, err
		}
	}
	ids, err := listed[string](ctx, tx, `SELECT id FROM document WHERE generation = ?1 UNION SELECT doc_id FROM chunk WHERE generation = ?1
		UNION SELECT doc_id FROM vector WHERE generation = ?1 AND records > 0 ORDER BY 1`, key)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		what, err := s.repairDocument(ctx, tx, key, id)
		if err != nil {
			return nil, fmt.Errorf("document %q: %w", id, err)
		}
		if what != "" {
			lost = append(lost, Lost{name, id, what})
		}
	}
	return lost, nil
}

// lostRecords is what the manifest says of a document whose records are taken
// out.
const lostRecords = "its records were damaged; pildora index repair took them out"

// repairDocument makes what is derived from a document's records anew, or takes
// them out where they aren't whole. It returns what is lost, or nothing.
func (s *Store) repairDocument(ctx context.Context, tx *sql.Tx, generation int64, id string) (lost string, err error) {
	entry, known, err := entryOf(ctx, tx, generation, id)
	if err != nil {
		return "", err
	}
	records, keys, err := rowsOf(ctx, tx, generation, id)
	if err != nil && !errors.Is(err, store.ErrCorrupt) {
		return "", err
	}
	if err != nil || !known || len(records) != entry.Chunks || store.Check(entry, records) != nil {
		return "records", takeOut(ctx, tx, generation, id, entry, known)
	}
	rows, err := s.prepare(records)
	if err != nil {
		return "", err
	}
	for i := range rows {
		rows[i].key = keys[i]
	}
	if err := rewrite(ctx, tx, generation, rows); err != nil {
		return "", err
	}
	if entry.Embedder != "" && slices.ContainsFunc(records, func(r store.Record) bool {
		return r.Searched() && r.EmbedText != "" && len(r.Vectors[store.Embedding]) == 0
	}) {
		lost, entry.Embedder = "vectors", "" // so that a sync makes them
		if err := putEntry(ctx, tx, generation, entry); err != nil {
			return "", err
		}
	}
	return lost, putVectors(ctx, tx, generation, entry, rows)
}

// entryOf is what the manifest has of a document; known is false where that is
// nothing that can be read.
func entryOf(ctx context.Context, tx *sql.Tx, generation int64, id string) (d store.DocState, known bool, err error) {
	var data []byte
	err = tx.QueryRowContext(ctx, `SELECT data FROM document WHERE generation = ? AND id = ?`, generation, id).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return d, false, nil
	}
	if err != nil {
		return d, false, err
	}
	d, err = store.Decode[store.DocState](data)
	return d, err == nil && d.DocID == id, nil
}

// rowsOf are a document's records and the keys of their rows.
func rowsOf(ctx context.Context, tx *sql.Tx, generation int64, id string) (records []store.Record, keys []int64, err error) {
	err = each(ctx, tx, func(row scanner) error {
		var data, vectors []byte
		var key int64
		if err := row.Scan(&key, &data, &vectors); err != nil {
			return err
		}
		r, err := store.Decode[store.Record](data)
		if err != nil {
			return err
		}
		r.Vectors, err = store.DecodeVectors(vectors)
		records, keys = append(records, r), append(keys, key)
		return err
	}, `SELECT key, data, vectors FROM chunk WHERE generation = ? AND doc_id = ? ORDER BY key`, generation, id)
	return records, keys, err
}

// rewrite writes what is beside the records in their rows, and their rows of the
// text index.
func rewrite(ctx context.Context, tx *sql.Tx, generation int64, rows []prepared) error {
	total := counts{chunks: len(rows)}
	for _, p := range rows {
		r := p.record
		total.lexemes += p.lexemes
		if _, err := tx.ExecContext(ctx, `UPDATE chunk SET id = ?, num = ?, collection = ?, lang = ?, role = ?, rules = ?, lexemes = ? WHERE key = ?`,
			r.ID, r.Num, r.Collection, r.Lang, r.Role, p.rules, p.lexemes, p.key); err != nil {
			return err
		}
		if !r.Searched() {
			continue
		}
		total.searched++
		if _, err := tx.ExecContext(ctx, `INSERT INTO `+textTable(generation)+` (rowid, body, head) VALUES (?, ?, ?)`, p.key, p.body, p.head); err != nil {
			return err
		}
	}
	return addCounts(ctx, tx, generation, total)
}

// takeOut takes a document's records out, and marks it as failed where it is
// known.
func takeOut(ctx context.Context, tx *sql.Tx, generation int64, id string, d store.DocState, known bool) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM chunk WHERE generation = ? AND doc_id = ?`, generation, id); err != nil {
		return err
	}
	if err := dropVectors(ctx, tx, generation, id); err != nil {
		return err
	}
	if !known {
		if err := unstage(ctx, tx, generation, id); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM document WHERE generation = ? AND id = ?`, generation, id)
		return err
	}
	d.State, d.Stage, d.Error, d.Chunks, d.Embedder, d.Summary = store.Failed, "store", lostRecords, 0, "", nil
	return putEntry(ctx, tx, generation, d)
}

// listed is the only column of a query.
func listed[T any](ctx context.Context, tx *sql.Tx, query string, args ...any) (out []T, err error) {
	err = each(ctx, tx, func(row scanner) error {
		var x T
		err := row.Scan(&x)
		out = append(out, x)
		return err
	}, query, args...)
	return out, err
}
