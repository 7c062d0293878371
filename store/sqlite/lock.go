package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
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

// holderName is the file beside it that says who holds it. It means nothing
// while the lock is free: who has died has left it.
const holderName = "sync.holder"

var _ store.Locker = (*Store)(nil)

// TryLock implements store.Locker.
func (s *Store) TryLock(ctx context.Context, who store.Holder) (unlock func() error, other store.Holder, err error) {
	if s.fixed {
		return nil, other, s.wrap(errFixed)
	}
	path := filepath.Join(s.dir, lockName)
	db, err := sql.Open("sqlite", fileURL(path, nil))
	if err != nil {
		return nil, other, s.wrap(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, `BEGIN EXCLUSIVE`); err != nil {
		db.Close()
		var se *sqlite.Error
		if errors.As(err, &se) && se.Code()&0xff == sqlite3.SQLITE_BUSY {
			return nil, s.holder(), nil
		}
		return nil, other, s.failed(ctx, err)
	}
	if err := s.hold(who); err != nil {
		db.Close()
		return nil, other, err
	}
	return func() error {
		err := os.Remove(filepath.Join(s.dir, holderName))
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return errors.Join(err, db.Close()) // closing the connection rolls back
	}, other, nil
}

// hold writes down who holds the lock, in one step.
func (s *Store) hold(who store.Holder) error {
	data, err := json.Marshal(who)
	if err != nil {
		return fmt.Errorf("%s: %w", holderName, err)
	}
	path := filepath.Join(s.dir, holderName)
	if err := os.WriteFile(path+".new", data, 0o644); err != nil {
		return fmt.Errorf("index folder: %w", err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return fmt.Errorf("index folder: %w", err)
	}
	return nil
}

// holder is who holds the lock, the zero value where that can't be read: it is
// for a person, and nothing depends on it.
func (s *Store) holder() (h store.Holder) {
	data, err := os.ReadFile(filepath.Join(s.dir, holderName))
	if err != nil || json.Unmarshal(data, &h) != nil {
		return store.Holder{}
	}
	return h
}
