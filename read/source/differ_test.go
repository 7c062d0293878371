package source

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestScannerAgreesWithParser: of gofmt's Go, that of the readers, the
// scanner finds what go/parser does.
func TestScannerAgreesWithParser(t *testing.T) {
	root := os.Getenv("PILDORA_GO_FILES") // another folder, to try more
	if root == "" {
		root = ".."
	}
	seen := 0
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text, lang := string(data), byMedia("text/x-go")
		lines, err := scan(context.Background(), text, lang)
		if err != nil {
			return err
		}
		want, ok := parsed(text, lines)
		if !ok {
			return nil
		}
		got := found(text, lines, lang)
		seen += len(want)
		for _, d := range want {
			if !slices.Contains(got, d) {
				t.Errorf("%s: lines %d–%d, %q is not found", path, d.first+1, d.last+1, text[lines[d.sign].start:lines[d.sign].end])
			}
		}
		if len(got) > len(want) {
			t.Errorf("%s: %d declarations, not %d", path, len(got), len(want))
		}
		return nil
	})
	if err != nil || seen < 300 {
		t.Fatalf("%d declarations seen: %v", seen, err)
	}
}
