package sqlite_test

import (
	"context"
	"sync"
	"testing"

	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
	"github.com/pildora/pildora/store/storetest"
)

func open(t *testing.T, dir string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checked is a store that is checked for damage before it is closed.
type checked struct {
	*sqlite.Store
	t    *testing.T
	once *sync.Once
}

func (c checked) Close() (err error) {
	c.once.Do(func() {
		if err := c.Check(context.Background()); err != nil {
			c.t.Error(err)
		}
		err = c.Store.Close()
	})
	return err
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return checked{open(t, t.TempDir()), t, new(sync.Once)} })
	storetest.RunPersistent(t, func(t *testing.T, dir string) store.Store { return open(t, dir) })
}
