package question_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/pildora/pildora/eval/question"
)

// sharedSet reads a shared set and its documents.
func sharedSet(t *testing.T, name string) ([]question.Question, map[string]string) {
	t.Helper()
	dir := filepath.Join(root(t), "..", "shared", "data", name)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("../shared/data/%s is not here", name)
	}
	docs := map[string]string{}
	qs := readSet(t, filepath.Join(dir, "questions.jsonl"))
	find := folder(filepath.Join(dir, "docs"))
	for _, q := range qs {
		if d, ok := find(q.Doc); ok {
			docs[q.Doc] = d.Text
		}
	}
	return qs, docs
}

// TestConvertShared writes shared sets in the forms of other tools and wants
// the same spans back.
func TestConvertShared(t *testing.T) {
	for _, tt := range []struct {
		set, format string
		write       func(*testing.T, io.Writer, []question.Question, map[string]string)
	}{
		{"chroma", "chroma", writeChroma},
		{"cuad", "legalbench", writeLegal},
		{"mlqa-es", "squad", writeSquad},
		{"xquad-zh", "squad", writeSquad},
	} {
		t.Run(tt.set, func(t *testing.T) {
			qs, docs := sharedSet(t, tt.set)
			var form bytes.Buffer
			tt.write(t, &form, qs, docs)
			res, err := question.From(tt.format, &form, question.Options{Docs: docs})
			if err != nil {
				t.Fatal(err)
			}
			if len(res.Questions) != len(qs) || len(res.Problems) > 0 {
				t.Fatalf("%d of %d questions; %v", len(res.Questions), len(qs), res.Problems[:min(5, len(res.Problems))])
			}
			for i, q := range res.Questions {
				if q.Question != qs[i].Question || q.Doc != qs[i].Doc || len(q.Spans) != len(qs[i].Spans) {
					t.Fatalf("%+v, want %+v", q, qs[i])
				}
				for j, s := range q.Spans {
					if s != qs[i].Spans[j] {
						t.Errorf("%s: %+v, want %+v", q.ID, s, qs[i].Spans[j])
					}
				}
			}
		})
	}
}

func writeChroma(t *testing.T, w io.Writer, qs []question.Question, _ map[string]string) {
	out := csv.NewWriter(w)
	rows := [][]string{{"question", "references", "corpus_id"}}
	for _, q := range qs {
		var refs []map[string]any
		for _, s := range q.Spans {
			refs = append(refs, map[string]any{"content": s.Text, "start_index": s.StartRune, "end_index": s.EndRune})
		}
		cell, err := json.Marshal(refs)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, []string{q.Question, string(cell), q.Doc[:len(q.Doc)-len(filepath.Ext(q.Doc))]})
	}
	if err := out.WriteAll(rows); err != nil {
		t.Fatal(err)
	}
}

func writeLegal(t *testing.T, w io.Writer, qs []question.Question, _ map[string]string) {
	var tests []map[string]any
	for _, q := range qs {
		var snippets []map[string]any
		for _, s := range q.Spans {
			snippets = append(snippets, map[string]any{"file_path": "cuad/" + q.Doc, "span": []int{s.StartRune, s.EndRune}})
		}
		tests = append(tests, map[string]any{"query": q.Question, "snippets": snippets})
	}
	if err := json.NewEncoder(w).Encode(map[string]any{"tests": tests}); err != nil {
		t.Fatal(err)
	}
}

func writeSquad(t *testing.T, w io.Writer, qs []question.Question, docs map[string]string) {
	var articles []map[string]any
	for _, q := range qs {
		answer := map[string]any{"text": q.Spans[0].Text, "answer_start": q.Spans[0].StartRune - q.Passage.StartRune}
		qa := map[string]any{"id": q.ID, "question": q.Question, "answers": []any{answer}}
		context := docs[q.Doc][q.Passage.Start:q.Passage.End]
		articles = append(articles, map[string]any{"title": q.Doc, "paragraphs": []any{map[string]any{"context": context, "qas": []any{qa}}}})
	}
	if err := json.NewEncoder(w).Encode(map[string]any{"version": "1.1", "data": articles}); err != nil {
		t.Fatal(err)
	}
}
