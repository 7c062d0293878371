package boundary_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/boundary"
	"github.com/pildora/pildora/size"
)

// shared reads the documents of a shared question set.
func shared(t *testing.T, set string) []*doc.Document {
	t.Helper()
	dir, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
	}
	root := filepath.Join(dir, "..", "shared", "data", set, "docs")
	if _, err := os.Stat(root); err != nil {
		t.Skipf("needs ../shared/data/%s/docs beside the repository", set)
	}
	var docs []*doc.Document
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || len(docs) == 40 {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil {
			docs = append(docs, parse(t, path, string(data)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

// On real texts, cutting at paragraphs sees more topic changes than cutting
// anywhere, and true boundaries are clearer than the same number moved by half
// a piece.
func TestSharedDocuments(t *testing.T) {
	for _, set := range []struct{ name, lang string }{{"chroma", "en"}, {"squad-es", "es"}, {"docs-qa-es", "es"}} {
		t.Run(set.name, func(t *testing.T) {
			d, truth := boundary.Stitch(slices.Values(shared(t, set.name)), boundary.Stitching{Seed: 1, Pieces: 300})
			if len(truth) < 100 {
				t.Fatalf("only %d boundaries", len(truth))
			}
			limits := chunk.Limits{Max: 150, Measure: size.Words}
			figures := map[string]boundary.Scores{}
			for name, sp := range map[string]chunk.Splitter{
				"words":      chunk.Pack(limits, cut.Words),
				"sentences":  chunk.Pack(limits, cut.Sentences(set.lang), cut.Words),
				"paragraphs": chunk.Pack(limits, cut.Blocks, cut.Sentences(set.lang), cut.Words),
			} {
				s, err := boundary.Evaluate(t.Context(), sp, d, truth, boundary.Options{Tolerance: 2})
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%-10s %+v", name, s)
				figures[name] = s
			}
			if p, w := figures["paragraphs"], figures["words"]; p.Recall < w.Recall+0.1 || p.Pk > w.Pk || p.BoundaryAMI < w.BoundaryAMI+0.05 {
				t.Errorf("paragraphs %+v\nwords %+v", p, w)
			}
			if w := figures["words"]; w.BoundaryAMI > 0.01 {
				t.Errorf("cuts at any word: %+v", w)
			}
			m := boundary.Measuring{Language: set.lang}
			right, wrong := boundary.Measure(pieces(d.Text, truth), m), boundary.Measure(pieces(d.Text, moved(d.Text, truth)), m)
			t.Logf("cohesion of the true pieces %+v, of moved ones %+v", right, wrong)
			if right.Clarity <= wrong.Clarity+0.02 || right.Ties >= wrong.Ties {
				t.Errorf("true pieces %+v, moved ones %+v", right, wrong)
			}
		})
	}
}

func pieces(text string, cuts []int) (all []string) {
	last := 0
	for _, c := range append(slices.Clone(cuts), len(text)) {
		all, last = append(all, text[last:c]), c
	}
	return all
}

// moved puts each cut into the middle of the piece before it, at a character's
// border.
func moved(text string, cuts []int) (all []int) {
	last := 0
	for _, c := range cuts {
		at := (last + c) / 2
		for text[at] != ' ' && at > last {
			at--
		}
		all, last = append(all, at), c
	}
	return all
}
