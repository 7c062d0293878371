package sqlite_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pildora/pildora/store"
	"github.com/pildora/pildora/store/sqlite"
	"github.com/pildora/pildora/store/storetest"
)

// TestSquad is a check of sanity on real questions: of 200, spread over the
// set, at least 95 in 100 find a paragraph of the right document among five.
// Its log tells how fast rows went in and questions were answered.
func TestSquad(t *testing.T) {
	dir := data(t, "squad-es")
	s := open(t, t.TempDir())
	defer s.Close()
	began := time.Now()
	chunks := load(t, s, filepath.Join(dir, "docs"))
	took := time.Since(began)
	questions := readQuestions(t, filepath.Join(dir, "questions.jsonl"))
	began = time.Now()
	hits, asked := 0, 0
	for i := 0; i < len(questions); i += max(1, len(questions)/200) {
		q := questions[i]
		asked++
		found, err := s.SearchText(t.Context(), q.Question, 5, store.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range found {
			if h.Record.DocID == q.Doc {
				hits++
				break
			}
		}
	}
	t.Logf("%d paragraphs in %v (%.0f a second); hit@5 by document %d of %d, %v a question",
		chunks, took.Round(time.Millisecond), float64(chunks)/took.Seconds(), hits, asked, (time.Since(began) / time.Duration(asked)).Round(10*time.Microsecond))
	if 100*hits < 95*asked {
		t.Errorf("hit@5 by document: %d of %d", hits, asked)
	}
}

// data finds a set of ../shared/data beside the repository.
func data(t *testing.T, set string) string {
	t.Helper()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for dir := root; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			root = dir
			break
		}
	}
	dir := filepath.Join(root, "..", "shared", "data", set)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the question set %s is missing (../shared/data/%s beside the repository)", set, set)
	}
	return dir
}

// load indexes the paragraphs of every file of a folder and counts them.
func load(t *testing.T, s *sqlite.Store, dir string) int {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		var paragraphs []string
		for _, p := range strings.Split(string(text), "\n\n") {
			if p = strings.TrimSpace(p); p != "" {
				paragraphs = append(paragraphs, p)
			}
		}
		d, rs := storetest.Doc(f.Name(), "es", paragraphs...)
		if err := s.Replace(t.Context(), "", d, rs); err != nil {
			t.Fatal(err)
		}
		n += len(rs)
	}
	return n
}

type question struct{ Question, Doc string }

func readQuestions(t *testing.T, file string) []question {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []question
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		out = append(out, q)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}
