// Package acceptance runs the whole of Pildora over real documents: our
// examples, and the corpora beside the repository where they are there.
package acceptance

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/ingest/verify"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/read"
)

// root is the repository's root, seen from this package.
const root = "../.."

// data returns a folder of the shared corpora, or skips.
func data(t testing.TB, names ...string) string {
	t.Helper()
	dir := filepath.Join(append([]string{root, "..", "shared", "data"}, names...)...)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the shared corpora are not beside the repository: %v", err)
	}
	return dir
}

func reading() ingest.Reading {
	return ingest.Reading{Reader: catalog.Reader}
}

// documents reads every readable document under dir.
func documents(t testing.TB, dir string) []*doc.Document {
	t.Helper()
	var out []*doc.Document
	for f, err := range read.Find(context.Background(), read.Options{Accept: catalog.Readable}, dir) {
		if err != nil {
			t.Fatal(err)
		}
		if f.Skipped != "" {
			continue
		}
		s, err := f.Read(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		d, err := reading().Document(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, d)
	}
	return out
}

// recipes are what real documents are cut by: each strategy, with the settings
// that people use.
func recipes() []ingest.Recipe {
	return []ingest.Recipe{
		{Strategy: "cascade", Unit: "tokens", Max: 256, Frame: []string{"breadcrumb", "header"}},
		{Strategy: "structural", Unit: "tokens", Tokenizer: "o200k", Max: 64, Overlap: ingest.Overlap{Sentences: 1}, Frame: []string{"all"}},
		{Strategy: "recursive", Unit: "chars", Max: 1000, Overlap: ingest.Overlap{Percent: 10}},
		{Strategy: "sentence", Unit: "words", Max: 120, Overlap: ingest.Overlap{Paragraphs: 1}},
		{Strategy: "fixed", Unit: "bytes", Max: 512, Overlap: ingest.Overlap{Size: 64}},
	}
}

// checkFolder cuts every document of a folder by every recipe and verifies the
// records.
func checkFolder(t *testing.T, dir string) {
	documents := documents(t, dir)
	if len(documents) == 0 {
		t.Fatalf("no documents in %s", dir)
	}
	for _, d := range documents {
		if err := d.Validate(); err != nil {
			t.Error(err)
		}
	}
	for _, r := range recipes() {
		c, err := catalog.Cutting(r, "")
		if err != nil {
			t.Fatal(err)
		}
		chunks := 0
		for _, d := range documents {
			records, err := c.Records(context.Background(), d, d.URI)
			if err != nil {
				t.Fatal(err)
			}
			chunks += len(records)
			for _, p := range verify.Document(context.Background(), d, records, verify.Options{Cutting: &c}) {
				t.Errorf("%s %s max %d: %v", filepath.Base(dir), r.Strategy, r.Max, p)
			}
		}
		t.Logf("%s %s max %d %s: %d documents, %d chunks", filepath.Base(dir), r.Strategy, r.Max, r.Unit, len(documents), chunks)
	}
}

func TestExamplesVerify(t *testing.T) {
	for _, lang := range []string{"es", "en"} {
		checkFolder(t, filepath.Join(root, "examples", lang))
	}
}

// TestCorporaVerify holds every promise on every corpus.
func TestCorporaVerify(t *testing.T) {
	if testing.Short() {
		t.Skip("cuts every corpus by five recipes")
	}
	for _, name := range []string{"structured-docs", "docs-qa-es/docs", "docs-qa-en/docs", "chroma/docs", "covid-qa/docs", "cuad/docs",
		"squad-es/docs", "mlqa-es/docs", "xquad-es/docs", "xquad-en/docs", "xquad-ar/docs", "xquad-zh/docs", "xquad-th/docs"} {
		t.Run(name, func(t *testing.T) { checkFolder(t, data(t, filepath.FromSlash(name))) })
	}
}
