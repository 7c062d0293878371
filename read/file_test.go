package read

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// one returns the only file that Find yields for the root.
func one(t *testing.T, opts Options, root string) File {
	t.Helper()
	var files []File
	for f, err := range Find(t.Context(), opts, root) {
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	if len(files) != 1 {
		t.Fatalf("%d files", len(files))
	}
	return files[0]
}

func TestFileRead(t *testing.T) {
	dir := tree(t, map[string]string{"sub/a.md": "# A\n", "plain.xyz": "just words", "page.xyz": "<!doctype html>x"})
	f := one(t, Options{Include: []string{"*.md"}}, dir)
	if f.Root != dir || f.Path != filepath.Join(dir, "sub", "a.md") || f.Size != 4 || f.Mod.IsZero() || f.Media != "text/markdown" {
		t.Errorf("%+v", f)
	}
	s, err := f.Read(t.Context())
	if err != nil || s.URI != "sub/a.md" || s.Media != "text/markdown" || string(s.Data) != "# A\n" {
		t.Errorf("%+v, %v", s, err)
	}
	for name, media := range map[string]string{"plain.xyz": "text/plain", "page.xyz": "text/html"} {
		if s, err := one(t, Options{}, filepath.Join(dir, name)).Read(t.Context()); err != nil || s.Media != media || s.URI != name {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
}

func TestFileReadGone(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "a"})
	f := one(t, Options{}, dir)
	if err := os.Remove(f.Path); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Read(t.Context()); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), f.Path) {
		t.Error(err)
	}
	if err := os.Mkdir(f.Path, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Read(t.Context()); !errors.Is(err, ErrSpecial) {
		t.Error(err)
	}
}

// remote has one text at every URL.
type remote string

func (r remote) Fetch(_ context.Context, _, known string, _ int64) (Source, error) {
	if known == string(r) {
		return Source{}, ErrUnchanged
	}
	return Source{Data: []byte(r), Version: string(r)}, nil
}

func (remote) Pages(_ context.Context, url string) iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		for _, name := range []string{"/a.md", "/b/c.html", "/d.md"} {
			if !yield(Page{URL: strings.TrimSuffix(url, "/sitemap.xml") + name}, nil) {
				return
			}
		}
		yield(Page{}, errors.New("the rest is missing"))
	}
}

func TestRemote(t *testing.T) {
	opts := Options{Remote: remote("x"), Exclude: []string{"/b/**"}}
	ids, _, errs := list(t, opts, "https://example.org/sitemap.xml")
	wantIDs(t, ids, "https://example.org/a.md https://example.org/d.md")
	if len(errs) != 1 || !strings.Contains(errs[0].Error(), "https://example.org/sitemap.xml: the rest is missing") {
		t.Error(errs)
	}
	f := one(t, opts, "https://example.org/a.md")
	if s, err := f.Changed(t.Context(), "old"); err != nil || s.Version != "x" || s.Media != "text/markdown" {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := f.Changed(t.Context(), "x"); !errors.Is(err, ErrUnchanged) {
		t.Error(err)
	}
}

func TestMaxBytes(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "12345"})
	for limit, ok := range map[int64]bool{4: false, 5: true, 0: true} {
		for _, root := range []string{dir, "-", "https://example.org/a"} {
			opts := Options{MaxBytes: limit, Stdin: strings.NewReader("12345"), Remote: remote("12345")}
			f := one(t, opts, root)
			s, err := f.Read(t.Context())
			if ok && (err != nil || string(s.Data) != "12345" || s.URI != f.ID) {
				t.Errorf("%s, limit %d: %+v, %v", root, limit, s, err)
			}
			if !ok && (!errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), f.Path) || !strings.Contains(err.Error(), "4 bytes")) {
				t.Errorf("%s, limit %d: %v", root, limit, err)
			}
		}
	}
	s := Source{URI: "x", Data: []byte("12345")}
	if err := s.CheckSize(4); !errors.Is(err, ErrTooLarge) {
		t.Error(err)
	}
	if s.CheckSize(5) != nil || s.CheckSize(0) != nil {
		t.Error("refused what fits")
	}
}

// failing is a stream that breaks after some bytes.
type failing struct{ left int }

func (r *failing) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	n := min(r.left, len(p))
	r.left -= n
	return n, nil
}

func TestReadStdinBreaks(t *testing.T) {
	_, err := one(t, Options{Stdin: &failing{10}}, "-").Read(t.Context())
	if !errors.Is(err, io.ErrUnexpectedEOF) || !strings.HasPrefix(err.Error(), "-: after 0 bytes") && !strings.HasPrefix(err.Error(), "-: after 10 bytes") {
		t.Error(err)
	}
}

// endless never ends.
type endless struct{ stop func() }

func (r endless) Read(p []byte) (int, error) { r.stop(); return len(p), nil }

func TestReadCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := one(t, Options{Stdin: endless{cancel}}, "-").Read(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := (File{Path: "x"}).Read(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestReadURLWithoutFetch(t *testing.T) {
	_, err := one(t, Options{}, "https://example.org/a").Read(t.Context())
	if err == nil || !strings.Contains(err.Error(), "https://example.org/a") {
		t.Error(err)
	}
}

func TestFiles(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "A", "b.png": "B", "c.md": "C", "d.md": strings.Repeat("D", 100)})
	walk := Files(Options{MaxBytes: 10}, dir, filepath.Join(dir, "none"))
	for range 2 { // a walker may be walked again
		var got []string
		for s, err := range walk(t.Context()) {
			line := s.URI + "=" + string(s.Data)
			if err != nil {
				line = "error"
			}
			got = append(got, line)
		}
		wantIDs(t, got, "a.md=A c.md=C error error")
	}
}
