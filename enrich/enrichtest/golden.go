// Package enrichtest is what tests of what is added to documents share.
package enrichtest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden texts of what is added to documents")

// Golden compares what do makes of each text in testdata/es.txtar and en.txtar,
// a file NAME, with the file NAME and suffix behind it; none is the empty text.
// What holds for every such text do checks itself, before anything is compared.
// With -update the golden texts are rewritten.
func Golden(t *testing.T, suffix string, do func(t *testing.T, lang, name, text string) string) {
	for _, lang := range []string{"es", "en"} {
		file := filepath.Join("testdata", lang+".txtar")
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out := txtar.Archive{Comment: archive.Comment}
		for i, f := range archive.Files {
			if strings.HasSuffix(f.Name, suffix) {
				continue
			}
			want := ""
			if i+1 < len(archive.Files) && archive.Files[i+1].Name == f.Name+suffix {
				want = string(archive.Files[i+1].Data)
			}
			got := ""
			t.Run(lang+"/"+f.Name, func(t *testing.T) {
				if got = do(t, lang, f.Name, string(f.Data)); got != want && !*update {
					t.Errorf("got\n%swanted\n%s", got, want)
				}
			})
			out.Files = append(out.Files, f, txtar.File{Name: f.Name + suffix, Data: []byte(got)})
		}
		if *update {
			if err := os.WriteFile(file, txtar.Format(&out), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
