package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/mem"
)

// bench is a folder and a store that a pipeline keeps in step.
type bench struct {
	t     *testing.T
	dir   string
	store store.Store
	p     ingest.Pipeline
	max   int
}

var errBroken = errors.New("broken on purpose")

func newBench(t *testing.T) *bench {
	b := &bench{t: t, dir: t.TempDir(), store: mem.New(), max: 60}
	reading := ingest.Reading{Reader: catalog.Reader}
	b.p = ingest.Pipeline{
		Store:  b.store,
		Recipe: func(store.DocState, string) string { return b.cutting().Recipe.Hash() },
		Document: func(ctx context.Context, s read.Source) (*doc.Document, ingest.Cutting, error) {
			if strings.Contains(string(s.Data), "BROKEN") {
				return nil, ingest.Cutting{}, fmt.Errorf("%s: %w", s.URI, errBroken)
			}
			d, err := reading.Document(ctx, s)
			return d, b.cutting(), err
		},
	}
	return b
}

func (b *bench) cutting() ingest.Cutting {
	c, err := catalog.Cutting(ingest.Recipe{Strategy: "cascade", Unit: "chars", Max: b.max}, "")
	if err != nil {
		b.t.Fatal(err)
	}
	return c
}

func (b *bench) write(name, text string) {
	path := filepath.Join(b.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) remove(name string) {
	if err := os.RemoveAll(filepath.Join(b.dir, filepath.FromSlash(name))); err != nil {
		b.t.Fatal(err)
	}
}

// sync runs one sync of the roots, the whole folder if none is named, and
// writes the report in one line.
func (b *bench) sync(opt ingest.SyncOptions, names ...string) string {
	b.t.Helper()
	roots := []string{b.dir}
	if len(names) > 0 {
		roots = nil
	}
	for _, n := range names {
		roots = append(roots, filepath.Join(b.dir, n))
	}
	opt.Find.Accept = catalog.Readable
	r, err := b.p.Sync(context.Background(), opt, roots...)
	if err != nil {
		b.t.Fatal(err)
	}
	var failed []string
	for _, f := range r.Failed {
		id := strings.TrimPrefix(f.DocID, b.dir+string(filepath.Separator)) // a root goes by its path
		failed = append(failed, id+":"+f.Stage)
	}
	return fmt.Sprintf("added %v replaced %v retired %v unchanged %v failed %v", r.Added, r.Replaced, r.Retired, r.Unchanged, failed)
}

// texts are all texts in the store, by document.
func (b *bench) texts() string {
	var out []string
	for r, err := range b.store.All(context.Background(), store.Filter{}) {
		if err != nil {
			b.t.Fatal(err)
		}
		out = append(out, r.DocID+": "+r.Text)
	}
	return strings.Join(out, "\n")
}

func (b *bench) want(got, want string) {
	b.t.Helper()
	if got != want {
		b.t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestSyncDoesThatAndNoMore(t *testing.T) {
	b := newBench(t)
	b.write("a.md", "# A\n\nuno\n")
	b.write("sub/b.txt", "dos")
	b.write("c.md", "tres")
	b.want(b.sync(ingest.SyncOptions{}), "added [a.md c.md sub/b.txt] replaced [] retired [] unchanged [] failed []")
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [a.md c.md sub/b.txt] failed []")
	b.write("a.md", "# A\n\nuno nuevo\n")
	b.remove("c.md")
	b.write("d.md", "cuatro")
	plan := "added [d.md] replaced [a.md] retired [c.md] unchanged [sub/b.txt] failed []"
	before := b.texts()
	b.want(b.sync(ingest.SyncOptions{DryRun: true}), plan)
	b.want(b.texts(), before)
	b.want(b.sync(ingest.SyncOptions{}), plan)
	b.want(b.texts(), "a.md: # A\n\nuno nuevo\nd.md: cuatro\nsub/b.txt: dos")
}

func TestSyncAfterARecipeChange(t *testing.T) {
	b := newBench(t)
	b.write("a.md", "una frase corta. otra frase corta.")
	b.sync(ingest.SyncOptions{})
	b.max = 20
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [a.md] retired [] unchanged [] failed []")
	if n := strings.Count(b.texts(), "a.md: "); n < 2 {
		t.Errorf("%d chunks after the change", n)
	}
}

func TestSyncRetiresOnlyUnderItsRoots(t *testing.T) {
	b := newBench(t)
	b.write("x/a.md", "uno")
	b.write("y/b.md", "dos")
	b.sync(ingest.SyncOptions{}, "x")
	b.sync(ingest.SyncOptions{}, "y")
	b.remove("x/a.md")
	b.write("x/c.md", "tres")
	b.want(b.sync(ingest.SyncOptions{}, "y"), "added [] replaced [] retired [] unchanged [b.md] failed []")
	b.want(b.sync(ingest.SyncOptions{}, "x"), "added [c.md] replaced [] retired [a.md] unchanged [] failed []")
}

func TestSyncKeepsTheLastGoodVersion(t *testing.T) {
	b := newBench(t)
	b.write("a.md", "bien")
	b.write("b.md", "otro")
	b.sync(ingest.SyncOptions{})
	b.write("a.md", "BROKEN")
	b.write("n.md", "BROKEN nuevo")
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [b.md] failed [a.md:read n.md:read]")
	b.want(b.texts(), "a.md: bien\nb.md: otro")
	for d, err := range b.store.Docs(context.Background(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if d.DocID != "b.md" && (d.State != store.Failed || !strings.Contains(d.Error, "broken on purpose")) {
			t.Errorf("%s is %s: %s", d.DocID, d.State, d.Error)
		}
	}
	b.write("a.md", "mejor")
	b.remove("n.md")
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [a.md] retired [n.md] unchanged [b.md] failed []")
	b.want(b.texts(), "a.md: mejor\nb.md: otro")
}

func TestSyncOfARootThatIsGone(t *testing.T) {
	b := newBench(t)
	b.write("x/a.md", "uno")
	b.write("y/b.md", "dos")
	b.sync(ingest.SyncOptions{}, "x", "y")
	b.remove("x")
	b.want(b.sync(ingest.SyncOptions{}, "x", "y"), "added [] replaced [] retired [] unchanged [b.md] failed [x:find]")
	b.want(b.sync(ingest.SyncOptions{AllowEmpty: true}, "x", "y"), "added [] replaced [] retired [a.md] unchanged [b.md] failed []")
}

func TestSyncOfAFolderThatCannotBeListed(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may list every folder")
	}
	b := newBench(t)
	b.write("x/a.md", "uno")
	b.write("b.md", "dos")
	b.sync(ingest.SyncOptions{})
	if err := os.Chmod(filepath.Join(b.dir, "x"), 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Join(b.dir, "x"), 0o755)
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [b.md] failed [x:find]")
}

func TestSyncRefusesTwoDocumentsWithOneID(t *testing.T) {
	b := newBench(t)
	b.write("x/a.md", "uno")
	b.write("y/a.md", "dos")
	_, err := b.p.Sync(context.Background(), ingest.SyncOptions{}, filepath.Join(b.dir, "x"), filepath.Join(b.dir, "y"))
	if !errors.Is(err, read.ErrDuplicate) || !strings.Contains(err.Error(), "x") || !strings.Contains(err.Error(), "y") {
		t.Errorf("got %v", err)
	}
	b.want(b.texts(), "")
}

func TestSyncNamesAMissingPath(t *testing.T) {
	b := newBench(t)
	b.write("a.md", "uno")
	r, err := b.p.Sync(context.Background(), ingest.SyncOptions{}, filepath.Join(b.dir, "nada"))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Failed) != 1 || !errors.Is(r.Failed[0].Err, fs.ErrNotExist) || !strings.Contains(r.Failed[0].Error, "nada") {
		t.Errorf("failed: %v", r.Failed)
	}
}

func TestSyncStops(t *testing.T) {
	b := newBench(t)
	b.write("a.md", "uno")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.p.Sync(ctx, ingest.SyncOptions{}, b.dir); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	b.want(b.texts(), "")
}

func TestRecordsIdentity(t *testing.T) {
	c := newBench(t).cutting()
	ids := func(text string) []string {
		var out []string
		rs, err := c.Records(context.Background(), &doc.Document{URI: "d", Text: text}, "d")
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rs {
			out = append(out, r.ID)
		}
		return out
	}
	long := strings.Repeat("palabra ", 7)
	a := ids(long + "\n\n" + long + "\n\nfin " + long)
	if len(a) != 3 || a[0] == a[1] {
		t.Fatalf("equal bodies share an id, or there are not three: %v", a)
	}
	z := ids("Al principio, otra cosa larga, muy larga, que no estaba.\n\n" + long + "\n\n" + long + "\n\nfin " + long)
	if len(z) != 4 || fmt.Sprint(z[1:]) != fmt.Sprint(a) {
		t.Errorf("an insertion changes the ids after it:\n%v\n%v", a, z)
	}
}

func TestRecordsWithFunctionsAsMeasures(t *testing.T) {
	c := newBench(t).cutting()
	c.Limits.Measure = size.Func(func(s string) int { return len(s) })
	c.Tokens = size.Func(func(s string) int { return 7 })
	rs, err := c.Records(context.Background(), &doc.Document{URI: "d", Text: "uno dos"}, "d")
	if err != nil || len(rs) != 1 || rs[0].Tokens != 7 {
		t.Errorf("got %v, %v", rs, err)
	}
}
