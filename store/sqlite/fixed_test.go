package sqlite_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
	"github.com/pildora/pildora/store/storetest"
)

// An index in a folder without write permission could not even be searched.
func TestReadOnlyIndexCanBeRead(t *testing.T) {
	if os.Geteuid() == 0 {
		asNobody(t)
		return
	}
	dir := os.Getenv("PILDORA_TEST_INDEX")
	if dir == "" {
		dir = readOnlyIndex(t)
	}
	s, err := sqlite.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if hits, err := s.SearchText(t.Context(), "palabra", 5, store.Filter{}); err != nil || len(hits) != 2 {
		t.Errorf("found %d, %v", len(hits), err)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Errorf("check: %v", err)
	}
	d, rs := storetest.Doc("e", "es", "otra")
	if err := s.Replace(t.Context(), "", d, rs); err == nil || !strings.Contains(err.Error(), "can't be written to") {
		t.Errorf("a write: %v", err)
	}
	if _, _, err := s.TryLock(t.Context(), store.Holder{}); err == nil {
		t.Error("a sync may begin")
	}
}

func readOnlyIndex(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), "index")
	s, err := sqlite.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	d, rs := storetest.Doc("d", "es", "una palabra", "otra palabra")
	if err := s.Replace(t.Context(), "", d, rs); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{filepath.Join(dir, sqlite.FileName): 0o444, dir: 0o555} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	return dir
}

// asNobody runs the test once more by a user for whom modes count.
func asNobody(t *testing.T) {
	dir := readOnlyIndex(t)
	for at := filepath.Dir(dir); at != filepath.Clean(os.TempDir()) && at != filepath.Dir(at); at = filepath.Dir(at) {
		if err := os.Chmod(at, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(filepath.Dir(dir), "sqlite.test")
	if err := os.WriteFile(copied, data, 0o755); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(copied, "-test.run", "^TestReadOnlyIndexCanBeRead$")
	c.Dir, c.Env = filepath.Dir(dir), append(os.Environ(), "PILDORA_TEST_INDEX="+dir)
	if !runAsNobody(c) {
		t.Skip("modes don't count for this user, and no other can be had")
	}
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
