package layers

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestDependenciesAreExplained holds docs/dependencies.md against go.mod: each
// direct dependency has its line there, and nothing else has one.
func TestDependenciesAreExplained(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile("../../docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	direct := map[string]bool{}
	for _, line := range strings.Split(string(mod), "\n") {
		if f := strings.Fields(line); strings.HasPrefix(line, "\t") && len(f) >= 2 && !strings.Contains(line, "// indirect") {
			direct[f[0]] = true
		}
	}
	if len(direct) == 0 {
		t.Fatal("no direct dependency was found in go.mod")
	}
	explained := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|([^|]*)\\|([^|]*)\\|([^|]*)\\|$").FindAllStringSubmatch(string(list), -1) {
		explained[m[1]] = true
		for i, cell := range m[2:] {
			if strings.TrimSpace(cell) == "" {
				t.Errorf("%s: cell %d of its line is empty", m[1], i+2)
			}
		}
		if !direct[m[1]] {
			t.Errorf("%s has a line in docs/dependencies.md and is no direct dependency", m[1])
		}
	}
	for m := range direct {
		if !explained[m] {
			t.Errorf("%s has no line in docs/dependencies.md", m)
		}
	}
}
