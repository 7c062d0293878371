package read

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// tree writes files (slash path: content) into a fresh folder; a name that
// ends with a slash is an empty folder.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// list runs Find and returns the ids of documents, of skipped files, and the
// errors.
func list(t testing.TB, opts Options, roots ...string) (ids, skipped []string, errs []error) {
	t.Helper()
	for f, err := range Find(t.Context(), opts, roots...) {
		switch {
		case err != nil:
			errs = append(errs, err)
		case f.Skipped != "":
			skipped = append(skipped, f.ID)
		default:
			ids = append(ids, f.ID)
		}
	}
	return ids, skipped, errs
}

func wantIDs(t testing.TB, got []string, want string) {
	t.Helper()
	if g := strings.Join(got, " "); g != want {
		t.Errorf("found %q, want %q", g, want)
	}
}

func TestFindFolder(t *testing.T) {
	dir := tree(t, map[string]string{
		"b.md": "b", "a.txt": "a", "a/z.md": "z", "a-b/y.md": "y", "a/deep/er/x.md": "x", "a.md": "1", "B.md": "2",
		"logo.png": "p", "data.xyz": "?", "README": "r", ".hidden.md": "h", ".git/config.md": "g",
		"node_modules/m/readme.md": "m", "a/pildora.yaml": "max: 3", "a/.secret/s.md": "s", "empty/": "", "ñandú.md": "n", "n\u0303.md": "d",
	})
	ids, skipped, errs := list(t, Options{}, dir)
	wantIDs(t, ids, "B.md README a-b/y.md a.md a.txt a/deep/er/x.md a/z.md b.md ñ.md ñandú.md")
	wantIDs(t, skipped, "data.xyz logo.png")
	if len(errs) != 0 {
		t.Error(errs)
	}
	if !slices.IsSorted(ids) {
		t.Errorf("not in the order of their bytes: %q", ids)
	}
	ids, _, _ = list(t, Options{Hidden: true}, dir)
	wantIDs(t, ids, ".git/config.md .hidden.md B.md README a-b/y.md a.md a.txt a/.secret/s.md a/deep/er/x.md a/pildora.yaml a/z.md b.md node_modules/m/readme.md ñ.md ñandú.md")
	ids, skipped, _ = list(t, Options{Accept: func(m string) bool { return m == "text/plain" }, Exclude: []string{"a-b"}}, dir)
	wantIDs(t, ids, "README a.txt")
	if slices.Contains(skipped, "a-b/y.md") || !slices.Contains(skipped, "b.md") {
		t.Errorf("skipped %q", skipped)
	}
	// A dot in the root's own name hides nothing.
	ids, _, _ = list(t, Options{}, filepath.Join(dir, ".git"))
	wantIDs(t, ids, "config.md")
}

func TestFindIsSorted(t *testing.T) {
	name := rapid.StringMatching(`[a-c.\-ñ]{1,3}`).Filter(func(s string) bool { return !strings.HasPrefix(s, ".") })
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		var want []string
		for range rapid.IntRange(1, 12).Draw(rt, "files") {
			id := strings.Join(rapid.SliceOfN(name, 0, 2).Draw(rt, "dirs"), "/")
			id = strings.TrimPrefix(id+"/"+name.Draw(rt, "name")+".md", "/")
			path := filepath.Join(dir, id)
			if os.MkdirAll(filepath.Dir(path), 0o755) != nil || os.WriteFile(path, nil, 0o644) != nil {
				continue // a file stands where a folder should, or the other way round
			}
			if !slices.Contains(want, id) {
				want = append(want, id)
			}
		}
		slices.Sort(want)
		ids, _, errs := list(t, Options{}, dir)
		if len(want) > 0 && (!slices.Equal(ids, want) || len(errs) > 0) {
			rt.Fatalf("found %q, want %q, %v", ids, want, errs)
		}
	})
}

