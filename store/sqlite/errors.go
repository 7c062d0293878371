package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/pildora/pildora/store"
)

// wrap names the file in what SQLite says, and says the way out of damage.
func (s *Store) wrap(err error) error {
	if err == nil || strings.HasPrefix(err.Error(), s.path+": ") { // it was wrapped inside
		return err
	}
	if errors.Is(err, errForeign) {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	if errors.Is(err, errFixed) {
		return fmt.Errorf("%s: %w", s.path, err)
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
	return fmt.Errorf("%s: %w%s", s.path, err, s.hint(se.Code()))
}

// hint is a way out for what is wrong around the file.
func (s *Store) hint(code int) string {
	switch code & 0xff {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR:
		return "; see whether the disk is full or failing: what was committed is kept, run it again then"
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
		return fmt.Sprintf("; see whether you may write in the folder %s", s.dir)
	}
	return ""
}

func (s *Store) remedy() string {
	return fmt.Sprintf("delete %s and the files beside it that begin with its name, and build the index again from its sources", FileName)
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
