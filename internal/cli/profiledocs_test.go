package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/internal/config"
)

// TestProfilesAreDocumented holds the table of docs/profiles.md.
func TestProfilesAreDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "profiles.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range config.Profiles() {
		var sets []string
		for _, set := range p.Sets {
			sets = append(sets, "`"+set.Key+"` "+set.Value)
		}
		if len(sets) == 0 {
			sets = []string{"nothing"}
		}
		row := " | " + strings.Join(sets, ", ") + " |\n"
		found := false
		for line := range strings.Lines(string(text)) {
			found = found || strings.HasPrefix(line, "| `"+p.Name+"` | ") && strings.HasSuffix(line, row)
		}
		if !found {
			t.Errorf("no row of %s that ends with %q", p.Name, row)
		}
	}
}
