package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/pildora/pildora/store"
)

// prepared is a record ready to be written: encoded and analysed before the
// transaction begins, so that the writer's lock is held for writing only.
type prepared struct {
	record        *store.Record
	data, vectors []byte
	rules         string
	lexemes       int
	body, head    string // lexemes parted by blanks
	key           int64  // of its row, once that is there
}

func (s *Store) prepare(rs []store.Record) ([]prepared, error) {
	out := make([]prepared, len(rs))
	for i := range rs {
		data, err := store.Encode(rs[i])
		if err != nil {
			return nil, err
		}
		out[i] = prepared{record: &rs[i], data: data, vectors: store.EncodeVectors(rs[i].Vectors)}
		if rs[i].Searched() {
			f := store.Analyse(&s.analyzer, &rs[i])
			out[i].rules, out[i].lexemes, out[i].body, out[i].head = f.Rules, f.Length(), strings.Join(f.Body, " "), strings.Join(f.Head, " ")
		}
	}
	return out, nil
}

// Replace implements store.Store.
func (s *Store) Replace(ctx context.Context, generation string, d store.DocState, rs []store.Record) error {
	if err := store.Check(d, rs); err != nil {
		return err
	}
	rows, err := s.prepare(rs)
	if err != nil {
		return err
	}
	return s.updating(ctx, func(tx *sql.Tx) error {
		key, err := generationKey(ctx, tx, generation)
		if err != nil {
			return err
		}
		if err := checkCollection(ctx, tx, key, d.DocID, rs); err != nil {
			return err
		}
		if err := deleteChunks(ctx, tx, key, d.DocID); err != nil {
			return err
		}
		if err := insertChunks(ctx, tx, key, rows); err != nil {
			return err
		}
		if err := putVectors(ctx, tx, key, d, rows); err != nil {
			return err
		}
		if err := unstage(ctx, tx, key, d.DocID); err != nil {
			return err
		}
		return putEntry(ctx, tx, key, d)
	})
}

// generationKey resolves a name, or the live generation for "".
func generationKey(ctx context.Context, tx *sql.Tx, name string) (int64, error) {
	var key int64
	err := tx.QueryRowContext(ctx, `SELECT key FROM generation WHERE name = ?1 OR ?1 = '' AND live = 1`, name).Scan(&key)
	if errors.Is(err, sql.ErrNoRows) {
		if name == "" {
			err = errNoneLive
		} else {
			err = fmt.Errorf("%w: %q", store.ErrGeneration, name)
		}
	}
	return key, err
}

// errNoneLive can't be by what this package writes.
var errNoneLive = fmt.Errorf("%w: no generation is live", store.ErrCorrupt)

func checkCollection(ctx context.Context, tx *sql.Tx, generation int64, docID string, rs []store.Record) error {
	if len(rs) == 0 {
		return nil
	}
	var has string
	err := tx.QueryRowContext(ctx, `SELECT collection FROM chunk WHERE generation = ? AND doc_id = ? LIMIT 1`, generation, docID).Scan(&has)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil && has != rs[0].Collection {
		return store.CollectionConflict(docID, has, rs[0].Collection)
	}
	return err
}

// deleteChunks takes a document's rows out of the text index and the table, in
// that order: the table knows the keys.
func deleteChunks(ctx context.Context, tx *sql.Tx, generation int64, docID string) error {
	var gone counts
	err := tx.QueryRowContext(ctx, `SELECT count(*), count(*) FILTER (WHERE `+searched+`), coalesce(sum(lexemes), 0) FROM chunk WHERE generation = ? AND doc_id = ?`,
		generation, docID).Scan(&gone.chunks, &gone.searched, &gone.lexemes)
	if err != nil || gone.chunks == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM `+textTable(generation)+
		` WHERE rowid IN (SELECT key FROM chunk WHERE generation = ? AND doc_id = ?)`, generation, docID)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM chunk WHERE generation = ? AND doc_id = ?`, generation, docID); err != nil {
		return err
	}
	return addCounts(ctx, tx, generation, counts{-gone.chunks, -gone.searched, -gone.lexemes})
}

