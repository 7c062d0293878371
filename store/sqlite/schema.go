package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/pildora/pildora/store"
)

// applicationID marks the file as an index of ours: "PILD".
const applicationID = 0x50494c44

// migrations lead from each version of the schema to the next; the version of
// a file is how many of them it has seen. A migration that has been released
// never changes.
var migrations = []func(context.Context, *sql.Tx) error{
	createTables,
	tellSearched,
	addVectors,
	tellPromoted,
}

const tables = `
CREATE TABLE generation (
	key INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL UNIQUE,
	recipe TEXT NOT NULL,
	created TEXT NOT NULL,
	live INTEGER NOT NULL DEFAULT 0,
	chunks INTEGER NOT NULL DEFAULT 0,
	lexemes INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX generation_live ON generation(live) WHERE live = 1;
CREATE TABLE document (
	generation INTEGER NOT NULL,
	id TEXT NOT NULL,
	state TEXT NOT NULL,
	data BLOB NOT NULL,
	PRIMARY KEY (generation, id)
);
CREATE TABLE chunk (
	key INTEGER PRIMARY KEY AUTOINCREMENT,
	generation INTEGER NOT NULL,
	id TEXT NOT NULL,
	doc_id TEXT NOT NULL,
	num INTEGER NOT NULL,
	collection TEXT NOT NULL,
	lang TEXT NOT NULL,
	role TEXT NOT NULL,
	rules TEXT NOT NULL,
	lexemes INTEGER NOT NULL,
	data BLOB NOT NULL,
	vectors BLOB
);
CREATE UNIQUE INDEX chunk_id ON chunk(generation, id);
CREATE INDEX chunk_order ON chunk(generation, doc_id, num, id);
CREATE INDEX chunk_rules ON chunk(generation, rules);
`

func createTables(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, tables); err != nil {
		return err
	}
	key, err := insertGeneration(ctx, tx, store.First, "")
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE generation SET live = 1 WHERE key = ?`, key)
	return err
}

// tellSearched counts the records that are searched apart from all, and keeps
// the others out of what is known of stemming rules. All that stood in an index
// before are searched.
func tellSearched(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `
ALTER TABLE generation ADD COLUMN searched INTEGER NOT NULL DEFAULT 0;
UPDATE generation SET searched = chunks;
DROP INDEX chunk_rules;
CREATE INDEX chunk_rules ON chunk(generation, rules) WHERE `+searched+`;`)
	return err
}

// tellPromoted notes when generations were made the live one, which is the way
// back to the one before.
func tellPromoted(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `
ALTER TABLE generation ADD COLUMN promoted TEXT NOT NULL DEFAULT '';
UPDATE generation SET promoted = created WHERE live = 1;`)
	return err
}

// addVectors makes room for the codes of vectors and for what waits for its
// vectors, and fills the first from the vectors that records have.
func addVectors(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `
ALTER TABLE generation ADD COLUMN vector_version INTEGER NOT NULL DEFAULT 0;
CREATE TABLE vector (
	key INTEGER PRIMARY KEY,
	generation INTEGER NOT NULL,
	doc_id TEXT NOT NULL,
	version INTEGER NOT NULL,
	embedder TEXT NOT NULL,
	records INTEGER NOT NULL,
	data BLOB
);
CREATE UNIQUE INDEX vector_doc ON vector(generation, doc_id);
CREATE INDEX vector_version ON vector(generation, version);
CREATE INDEX vector_embedder ON vector(generation, embedder, records);
CREATE TABLE staged (
	generation INTEGER NOT NULL,
	doc_id TEXT NOT NULL,
	records BLOB NOT NULL,
	PRIMARY KEY (generation, doc_id)
);`)
	if err != nil {
		return err
	}
	type document struct {
		generation int64
		entry      store.DocState
	}
	var docs []document
	err = each(ctx, tx, func(row scanner) error {
		var d document
		var data []byte
		err := row.Scan(&d.generation, &data)
		if err == nil {
			d.entry, err = store.Decode[store.DocState](data)
		}
		docs = append(docs, d)
		return err
	}, `SELECT generation, data FROM document d WHERE EXISTS (SELECT 1 FROM chunk WHERE generation = d.generation AND doc_id = d.id AND length(vectors) > 0)`)
	if err != nil {
		return err
	}
	for _, d := range docs {
		rows, err := stored(ctx, tx, d.generation, d.entry.DocID)
		if err != nil {
			return err
		}
		if err := putVectors(ctx, tx, d.generation, d.entry, rows); err != nil {
			return err
		}
	}
	return nil
}

// searched is the condition that store.Record.Searched is in SQL.
const searched = `role <> '` + store.RoleParent + `'`

// insertGeneration adds a generation with its text index and returns its key.
func insertGeneration(ctx context.Context, tx *sql.Tx, name, recipe string) (int64, error) {
	res, err := tx.ExecContext(ctx, `INSERT INTO generation (name, recipe, created) VALUES (?, ?, ?)`,
		name, recipe, time.Now().UTC().Format(time.RFC3339Nano))
	if err != nil {
		return 0, err
	}
	key, err := res.LastInsertId()
	if err != nil {
		return 0, err
	}
	_, err = tx.ExecContext(ctx, createText(key))
	return key, err
}

// createText makes the text index of a generation.
func createText(key int64) string {
	return `CREATE VIRTUAL TABLE ` + textTable(key) + ` USING fts5(body, head, content='', contentless_delete=1, tokenize="ascii tokenchars '` + ftsSigns + `'")`
}

// ftsSigns are lex.IndexSigns as FTS5 wants them inside its option; a test
// holds them together. Everything beyond ASCII is part of a lexeme for the
// tokenizer "ascii", which is why it is used: package lex has done the work.
const ftsSigns = `''-_./@:+#&,`

