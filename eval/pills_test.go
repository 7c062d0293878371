package eval_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/whole"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/read"
)

// sizes are those at which pills are counted, in tokens.
var sizes = []int{128, 256, 512, 1024}

// keptWhole cuts documents by our strategies at all sizes and counts the pills
// that stay whole. pills gives those of a document.
func keptWhole(t *testing.T, c *eval.Corpus, pills func(d *doc.Document, fits func(doc.Span) bool) []whole.Pill) map[string]figures {
	t.Helper()
	out := map[string]figures{}
	for _, strategy := range []string{"cascade", "structural", "recursive"} {
		for _, max := range sizes {
			cutting, err := catalog.Cutting(ingest.Recipe{Strategy: strategy, Max: max, Unit: "tokens", Frame: []string{"breadcrumb", "header"}}, "")
			if err != nil {
				t.Fatal(err)
			}
			var sum whole.Tally
			for _, d := range c.Documents {
				records, err := cutting.Records(t.Context(), d, d.URI)
				if err != nil {
					t.Fatal(err)
				}
				bodies := make([]doc.Span, len(records))
				for i, r := range records {
					bodies[i] = doc.Span{Start: r.Start, End: r.End}
				}
				g := chunk.NewGauge(d, d.Whole(), cutting.Limits)
				sum.Add(whole.Judge(pills(d, func(s doc.Span) bool { return g.Fits(s, max) }), bodies))
			}
			out[fmt.Sprintf("%s@%d", strategy, max)] = tallied(sum)
		}
	}
	return out
}

func tallied(sum whole.Tally) figures {
	all := sum.Total()
	f := figures{"pills": float64(all.Pills), "fit": float64(all.Fit), "whole": float64(all.Whole), "chunks": float64(sum.Chunks), "mixed": float64(sum.Mixed)}
	for kind, c := range sum.Kinds {
		f[kind+" fit"], f[kind+" whole"] = float64(c.Fit), float64(c.Whole)
	}
	return f
}

// The pills of our own examples, as the detectors find them: cascade keeps all
// that fit, and mixes none.
func TestPillsOfExamples(t *testing.T) {
	got := map[string]map[string]figures{}
	for _, lang := range []string{"es", "en"} {
		c, err := eval.Load(t.Context(), read.Options{Accept: catalog.Readable}, ingest.Reading{Reader: catalog.Reader}, filepath.Join("..", "examples", lang))
		if err != nil {
			t.Fatal(err)
		}
		got[lang] = keptWhole(t, c, whole.Find)
		for _, max := range sizes {
			if f := got[lang][fmt.Sprintf("cascade@%d", max)]; f["whole"] != f["fit"] || f["mixed"] != 0 || f["fit"] < 100 {
				t.Errorf("%s, cascade@%d: %v of %v pills that fit are whole, %v chunks mix", lang, max, f["whole"], f["fit"], f["mixed"])
			}
		}
	}
	golden(t, "pills-examples.json", got)
}

// The pills that were marked by hand in documents of the shared data.
func TestPillsMarked(t *testing.T) {
	c, marks := markedCorpus(t)
	got := keptWhole(t, c, func(d *doc.Document, fits func(doc.Span) bool) []whole.Pill {
		pills, err := marks[d.URI].Pills(d, fits)
		if err != nil {
			t.Fatal(err)
		}
		return pills
	})
	golden(t, "pills-marked.json", map[string]map[string]figures{"marked": got})
}

// markedCorpus reads the marks and their documents.
func markedCorpus(t *testing.T) (*eval.Corpus, map[string]*whole.Marked) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "pills.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	marks, err := whole.ReadMarks(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for name, m := range marks {
		if count += len(m.Marks); m.SHA256 == "" || len(m.Marks) == 0 {
			t.Errorf("%s: %d marks, digest %q", name, len(m.Marks), m.SHA256)
		}
	}
	if len(marks) != 28 || count < 500 {
		t.Errorf("%d marks in %d documents, want at least 500 in 28", count, len(marks))
	}
	shared := filepath.Join("..", "..", "shared", "data")
	if _, err := os.Stat(shared); err != nil {
		t.Skipf("the shared data are not beside the repository: %v", err)
	}
	options := read.Options{Accept: catalog.Readable, Include: slices.Sorted(maps.Keys(marks))}
	c, err := eval.Load(t.Context(), options, ingest.Reading{Reader: catalog.Reader}, shared)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Documents) != len(marks) {
		t.Fatalf("%d of %d marked documents found; failed: %v", len(c.Documents), len(marks), c.Failed)
	}
	return c, marks
}
