package tune_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/tune"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/config"
)

// load writes the settings that were found and loads them as the program does.
func load(t *testing.T, r *tune.Result) (config.Settings, string) {
	t.Helper()
	var b strings.Builder
	if err := r.WriteYAML(&b); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "pildora.yaml")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	s, warnings, err := config.Load(config.Options{File: file})
	if err != nil || len(warnings) > 0 {
		t.Fatalf("%v %v in:\n%s", err, warnings, b.String())
	}
	return s, b.String()
}

// The settings file means the recipes that were found, for the documents that
// they were found for, and says why.
func TestYAML(t *testing.T) {
	s := spec(t, base(50), newWorld(t, "long", 8, 5, 10, 1), newWorld(t, "plain", 16, 6, 5, 2), newWorld(t, "few", 3, 2, 10, 3))
	for _, name := range []string{"long", "plain", "few"} {
		s.Groups = append(s.Groups, tune.Group{Name: name, Match: fmt.Sprintf("{glob: %q}", name+"/**"),
			Holds: func(d *doc.Document) bool { return strings.HasPrefix(d.URI, name+"/") }})
	}
	r := run(t, s)
	loaded, text := load(t, &r)
	for uri, max := range map[string]int{"long/01.md": 100, "plain/01.md": 50, "few/01.md": 50, "other.md": 50} {
		got, _ := loaded.For(uri, "text/markdown", nil)
		if got.Max != max || got.Strategy != "recursive" || got.Unit != "words" {
			t.Errorf("%s: %+v", uri, got)
		}
	}
	for _, want := range []string{"142 questions over 27 documents", "# 40 questions: auc ", "# All documents. The default stays: ",
		"max: 100 # chosen in 5 of 5 folds", "# few, 6 questions: The default stays: 6 questions; a choice needs 20.", "All recipes together"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q isn't in:\n%s", want, text)
		}
	}
}

// What isn't tuned is in the file too.
func TestYAMLKeepsTheRest(t *testing.T) {
	r := tune.Result{Overall: tune.Choice{Recipe: ingest.Recipe{Strategy: "recursive", Max: 512, Target: 300, Min: 20, Unit: "chars", Tokenizer: "o200k",
		Overlap: ingest.Overlap{Percent: 10}, Format: "markdown", Lang: "es", Profile: "faq", Frame: []string{"header"},
		Separators: []ingest.Separator{{Text: "\n\n"}, {Regexp: `(?m)^Art\. "\d"`}}}}}
	s, text := load(t, &r)
	got := s.Resolve()
	got.Version = ""
	if want := r.Overall.Recipe; fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("%+v\nwant %+v\n%s", got, want, text)
	}
}