func insertChunks(ctx context.Context, tx *sql.Tx, generation int64, rows []prepared) error {
	if len(rows) == 0 {
		return nil
	}
	chunk, err := tx.PrepareContext(ctx, `INSERT INTO chunk (generation, id, doc_id, num, collection, lang, role, rules, lexemes, data, vectors)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (generation, id) DO NOTHING`)
	if err != nil {
		return err
	}
	defer chunk.Close()
	text, err := tx.PrepareContext(ctx, `INSERT INTO `+textTable(generation)+` (rowid, body, head) VALUES (?, ?, ?)`)
	if err != nil {
		return err
	}
	defer text.Close()
	added := counts{chunks: len(rows)}
	for i := range rows {
		p := &rows[i]
		r := p.record
		added.lexemes += p.lexemes
		res, err := chunk.ExecContext(ctx, generation, r.ID, r.DocID, r.Num, r.Collection, r.Lang, r.Role, p.rules, p.lexemes, p.data, p.vectors)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil {
			return err
		} else if n == 0 {
			return idConflict(ctx, tx, generation, r)
		}
		if p.key, err = res.LastInsertId(); err != nil {
			return err
		}
		if !r.Searched() {
			continue
		}
		added.searched++
		if _, err := text.ExecContext(ctx, p.key, p.body, p.head); err != nil {
			return err
		}
	}
	return addCounts(ctx, tx, generation, added)
}

func idConflict(ctx context.Context, tx *sql.Tx, generation int64, r *store.Record) error {
	var owner string
	if err := tx.QueryRowContext(ctx, `SELECT doc_id FROM chunk WHERE generation = ? AND id = ?`, generation, r.ID).Scan(&owner); err != nil {
		return err
	}
	return store.IDConflict(r.ID, owner, r.DocID)
}

func putEntry(ctx context.Context, tx *sql.Tx, generation int64, d store.DocState) error {
	data, err := store.Encode(d)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO document (generation, id, state, data) VALUES (?, ?, ?, ?)
		ON CONFLICT (generation, id) DO UPDATE SET state = excluded.state, data = excluded.data`, generation, d.DocID, string(d.State), data)
	return err
}

// counts are numbers that every search needs: of records, of those that are
// searched, and of their lexemes.
type counts struct{ chunks, searched, lexemes int }

// addCounts keeps the numbers of a generation.
func addCounts(ctx context.Context, tx *sql.Tx, generation int64, c counts) error {
	_, err := tx.ExecContext(ctx, `UPDATE generation SET chunks = chunks + ?, searched = searched + ?, lexemes = lexemes + ? WHERE key = ?`,
		c.chunks, c.searched, c.lexemes, generation)
	return err
}

// Mark implements store.Store.
func (s *Store) Mark(ctx context.Context, generation string, docs ...store.DocState) error {
	for _, d := range docs {
		if err := store.Check(d, nil); err != nil {
			return err
		}
	}
	return s.updating(ctx, func(tx *sql.Tx) error {
		key, err := generationKey(ctx, tx, generation)
		if err != nil {
			return err
		}
		for _, d := range docs {
			if err := putEntry(ctx, tx, key, d); err != nil {
				return err
			}
		}
		return nil
	})
}

// Delete implements store.Store.
func (s *Store) Delete(ctx context.Context, generation string, docs ...string) error {
	return s.updating(ctx, func(tx *sql.Tx) error {
		key, err := generationKey(ctx, tx, generation)
		if err != nil {
			return err
		}
		for _, id := range docs {
			if err := deleteChunks(ctx, tx, key, id); err != nil {
				return err
			}
			if err := dropVectors(ctx, tx, key, id); err != nil {
				return err
			}
			if err := unstage(ctx, tx, key, id); err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, `DELETE FROM document WHERE generation = ? AND id = ?`, key, id); err != nil {
				return err
			}
		}
		return nil
	})
}
