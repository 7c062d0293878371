package eval_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
)

// TestForeignLevels: a file of our own chunks with parents or windows is found in
// and scored as the recipe that made it.
func TestForeignLevels(t *testing.T) {
	const text = "año dos tres cuatro cinco seis siete ocho nueve diez once doce"
	for name, s := range map[string]chunk.Splitter{"nested": chunk.Nest(wordsOf(6), wordsOf(2)), "windowed": chunk.Window(1, wordsOf(2))} {
		c := ingest.Cutting{Splitter: s, Tokens: size.Words}
		records, err := c.Records(t.Context(), &doc.Document{URI: "a", Text: text, Language: "es"}, "a")
		if err != nil {
			t.Fatal(err)
		}
		var lines strings.Builder
		for _, r := range records {
			line, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&lines, "%s\n", line)
		}
		r := run(t, eval.Spec{Corpus: corpus(t, map[string]string{"a": text}), Tokens: words{}, Budgets: []int{4, 6}, Resamples: 100, Index: eval.Text,
			Questions:  []question.Question{ask("q", "a", "¿cinco?", "dos tres"), ask("far", "a", "¿doce?", "nueve")},
			Contenders: []eval.Contender{eval.Recipe(name, c), eval.Foreign("file", file(t, lines.String()), 0)}})
		ours, theirs := r.Runs[0], r.Runs[1]
		if len(theirs.Problems) > 0 || ours.Chunks != theirs.Chunks || ours.Sizes.Count != theirs.Sizes.Count {
			t.Errorf("%s: %v; %d of %d chunks, %d of %d delivered", name, theirs.Problems, theirs.Chunks, ours.Chunks, theirs.Sizes.Count, ours.Sizes.Count)
		}
		for i := range ours.PerQuestion {
			if a, b := ours.PerQuestion[i], theirs.PerQuestion[i]; !reflect.DeepEqual(a.Metrics, b.Metrics) || len(a.Hits) == 0 || !reflect.DeepEqual(a.Hits, b.Hits) {
				t.Errorf("%s, %s: %+v\nfrom the file %+v", name, a.ID, a, b)
			}
		}
	}
}

// TestForeignRelations: what others have under our keys is no reason to refuse a
// chunk.
func TestForeignRelations(t *testing.T) {
	p, err := foreign(t, `{"doc":"b.txt","text":"otro","id":7,"role":"user","parent":{"id":1},"window":"otro texto"}
{"doc":"b.txt","text":"texto","id":"t","parent":"nobody","window":{"start_rune":0,"end_rune":99}}
{"doc":"b.txt","text":"¿Qué?","role":"derived","parent":"t","start_rune":5,"end_rune":10}
{"doc":"b.txt","text":"¿Y?","role":"derived","parent":"nobody","start_rune":5,"end_rune":10}
{"doc":"b.txt","text":"¿Dónde?","role":"derived","parent":"t"}
`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range p.Records {
		got = append(got, fmt.Sprintf("%s %s %q of %q", r.ID, r.Role, r.Text, r.Parent))
		if r.Window != nil {
			t.Errorf("%s has a window", r.ID)
		}
	}
	want := []string{`b.txt#1 chunk "otro" of ""`, `b.txt#2 chunk "texto" of ""`, `b.txt#3 derived "¿Qué?" of "b.txt#2"`}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if text := fmt.Sprint(p.Problems); !strings.Contains(text, "derived text without its chunk 1") || !strings.Contains(text, "derived text without a text or offsets 1 [line 5") {
		t.Errorf("problems %v", p.Problems)
	}
	if p.Records[2].Role != store.RoleDerived || p.Records[2].Start != 5 {
		t.Errorf("%+v", p.Records[2])
	}
}
