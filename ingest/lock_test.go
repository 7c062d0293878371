package ingest_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/manifest"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
)

// Two syncs at once of two folders with the same ids both ended well, and the
// documents of one were gone.
func TestSyncsAtOnceDontTakeEachOthersDocuments(t *testing.T) {
	dir := t.TempDir()
	var wait sync.WaitGroup
	var errs [2]error
	for i := range errs {
		b := newBench(t)
		st, err := sqlite.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		b.p.Store = st
		for _, name := range []string{"a.md", "b.md", "c.md"} {
			b.write(name, "# Title\n\nText.\n")
		}
		wait.Go(func() { _, errs[i] = b.p.Sync(t.Context(), ingest.SyncOptions{}, b.dir) })
	}
	wait.Wait()
	if (errs[0] == nil) == (errs[1] == nil) || !errors.Is(errors.Join(errs[:]...), manifest.ErrDuplicate) {
		t.Errorf("one of them has to be refused: %v, %v", errs[0], errs[1])
	}
}

func TestSyncWaitsForAnotherAndHeedsItsContext(t *testing.T) {
	b := newBench(t)
	b.write("a.md", "Text.\n")
	st, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "with ?# signs"))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	b.p.Store = st
	unlock, other, err := st.TryLock(t.Context(), store.Holder{PID: 77, Host: "elsewhere", Command: "sync docs", Since: time.Now()})
	if err != nil || unlock == nil {
		t.Fatalf("lock: %v, %v", other, err)
	}
	_, err = b.p.Sync(t.Context(), ingest.SyncOptions{NoWait: true}, b.dir)
	if !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), "process 77 on elsewhere (sync docs), since ") {
		t.Errorf("without waiting: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*lockWait)
	defer cancel()
	if _, err := b.p.Sync(ctx, ingest.SyncOptions{}, b.dir); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a sync beside another ended with %v", err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if r, err := b.p.Sync(t.Context(), ingest.SyncOptions{}, b.dir); err != nil || len(r.Added) != 1 {
		t.Errorf("after the other one: %v, %v", r.Added, err)
	}
}

const lockWait = 60 * time.Millisecond
