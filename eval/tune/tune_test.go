package tune_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/eval/tune"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/size/token"
)

// world is a corpus of made-up words with a question for each paragraph: the
// question holds a word of the paragraph's first sentence, and the answer is
// the whole paragraph.
type world struct {
	docs      []*doc.Document
	questions []question.Question
}

// newWorld makes documents in a folder, each of paragraphs of some sentences
// of ten words.
func newWorld(t testing.TB, folder string, docs, paragraphs, sentences int, seed uint64) world {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	words := []string{"lake", "stone", "river", "cloud", "house", "train", "paper", "light", "glass", "field"}
	var w world
	for n := range docs {
		var text strings.Builder
		id := fmt.Sprintf("%s/%02d.md", folder, n)
		var qs []question.Question
		for p := range paragraphs {
			key := fmt.Sprintf("zq%s%dx%dy", folder, n, p)
			start := text.Len()
			for s := range sentences {
				line := []string{"The"}
				if s == 0 {
					line = append(line, key)
				}
				for range 8 {
					line = append(line, words[rng.IntN(len(words))])
				}
				text.WriteString(strings.Join(line, " ") + ". ")
			}
			end := text.Len() - 1
			text.WriteString("\n\n")
			qs = append(qs, question.Question{ID: key, Question: "Where is the " + key + "?", Doc: id, Spans: []question.Span{{Start: start, End: end}}})
		}
		f, err := catalog.FormatOf("markdown")
		if err != nil {
			t.Fatal(err)
		}
		d, err := f.Reader.Read(t.Context(), read.Source{URI: id, Media: "text/markdown", Data: []byte(text.String())})
		if err != nil {
			t.Fatal(err)
		}
		d.Language = "en"
		for _, q := range qs {
			s := &q.Spans[0]
			s.StartRune, s.EndRune, s.Text = s.Start, s.End, d.Text[s.Start:s.End]
			w.questions = append(w.questions, q)
		}
		w.docs = append(w.docs, d)
	}
	return w
}

func base(max int) ingest.Recipe {
	return ingest.Recipe{Strategy: "recursive", Max: max, Unit: "words", Tokenizer: "cl100k"}
}

func spec(t testing.TB, r ingest.Recipe, worlds ...world) tune.Spec {
	t.Helper()
	var docs []*doc.Document
	var qs []question.Question
	for _, w := range worlds {
		docs, qs = append(docs, w.docs...), append(qs, w.questions...)
	}
	c, err := eval.NewCorpus(docs...)
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := token.New("cl100k")
	if err != nil {
		t.Fatal(err)
	}
	return tune.Spec{
		Eval: eval.Spec{Corpus: c, Questions: qs, Tokens: tokens, Budgets: []int{60, 120, 240}},
		Base: r, Space: tune.Space{tune.Max("10", "25", "50", "100", "200")}, Resamples: 500,
		Cutting: func(r ingest.Recipe) (ingest.Cutting, error) { return catalog.Cutting(r, "") },
	}
}

