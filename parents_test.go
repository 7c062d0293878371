package pildora_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora"
)

// TestSearchDelivers: what was found delivers its parent, or its window, once;
// and Hit.By says what was found.
func TestSearchDelivers(t *testing.T) {
	const text = "# Whales\n\nWhales are mammals of the open sea. They breathe air. They eat krill. They fear ships. They sleep with half of their brain.\n\n# Sharks\n\nSharks are fish.\n"
	for _, tt := range []struct {
		options pildora.Options
		want    string
	}{
		{pildora.Options{Strategy: "parent-child", Unit: "words", Max: 12, Parent: 30}, text[:strings.Index(text, "\n\n# Sharks")]},
		{pildora.Options{Strategy: "parent-child", Unit: "words", Max: 12}, text[:strings.Index(text, "\n\n# Sharks")]},
		{pildora.Options{Strategy: "sentence-window", Around: 1}, "They breathe air. They eat krill. They fear ships. They sleep with half of their brain."},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "sea.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		ix, err := pildora.Open(t.Context(), t.TempDir(), tt.options)
		if err != nil {
			t.Fatal(err)
		}
		defer ix.Close()
		if _, err := ix.Sync(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
		hits, err := ix.Search(t.Context(), "krill ships", 5)
		if err != nil || len(hits) != 1 || hits[0].Record.Text != tt.want || len(hits[0].By) == 0 || hits[0].Rank != 1 {
			t.Errorf("%+v: %+v, %v", tt.options, hits, err)
		}
	}
	if _, err := pildora.NewSplitter(pildora.Options{Strategy: "parent-child", Max: 200, Parent: 200}); err == nil || !strings.Contains(err.Error(), "parent is 200, must be above max") {
		t.Errorf("got %v", err)
	}
}
