package blobs_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/pildora/pildora/internal/blobs"
)

func open(t *testing.T, path string) *blobs.File {
	t.Helper()
	f, err := blobs.Open(t.Context(), path, "things")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func TestPutAndGet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "a 1%?#.sqlite")
	a, b := open(t, path), open(t, path)
	if v, err := a.Get(t.Context(), blobs.Key{1}); v != nil || err != nil {
		t.Errorf("got %q, %v", v, err)
	}
	if err := a.Put(t.Context(), blobs.Entry{Key: blobs.Key{1}, Value: []byte("one")}, blobs.Entry{Key: blobs.Key{2}, Value: []byte("two")}); err != nil {
		t.Fatal(err)
	}
	if err := b.Put(t.Context(), blobs.Entry{Key: blobs.Key{1}, Value: []byte("uno")}); err != nil {
		t.Fatal(err)
	}
	for k, want := range map[byte]string{1: "uno", 2: "two"} {
		if v, err := a.Get(t.Context(), blobs.Key{k}); string(v) != want || err != nil {
			t.Errorf("%d: got %q, %v", k, v, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := a.Put(ctx, blobs.Entry{Key: blobs.Key{3}, Value: []byte("three")}); err == nil {
		t.Error("written though the context had ended")
	}
}

// TestMode: others of the machine can't read what was made of documents.
func TestMode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.sqlite")
	f := open(t, path)
	if err := f.Put(t.Context(), blobs.Entry{Value: []byte("x")}); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, name := range files {
		if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

// TestTogether: two open files of one path don't get in each other's way.
func TestTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.sqlite")
	files := []*blobs.File{open(t, path), open(t, path)}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			k, v := blobs.Key{byte(i)}, fmt.Append(nil, i)
			if err := files[i%2].Put(t.Context(), blobs.Entry{Key: k, Value: v}); err != nil {
				t.Error(err)
			}
			if got, err := files[(i+1)%2].Get(t.Context(), k); err != nil || !bytes.Equal(got, v) {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
	wg.Wait()
}

// TestOlderFile: the column of values had another name once.
func TestOlderFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.sqlite")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	k := blobs.Key{7}
	for _, do := range []func() error{
		func() error {
			_, err := db.Exec("CREATE TABLE things (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID")
			return err
		},
		func() error { _, err := db.Exec("INSERT INTO things VALUES (?, ?)", k[:], []byte("kept")); return err },
		db.Close,
	} {
		if err := do(); err != nil {
			t.Fatal(err)
		}
	}
	f := open(t, path)
	if v, err := f.Get(t.Context(), k); string(v) != "kept" || err != nil {
		t.Errorf("got %q, %v", v, err)
	}
	if err := f.Put(t.Context(), blobs.Entry{Key: k, Value: []byte("new")}); err != nil {
		t.Error(err)
	}
}
