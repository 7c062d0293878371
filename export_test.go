package pildora_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora"
	"github.com/pildora/pildora/store"
)

func TestExport(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.md": "# A\n\none\n", "b.txt": "two\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ix, err := pildora.Open(t.Context(), t.TempDir(), pildora.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	if _, err := ix.Sync(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		o    pildora.ExportOptions
		n    int
		want string
	}{
		{pildora.ExportOptions{}, 2, `{"id":"a.md#`},
		{pildora.ExportOptions{Format: "langchain", Filters: []string{"path=*.txt"}}, 1, `"page_content":"two"`},
		{pildora.ExportOptions{Format: "llamaindex", Body: true, Filters: []string{"doc=a.md"}}, 1, `"text":"# A\n\none"`},
		{pildora.ExportOptions{Format: "parquet", Vectors: true}, 2, "PAR1"},
	} {
		var b strings.Builder
		n, err := ix.Export(t.Context(), &b, c.o)
		if err != nil || n != c.n || !strings.Contains(b.String(), c.want) {
			t.Errorf("%+v: %d records, %v\n%s", c.o, n, err, b.String())
		}
	}
	for _, o := range []pildora.ExportOptions{{Format: "html"}, {Format: "csv", Vectors: true}, {Filters: []string{"lang>es"}}, {Generation: "9"}} {
		if _, err := ix.Export(t.Context(), &strings.Builder{}, o); err == nil || o.Generation != "" && !errors.Is(err, store.ErrGeneration) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
