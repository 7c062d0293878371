package ingest_test

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/archive"
	"github.com/pildora/pildora/store"
)

// packed is a ZIP archive of names and texts by turns.
func packed(t *testing.T, members ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		f, err := w.Create(members[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, members[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// counting counts how often archives are opened.
type counting struct{ n *int }

func (c counting) Open(ctx context.Context, s read.Source, limit int64) iter.Seq2[read.Entry, error] {
	*c.n++
	return archive.Reader{}.Open(ctx, s, limit)
}

// opens lets a bench open archives, and counts how often it does.
func (b *bench) opens() (opt ingest.SyncOptions, n *int) {
	n = new(int)
	opt.Find.Container = func(media string) read.Container {
		if media != archive.ZIP {
			return nil
		}
		return counting{n}
	}
	return opt, n
}

func TestSyncContainers(t *testing.T) {
	b := newBench(t)
	opt, opened := b.opens()
	b.write("a.md", "uno")
	b.write("z.zip", packed(t, "b.md", "dos", "sub/c.txt", "tres", "logo.png", "?"))
	b.want(b.sync(opt), "added [a.md z.zip z.zip!/b.md z.zip!/sub/c.txt] replaced [] retired [] unchanged [] failed []")
	b.want(b.texts(), "a.md: uno\nz.zip!/b.md: dos\nz.zip!/sub/c.txt: tres")

	*opened = 0
	b.want(b.sync(opt), "added [] replaced [] retired [] unchanged [a.md z.zip z.zip!/b.md z.zip!/sub/c.txt] failed []")
	if *opened != 0 {
		t.Errorf("an unchanged archive was opened %d times", *opened)
	}

	b.write("z.zip", packed(t, "b.md", "dos", "d.md", "cuatro"))
	b.want(b.sync(opt), "added [z.zip!/d.md] replaced [z.zip] retired [z.zip!/sub/c.txt] unchanged [a.md z.zip!/b.md] failed []")
	b.want(b.texts(), "a.md: uno\nz.zip!/b.md: dos\nz.zip!/d.md: cuatro")

	b.max = 70 // another recipe: the archive is as it was, what it holds is cut again
	*opened = 0
	b.want(b.sync(opt), "added [] replaced [a.md z.zip!/b.md z.zip!/d.md] retired [] unchanged [z.zip] failed []")
	if *opened != 1 {
		t.Errorf("opened %d times", *opened)
	}

	b.remove("z.zip")
	b.want(b.sync(opt), "added [] replaced [] retired [z.zip z.zip!/b.md z.zip!/d.md] unchanged [a.md] failed []")
	b.want(b.texts(), "a.md: uno")
}

// TestSyncContainerAsRoot: what lies in an archive lies under it.
func TestSyncContainerAsRoot(t *testing.T) {
	b := newBench(t)
	opt, _ := b.opens()
	b.write("z.zip", packed(t, "b.md", "dos", "c.md", "tres"))
	b.want(b.sync(opt, "z.zip"), "added [z.zip z.zip!/b.md z.zip!/c.md] replaced [] retired [] unchanged [] failed []")
	b.write("z.zip", packed(t, "c.md", "tres"))
	b.want(b.sync(opt, "z.zip"), "added [] replaced [z.zip] retired [z.zip!/b.md] unchanged [z.zip!/c.md] failed []")
}

func TestSyncFailuresInContainers(t *testing.T) {
	b := newBench(t)
	opt, opened := b.opens()
	b.write("z.zip", packed(t, "a.md", "uno", "bad.md", "BROKEN", "c.md", "dos"))
	b.want(b.sync(opt), "added [z.zip z.zip!/a.md z.zip!/c.md] replaced [] retired [] unchanged [] failed [z.zip!/bad.md:read]")
	// What failed is tried again, and named again; the rest isn't touched.
	*opened = 0
	b.want(b.sync(opt), "added [] replaced [] retired [] unchanged [z.zip z.zip!/a.md z.zip!/c.md] failed [z.zip!/bad.md:read]")
	if *opened != 1 {
		t.Errorf("opened %d times", *opened)
	}
	// Cut short: what it held beyond that is not known to be gone.
	whole := packed(t, "a.md", "uno", "c.md", "dos más", "d.md", "tres")
	b.write("z.zip", whole[:strings.LastIndex(whole, "PK\x03\x04")])
	b.want(b.sync(opt), "added [] replaced [z.zip!/c.md] retired [] unchanged [z.zip!/a.md] failed [z.zip:read]")
	b.want(b.sync(opt), "added [] replaced [] retired [] unchanged [z.zip!/a.md z.zip!/c.md] failed [z.zip:read]")
	b.write("z.zip", whole)
	b.want(b.sync(opt), "added [z.zip!/d.md] replaced [z.zip] retired [z.zip!/bad.md] unchanged [z.zip!/a.md z.zip!/c.md] failed []")
	b.want(b.texts(), "z.zip!/a.md: uno\nz.zip!/c.md: dos más\nz.zip!/d.md: tres")
}

// TestFailingEntry: one that can't even be unpacked keeps what was indexed of
// it.
func TestFailingEntry(t *testing.T) {
	b := newBench(t)
	opt, _ := b.opens()
	b.write("z.zip", packed(t, "a.md", "uno", "b.md", "dos"))
	b.sync(opt)
	damaged := []byte(packed(t, "a.md", "UNO", "b.md", "dos!"))
	at := bytes.Index(damaged, []byte("PK\x01\x02")) + 16
	damaged[at] ^= 0xff // the sum of a.md
	b.write("z.zip", string(damaged))
	b.want(b.sync(opt), "added [] replaced [z.zip z.zip!/b.md] retired [] unchanged [] failed [z.zip!/a.md:read]")
	b.want(b.texts(), "z.zip!/a.md: uno\nz.zip!/b.md: dos!")
	b.want(b.sync(opt), "added [] replaced [] retired [] unchanged [z.zip z.zip!/b.md] failed [z.zip!/a.md:read]")
	for d, err := range b.store.Docs(context.Background(), "") {
		if err != nil || d.DocID == "z.zip!/a.md" && (d.State != store.Failed || !strings.Contains(d.Error, "checksum")) {
			t.Errorf("%+v, %v", d, err)
		}
	}
}

// TestMetaOfContainers: what is known of a container counts where a document
// says nothing, what was said beside it goes before what it says.
func TestMetaOfContainers(t *testing.T) {
	s := read.Source{URI: "m.eml!/a.md", Media: "text/markdown", Data: []byte("---\ntitle: Own\ndate: 2024-01-01\n---\n\nText.\n"),
		Inherited: map[string]string{"title": "Mail", "author": "Ana", "date": "2023-03-03", "container": "m.eml"},
		Meta:      map[string]string{"date": "2025-05-05"}}
	d, err := ingest.Reading{Reader: catalog.Reader}.Document(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if d.Title != "Own" || d.Meta["author"] != "Ana" || d.Meta["date"] != "2025-05-05" || d.Meta["container"] != "m.eml" {
		t.Errorf("%q %v", d.Title, d.Meta)
	}
	c := newBench(t).cutting()
	records, err := c.Records(t.Context(), d, "m.eml!/a.md")
	if err != nil || len(records) == 0 || records[0].Date != "2025-05-05T00:00:00Z" || records[0].Meta["author"] != "Ana" {
		t.Errorf("%+v, %v", records, err)
	}
}

// TestSyncSidecar: what is said beside a document is indexed with it, and what
// changes there changes the document.
func TestSyncSidecar(t *testing.T) {
	b := newBench(t)
	b.write("a.md", "uno")
	b.write("b.md", "dos")
	b.sync(ingest.SyncOptions{})
	b.write("a.md.meta.yaml", "author: Ana\ndate: 2024-05-01\n")
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [a.md] retired [] unchanged [b.md] failed []")
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [a.md b.md] failed []")
	for r, err := range b.store.All(t.Context(), store.Filter{Docs: []string{"a.md"}}) {
		if err != nil || r.Meta["author"] != "Ana" || r.Date != "2024-05-01T00:00:00Z" {
			t.Errorf("%+v, %v", r, err)
		}
	}
	b.write("a.md.meta.yaml", "author: Luis\n")
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [a.md] retired [] unchanged [b.md] failed []")
	b.write("a.md.meta.yaml", "[")
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [b.md] failed [a.md:read]")
}
