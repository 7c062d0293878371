package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/pildora/pildora/store"
)

// errFixed is the error of a write to an index that can only be read.
var errFixed = errors.New("the index can't be written to; make its folder and files writable, or use another index")

// readOnly reports whether err says that a file can't be written to.
func readOnly(err error) bool {
	var se *sqlite.Error
	return errors.As(err, &se) && se.Code()&0xff == sqlite3.SQLITE_READONLY
}

// fix opens the index for reading alone. WAL mode needs files beside the index
// even to read, so it is read as a file that nobody changes; that it holds all
// is sure only where no log stands beside it.
func (s *Store) fix(ctx context.Context) error {
	if log, err := os.Stat(s.path + "-wal"); err == nil && log.Size() > 0 {
		return errors.New("the index can't be written to, and a program has left work in its log; make it writable and open it once")
	}
	db, err := sql.Open("sqlite", fileURL(s.path, url.Values{"mode": {"ro"}, "immutable": {"1"}, "_pragma": {"query_only(1)", "temp_store(memory)"}}))
	if err != nil {
		return err
	}
	s.write.Close()
	s.write, s.fixed = db, true
	var version int
	if err := db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return err
	}
	if version != len(migrations) {
		return fmt.Errorf("%w (schema %d, this program knows %d), and the index can't be written to", store.ErrSchema, version, len(migrations))
	}
	return s.checkOwner(ctx, db)
}

// ReadOnly reports whether the index can't be written to.
func (s *Store) ReadOnly() bool { return s.fixed }
