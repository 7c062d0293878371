package question_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/question"
)

// root is the folder of go.mod.
func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	t.Fatal("no go.mod above the test")
	return ""
}

// folder reads documents under dir by slash path.
func folder(dir string) func(string) (*doc.Document, bool) {
	return func(id string) (*doc.Document, bool) {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(id)))
		return &doc.Document{URI: id, Text: string(data)}, err == nil
	}
}

// readSet reads a question file.
func readSet(t *testing.T, file string) []question.Question {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return collect(t, question.Read(f, filepath.Base(file)))
}

// TestSharedSets checks every shared set, all of whose spans are right.
func TestSharedSets(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(root(t), "..", "shared", "data", "*", "questions.jsonl"))
	if len(files) == 0 {
		t.Skip("../shared/data is not here: no shared question sets to check")
	}
	for _, file := range files {
		qs := readSet(t, file)
		good, problems := question.Check(qs, folder(filepath.Join(filepath.Dir(file), "docs")))
		if len(problems) > 0 || len(good) != len(qs) || len(qs) == 0 {
			t.Errorf("%s: %d of %d good; %v", file, len(good), len(qs), problems[:min(5, len(problems))])
		}
	}
}

func TestExamples(t *testing.T) {
	for _, lang := range []string{"es", "en"} {
		dir := filepath.Join(root(t), "examples")
		qs := readSet(t, filepath.Join(dir, "questions", lang+".jsonl"))
		good, problems := question.Check(qs, folder(filepath.Join(dir, lang)))
		if len(problems) > 0 || len(good) != len(qs) || len(qs) < 30 {
			t.Errorf("%s: %d of %d good; %v", lang, len(good), len(qs), problems)
		}
	}
}
