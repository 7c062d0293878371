package pildora_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora"
)

// TestMetaRulesAndFilters: the library describes documents and filters by that
// as the program does.
func TestMetaRulesAndFilters(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"hr.md": "# Leave\n\nThirty days.\n", "it.md": "---\naccess: all\n---\n# Tickets\n\nThree days.\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o := pildora.Options{Meta: []pildora.MetaRule{{Set: map[string]string{"access": "internal", "tags": "handbook, 2026"}}}}
	ix, err := pildora.Open(t.Context(), t.TempDir(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	if _, err := ix.Sync(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	for filter, want := range map[string]string{"access=internal": "hr.md", "access!=internal": "it.md", "tags=2026": "hr.md it.md", "path=h*": "hr.md"} {
		hits, err := ix.Search(t.Context(), "days", 5, filter)
		var got []string
		for _, h := range hits {
			got = append(got, h.Record.DocID)
		}
		if err != nil || strings.Join(got, " ") != want && strings.Join(got, " ") != "it.md hr.md" {
			t.Errorf("%s: %q, %v", filter, got, err)
		}
	}
	if _, err := ix.Search(t.Context(), "days", 5, "lang>es"); err == nil || !strings.Contains(err.Error(), "lang has no order") {
		t.Errorf("error %v", err)
	}
	records, err := pildora.Split(t.Context(), "x.md", []byte("text"), o)
	if err != nil || records[0].Meta["access"] != "internal" {
		t.Errorf("%v, %v", records, err)
	}
}
