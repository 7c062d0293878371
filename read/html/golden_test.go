package html_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/read/html"
	"github.com/pildora/pildora/read/readtest"
)

var update = flag.Bool("update", false, "rewrite the golden texts and block trees")

// TestGolden compares what is read with testdata/*.txtar. A case is a file
// NAME.html (or NAME.all.html, read whole), followed by NAME.md, its text, and
// NAME.doc: title, language, metadata, then a line a block.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{}
		for _, f := range archive.Files {
			want[f.Name] = string(f.Data)
		}
		out := txtar.Archive{Comment: archive.Comment}
		for _, f := range archive.Files {
			name, ok := strings.CutSuffix(f.Name, ".html")
			if !ok {
				continue
			}
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+name, func(t *testing.T) {
				mode := html.Content
				if strings.HasSuffix(name, ".all") {
					mode = html.All
				}
				d := readAll(t, mode, string(f.Data))
				err := invariants(d, string(f.Data))
				if name == "numbered" { // an item to Markdown, see escapeAt
					err = d.Validate()
				}
				if err != nil {
					t.Error(err)
				}
				if err := exact(d, string(f.Data)); err != nil {
					t.Error(err)
				}
				for ext, got := range map[string]string{".md": d.Text, ".doc": readtest.Describe(d)} {
					if !*update && got != want[name+ext] {
						t.Errorf("%s is\n%s\nwant\n%s", name+ext, got, want[name+ext])
					}
				}
				out.Files = append(out.Files, f, txtar.File{Name: name + ".md", Data: []byte(d.Text)}, txtar.File{Name: name + ".doc", Data: []byte(readtest.Describe(d))})
			})
		}
		if *update {
			if err := os.WriteFile(file, txtar.Format(&out), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
