package pildora_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/pildora/pildora"
	"github.com/pildora/pildora/embed/fake"
)

// TestIndexWithVectors: an Embedder makes vectors, and they are searched as the
// options say.
func TestIndexWithVectors(t *testing.T) {
	ctx := context.Background()
	dir, docs := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"a.md": "perros y gatos", "b.md": "perros", "c.md": "casas"} {
		if err := os.WriteFile(filepath.Join(docs, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	open := func(o pildora.Options) *pildora.Index {
		t.Helper()
		ix, err := pildora.Open(ctx, dir, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { ix.Close() })
		return ix
	}
	search := func(o pildora.Options, hits, legs int) {
		t.Helper()
		found, err := open(o).Search(ctx, "perros", 9)
		if err != nil || len(found) != hits || len(found[0].Legs) != legs || found[0].Record.DocID != "b.md" {
			t.Errorf("%d hits, want %d with %d legs: %v, %v", len(found), hits, legs, found, err)
		}
	}
	words, e := open(pildora.Options{}), fake.Embedder{}
	if _, err := words.Sync(ctx, docs); err != nil {
		t.Fatal(err)
	}
	search(pildora.Options{Embedder: e}, 2, 0) // none are there yet
	if _, err := open(pildora.Options{Embedder: e, Mode: "fused"}).Search(ctx, "perros", 9); !errors.Is(err, pildora.ErrEmbedder) {
		t.Errorf("no vectors: %v", err)
	}
	if r, err := open(pildora.Options{Embedder: e}).Sync(ctx, docs); err != nil || len(r.Replaced) != 3 {
		t.Fatalf("%+v, %v", r, err)
	}
	search(pildora.Options{Embedder: e}, 3, 2)
	search(pildora.Options{Embedder: e, Mode: "fused", DenseWeight: 0.9, Fusion: "rrf"}, 3, 2)
	search(pildora.Options{Embedder: e, Mode: "dense"}, 3, 0)
	search(pildora.Options{Embedder: e, Mode: "lexical"}, 2, 0)
	search(pildora.Options{Embedder: e, Vectors: "no"}, 2, 0)
	search(pildora.Options{}, 2, 0)
	if _, err := open(pildora.Options{Embedder: fake.Embedder{Dim: 8}}).Search(ctx, "perros", 9); !errors.Is(err, pildora.ErrEmbedder) {
		t.Errorf("another model: %v", err)
	}
	for _, o := range []pildora.Options{{Mode: "fused"}, {Mode: "x"}, {Vectors: "yes"}, {Fusion: "x"}, {DenseWeight: 2}} {
		if ix, err := pildora.Open(ctx, dir, o); err == nil {
			ix.Close()
			t.Errorf("%+v: no error", o)
		}
	}
}
