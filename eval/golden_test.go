package eval_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/size/token"
)

var update = flag.Bool("update", false, "write the goldens anew")

// set is a folder of documents with its questions, and how they are asked.
type set struct {
	name, docs, questions string
	every                 int // each how many-th question is asked
	within                bool
	after                 string
}

// figures are what is committed of a run, rounded to thousandths.
type figures map[string]float64

// load reads a set.
func (s set) load(t *testing.T) (*eval.Corpus, []question.Question) {
	t.Helper()
	c, err := eval.Load(t.Context(), read.Options{Accept: catalog.Readable}, ingest.Reading{Reader: catalog.Reader}, s.docs)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(s.questions)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var qs []question.Question
	n := 0
	for q, err := range question.Read(f, s.questions) {
		if err != nil {
			t.Fatal(err)
		}
		if n%max(1, s.every) == 0 {
			qs = append(qs, q)
		}
		n++
	}
	return c, qs
}

// measure runs recipes, such as "cascade" at 128 tokens, on a set, as a user
// would: the default frame, cl100k.
func (s set) measure(t *testing.T, recipes ...eval.Contender) map[string]figures {
	t.Helper()
	c, qs := s.load(t)
	r := run(t, eval.Spec{Corpus: c, Questions: qs, Contenders: recipes, Tokens: cl100k(t), Within: s.within, After: s.after, Resamples: 100})
	if len(r.Questions) != len(qs) || len(r.Skipped) > 0 {
		t.Errorf("%s: %d of %d questions asked; %v", s.name, len(r.Questions), len(qs), r.Skipped)
	}
	out := map[string]figures{}
	for _, tr := range r.Runs {
		f := figures{"questions": float64(len(qs)), "chunks": float64(tr.Chunks), "tokens_p50": float64(tr.Sizes.P50), "tokens_max": float64(tr.Sizes.Max), "answers_cut": tr.Sizes.Cut}
		for _, m := range []string{"hit@5", "doc_hit@5", "whole@5", "mrr@10", "map", "recall@5", "iou@5", "recall@250t", "recall@1000t", "recall@4000t", "auc", "auc_free", "precision_omega"} {
			f[m] = tr.Metrics[m].Mean
		}
		for k, v := range f {
			f[k] = math.Round(v*1000) / 1000
		}
		out[tr.Name] = f
	}
	return out
}

func cl100k(t testing.TB) *token.Tokenizer {
	t.Helper()
	tk, err := token.New("cl100k")
	if err != nil {
		t.Fatal(err)
	}
	return tk
}

func cut(t testing.TB, strategy string, max int) eval.Contender {
	t.Helper()
	c, err := catalog.Cutting(ingest.Recipe{Strategy: strategy, Max: max, Unit: "tokens", Frame: []string{"breadcrumb", "header"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	return eval.Recipe(fmt.Sprintf("%s@%d", strategy, max), c)
}

// golden compares figures with those in a file, or writes them.
func golden(t *testing.T, name string, got map[string]map[string]figures) {
	t.Helper()
	path := filepath.Join("testdata", name)
	data, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	want := map[string]map[string]figures{}
	if err == nil {
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	if *update {
		maps.Copy(want, got)
		if err := os.WriteFile(path, lines(t, want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for s, runs := range got {
		for run, f := range runs {
			for _, m := range slices.Sorted(maps.Keys(f)) {
				if w, ok := want[s][run][m]; !ok || w != f[m] {
					t.Errorf("%s, %s: %s is %v, the golden has %v; if that is meant, -update writes it", s, run, m, f[m], w)
				}
			}
		}
	}
}

// lines writes a run a line, so that a change shows as such in a review.
func lines(t *testing.T, all map[string]map[string]figures) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("{\n")
	for i, s := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, " %q: {\n", s)
		runs := slices.Sorted(maps.Keys(all[s]))
		for j, run := range runs {
			line, err := json.Marshal(all[s][run])
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "  %q: %s%s\n", run, line, comma(j, len(runs)))
		}
		fmt.Fprintf(&b, " }%s\n", comma(i, len(all)))
	}
	b.WriteString("}\n")
	return b.Bytes()
}

func comma(i, n int) string {
	if i < n-1 {
		return ","
	}
	return ""
}

// The figures of our own examples, so that a change of quality shows in the
// review of the change.
func TestExamplesGolden(t *testing.T) {
	var recipes []eval.Contender
	for _, strategy := range []string{"cascade", "recursive", "sentence", "fixed"} {
		for _, max := range []int{128, 256, 512} {
			recipes = append(recipes, cut(t, strategy, max))
		}
	}
	got := map[string]map[string]figures{}
	for _, lang := range []string{"es", "en"} {
		s := set{name: lang, docs: filepath.Join("..", "examples", lang), questions: filepath.Join("..", "examples", "questions", lang+".jsonl")}
		got[lang] = s.measure(t, recipes...)
	}
	golden(t, "examples.json", got)
}

// The figures of the shared corpora, recomputed where they are there.
func TestCorporaGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("the shared corpora take a minute or two of processor time")
	}
	data := filepath.Join("..", "..", "shared", "data")
	recipes := []eval.Contender{cut(t, "cascade", 128), cut(t, "cascade", 256), cut(t, "cascade", 512), cut(t, "recursive", 256), cut(t, "sentence", 256), cut(t, "fixed", 256)}
	for _, s := range []set{
		{name: "chroma"}, {name: "covid-qa"}, {name: "cuad", within: true, after: "; "}, {name: "squad-es", every: 5},
		{name: "mlqa-es"}, {name: "docs-qa-es"}, {name: "docs-qa-en"},
	} {
		t.Run(s.name, func(t *testing.T) {
			s.docs, s.questions = filepath.Join(data, s.name, "docs"), filepath.Join(data, s.name, "questions.jsonl")
			if _, err := os.Stat(s.questions); err != nil {
				t.Skipf("the shared corpora are not beside the repository: %v", err)
			}
			golden(t, "corpora.json", map[string]map[string]figures{s.name: s.measure(t, recipes...)})
		})
	}
}
