//go:build unix

package read

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestFindSpecial: a pipe in a folder is skipped and no walk that hangs, one
// given by name is an error, also when it takes the place of a file after it was found.
func TestFindSpecial(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "a", "z.md": "z"})
	pipe := filepath.Join(dir, "pipe.md")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skip("no pipes here: ", err)
	}
	ids, skipped, errs := list(t, Options{}, dir)
	wantIDs(t, ids, "a.md z.md")
	wantIDs(t, skipped, "pipe.md")
	if len(errs) != 0 {
		t.Error(errs)
	}
	_, _, errs = list(t, Options{}, pipe, "/dev/null")
	if len(errs) != 2 || !errors.Is(errs[0], ErrSpecial) || !errors.Is(errs[1], ErrSpecial) {
		t.Error(errs)
	}
	done := make(chan error, 1)
	go func() {
		_, err := File{Path: pipe, ID: "pipe.md"}.Read(context.Background())
		done <- err
	}()
	select {
	case err := <-done:
		if !errors.Is(err, ErrSpecial) {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("reading a pipe hangs")
	}
}

func TestFindInvalidName(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "a"})
	for _, name := range []string{"caf\xe9.md", "d\xff"} {
		path := filepath.Join(dir, name)
		if name == "d\xff" {
			if err := os.Mkdir(path, 0o755); err != nil {
				t.Skip("this file system takes no such names: ", err)
			}
			path = filepath.Join(path, "x.md")
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Skip("this file system takes no such names: ", err)
		}
	}
	ids, _, errs := list(t, Options{}, dir)
	wantIDs(t, ids, "a.md")
	if len(errs) != 2 || !errors.Is(errs[0], ErrName) || !strings.Contains(errs[0].Error(), `caf\xe9.md`) {
		t.Error(errs)
	}
}
