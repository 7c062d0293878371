package sqlite

import (
	"context"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/pildora/pildora/store"
)

// wrap names the file in what SQLite says, and says the way out of damage.
func (s *Store) wrap(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, store.ErrCorrupt) {
		return fmt.Errorf("%s: %w; %s", s.path, err, s.remedy())
	}
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return err
	}
	switch se.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%s: %w: %w; %s", s.path, store.ErrCorrupt, err, s.remedy())
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%s: another program is writing to it, try again when it has finished: %w", s.path, err)
	}
	return fmt.Errorf("%s: %w", s.path, err)
}

func (s *Store) remedy() string {
	return fmt.Sprintf("delete the folder %s and build the index again from its sources", s.dir)
}

// failed is wrap, but what failed because ctx is done is ctx's error.
func (s *Store) failed(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil && !errors.Is(err, store.ErrCorrupt) {
		return ctx.Err()
	}
	return s.wrap(err)
}
