package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/store/sqlite"
)

// noIndex says that a folder holds no index.
func noIndex(dir string) error {
	return usagef("no index in %s; pildora sync PATH… makes one, --index DIR names another", dir)
}

// openIndex opens an index that must be there.
func openIndex(ctx context.Context, dir string) (*sqlite.Store, error) {
	info, err := os.Stat(filepath.Join(dir, sqlite.FileName))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, noIndex(dir)
	}
	if err == nil && info.Size() <= 1 { // SQLite takes such a file for a new index
		return nil, usagef("the index in %s is empty: its file has %d bytes; pildora sync PATH… builds it again, --index DIR names another", dir, info.Size())
	}
	return sqlite.Open(ctx, dir)
}

// indexDir is the index of the settings, from the process's folder.
func (a *app) indexDir(s config.Settings) string { return a.path(s.IndexDir()) }

// withIndex opens the index that flags and settings name, and closes it after
// do.
func (a *app) withIndex(ctx context.Context, flags *config.Flags, do func(config.Settings, *sqlite.Store) error) error {
	s, err := a.settings(flags)
	if err != nil {
		return err
	}
	st, err := openIndex(ctx, a.indexDir(s))
	if err != nil {
		return err
	}
	return errors.Join(do(s, st), st.Close())
}
