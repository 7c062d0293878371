package ingest_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/store"
)

// aged writes a file as if that had been long ago.
func (b *bench) aged(name, text string, ago time.Duration) {
	b.t.Helper()
	b.write(name, text)
	when := time.Now().Add(-ago).Truncate(time.Hour)
	if err := os.Chtimes(filepath.Join(b.dir, filepath.FromSlash(name)), when, when); err != nil {
		b.t.Fatal(err)
	}
}

const longAgo = 48 * time.Hour

// What has the size and the time that it had is not read: a change that keeps
// both goes unseen but with Content.
func TestSyncDoesNotReadWhatIsUnchanged(t *testing.T) {
	b := newBench(t)
	b.aged("a.md", "uno dos\n", longAgo)
	b.aged("b.md", "tres cuatro\n", longAgo)
	b.want(b.sync(ingest.SyncOptions{}), "added [a.md b.md] replaced [] retired [] unchanged [] failed []")
	b.aged("a.md", "dos uno\n", longAgo)
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [a.md b.md] failed []")
	b.want(b.sync(ingest.SyncOptions{Content: true, DryRun: true}), "added [] replaced [a.md] retired [] unchanged [b.md] failed []")
	b.want(b.sync(ingest.SyncOptions{Content: true}), "added [] replaced [a.md] retired [] unchanged [b.md] failed []")
	b.want(b.texts(), "a.md: dos uno\nb.md: tres cuatro")
	b.aged("b.md", "tres\n", longAgo) // another size
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [b.md] retired [] unchanged [a.md] failed []")
}

// A file that was indexed right after it was written may be written again
// without another time.
func TestSyncReadsWhatHasJustChanged(t *testing.T) {
	b := newBench(t)
	b.aged("old.md", "viejo\n", longAgo)
	now := time.Now()
	put := func(text string) {
		b.write("new.md", text)
		if err := os.Chtimes(filepath.Join(b.dir, "new.md"), now, now); err != nil {
			t.Fatal(err)
		}
	}
	put("uno dos\n")
	b.sync(ingest.SyncOptions{})
	put("dos uno\n")
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [new.md] retired [] unchanged [old.md] failed []")
}

// A file that was only touched is read once.
func TestSyncKeepsTheStampOfWhatWasTouched(t *testing.T) {
	b := newBench(t)
	b.aged("a.md", "uno dos\n", longAgo)
	b.sync(ingest.SyncOptions{})
	b.aged("a.md", "uno dos\n", 2*longAgo)
	b.want(b.sync(ingest.SyncOptions{DryRun: true}), "added [] replaced [] retired [] unchanged [a.md] failed []")
	before := b.entry("a.md").Stamp
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [a.md] failed []")
	if after := b.entry("a.md").Stamp; after == before || after == "" {
		t.Errorf("the stamp was %q and is %q", before, after)
	}
	b.aged("a.md", "dos uno\n", 2*longAgo)
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [a.md] failed []")
}

// What is said of a file beside it is part of the document.
func TestSyncSeesWhatChangesBesideAFile(t *testing.T) {
	b := newBench(t)
	const said = "title: "
	b.aged("a.md", "uno\n", longAgo)
	b.sync(ingest.SyncOptions{})
	for _, change := range []func(){
		func() { b.aged("a.md.meta.yaml", said+"A\n", longAgo) },
		func() { b.aged("a.md.meta.yaml", said+"B\n", 2*longAgo) },
		func() { b.aged("a.md.meta.yaml", said+"BB\n", 2*longAgo) },
		func() { b.write("a.md.meta.yaml", said+"CC\n") },
		func() { b.remove("a.md.meta.yaml") },
	} {
		change()
		b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [a.md] retired [] unchanged [] failed []")
		b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [a.md] failed []")
	}
}

// What failed is read again, unchanged as it is.
func TestSyncReadsWhatFailed(t *testing.T) {
	b := newBench(t)
	b.aged("a.md", "BROKEN\n", longAgo)
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [] failed [a.md:read]")
	if e := b.entry("a.md"); e.State != store.Failed || e.Stage != ingest.StageRead || e.Error == "" {
		t.Errorf("the manifest says %+v", e)
	}
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [] failed [a.md:read]")
	b.aged("a.md", "HEALTHY", longAgo)
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [a.md] retired [] unchanged [] failed []")
}

// entry is what the manifest has of a document.
func (b *bench) entry(id string) store.DocState {
	b.t.Helper()
	for d, err := range b.store.Docs(context.Background(), "") {
		if err != nil {
			b.t.Fatal(err)
		}
		if d.DocID == id {
			return d
		}
	}
	b.t.Fatalf("no entry of %s", id)
	return store.DocState{}
}

// An unchanged archive isn't read either, and what it holds stays; looked into
// in another way it is.
func TestSyncDoesNotReadAnUnchangedArchive(t *testing.T) {
	b := newBench(t)
	opt, opened := b.opens()
	data := packed(t, "b.md", "dos", "c.md", "tres")
	b.aged("z.zip", data, longAgo)
	b.want(b.sync(opt), "added [z.zip z.zip!/b.md z.zip!/c.md] replaced [] retired [] unchanged [] failed []")
	b.aged("z.zip", strings.Repeat("x", len(data)), longAgo)
	*opened = 0
	b.want(b.sync(opt), "added [] replaced [] retired [] unchanged [z.zip z.zip!/b.md z.zip!/c.md] failed []")
	if *opened != 0 {
		t.Errorf("it was opened %d times", *opened)
	}
	b.aged("z.zip", data, longAgo)
	opt.Find.Exclude = []string{"c.md"}
	b.want(b.sync(opt), "added [] replaced [z.zip] retired [z.zip!/c.md] unchanged [z.zip!/b.md] failed []")
}