func textTable(key int64) string { return fmt.Sprintf("text_%d", key) }

// migrate checks what the file is and brings its schema up to date.
func (s *Store) migrate(ctx context.Context) error {
	if err := s.useLog(ctx); err != nil {
		return err
	}
	var version int
	err := s.write.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version)
	if err == nil && version == len(migrations) {
		return s.checkOwner(ctx, s.write)
	}
	if err != nil {
		return err
	}
	return s.updating(ctx, s.upgrade)
}

// upgrade runs the missing migrations. Another process may have been first, so
// the version is read again.
func (s *Store) upgrade(tx *sql.Tx) error {
	ctx := context.Background() // a migration is not to be cut short by impatience
	var version, objects int
	if err := tx.QueryRow(`PRAGMA user_version`).Scan(&version); err != nil {
		return err
	}
	if err := tx.QueryRow(`SELECT count(*) FROM sqlite_master`).Scan(&objects); err != nil {
		return err
	}
	if objects > 0 {
		if err := s.checkOwner(ctx, tx); err != nil {
			return err
		}
	}
	if version > len(migrations) {
		return fmt.Errorf("%s: %w (schema %d, this program knows %d): use the newer version, or %s",
			s.path, store.ErrSchema, version, len(migrations), s.remedy())
	}
	for _, step := range migrations[version:] {
		if err := step(ctx, tx); err != nil {
			return err
		}
	}
	_, err := tx.Exec(fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, len(migrations)))
	return err
}

type queryer interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// errForeign is no reason to delete anything.
var errForeign = fmt.Errorf("%w: it is an SQLite file of another program; use another folder for the index", store.ErrCorrupt)

func (s *Store) checkOwner(ctx context.Context, q queryer) error {
	var id int
	if err := q.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return err
	}
	if id != applicationID {
		return errForeign
	}
	return nil
}

// useLog puts the file into WAL mode. While two programs open a new file at
// once one of them may be refused without waiting, so it is tried again.
func (s *Store) useLog(ctx context.Context) error {
	for try := 0; ; try++ {
		var mode string
		err := s.write.QueryRowContext(ctx, `PRAGMA journal_mode = wal`).Scan(&mode)
		var se *sqlite.Error
		busy := errors.As(err, &se) && se.Code()&0xff == sqlite3.SQLITE_BUSY
		if !busy || try == 50 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}