func TestFindGlobs(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "", "b.txt": "", "old/c.md": "", "x/old/d.md": "", "x/y/e.md": ""})
	for _, c := range []struct{ include, exclude, want string }{
		{"*.md", "", "a.md old/c.md x/old/d.md x/y/e.md"},
		{"", "old", "a.md b.txt x/y/e.md"},
		{"", "old/**", "a.md b.txt x/old/d.md x/y/e.md"},
		{"", "**/old/**", "a.md b.txt x/y/e.md"},
		{"x/**/*.md", "", "x/old/d.md x/y/e.md"},
		{"/a.md", "", "a.md"},
		{"**/[de].md", "x/y", "x/old/d.md"},
	} {
		var opts Options
		if c.include != "" {
			opts.Include = []string{c.include}
		}
		if c.exclude != "" {
			opts.Exclude = []string{c.exclude}
		}
		ids, _, _ := list(t, opts, dir)
		wantIDs(t, ids, c.want)
	}
	for _, bad := range []string{"[", "", "/"} {
		_, _, errs := list(t, Options{Exclude: []string{bad}}, dir)
		if len(errs) != 1 || !strings.Contains(errs[0].Error(), `"`+bad+`"`) {
			t.Errorf("pattern %q: %v", bad, errs)
		}
	}
}

// TestGlobsAreNotExponential: many ** against many parts ends at once.
func TestGlobsAreNotExponential(t *testing.T) {
	globs, err := parseGlobs([]string{strings.Repeat("**/a/", 30) + "b"})
	if err != nil {
		t.Fatal(err)
	}
	if anyMatch(globs, strings.Repeat("a/", 2000)+"c") {
		t.Error("matched")
	}
}

func TestFindRoots(t *testing.T) {
	dir := tree(t, map[string]string{"one/a.md": "1", "two/b.md": "2", "two/a.md": "3", "notes.xyz": "n", "café.md": "c"})
	at := func(p string) string { return filepath.Join(dir, p) }
	ids, _, errs := list(t, Options{}, at("two/b.md"), at("one"), at("one/../one/"), at("notes.xyz"), "-", "-", "https://example.org/p.html?q=1")
	wantIDs(t, ids, "b.md a.md notes.xyz - https://example.org/p.html?q=1")
	if len(errs) != 0 {
		t.Error(errs)
	}
	ids, _, errs = list(t, Options{}, at("one"), at("two"), at("cafe\u0301.md"))
	wantIDs(t, ids, "a.md b.md")
	if len(errs) != 2 || !errors.Is(errs[0], ErrDuplicate) || !strings.Contains(errs[0].Error(), at("one/a.md")) || !strings.Contains(errs[0].Error(), at("two/a.md")) {
		t.Errorf("duplicates: %v", errs)
	}
	// A folder of nothing but duplicates is not one without documents.
	_, _, errs = list(t, Options{}, at("two"), at("one"))
	if len(errs) != 1 || !errors.Is(errs[0], ErrDuplicate) {
		t.Errorf("only duplicates: %v", errs)
	}
	t.Chdir(at("one"))
	ids, _, _ = list(t, Options{}, ".", "../two/b.md")
	wantIDs(t, ids, "a.md b.md")
}

// TestFindNFC: two spellings of one name are one id.
func TestFindNFC(t *testing.T) {
	dir := tree(t, map[string]string{"caf\u00e9.md": "", "cafe\u0301.md": ""})
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Skip("this file system has one file for both spellings")
	}
	ids, _, errs := list(t, Options{}, dir)
	wantIDs(t, ids, "caf\u00e9.md")
	if len(errs) != 1 || !errors.Is(errs[0], ErrDuplicate) {
		t.Error(errs)
	}
}

