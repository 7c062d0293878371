// Package blobs keeps values by digest in a file of SQLite, for caches: what
// is in it can be made again, and programs share it.
package blobs

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver
)

// Key is what a value is known by.
type Key = [sha256.Size]byte

// Entry is a value with its key.
type Entry struct {
	Key   Key
	Value []byte
}

// File is an open file. It is safe for concurrent use.
type File struct {
	db    *sql.DB
	path  string
	table string
}

// Open opens a file, which is made where there is none, with a table of that
// name, which is part of the program. Close it at the end.
func Open(ctx context.Context, path, table string) (*File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	// What is in it may be of documents that aren't everybody's.
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	u := url.URL{Scheme: "file", Opaque: url.PathEscape(path)}
	q := url.Values{"_pragma": {"busy_timeout(60000)", "journal_mode(WAL)", "synchronous(NORMAL)"}}
	u.RawQuery = q.Encode()
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	// Both columns are always written and read together, so their names don't
	// matter to files of older versions.
	if _, err := db.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS "+table+" (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w; delete it, it holds nothing that can't be made again", path, err), db.Close())
	}
	return &File{db, path, table}, nil
}

// Close closes the file.
func (f *File) Close() error { return f.db.Close() }

// Get returns a value, nil where there is none.
func (f *File) Get(ctx context.Context, k Key) ([]byte, error) {
	var key, value []byte
	err := f.db.QueryRowContext(ctx, "SELECT * FROM "+f.table+" WHERE key = ?", k[:]).Scan(&key, &value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.path, err)
	}
	return value, nil
}

// Put writes values, all of them or none. Those that there are are replaced.
func (f *File) Put(ctx context.Context, entries ...Entry) error {
	tx, err := f.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to undo
	for _, e := range entries {
		if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO "+f.table+" VALUES (?, ?)", e.Key[:], e.Value); err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	return nil
}
