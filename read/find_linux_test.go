package read

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// asNobody makes the goroutine touch files as a user without rights until the
// test ends, where the tests run as root.
func asNobody(t *testing.T) {
	t.Helper()
	if os.Getuid() != 0 {
		return
	}
	runtime.LockOSThread() // the id belongs to the thread
	if err := syscall.Setfsuid(65534); err != nil {
		runtime.UnlockOSThread()
		t.Skip("root can't act as another user here: ", err)
	}
	t.Cleanup(func() {
		if syscall.Setfsuid(0) == nil {
			runtime.UnlockOSThread()
		}
	})
}

// TestFindUnreadable: what may not be read is an error that names it, and the
// others are found.
func TestFindUnreadable(t *testing.T) {
	asNobody(t)
	dir := tree(t, map[string]string{"a.md": "a", "closed/b.md": "b", "locked.md": "l", "z.md": "z"})
	for _, name := range []string{"closed", "locked.md"} {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	defer func() { _ = os.Chmod(filepath.Join(dir, "closed"), 0o755) }()
	if _, err := os.ReadFile(filepath.Join(dir, "locked.md")); err == nil {
		t.Skip("this user may read everything")
	}
	var failed, found []string
	for f, err := range Find(t.Context(), Options{}, dir) {
		if err == nil {
			_, err = f.Read(t.Context())
		}
		if err == nil {
			found = append(found, f.ID)
			continue
		}
		if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), f.Path) {
			t.Error(err)
		}
		if f.ID == "closed" && !f.Mode.IsDir() {
			t.Error("not marked as a folder")
		}
		failed = append(failed, f.ID)
	}
	wantIDs(t, failed, "closed locked.md")
	wantIDs(t, found, "a.md z.md")
}
