package readtest

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

var rewrite = flag.Bool("golden", false, "rewrite the golden texts and block trees of readers")

// Golden compares what r makes of the cases in testdata/*.txtar with what they
// say. A case is named by the folder of its files: NAME/… are its source, which
// pack makes of them, by their names without the folder; a nil pack takes the
// only one as it is. NAME.md is its text and NAME.doc what [Describe] says of
// it. The contract of readers is checked before anything is compared. With
// -golden the cases are rewritten.
func Golden(t *testing.T, r read.Reader, f Format, pack func(parts []txtar.File) []byte) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out := txtar.Archive{Comment: archive.Comment}
		for _, c := range casesOf(archive) {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+c.name, func(t *testing.T) {
				c.check(t, r, f, pack)
			})
			for _, p := range c.parts {
				out.Files = append(out.Files, txtar.File{Name: c.name + "/" + p.Name, Data: p.Data})
			}
			out.Files = append(out.Files, txtar.File{Name: c.name + ".md", Data: []byte(c.text)}, txtar.File{Name: c.name + ".doc", Data: []byte(c.tree)})
		}
		if *rewrite {
			if err := os.WriteFile(file, txtar.Format(&out), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// golden is one case.
type golden struct {
	name       string
	parts      []txtar.File
	text, tree string
}

// casesOf returns the cases of an archive in its order.
func casesOf(archive *txtar.Archive) []*golden {
	var cases []*golden
	byName := map[string]*golden{}
	of := func(name string) *golden {
		if byName[name] == nil {
			byName[name] = &golden{name: name}
			cases = append(cases, byName[name])
		}
		return byName[name]
	}
	for _, f := range archive.Files {
		if name, part, ok := strings.Cut(f.Name, "/"); ok {
			c := of(name)
			c.parts = append(c.parts, txtar.File{Name: part, Data: f.Data})
		} else if name, ok := strings.CutSuffix(f.Name, ".md"); ok {
			of(name).text = string(f.Data)
		} else if name, ok := strings.CutSuffix(f.Name, ".doc"); ok {
			of(name).tree = string(f.Data)
		}
	}
	return cases
}

func (c *golden) check(t *testing.T, r read.Reader, f Format, pack func([]txtar.File) []byte) {
	t.Helper()
	data := c.parts[0].Data
	if pack != nil {
		data = pack(c.parts)
	}
	if err := Check(r, f, data, true); err != nil {
		t.Fatal(err)
	}
	d, err := r.Read(background(), f.source(data))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, c.name+".md", d.Text, &c.text)
	compare(t, c.name+".doc", Describe(d), &c.tree)
}

// compare wants got, or puts it down. An archive holds no file that ends
// without a line end.
func compare(t *testing.T, name, got string, want *string) {
	t.Helper()
	if got != "" && !strings.HasSuffix(got, "\n") {
		got += "\n"
	}
	if *rewrite {
		*want = got
	}
	if got != *want {
		t.Errorf("%s is\n%s\nwant\n%s", name, got, *want)
	}
}

// Describe writes a document's title, language, metadata and warnings, then a
// line a block: kind, level, label, the first bytes of its text.
func Describe(d *doc.Document) string {
	var b strings.Builder
	fmt.Fprintf(&b, "title %q\nlanguage %q\n", d.Title, d.Language)
	for _, k := range slices.Sorted(maps.Keys(d.Meta)) {
		fmt.Fprintf(&b, "meta %s %q\n", k, d.Meta[k])
	}
	for _, w := range d.Warnings {
		fmt.Fprintf(&b, "warning %q\n", w)
	}
	depth := make([]int, len(d.Blocks))
	for i, block := range d.Blocks {
		if block.Parent >= 0 {
			depth[i] = depth[block.Parent] + 1
		}
		fmt.Fprintf(&b, "%*s%s", 2*depth[i], "", block.Kind)
		if block.Level > 0 {
			fmt.Fprintf(&b, " %d", block.Level)
		}
		if block.Label != "" {
			fmt.Fprintf(&b, " %q", block.Label)
		}
		fmt.Fprintf(&b, " | %.60q\n", d.Slice(block.Span))
	}
	return b.String()
}
