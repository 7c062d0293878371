package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/fake"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/store"
)

// faulty is an embedder that notes what it is asked, and refuses some of it.
type faulty struct {
	fake.Embedder
	name   string
	mu     sync.Mutex
	texts  []string
	calls  int
	down   bool
	refuse string // texts that hold this
	during func() // is called as it is asked
}

var errDown = errors.New("nobody answers")

func (f *faulty) Model() embed.Model {
	m := f.Embedder.Model()
	m.Name = f.name
	return m
}

func (f *faulty) Embed(ctx context.Context, k embed.Kind, texts []string) ([][]float32, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	if f.during != nil {
		f.during()
	}
	if f.down {
		return nil, errDown
	}
	for _, text := range texts {
		if f.refuse != "" && strings.Contains(text, f.refuse) {
			return nil, errDown
		}
	}
	f.texts = append(f.texts, texts...)
	return f.Embedder.Embed(ctx, k, texts)
}

// asked is how many texts were embedded since the last time.
func (f *faulty) asked() int {
	n := len(f.texts)
	f.texts, f.calls = nil, 0
	return n
}

// embedding gives a bench an embedder.
func (b *bench) embedding(name string) *faulty {
	f := &faulty{name: name}
	b.p.Embedder = f
	return f
}

// state is what the manifest and the records say of a document's vectors.
func (b *bench) state(id string) string {
	b.t.Helper()
	var entry store.DocState
	for d, err := range b.store.Docs(context.Background(), "") {
		if err != nil {
			b.t.Fatal(err)
		}
		if d.DocID == id {
			entry = d
		}
	}
	with, all := 0, 0
	for r, err := range b.store.All(context.Background(), store.Filter{Docs: []string{id}}) {
		if err != nil {
			b.t.Fatal(err)
		}
		all++
		if len(r.Vectors[store.Embedding]) > 0 {
			with++
		}
	}
	by, _, _ := strings.Cut(entry.Embedder, "@")
	return fmt.Sprintf("%s %d/%d of %d by %q", entry.State, with, all, entry.Chunks, by)
}

func TestEmbedsWhatIsNew(t *testing.T) {
	b := newBench(t)
	f := b.embedding("m")
	b.write("a.md", "# Uno\n\nuna frase.\n\n# Dos\n\notra frase.\n")
	b.write("b.md", "tres")
	b.want(b.sync(ingest.SyncOptions{}), "added [a.md b.md] replaced [] retired [] unchanged [] failed []")
	b.want(b.state("a.md"), `indexed 2/2 of 2 by "m"`)
	b.want(fmt.Sprint(f.asked()), "3")
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [a.md b.md] failed []")
	b.want(fmt.Sprint(f.asked()), "0")

	b.write("a.md", "# Uno\n\nuna frase.\n\n# Nuevo\n\nen medio.\n\n# Dos\n\notra frase.\n")
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [a.md] retired [] unchanged [b.md] failed []")
	b.want(fmt.Sprint(f.texts), "[# Nuevo\n\nen medio.]")
	b.want(b.state("a.md"), `indexed 3/3 of 3 by "m"`)
}

// TestOtherEmbedder: documents are embedded again by another model, and not read.
func TestOtherEmbedder(t *testing.T) {
	b := newBench(t)
	b.write("a.md", "uno")
	b.write("b.md", "dos")
	b.sync(ingest.SyncOptions{})
	b.want(b.state("a.md"), `indexed 0/1 of 1 by ""`)
	reads := 0
	document := b.p.Document
	b.p.Document = func(ctx context.Context, s read.Source) (*doc.Document, ingest.Cutting, error) {
		reads++
		return document(ctx, s)
	}
	for _, name := range []string{"m", "n"} {
		f := b.embedding(name)
		b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [a.md b.md] retired [] unchanged [] failed []")
		b.want(b.state("a.md"), fmt.Sprintf(`indexed 1/1 of 1 by %q`, name))
		b.want(fmt.Sprint(f.asked()), "2")
	}
	b.p.Embedder = nil // none is at hand: what is there stays
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [a.md b.md] failed []")
	b.want(b.state("a.md"), `indexed 1/1 of 1 by "n"`)
	b.p.NoVectors = true
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [a.md b.md] retired [] unchanged [] failed []")
	b.want(b.state("a.md"), `indexed 0/1 of 1 by ""`)
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [] unchanged [a.md b.md] failed []")
	if reads != 0 {
		t.Errorf("%d documents were read", reads)
	}
}

