package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOneSizeForDifferentDocumentsIsDoubted cuts folders of documents of one
// kind and of two.
func TestOneSizeForDifferentDocumentsIsDoubted(t *testing.T) {
	faq := "# Questions\n\n## How do I return a parcel?\n\nBring it to a shop.\n\n## Who pays?\n\nWe do.\n"
	steps := "# Pump\n\n1. Open the valve.\n2. Press the button.\n3. Wait for the lamp.\n"
	for _, tt := range []struct {
		name     string
		faq, all int
		args     []string
		want     string
	}{
		{"two kinds", 12, 24, nil, "one size for very different documents (of 24: 12 faq, 12 manual); --profile auto"},
		{"mostly one", 16, 24, nil, ""},
		{"few", 10, 20, nil, ""},
		{"a profile was given", 12, 24, []string{"--profile", "default"}, ""},
		{"they are told apart", 12, 24, []string{"--profile", "auto"}, ""},
	} {
		dir := t.TempDir()
		for i := range tt.all {
			text := steps
			if i < tt.faq {
				text = faq
			}
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%02d.md", i)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, command := range [][]string{{"chunk", dir}, {"sync", "--index", filepath.Join(t.TempDir(), "index"), dir}} {
			code, _, errs := run(t, "", append(command, tt.args...)...)
			if said := strings.Contains(errs, "one size for"); code != 0 || said != (tt.want != "") || !strings.Contains(errs, tt.want) {
				t.Errorf("%s, %s: exit code %d, %q", tt.name, command[0], code, errs)
			}
		}
	}
}
