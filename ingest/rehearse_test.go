package ingest_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/read"
)

// TestRehearsal: a dry run that cuts reads what would be taken in, and nothing
// else, names what would fail, and writes nothing.
func TestRehearsal(t *testing.T) {
	b := newBench(t)
	b.write("a.md", "uno")
	b.write("b.md", "dos")
	b.sync(ingest.SyncOptions{})
	b.write("b.md", "dos nuevo")
	b.write("c.md", "tres")
	b.write("d.md", "BROKEN")
	before := b.texts()

	var mu sync.Mutex
	var cut []string
	document := b.p.Document
	b.p.Document = func(ctx context.Context, s read.Source) (*doc.Document, ingest.Cutting, error) {
		mu.Lock()
		defer mu.Unlock()
		cut = append(cut, s.URI)
		return document(ctx, s)
	}
	b.want(b.sync(ingest.SyncOptions{DryRun: true}), "added [c.md d.md] replaced [b.md] retired [] unchanged [a.md] failed []")
	if len(cut) > 0 {
		t.Errorf("a plan alone has read %v", cut)
	}
	b.want(b.sync(ingest.SyncOptions{DryRun: true, Cut: true}), "added [c.md] replaced [b.md] retired [] unchanged [a.md] failed [d.md:read]")
	slices.Sort(cut)
	if !slices.Equal(cut, []string{"b.md", "c.md", "d.md"}) {
		t.Errorf("read %v", cut)
	}
	b.want(b.texts(), before)
}

// A dry run counts what would be embedded, in archives too, and not what keeps
// its vector.
func TestRehearsalEstimates(t *testing.T) {
	b := newBench(t)
	e := b.embedding("e")
	opt, _ := b.opens()
	b.write("a.md", "# Uno\n\nuno.\n\n# Dos\n\ndos.\n")
	b.write("z.zip", packed(t, "b.md", "tres", "c.md", "cuatro"))
	estimate := func() ingest.Estimate {
		t.Helper()
		opt := opt
		opt.DryRun, opt.Cut, opt.Find.Accept = true, true, catalog.Readable
		r, err := b.p.Sync(t.Context(), opt, b.dir)
		if err != nil || len(r.Failed) > 0 {
			t.Fatal(err, r.Failed)
		}
		return *r.Estimate
	}
	if got := estimate(); got.Chunks != 4 || got.Embed != 4 || got.Tokens < 4 {
		t.Errorf("new: %+v", got)
	}
	b.sync(opt)
	if got := estimate(); got != (ingest.Estimate{}) {
		t.Errorf("unchanged: %+v", got)
	}
	b.write("a.md", "# Uno\n\nuno.\n\n# Dos\n\notro.\n")
	if got := estimate(); got.Chunks != 2 || got.Embed != 1 {
		t.Errorf("one section changed: %+v", got)
	}
	b.sync(opt)
	e.name = "another"
	if got := estimate(); got.Chunks != 4 || got.Embed != 4 {
		t.Errorf("another model: %+v", got)
	}
	if n := e.asked(); n != 5 {
		t.Errorf("the dry runs have embedded: %d texts in all", n)
	}
}
