package acceptance

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pildora/pildora"
	"github.com/pildora/pildora/doc"
)

var update = flag.Bool("update", false, "write the goldens anew")

type question struct {
	ID          string     `json:"id"`
	Question    string     `json:"question"`
	Doc         string     `json:"doc"`
	Spans       []doc.Span `json:"spans"`
	Alternative []doc.Span `json:"alternative_spans"`
}

func questions(t testing.TB, path string) []question {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []question
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out = append(out, q)
	}
	return out
}

// figures are hit rates at five: the right document among the first five
// results; a result that holds one of the answer's spans whole; results that
// hold all of its spans.
type figures struct{ questions, document, span, all int }

func (f figures) String() string {
	rate := func(n int) string { return fmt.Sprintf("%.3f", float64(n)/float64(max(1, f.questions))) }
	return fmt.Sprintf("questions %d  doc_hit@5 %s  hit@5 %s  all@5 %s", f.questions, rate(f.document), rate(f.span), rate(f.all))
}

// ask indexes a folder by the default recipe and asks every question.
func ask(t testing.TB, folder string, qs []question) figures {
	t.Helper()
	ctx := context.Background()
	ix, err := pildora.Open(ctx, t.TempDir(), pildora.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	if _, err := ix.Sync(ctx, folder); err != nil {
		t.Fatal(err)
	}
	f := figures{questions: len(qs)}
	for _, q := range qs {
		hits, err := ix.Search(ctx, q.Question, 5)
		if err != nil {
			t.Fatal(err)
		}
		document, held := false, 0
		for _, h := range hits {
			document = document || h.Record.DocID == q.Doc
		}
		for _, s := range q.Spans {
			if holds(hits, q.Doc, s) {
				held++
			}
		}
		alternative := false
		for _, s := range q.Alternative {
			alternative = alternative || holds(hits, q.Doc, s)
		}
		f.document += one(document)
		f.span += one(held > 0 || alternative)
		f.all += one(held == len(q.Spans) || alternative)
	}
	return f
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func holds(hits []pildora.Hit, document string, s doc.Span) bool {
	for _, h := range hits {
		if h.Record.DocID == document && h.Record.Start <= s.Start && s.End <= h.Record.End {
			return true
		}
	}
	return false
}

// TestExamplesAreFound holds the figures of the examples, which change when
// anything on the way from file to hit does.
func TestExamplesAreFound(t *testing.T) {
	var got strings.Builder
	for _, lang := range []string{"es", "en"} {
		f := ask(t, filepath.Join(root, "examples", lang), questions(t, filepath.Join(root, "examples", "questions", lang+".jsonl")))
		fmt.Fprintf(&got, "examples/%s  %v\n", lang, f)
	}
	golden := filepath.Join("testdata", "search.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the figures changed; go test ./internal/acceptance -update writes them\ngot:\n%swant:\n%s", got.String(), want)
	}
}

// TestDocsAreFound reports the figures of the corpora beside the repository
// and holds a floor under them.
func TestDocsAreFound(t *testing.T) {
	for _, name := range []string{"docs-qa-es", "docs-qa-en", "mlqa-es", "xquad-zh", "xquad-th", "xquad-ar"} {
		t.Run(name, func(t *testing.T) {
			dir := data(t, name)
			f := ask(t, filepath.Join(dir, "docs"), questions(t, filepath.Join(dir, "questions.jsonl")))
			t.Log(name, f)
			if f.document*10 < f.questions*6 {
				t.Errorf("fewer than six questions in ten find their document")
			}
		})
	}
}
