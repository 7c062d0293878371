// Package sqlite is the embedded store: one SQLite file in a folder, in Go
// alone. Records, manifest, generations and the text index change in one
// transaction.
//
// # Layout
//
// A generation has a row in table generation, its manifest in document, its
// records in chunk (encoded whole, with the columns that filters and order
// need beside them), and a text index of its own, the FTS5 table text_KEY. So
// the statistics of one generation never depend on another, and dropping one
// is dropping a table. The text index holds lexemes that package lex has made,
// parted by blanks, and no text: it is contentless, its rowids are the keys of
// the chunk rows. Keys are never used twice.
//
// A record's vectors stand in its chunk row, and codes of those of a whole
// document in a row of table vector, which searches by vectors read into memory:
// at first all of a generation, then what has a later version than they know. A
// document without vectors leaves an empty row there, so that it is known to have
// none. Table staged holds the next records of documents whose vectors couldn't
// be made.
//
// # Concurrency
//
// The file is in WAL mode: one writer, readers beside it, each of which sees
// one committed state. Several processes may share the file; a writer waits up
// to ten seconds for another. A commit survives a crash of the program at any
// point; a power cut may lose the last commits, but never part of one.
package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/store"
)

// FileName is the name of the index file in its folder.
const FileName = "index.db"

// Store implements store.Store and every ability of it.
type Store struct {
	dir, path string
	write     *sql.DB // one connection
	read      *sql.DB
	fixed     bool // the file can't be written to
	analyzer  lex.Analyzer
	memory    memory
}

var (
	_ store.Store        = (*Store)(nil)
	_ store.TextSearcher = (*Store)(nil)
	_ store.Generations  = (*Store)(nil)
	_ store.Statser      = (*Store)(nil)
	_ store.Checker      = (*Store)(nil)
)

// readers is how many reading connections are kept open. More are opened when
// needed: a reader may ask again while it reads, and must not wait for itself.
const readers = 8

// Open opens the index in the folder dir, which is made if it isn't there. An
// index of an older version is migrated; one of a newer version is ErrSchema;
// a file that is no index or a damaged one is ErrCorrupt. One that can't be
// written to is opened for reading; writes are refused.
func Open(ctx context.Context, dir string) (*Store, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("index folder: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("index folder: %w", err)
	}
	s := &Store{dir: dir, path: filepath.Join(dir, FileName)}
	if s.write, err = sql.Open("sqlite", dsn(s.path, "immediate")); err != nil {
		return nil, s.wrap(err)
	}
	s.write.SetMaxOpenConns(1)
	err = s.migrate(ctx)
	if readOnly(err) {
		err = s.fix(ctx)
	}
	if err != nil {
		s.write.Close()
		return nil, s.wrap(err)
	}
	if s.fixed {
		s.read = s.write
		return s, nil
	}
	if s.read, err = sql.Open("sqlite", dsn(s.path, "deferred")+"&_pragma=query_only(1)"); err != nil {
		s.write.Close()
		return nil, s.wrap(err)
	}
	s.read.SetMaxIdleConns(readers)
	return s, nil
}

// dsn names the file with the settings of each connection.
func dsn(path, lock string) string {
	q := url.Values{"_txlock": {lock}, "_pragma": {"busy_timeout(10000)", "synchronous(normal)", "cache_size(-16000)", "temp_store(memory)"}}
	return fileURL(path, q)
}

func fileURL(path string, q url.Values) string {
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: q.Encode()}
	return u.String()
}

// Close ends reading and writing. The log is written back into the file by the
// last one to close it.
func (s *Store) Close() error {
	err := s.read.Close() // closing twice, where both are one, does nothing
	if err2 := s.write.Close(); err == nil {
		err = err2
	}
	return s.wrap(err)
}

// updating runs f in a write transaction: all of it or, after an error of f or
// the end of ctx, nothing.
func (s *Store) updating(ctx context.Context, f func(*sql.Tx) error) error {
	if s.fixed {
		return s.wrap(errFixed)
	}
	return s.inTx(ctx, s.write, nil, f)
}

// viewing runs f on one committed state.
func (s *Store) viewing(ctx context.Context, f func(*sql.Tx) error) error {
	return s.inTx(ctx, s.read, &sql.TxOptions{ReadOnly: true}, f)
}

func (s *Store) inTx(ctx context.Context, db *sql.DB, opt *sql.TxOptions, f func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, opt)
	if err != nil {
		return s.failed(ctx, err)
	}
	if err := f(tx); err != nil {
		tx.Rollback() // the first error is the one that counts
		return s.failed(ctx, err)
	}
	return s.failed(ctx, tx.Commit())
}
