package rule_test

import (
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden contexts")

// TestGolden compares contexts with those in testdata: of PIECES/NAME those that
// these pieces make of bodies of at most 160 code points, each under how its body
// begins. What holds for every context is checked first.
func TestGolden(t *testing.T) {
	for _, lang := range []string{"es", "en"} {
		file := filepath.Join("testdata", lang+".txtar")
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out := txtar.Archive{Comment: archive.Comment}
		for i, f := range archive.Files {
			if strings.HasSuffix(f.Name, ".context") {
				continue
			}
			want := ""
			if i+1 < len(archive.Files) && archive.Files[i+1].Name == f.Name+".context" {
				want = string(archive.Files[i+1].Data)
			}
			var got strings.Builder
			t.Run(lang+"/"+f.Name, func(t *testing.T) {
				pieces, name := path.Split(f.Name)
				d := document(t, name, lang, string(f.Data))
				spans := bodies(t, d, 160)
				all := contexts(t, d, spans, strings.Split(path.Clean(pieces), ",")...)
				check(t, d, spans, all)
				for i, lines := range all {
					opens := []rune(strings.Join(strings.Fields(d.Slice(spans[i])), " "))
					fmt.Fprintf(&got, "%s\n", string(opens[:min(len(opens), 40)]))
					for _, line := range lines {
						fmt.Fprintf(&got, "\t%s\n", line)
					}
				}
				if got.String() != want && !*update {
					t.Errorf("got\n%swanted\n%s", got.String(), want)
				}
			})
			out.Files = append(out.Files, f, txtar.File{Name: f.Name + ".context", Data: []byte(got.String())})
		}
		if *update {
			if err := os.WriteFile(file, txtar.Format(&out), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
