package ingest_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
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
