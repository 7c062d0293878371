package ingest_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
)

// rename moves a file, and renamed are the renames that a sync reports then.
func (b *bench) rename(from, to string) {
	b.t.Helper()
	to = filepath.Join(b.dir, filepath.FromSlash(to))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(b.dir, filepath.FromSlash(from)), to); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) renamed(opt ingest.SyncOptions) []ingest.Rename {
	b.t.Helper()
	opt.Find.Accept = catalog.Readable
	r, err := b.p.Sync(context.Background(), opt, b.dir)
	if err != nil {
		b.t.Fatal(err)
	}
	return r.Renamed
}

// What was renamed keeps its vectors: nobody is asked for them.
func TestSyncFollowsRenames(t *testing.T) {
	b := newBench(t)
	e := b.embedding("e")
	b.write("a.md", "# Uno\n\nuno dos tres\n")
	b.write("b.md", "# Otro\n\ncuatro cinco seis\n")
	b.write("c.md", "# Tercero\n\nsiete ocho nueve\n")
	b.sync(ingest.SyncOptions{})
	e.asked()
	e.down = true
	b.rename("a.md", "sub/z.md")
	want := []ingest.Rename{{From: "a.md", To: "sub/z.md"}}
	for _, dry := range []bool{true, false} {
		if got := b.renamed(ingest.SyncOptions{DryRun: dry}); !reflect.DeepEqual(got, want) {
			t.Errorf("renamed: %v, want %v (dry run: %v)", got, want, dry)
		}
	}
	if e.calls != 0 {
		t.Errorf("the embedder was asked %d times", e.calls)
	}
	if got := b.state("sub/z.md"); got != b.state("b.md") {
		t.Errorf("the new one is %s, the others are %s", got, b.state("b.md"))
	}
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [b.md c.md sub/z.md] failed []")
}

// Files that are equal are renamed one by one; a copy is none, and what failed
// isn't either.
func TestSyncTellsRenamesFromCopies(t *testing.T) {
	b := newBench(t)
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		b.write(name, "uno dos tres\n")
	}
	b.write("other.md", "cuatro\n")
	b.sync(ingest.SyncOptions{})
	b.rename("a.md", "y.md")
	b.rename("b.md", "x.md")
	b.write("z.md", "uno dos tres\n")
	b.rename("other.md", "other2.md")
	b.write("other2.md", "cuatro cinco\n")
	want := []ingest.Rename{{From: "a.md", To: "x.md"}, {From: "b.md", To: "y.md"}}
	if got := b.renamed(ingest.SyncOptions{}); !reflect.DeepEqual(got, want) {
		t.Errorf("renamed: %v, want %v", got, want)
	}
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [c.md other2.md x.md y.md z.md] failed []")
}