// TestEmbedderDown: what can't be embedded waits, the version before stays, and
// the next sync goes on without reading.
func TestEmbedderDown(t *testing.T) {
	b := newBench(t)
	f := b.embedding("m")
	b.write("a.md", "viejo")
	b.sync(ingest.SyncOptions{})
	f.asked()
	f.down = true
	b.write("a.md", "# Uno\n\nnuevo.\n\n# Dos\n\nmás.\n")
	for i := range 20 {
		b.write(fmt.Sprintf("n%02d.md", i), "otro")
	}
	if got := b.sync(ingest.SyncOptions{}); !strings.Contains(got, "added [] replaced []") || strings.Count(got, ":embed") != 21 {
		t.Errorf("got %s", got)
	}
	b.want(b.state("a.md"), `silver_chunked 1/1 of 1 by "m"`)
	b.want(b.texts(), "a.md: viejo")
	b.want(b.state("n07.md"), `silver_chunked 0/0 of 0 by ""`)
	if f.calls > 4 { // a batch, and then one by one until it is hopeless
		t.Errorf("it was asked %d times", f.calls)
	}

	b.p.Document = func(context.Context, read.Source) (*doc.Document, ingest.Cutting, error) {
		return nil, ingest.Cutting{}, errBroken // nothing is to be read again
	}
	if got := b.sync(ingest.SyncOptions{}); strings.Count(got, ":embed") != 21 { // still down
		t.Errorf("got %s", got)
	}
	b.want(b.state("a.md"), `silver_chunked 1/1 of 1 by "m"`)
	f.down = false
	f.asked()
	if got := b.sync(ingest.SyncOptions{}); !strings.HasPrefix(got, "added [] replaced [a.md n00.md") || !strings.HasSuffix(got, "failed []") {
		t.Errorf("got %s", got)
	}
	b.want(b.state("a.md"), `indexed 2/2 of 2 by "m"`)
	b.want(fmt.Sprint(f.asked()), "22")
	if got := b.sync(ingest.SyncOptions{}); !strings.Contains(got, "replaced []") {
		t.Errorf("got %s", got)
	}
}

// TestEmbedderRefusesOne: a document that can't be embedded keeps no other from
// it, and one that changed meanwhile is cut anew.
func TestEmbedderRefusesOne(t *testing.T) {
	b := newBench(t)
	b.p.Workers = 1
	f := b.embedding("m")
	f.refuse = "malo"
	b.write("a.md", "bueno")
	b.write("b.md", "malo")
	b.write("c.md", "bueno también")
	b.want(b.sync(ingest.SyncOptions{}), "added [a.md c.md] replaced [] retired [] unchanged [] failed [b.md:embed]")
	b.want(b.state("b.md"), `silver_chunked 0/0 of 0 by ""`)
	b.write("b.md", "mejor")
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [b.md] retired [] unchanged [a.md c.md] failed []")
	b.want(b.state("b.md"), `indexed 1/1 of 1 by "m"`)
	b.remove("a.md")
	b.write("b.md", "malo")
	b.sync(ingest.SyncOptions{})
	b.remove("b.md")
	b.want(b.sync(ingest.SyncOptions{}), "added [] replaced [] retired [b.md] unchanged [c.md] failed []")
}

// TestEmbedderDownInContainers: what a container holds waits like any other
// document, and so does a container.
func TestEmbedderDownInContainers(t *testing.T) {
	b := newBench(t)
	opt, opened := b.opens()
	f := b.embedding("m")
	b.write("c.zip", packed(t, "a.md", "uno", "b.md", "malo"))
	f.refuse = "malo"
	b.want(b.sync(opt), "added [c.zip c.zip!/a.md] replaced [] retired [] unchanged [] failed [c.zip!/b.md:embed]")
	f.refuse = ""
	*opened = 0
	b.want(b.sync(opt), "added [] replaced [c.zip!/b.md] retired [] unchanged [c.zip c.zip!/a.md] failed []")
	b.want(b.state("c.zip!/b.md"), `indexed 1/1 of 1 by "m"`)
	if *opened != 0 {
		t.Errorf("the archive was opened %d times", *opened)
	}
	b.embedding("n")
	b.want(b.sync(opt), "added [] replaced [c.zip!/a.md c.zip!/b.md] retired [] unchanged [c.zip] failed []")
}

// TestEmbeddingManyDocuments: batches, more than one a document, many documents
// of one, and an end in the middle.
func TestEmbeddingManyDocuments(t *testing.T) {
	b := newBench(t)
	f := b.embedding("m")
	var long strings.Builder
	for i := range 700 {
		fmt.Fprintf(&long, "# Título %d\n\nfrase %d.\n\n", i, i)
	}
	b.write("largo.md", long.String())
	for i := range 300 {
		b.write(fmt.Sprintf("d%03d.md", i), fmt.Sprintf("texto %d", i))
	}
	for calls := range 3 { // it is interrupted as it embeds, and goes on
		ctx, cancel := context.WithCancel(context.Background())
		f.during = func() {
			if f.calls > calls {
				cancel()
			}
		}
		if _, err := b.p.Sync(ctx, ingest.SyncOptions{}, b.dir); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		f.calls = 0
	}
	f.during = nil
	f.asked()
	b.sync(ingest.SyncOptions{})
	b.want(b.state("largo.md"), `indexed 700/700 of 700 by "m"`)
	b.want(b.state("d299.md"), `indexed 1/1 of 1 by "m"`)
	if n := f.asked(); n < 700 || n > 1000 { // those of before are kept
		t.Errorf("%d texts were embedded", n)
	}
	b.sync(ingest.SyncOptions{})
	b.want(fmt.Sprint(f.asked()), "0")
}

// TestStoreFailsBesideTheStage: a store that is broken ends the sync, whichever
// stage meets it.
func TestStoreFailsBesideTheStage(t *testing.T) {
	b := newBench(t)
	b.embedding("m")
	b.p.Store = brokenStore{b.store}
	for i := range 50 {
		b.write(fmt.Sprintf("d%03d.md", i), fmt.Sprintf("texto %d", i))
	}
	if _, err := b.p.Sync(context.Background(), ingest.SyncOptions{}, b.dir); !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
}

type brokenStore struct{ store.Store }

func (brokenStore) Replace(context.Context, string, store.DocState, []store.Record) error {
	return errBroken
}