func TestFindMissing(t *testing.T) {
	dir := tree(t, map[string]string{"docs/handbook.md": "", "docs/b.md": "", "zz/": ""})
	for path, want := range map[string]string{
		"docs/handbok.md":  filepath.Join(dir, "docs", "handbook.md") + "?",
		"docs/HANDBOOK.MD": "handbook.md?",
		"dosc/handbook.md": filepath.Join(dir, "docs") + "?",
		"docs/nothing/x":   filepath.Join(dir, "docs/nothing") + " is the first part",
		"docs/unlike.txt":  "unlike.txt: file does not exist",
	} {
		_, _, errs := list(t, Options{}, filepath.Join(dir, path))
		if len(errs) != 1 || !errors.Is(errs[0], fs.ErrNotExist) || !strings.Contains(errs[0].Error(), want) || !strings.HasPrefix(errs[0].Error(), filepath.Join(dir, path)) {
			t.Errorf("%s: %v, want %q", path, errs, want)
		}
	}
	_, _, errs := list(t, Options{}, "")
	if len(errs) != 1 || !errors.Is(errs[0], fs.ErrInvalid) {
		t.Errorf("empty root: %v", errs)
	}
	// The roots after a missing one are found.
	ids, _, errs := list(t, Options{}, filepath.Join(dir, "none"), filepath.Join(dir, "docs"))
	wantIDs(t, ids, "b.md handbook.md")
	if len(errs) != 1 {
		t.Error(errs)
	}
}

func TestFindNoDocuments(t *testing.T) {
	dir := tree(t, map[string]string{"logo.png": "", ".a.md": "", "sub/": ""})
	accept := func(m string) bool { return m == "text/markdown" }
	_, skipped, errs := list(t, Options{Accept: accept, Exclude: []string{"x"}}, dir)
	wantIDs(t, skipped, "logo.png")
	if len(errs) != 1 || !errors.Is(errs[0], ErrNoDocuments) {
		t.Fatal(errs)
	}
	for _, part := range []string{dir, ".md .mdown", ".qmd", "excluded by x"} {
		if !strings.Contains(errs[0].Error(), part) {
			t.Errorf("%q lacks %q", errs[0], part)
		}
	}
}

func TestFindLinks(t *testing.T) {
	dir := tree(t, map[string]string{"real/a.md": "a", "real/sub/b.md": "b"})
	link := func(to, from string) {
		if err := os.Symlink(to, filepath.Join(dir, from)); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	link(".", "real/loop")
	link("../a.md", "real/sub/again.md")
	link("gone", "real/broken.md")
	link("real", "alias")
	link("real/a.md", "other.md")
	ids, skipped, errs := list(t, Options{}, filepath.Join(dir, "real"))
	wantIDs(t, ids, "a.md sub/b.md")
	wantIDs(t, skipped, "broken.md loop sub/again.md")
	if len(errs) != 0 {
		t.Error(errs)
	}
	_, _, errs = list(t, Options{}, filepath.Join(dir, "real", "broken.md"))
	if len(errs) != 1 || !errors.Is(errs[0], fs.ErrNotExist) || !strings.Contains(errs[0].Error(), "a symbolic link to gone") || strings.Contains(errs[0].Error(), "did you mean") {
		t.Errorf("a broken link as a root: %v", errs)
	}
	ids, _, _ = list(t, Options{}, filepath.Join(dir, "alias"), filepath.Join(dir, "other.md"))
	wantIDs(t, ids, "a.md sub/b.md other.md")
}

func TestFindCancelled(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "", "b.md": "", "c/d.md": ""})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var got []error
	for _, err := range Find(ctx, Options{}, dir, dir+"/c") {
		got = append(got, err)
		cancel()
	}
	if len(got) != 2 || got[0] != nil || !errors.Is(got[1], context.Canceled) {
		t.Errorf("%v", got)
	}
}

func TestFindStops(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "", "b.md": "", "c/d.md": ""})
	for stop := 1; stop <= 3; stop++ {
		n := 0
		for range Find(t.Context(), Options{}, dir) {
			if n++; n == stop {
				break
			}
		}
	}
}

// A file removed between the listing of its folder and a look at it came as a
// failed document.
func TestFindForgetsWhatIsGoneByNow(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for f, err := range Find(t.Context(), Options{}, dir) {
		if err != nil {
			t.Fatal(err)
		}
		if got = append(got, f.ID); f.ID == "a.md" {
			if err := os.Remove(filepath.Join(dir, "b.md")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if !slices.Equal(got, []string{"a.md", "c.md"}) {
		t.Errorf("found %q", got)
	}
}