func run(t testing.TB, s tune.Spec) tune.Result {
	t.Helper()
	r, err := tune.Run(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Paragraphs of 46 words: with a limit of 50 each is a chunk, with less it is
// parted and only its beginning is found, with more others come along.
func TestFindsTheSizeOfTheAnswers(t *testing.T) {
	r := run(t, spec(t, base(25), newWorld(t, "a", 8, 6, 5, 1)))
	c := r.Overall
	if !c.Tuned || c.Recipe.Max != 50 {
		t.Fatalf("in force is %s (tuned: %v): %s", c.Name, c.Tuned, c.Why)
	}
	if c.Search.WonFolds != c.Search.Folds || c.Search.WonResamples < .99 {
		t.Errorf("won %d of %d folds and %v of the resamples", c.Search.WonFolds, c.Search.Folds, c.Search.WonResamples)
	}
	if !strings.Contains(c.Why, "better than the default") || !strings.Contains(c.Why, "48 questions held out") {
		t.Errorf("why: %s", c.Why)
	}
	if c.Figures["auc"].Mean <= c.Instead["auc"].Mean+.1 || c.Figures["auc"].N != 48 {
		t.Errorf("%+v, instead %+v", c.Figures["auc"], c.Instead["auc"])
	}
	if !r.ByDocument || r.Folds != 5 {
		t.Errorf("%d folds, by document: %v", r.Folds, r.ByDocument)
	}
	if l := c.Pill.Levels; l[0].P50 != l[2].P50 || l[4].P50 <= l[2].P50 {
		t.Errorf("answers are paragraphs, and sections are larger: %+v", l)
	}
}

// What is held out is about other documents than what a choice was made with.
func TestFoldsKeepDocumentsTogether(t *testing.T) {
	w := newWorld(t, "a", 8, 6, 5, 1)
	r := run(t, spec(t, base(25), w))
	of := map[string]string{}
	for _, q := range w.questions {
		of[q.ID] = q.Doc
	}
	fold, seen := map[string]int{}, 0
	for f, chosen := range r.Overall.Search.Chosen {
		for _, id := range chosen.Held {
			seen++
			if other, ok := fold[of[id]]; ok && other != f {
				t.Errorf("%s is in folds %d and %d", of[id], other, f)
			}
			fold[of[id]] = f
		}
	}
	if seen != len(w.questions) {
		t.Errorf("%d of %d questions were held out", seen, len(w.questions))
	}
	if one := run(t, spec(t, base(25), newWorld(t, "a", 1, 40, 5, 1))); one.ByDocument || one.Folds != 5 {
		t.Errorf("one document: %d folds, by document: %v", one.Folds, one.ByDocument)
	}
}

// Where every recipe gives the same, the default stays.
func TestNothingMatters(t *testing.T) {
	s := spec(t, base(60), newWorld(t, "a", 40, 1, 5, 1)) // a paragraph a document, all smaller than every limit
	s.Space = tune.Space{tune.Max("70", "80", "90", "100")}
	c := run(t, s).Overall
	if c.Tuned || c.Recipe.Max != 60 || c.Search.Proposed != c.Name {
		t.Errorf("in force is %s, proposed %s", c.Name, c.Search.Proposed)
	}
	if !strings.Contains(c.Why, "the default stays: it is the best of 5 recipes tried") || !strings.HasPrefix(c.Search.AgainstRunner.Words, "no difference") {
		t.Errorf("why: %s; %s", c.Why, c.Search.AgainstRunner.Words)
	}
}

// chance is a search where recipes differ by chance alone: answers of a few
// words, anywhere, and pieces of 30 words that begin anywhere.
func chance(t *testing.T, seed uint64) tune.Spec {
	w := newWorld(t, "a", 10, 4, 5, seed)
	for i := range w.questions {
		w.questions[i] = moved(w.questions[i], rand.New(rand.NewPCG(seed, uint64(i))))
	}
	s := spec(t, base(33), w)
	s.Space = tune.Space{tune.Max("30", "31", "34", "35", "36")}
	cutting := s.Cutting
	s.Cutting = func(r ingest.Recipe) (ingest.Cutting, error) {
		c, err := cutting(r)
		c.Splitter = phased{seed, r.Max}
		return c, err
	}
	return s
}

// phased cuts after every 30 words, the first time after fewer: as many as
// chance has it for a document and a recipe.
type phased struct {
	seed uint64
	max  int
}

// Split implements chunk.Splitter.
func (p phased) Split(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[chunk.Chunk, error] {
	return func(yield func(chunk.Chunk, error) bool) {
		name := fnv.New64()
		name.Write([]byte(d.URI))
		left := rand.New(rand.NewPCG(p.seed+name.Sum64(), uint64(p.max))).IntN(30)
		start := s.Start
		for i := s.Start; i < s.End; i++ {
			if d.Text[i] != ' ' {
				continue
			}
			if left--; left < 0 {
				if !yield(chunk.Chunk{Span: doc.Span{Start: start, End: i + 1}}, nil) {
					return
				}
				start, left = i+1, 29
			}
		}
		if start < s.End {
			yield(chunk.Chunk{Span: doc.Span{Start: start, End: s.End}}, nil)
		}
	}
}

// moved is a question with another answer in the same paragraph, or in a part
// of it.
func moved(q question.Question, rng *rand.Rand) question.Question {
	p := q.Passage
	if p == nil {
		p = &q.Spans[0]
	}
	start := p.Start + rng.IntN(p.End-p.Start-30)
	q.Passage = p
	q.Spans = []question.Span{{Start: start, End: start + 30, StartRune: start, EndRune: start + 30}}
	return q
}

// Where recipes differ by chance, the default stays, and it is said that the
// difference means nothing.
func TestChanceIsNoReason(t *testing.T) {
	c := run(t, chance(t, 1)).Overall
	if c.Tuned || c.Recipe.Max != 33 {
		t.Fatalf("in force is %s: %s", c.Name, c.Why)
	}
	if !strings.Contains(c.Why, "stays") || !strings.Contains(c.Search.AgainstDefault.Words, "no significant difference") {
		t.Errorf("why: %s; %s", c.Why, c.Search.AgainstDefault.Words)
	}
}

// A choice doesn't depend on the answers that were held out of it: others
// leave it as it is, though it hangs by a hair.
func TestHeldOutAnswersDecideNothing(t *testing.T) {
	s := chance(t, 1)
	given := s.Eval.Questions
	first := run(t, s).Overall
	scores, proposals := 0, 0
	for f, fold := range first.Search.Chosen {
		for n := range 3 {
			others := slices.Clone(given)
			for i, q := range others {
				if slices.Contains(fold.Held, q.ID) {
					others[i] = moved(q, rand.New(rand.NewPCG(uint64(n), uint64(i))))
				}
			}
			s.Eval.Questions = others
			again := run(t, s).Overall.Search
			if now := again.Chosen[f]; now.Choice != fold.Choice || !slices.Equal(now.Held, fold.Held) {
				t.Errorf("fold %d: %s became %s", f, fold.Choice, now.Choice)
			} else if now.Score != fold.Score {
				scores++
			}
			if again.Proposed != first.Search.Proposed {
				proposals++
			}
		}
	}
	if scores < 10 || proposals == 0 {
		t.Errorf("other answers changed %d scores of 15 and %d proposals: nothing hangs by a hair here", scores, proposals)
	}
}

// A group with other answers gets a recipe of its own, one that is like the
// rest doesn't, and one with few questions isn't looked at.
func TestGroups(t *testing.T) {
	s := spec(t, base(50), newWorld(t, "long", 8, 5, 10, 1), newWorld(t, "plain", 16, 6, 5, 2), newWorld(t, "few", 3, 2, 10, 3))
	for _, name := range []string{"long", "plain", "few"} {
		s.Groups = append(s.Groups, tune.Group{Name: name, Match: fmt.Sprintf("{glob: %q}", name+"/**"),
			Holds: func(d *doc.Document) bool { return strings.HasPrefix(d.URI, name+"/") }})
	}
	r := run(t, s)
	if len(r.Groups) != 3 {
		t.Fatalf("%d groups", len(r.Groups))
	}
	long, plain, few := r.Groups[0], r.Groups[1], r.Groups[2]
	if !long.Tuned || long.Recipe.Max != 100 {
		t.Errorf("long: %s: %s", long.Name, long.Why)
	}
	if plain.Tuned {
		t.Errorf("plain: %s: %s", plain.Name, plain.Why)
	}
	if few.Tuned || few.Search != nil || !strings.Contains(few.Why, "6 questions; a choice needs 20") {
		t.Errorf("few: %s: %s", few.Name, few.Why)
	}
	if r.Together == nil || r.Together.AgainstDefault.Diff <= 0 || r.Together.Figures["auc"].N != 142 {
		t.Errorf("together: %+v", r.Together)
	}
}

func TestTooFewQuestions(t *testing.T) {
	r := run(t, spec(t, base(25), newWorld(t, "a", 3, 4, 5, 1)))
	c := r.Overall
	if c.Tuned || c.Search != nil || c.Recipe.Max != 25 || r.Runs != 1 {
		t.Errorf("%+v", c)
	}
	if c.Why != "the default stays: 12 questions; a choice needs 20" {
		t.Errorf("why: %s", c.Why)
	}
	if c.Figures["auc"].N != 12 || len(r.Front) != 1 {
		t.Errorf("%+v, %+v", c.Figures, r.Front)
	}
}

// The same spec gives the same bytes, on any number of workers.
func TestDeterministic(t *testing.T) {
	s := spec(t, base(25), newWorld(t, "a", 6, 5, 5, 1), newWorld(t, "b", 6, 5, 8, 2))
	s.Space = tune.Space{tune.Max("10", "50", "100"), tune.Strategy("sentence"), tune.Overlap("10%")}
	s.Seed = 9
	var out []string
	for _, workers := range []int{1, 4} {
		s.Eval.Workers = workers
		b, err := json.Marshal(run(t, s))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(b))
	}
	if out[0] != out[1] {
		t.Errorf("differs:\n%s\n%s", out[0], out[1])
	}
}

// From the cache comes the same, without anything being cut.
func TestCache(t *testing.T) {
	s := spec(t, base(25), newWorld(t, "a", 6, 5, 5, 1))
	s.Eval.Cache = t.TempDir()
	first := run(t, s)
	s.Progress = func(p tune.Progress) {
		if p.Stage == eval.Cutting {
			t.Errorf("%s was cut again", p.Contender)
		}
	}
	if again := run(t, s); !reflect.DeepEqual(first, again) {
		t.Errorf("differs: %+v, %+v", first, again)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := spec(t, base(25), newWorld(t, "a", 6, 5, 5, 1))
	s.Progress = func(p tune.Progress) {
		if p.Rung == 1 {
			cancel()
		}
	}
	if _, err := tune.Run(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestDrafts(t *testing.T) {
	w := newWorld(t, "a", 6, 5, 5, 1)
	f, err := catalog.FormatOf("markdown")
	if err != nil {
		t.Fatal(err)
	}
	text := "# Leave\n\n## How many days of leave do I have?\n\nThere are 23 days.\n\n## Who approves my leave?\n\nThe head of your team does.\n"
	d, err := f.Reader.Read(t.Context(), read.Source{URI: "faq.md", Media: "text/markdown", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	d.Language = "en"
	w.docs, w.questions = append(w.docs, d), nil
	r := run(t, spec(t, base(25), w))
	if r.Drafted == 0 || r.Drafted != r.Questions {
		t.Errorf("%d of %d drafted", r.Drafted, r.Questions)
	}
	var b strings.Builder
	if err := r.WriteYAML(&b); err != nil || !strings.Contains(b.String(), "QUESTIONS WERE DRAFTED BY A PROGRAM") {
		t.Errorf("%v:\n%s", err, b.String())
	}
}

func TestRefuses(t *testing.T) {
	w := newWorld(t, "a", 3, 4, 5, 1)
	for want, change := range map[string]func(*tune.Spec){
		"no documents":           func(s *tune.Spec) { s.Eval.Corpus = nil },
		"Spec.Cutting":           func(s *tune.Spec) { s.Cutting = nil },
		"nothing to choose":      func(s *tune.Spec) { s.Recipes = 1 },
		"hold nothing out":       func(s *tune.Spec) { s.Folds = 1 },
		`unknown metric: "best"`: func(s *tune.Spec) { s.Metric = "best" },
		"default recipe":         func(s *tune.Spec) { s.Base.Strategy = "magic" },
		`max "many"`:             func(s *tune.Spec) { s.Space = tune.Space{tune.Max("many")} },
		"no question holds":      func(s *tune.Spec) { s.Eval.Questions = []question.Question{{ID: "a", Doc: "none.md"}} },
		"needs a name":           func(s *tune.Spec) { s.Groups = []tune.Group{{}} },
	} {
		s := spec(t, base(25), w)
		change(&s)
		if _, err := tune.Run(t.Context(), s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// What can't be made is left out and named.
func TestRefusedRecipes(t *testing.T) {
	s := spec(t, base(25), newWorld(t, "a", 6, 5, 5, 1))
	s.Space = append(s.Space, tune.Strategy("magic"))
	if r := run(t, s); len(r.Refused) == 0 || !strings.Contains(r.Refused[0], "magic") || !r.Overall.Tuned {
		t.Errorf("%v, %s", r.Refused, r.Overall.Why)
	}
}
