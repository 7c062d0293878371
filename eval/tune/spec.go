package tune

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/ingest"
)

// ErrMetric is wrapped by the error for a metric that there isn't.
var ErrMetric = errors.New("unknown metric")

// Spec is what is tuned. Eval, Base and Cutting must be given; the zero value
// of every other field is its default.
type Spec struct {
	// Eval says of what is asked, and how: corpus, questions, tokens, K,
	// searcher, cache, workers. Its contenders, resamples, seed and progress are
	// not used. Without questions some are drafted, and the result says so.
	//
	// What is found holds for this searcher. With Overlap off, repeated text is
	// neither indexed nor delivered, so overlap can only lose; a frame is paid
	// for and counted in the limit, while a lexical index sees titles anyway.
	Eval eval.Spec
	// Base is the default: what is used where nothing better is found.
	Base ingest.Recipe
	// Cutting makes a recipe ready. Its error says that there is no such recipe;
	// the search then goes on without it.
	Cutting func(ingest.Recipe) (ingest.Cutting, error)
	// Space is what may be chosen; nil means Standard().
	Space Space
	// Groups are the kinds of source that may get recipes of their own; a
	// document is of the first that holds. None means one recipe for all.
	Groups []Group
	// Metric is what is made best; "" means "auc".
	Metric string
	// Recipes is how many are tried at most, the default included; 0 means 40.
	Recipes int
	// Folds is how many parts of the questions are held out in turn; 0 means 5.
	Folds int
	// MinQuestions is how many questions a choice needs; 0 means 20.
	MinQuestions int
	// Resamples of the bootstrap, 0 means 10,000. Seed decides the order of the
	// questions, the folds, the candidates and the resamples.
	Resamples int
	Seed      uint64
	// Progress, if given, is told how work goes on.
	Progress func(Progress)
}

// Group is a kind of source.
type Group struct {
	Name string
	// Match is the condition under which the settings file applies the group's
	// recipe, in YAML on one line: {glob: "faq/**"}.
	Match string
	// Holds says whether a document is of the group.
	Holds func(*doc.Document) bool
}

// Progress is how far the search has come. Rung counts from 1; 0 is the
// default being asked, and a rung above Rungs the recipes put together.
type Progress struct {
	Rung, Rungs int
	Recipes     int // asked in this rung
	eval.Progress
}

// resolved returns s with its defaults, or what is wrong with it.
func (s Spec) resolved() (Spec, error) {
	switch {
	case s.Eval.Corpus == nil || len(s.Eval.Corpus.Documents) == 0:
		return s, fmt.Errorf("%w: no documents", eval.ErrEmpty)
	case s.Cutting == nil:
		return s, errors.New("tune: nothing makes recipes ready; Spec.Cutting must be given")
	case s.Recipes < 0 || s.Recipes == 1:
		return s, fmt.Errorf("tune: %d recipes leave nothing to choose, at least 2 must be tried", s.Recipes)
	case s.Folds < 0 || s.Folds == 1:
		return s, fmt.Errorf("tune: %d folds hold nothing out, at least 2 are needed", s.Folds)
	}
	set := func(v *int, to int) {
		if *v == 0 {
			*v = to
		}
	}
	set(&s.Recipes, 40)
	set(&s.Folds, 5)
	set(&s.MinQuestions, 20)
	set(&s.Resamples, 10_000)
	set(&s.Eval.K, 5)
	if s.Metric == "" {
		s.Metric = "auc"
	}
	if s.Space == nil {
		s.Space = Standard()
	}
	return s, s.named()
}

func (s *Spec) named() error {
	seen := map[string]bool{}
	for _, g := range s.Groups {
		if strings.TrimSpace(g.Name) == "" || g.Holds == nil {
			return errors.New("tune: a group needs a name and a condition")
		}
		if seen[g.Name] {
			return fmt.Errorf("tune: two groups are called %q; give one another name", g.Name)
		}
		seen[g.Name] = true
	}
	return nil
}

// spec is the evaluation of some candidates by some questions. The bootstrap
// of the evaluation isn't looked at, so it is as short as it can be.
func (t *tuning) spec(cs []candidate, qs []question.Question) eval.Spec {
	s := t.Eval
	s.Questions, s.Resamples, s.Seed = qs, 100, t.Seed
	s.Contenders = nil
	for _, c := range cs {
		s.Contenders = append(s.Contenders, eval.Recipe(c.name, c.cutting))
	}
	return s
}

// whole names the second measure of quality.
func (s *Spec) whole() string { return fmt.Sprintf("whole@%d", s.Eval.K) }

// metrics are those that figures are kept of.
func (s *Spec) metrics() []string {
	out := []string{s.Metric}
	for _, m := range []string{"auc", s.whole()} {
		if m != s.Metric {
			out = append(out, m)
		}
	}
	return out
}
