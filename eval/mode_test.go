package eval_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/embed/fake"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/question"
)

// synonyms is an embedder to which some words are the same, which words alone
// can't find.
type synonyms struct{ fake.Embedder }

var same = strings.NewReplacer("automóvil", "coche", "auto", "coche")

func (s synonyms) Embed(ctx context.Context, k embed.Kind, texts []string) ([][]float32, error) {
	changed := make([]string, len(texts))
	for i, t := range texts {
		changed[i] = same.Replace(strings.ToLower(t))
	}
	return s.Embedder.Embed(ctx, k, changed)
}

// textsOnly hides what else an embedder can.
type textsOnly struct{ embed.Embedder }

// garage has a question that vectors answer and one that words answer better.
func garage(t *testing.T) eval.Spec {
	return eval.Spec{
		Corpus: corpus(t, map[string]string{
			"a": "El automóvil se entrega limpio. La bicicleta se entrega sucia. El barco no se entrega.",
			"b": "Código XK77 de pago. Código XK78 de cobro.",
		}),
		Questions:  []question.Question{ask("q1", "a", "coche", "El automóvil se entrega limpio."), ask("q2", "b", "XK78", "Código XK78 de cobro.")},
		Contenders: []eval.Contender{pieces{name: "uno", cuts: []string{"La bici", "El barco", "Código XK78"}}},
		Tokens:     words{}, Budgets: []int{6}, Resamples: 100, Embedder: synonyms{},
	}
}

func TestModes(t *testing.T) {
	s := garage(t)
	s.Modes = eval.Modes()
	calls := 0
	c := s.Contenders[0].(pieces)
	c.calls = &calls
	s.Contenders[0] = c
	s.Cache = t.TempDir()
	r := run(t, s)
	if len(r.Runs) != len(s.Modes) || r.Runs[0].Name != "uno lexical" {
		t.Fatalf("%d runs, the first %q", len(r.Runs), r.Runs[0].Name)
	}
	for mode, want := range map[eval.Mode]bool{eval.Lexical: false, eval.Dense: true, eval.Bare: true, eval.Fused: true} {
		tr, ok := r.Trial("uno " + string(mode))
		if !ok {
			t.Fatalf("no run of %s", mode)
		}
		if got := tr.PerQuestion[0].Metrics["mrr@10"] == 1; got != want {
			t.Errorf("%s: the synonym comes first: %v", mode, got)
		}
		if tr.PerQuestion[1].Metrics["mrr@10"] != 1 {
			t.Errorf("%s: the code doesn't come first", mode)
		}
	}
	if !strings.Contains(r.Settings.Searcher, "fused by fake (fake-64-0), 0.5 of vectors") {
		t.Errorf("searcher: %s", r.Settings.Searcher)
	}
	again := run(t, s)
	if calls != len(s.Modes) {
		t.Errorf("cut %d times, of %d modes", calls, len(s.Modes))
	}
	for i := range again.Runs {
		if !again.Runs[i].Cost.Cached || again.Runs[i].Name != r.Runs[i].Name {
			t.Errorf("%s isn't kept", r.Runs[i].Name)
		}
	}
	s.DenseWeight = 0.1
	if run(t, s); calls != len(s.Modes)+3 {
		t.Errorf("another weight changes three modes, not %d", calls-len(s.Modes))
	}
}

func TestModesRefused(t *testing.T) {
	for name, spoil := range map[string]func(s *eval.Spec){
		"none of":            func(s *eval.Spec) { s.Modes = []eval.Mode{"telepathy"} },
		"needs an embedder":  func(s *eval.Spec) { s.Modes, s.Embedder = []eval.Mode{eval.Dense}, nil },
		"vectors of tokens":  func(s *eval.Spec) { s.Modes, s.Embedder = []eval.Mode{eval.FusedLate}, textsOnly{fake.Embedder{}} },
		"is there twice":     func(s *eval.Spec) { s.Modes = []eval.Mode{eval.Lexical, eval.Lexical} },
		"2 vectors for 1 te": func(s *eval.Spec) { s.Modes, s.Embedder = []eval.Mode{eval.Dense}, tooMany{} },
	} {
		s := garage(t)
		s.Modes = []eval.Mode{eval.Dense}
		spoil(&s)
		if name == "2 vectors for 1 te" {
			s.Questions = s.Questions[:1]
		}
		if _, err := eval.Run(context.Background(), s); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want %q", err, name)
		}
	}
}

type tooMany struct{ fake.Embedder }

func (m tooMany) Embed(ctx context.Context, k embed.Kind, texts []string) ([][]float32, error) {
	return m.Embedder.Embed(ctx, k, append(texts, "otro"))
}

func (tooMany) EmbedSpans(context.Context, string, []doc.Span) ([][]float32, error) { return nil, nil }
