package eval_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/store"
)

// words are tokens that a person can count: a word each, with the blanks
// before it.
type words struct{}

func (words) Name() string        { return "words" }
func (w words) Size(s string) int { return len(w.Offsets(s)) }
func (words) Offsets(text string) []int {
	var ends []int
	in := false
	for i, r := range text {
		if in && unicode.IsSpace(r) {
			ends = append(ends, i)
		}
		in = !unicode.IsSpace(r)
	}
	if in {
		ends = append(ends, len(text))
	}
	return ends
}

// pieces is a contender that cuts a document before each of the given texts.
type pieces struct {
	name  string
	cuts  []string
	calls *int
	fail  error
}

func (p pieces) Name() string         { return p.name }
func (p pieces) Key() (string, error) { return "pieces " + strings.Join(p.cuts, "|"), nil }

func (p pieces) Records(ctx context.Context, c *eval.Corpus) (eval.Pieces, error) {
	if p.calls != nil {
		*p.calls++
	}
	if p.fail != nil {
		return eval.Pieces{}, p.fail
	}
	var out eval.Pieces
	for _, d := range c.Documents {
		borders := []int{0}
		for _, cut := range p.cuts {
			if i := strings.Index(d.Text, cut); i > 0 {
				borders = append(borders, i)
			}
		}
		borders = append(borders, len(d.Text))
		slices.Sort(borders)
		for i := range borders[1:] {
			s := d.Body(doc.Span{Start: borders[i], End: borders[i+1]})
			out.Records = append(out.Records, store.Record{ID: d.URI + "#" + string(rune('a'+i)), DocID: d.URI, Role: "chunk", Lang: d.Language,
				Start: s.Start, End: s.End, Text: d.Slice(s), EmbedText: d.Slice(s)})
		}
	}
	return out, ctx.Err()
}

func corpus(t testing.TB, texts map[string]string) *eval.Corpus {
	t.Helper()
	var docs []*doc.Document
	for id, text := range texts {
		docs = append(docs, &doc.Document{URI: id, Text: text, Language: "es"})
	}
	c, err := eval.NewCorpus(docs...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ask is a question whose answers are given by their texts.
func ask(id, docID, text string, answers ...string) question.Question {
	q := question.Question{ID: id, Question: text, Doc: docID}
	for _, a := range answers {
		q.Spans = append(q.Spans, question.Span{Text: a})
	}
	return q
}

// tiny is a corpus of two documents with three questions.
func tiny(t testing.TB) eval.Spec {
	return eval.Spec{
		Corpus: corpus(t, map[string]string{
			"a.txt": "uno dos tres. cuatro cinco seis.",
			"b.txt": "siete ocho nueve. diez once cuatro.",
		}),
		Questions: []question.Question{ask("q1", "a.txt", "¿cinco?", "cuatro cinco"), ask("q2", "b.txt", "¿ocho?", "ocho"), ask("q3", "a.txt", "¿nada?", "dos")},
		Tokens:    words{}, Budgets: []int{1, 2}, Resamples: 200,
		Contenders: []eval.Contender{pieces{name: "whole", cuts: []string{"cuatro cinco", "diez"}}, pieces{name: "parted", cuts: []string{"cinco", "once"}}},
	}
}

func run(t testing.TB, s eval.Spec) eval.Result {
	t.Helper()
	r, err := eval.Run(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func file(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "chunks.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
