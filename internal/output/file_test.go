package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestFileAppearsWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.jsonl")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	f, err := File(path, []byte(`{"max":256}`))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Abort()
	if err := f.Begin(&doc.Document{}); err != nil {
		t.Fatal(err)
	}
	if err := f.Write(store.Record{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); got != "old" {
		t.Errorf("before Close the file holds %q", got)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f.Abort()
	if got := names(t, dir); !slices.Equal(got, []string{"out.jsonl", "out.jsonl.recipe.json"}) {
		t.Errorf("files: %q", got)
	}
	if got := content(t, RecipePath(path)); got != `{"max":256}` {
		t.Errorf("recipe: %q", got)
	}
	for r, err := range Read(mustOpen(t, path)) {
		if err != nil || r.ID != "a" {
			t.Error(r.ID, err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v %v", info.Mode(), err)
	}
}

func mustOpen(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestAbortLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	f, err := File(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(names(t, dir)) != 1 {
		t.Error("no temporary file beside the target")
	}
	f.Abort()
	if err := f.Close(); err != nil || len(names(t, dir)) != 0 {
		t.Errorf("left %q, %v", names(t, dir), err)
	}
}

func TestFileWithoutRecipeTakesAnOldOneAway(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.md")
	for _, recipe := range [][]byte{[]byte("{}"), nil} {
		f, err := File(path, recipe)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if got := names(t, dir); !slices.Equal(got, []string{"out.md"}) {
		t.Errorf("files: %q", got)
	}
}

func TestFileKeepsLinks(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real.csv"), filepath.Join(dir, "link.csv")
	if err := os.WriteFile(real, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	f, err := File(link, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 || content(t, real) == "" {
		t.Error("the link was replaced, not its file")
	}
}

func TestFileRefuses(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "x.html")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{folder, filepath.Join(dir, "none", "x.html"), filepath.Join(dir, "x.doc")} {
		if f, err := File(path, nil); err == nil {
			f.Abort()
			t.Errorf("%s was taken", path)
		}
	}
}

func TestFileInAFolderThatIsNotThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nada", "x.jsonl")
	_, err := File(path, nil)
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "no folder "+filepath.Dir(path)) || strings.Contains(err.Error(), ".tmp") {
		t.Errorf("got %v", err)
	}
}
