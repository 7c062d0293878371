package ingest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/store"
)

// TestSummariesAreKept follows a document whose summarizer says how often it was
// asked.
func TestSummariesAreKept(t *testing.T) {
	b := newBench(t)
	asked := 0
	cutting := func() ingest.Cutting {
		c, err := catalog.Cutting(ingest.Recipe{Strategy: "cascade", Unit: "chars", Max: 400, Frame: []string{"summary"}}, "")
		if err != nil {
			t.Fatal(err)
		}
		c.Recipe.Summary = "counted"
		c.Summarizer = summarizer(func(*doc.Document) (string, error) {
			asked++
			return fmt.Sprint("Version ", asked), nil
		})
		return c
	}
	b.p.Recipe = func(store.DocState, string) string { return cutting().Recipe.Hash() }
	b.p.Document = func(ctx context.Context, s read.Source) (*doc.Document, ingest.Cutting, error) {
		d, err := ingest.Reading{Reader: catalog.Reader}.Document(ctx, s)
		return d, cutting(), err
	}
	text := "# Envíos\n"
	for i := range 60 {
		text += fmt.Sprintf("\nEl envío número %d sale del almacén %c con destino a la ciudad %d.\n", i, 'A'+i%26, i*7919%1000)
	}
	seen := func() string {
		t.Helper()
		b.sync(ingest.SyncOptions{})
		out := map[string]bool{}
		for r, err := range b.store.All(t.Context(), store.Filter{}) {
			if err != nil {
				t.Fatal(err)
			}
			out[r.Frame.Summary] = true
		}
		if len(out) != 1 {
			t.Fatalf("%v", out)
		}
		for s := range out {
			return s
		}
		return ""
	}
	for _, step := range []struct {
		name, text, want string
	}{
		{"new", text, "Version 1"},
		{"a word", strings.Replace(text, "número 3 ", "número tres ", 1), "Version 1"},
		{"another title", strings.Replace(text, "# Envíos", "# Repartos", 1), "Version 2"},
		{"half of it", strings.ReplaceAll(strings.Replace(text, "# Envíos", "# Repartos", 1), "sale del almacén", "vuelve a la nave"), "Version 3"},
		{"an author's own", "---\nsummary: Lo que sale.\n---\n" + text, "Lo que sale."},
	} {
		b.write("a.md", step.text)
		if got := seen(); got != step.want {
			t.Errorf("%s: %q, expected %q", step.name, got, step.want)
		}
	}
}
