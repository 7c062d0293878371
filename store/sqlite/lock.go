package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/pildora/pildora/store"
)

// lockName is an empty SQLite file beside the index, held by a transaction that
// never writes. The system lets go of it when a program dies, and it locks on
// every system and between stores of one program; the index itself can't be
// held so, as its write lock must be free for each document.
const lockName = "sync.lock"

var _ store.Locker = (*Store)(nil)

// TryLock implements store.Locker.
func (s *Store) TryLock(ctx context.Context) (unlock func() error, held bool, err error) {
	if s.fixed {
		return nil, false, s.wrap(errFixed)
	}
	path := filepath.Join(s.dir, lockName)
	db, err := sql.Open("sqlite", fileURL(path, nil))
	if err != nil {
		return nil, false, s.wrap(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, `BEGIN EXCLUSIVE`); err != nil {
		db.Close()
		var se *sqlite.Error
		if errors.As(err, &se) && se.Code()&0xff == sqlite3.SQLITE_BUSY {
			return nil, false, nil
		}
		return nil, false, s.failed(ctx, err)
	}
	return db.Close, true, nil // closing the connection rolls back
}
