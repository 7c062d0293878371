package read

import (
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestFindIgnores(t *testing.T) {
	dir := tree(t, map[string]string{
		".git/info/exclude": "private.md\n", ".gitignore": "*.log\nbuild/\n/top.md\n!keep.log\n# comment.md\n\\#hash.md\ndocs/**/draft.md\n",
		"top.md": "", "a.md": "", "x.log": "", "keep.log": "", "build/b.md": "", "comment.md": "", "#hash.md": "", "private.md": "",
		"docs/top.md": "", "docs/draft.md": "", "docs/a/b/draft.md": "", "docs/build": "", "docs/keep.md": "",
		"docs/.gitignore": "keep.md\n!x.log\n", "docs/x.log": "", "docs/sub/keep.md": "",
		"docs/sub/.pildoraignore": "!keep.md\nonly-git.md\n", "docs/sub/only-git.md": "",
	})
	ids, _, errs := list(t, Options{}, dir)
	wantIDs(t, ids, "a.md comment.md docs/sub/keep.md docs/top.md docs/x.log keep.log")
	if len(errs) != 0 {
		t.Error(errs)
	}
	// A folder within the repository heeds those above it.
	ids, _, _ = list(t, Options{}, filepath.Join(dir, "docs", "sub"))
	wantIDs(t, ids, "keep.md")
	ids, _, _ = list(t, Options{}, filepath.Join(dir, "docs"))
	wantIDs(t, ids, "sub/keep.md top.md x.log")
	// What is given by name is never left out.
	ids, _, _ = list(t, Options{}, filepath.Join(dir, "top.md"), filepath.Join(dir, "build"))
	wantIDs(t, ids, "top.md b.md")
	ids, _, _ = list(t, Options{All: true}, dir)
	if len(ids) != 15 {
		t.Errorf("%d files: %q", len(ids), ids)
	}
	none := tree(t, map[string]string{".gitignore": "*", "a.md": ""})
	if _, _, errs = list(t, Options{}, none); len(errs) != 1 || !strings.Contains(errs[0].Error(), ".gitignore") {
		t.Error(errs)
	}
	// Without a repository only the folders below the root count.
	loose := tree(t, map[string]string{".gitignore": "*.md", "sub/a.md": ""})
	ids, _, _ = list(t, Options{}, filepath.Join(loose, "sub"))
	wantIDs(t, ids, "a.md")
}

// strange patterns are those that git itself is of two minds about.
var strange = regexp.MustCompile(`\\/|[^/!]\*\*+/`)

// TestIgnoreAsGit compares what is found with git's own answer, under random
// patterns in nested files.
func TestIgnoreAsGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	files := map[string]string{}
	for _, d := range []string{"", "a/", "b/", "a/b/", "c/a/b/"} {
		for _, n := range []string{"f.md", "ab", "c.md", "x y", "[z]", "!n", "#h", "ñ", "A1"} {
			files[d+n] = ""
		}
	}
	dir := tree(t, files)
	if err := exec.Command("git", "init", "-q", dir).Run(); err != nil {
		t.Skip("git init: ", err)
	}
	rounds := 400
	if testing.Short() {
		rounds = 60
	}
	r := rand.New(rand.NewSource(7))
	pieces := strings.Split("a|b|*|**|?|/|*.md|!|[ab]|[!a]|[^a]|\\| |c|#|.md|[a-c]|\\[z]|x y|**/|/**|ab|[[:alpha:]]|[[:digit:]]|ñ|[]a]|[a-]|h", "|")
	for range rounds {
		for _, d := range []string{"", "a", "c/a"} {
			var text strings.Builder
			for range r.Intn(4) {
				l := ""
				for range 1 + r.Intn(4) {
					l += pieces[r.Intn(len(pieces))]
				}
				if strange.MatchString(l) {
					continue
				}
				text.WriteString(l)
				text.WriteString([]string{"\n", "\r\n"}[r.Intn(2)])
			}
			if err := os.WriteFile(filepath.Join(dir, d, ".gitignore"), []byte(text.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		ignored := gitIgnores(t, dir, files)
		var want []string
		for name := range files {
			if !ignored[name] {
				want = append(want, name)
			}
		}
		slices.Sort(want)
		var got []string
		for f := range Find(t.Context(), Options{}, dir) {
			if f.ID != "" {
				got = append(got, f.ID)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			for _, d := range []string{"", "a", "c/a"} {
				data, _ := os.ReadFile(filepath.Join(dir, d, ".gitignore"))
				t.Logf("%s/.gitignore: %q", d, data)
			}
			t.Fatalf("found %q, git %q", got, want)
		}
	}
}

// gitIgnores asks git which files it ignores.
func gitIgnores(t *testing.T, dir string, files map[string]string) map[string]bool {
	t.Helper()
	var names strings.Builder
	for name := range files {
		names.WriteString(name + "\x00")
	}
	c := exec.Command("git", "-C", dir, "-c", "core.excludesFile=", "check-ignore", "--stdin", "-z", "--no-index")
	c.Stdin = strings.NewReader(names.String())
	out, _ := c.Output() // an exit code of 1 says that nothing is ignored
	ignored := map[string]bool{}
	for name := range strings.SplitSeq(string(out), "\x00") {
		ignored[name] = true
	}
	return ignored
}

// TestSparse: a file of two gigabytes is refused by its size, and not read.
func TestSparse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large.md")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(2 << 30); err != nil {
		t.Skip("no sparse files here: ", err)
	}
	f.Close()
	allocated := testing.AllocsPerRun(1, func() {
		if _, err := one(t, Options{}, path).Read(t.Context()); err == nil || !strings.Contains(err.Error(), "2147483648 bytes") {
			t.Error(err)
		}
	})
	if allocated > 1000 {
		t.Errorf("%v allocations", allocated)
	}
}
