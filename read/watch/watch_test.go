package watch_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/pildora/pildora/read/watch"
)

// waiting is long enough for anything that is to come.
const waiting = 30 * time.Second

// start watches roots, and tells on a channel each change.
func start(t *testing.T, opt watch.Options, roots ...string) <-chan bool {
	t.Helper()
	opt.Debounce = 5 * time.Millisecond
	w, err := watch.New(roots, opt)
	if err != nil {
		t.Fatal(err)
	}
	if polls, why := w.Polls(); polls && opt.Poll == 0 {
		t.Skip("the system doesn't tell what changes: ", why)
	}
	told := make(chan bool, 100)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		for {
			err := w.Next(ctx)
			if err != nil {
				ended <- err
				return
			}
			told <- true
		}
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return told
}

func expect(t *testing.T, told <-chan bool, what string) {
	t.Helper()
	select {
	case <-told:
	case <-time.After(waiting):
		t.Fatalf("%s was not told", what)
	}
}

// quiet waits until nothing is told any more: what one step does may be told in
// two parts.
func quiet(told <-chan bool) {
	for {
		select {
		case <-told:
		case <-time.After(100 * time.Millisecond):
			return
		}
	}
}

func write(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(time.Now().String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func do(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestTellsEveryKindOfChange(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	write(t, path("a.md"))
	write(t, path("old/b.md"))
	told := start(t, watch.Options{}, dir)
	for _, step := range []struct {
		what string
		do   func()
	}{
		{"an edit", func() { write(t, path("a.md")) }},
		{"an edit in a folder", func() { write(t, path("old/b.md")) }},
		{"a new file", func() { write(t, path("c.md")) }},
		{"a new folder", func() { write(t, path("new/sub/d.md")) }},
		{"an edit in the new folder", func() { write(t, path("new/sub/d.md")) }},
		{"a file renamed", func() { do(t, os.Rename(path("c.md"), path("e.md"))) }},
		{"a folder renamed", func() { do(t, os.Rename(path("new"), path("newer"))) }},
		{"an edit in the renamed folder", func() { write(t, path("newer/sub/d.md")) }},
		{"a file deleted", func() { do(t, os.Remove(path("a.md"))) }},
		{"a folder deleted", func() { do(t, os.RemoveAll(path("newer"))) }},
	} {
		quiet(told)
		step.do()
		expect(t, told, step.what)
	}
}

// A file as a root is followed also when it is replaced, and those beside it are
// nobody's business; nor is what is to be skipped.
func TestTellsOnlyWhatIsWatched(t *testing.T) {
	dir := t.TempDir()
	file, other, skipped := filepath.Join(dir, "a.md"), filepath.Join(dir, "b.md"), filepath.Join(dir, "sub", ".git")
	write(t, file)
	write(t, filepath.Join(dir, "sub", "c.md"))
	write(t, filepath.Join(skipped, "d"))
	told := start(t, watch.Options{Skip: func(path string) bool { return path == skipped }}, file, filepath.Join(dir, "sub"))
	quiet(told)
	write(t, other)
	write(t, filepath.Join(skipped, "d"))
	select {
	case <-told:
		t.Error("a change of something else was told")
	case <-time.After(300 * time.Millisecond):
	}
	write(t, other)
	do(t, os.Rename(other, file))
	expect(t, told, "the replaced file")
	quiet(told)
	write(t, file)
	expect(t, told, "an edit of the new file")
}

// Polling tells that there may be changes, time and again.
func TestPolls(t *testing.T) {
	told := start(t, watch.Options{Poll: time.Millisecond}, t.TempDir())
	expect(t, told, "the first look")
	expect(t, told, "the second look")
}
