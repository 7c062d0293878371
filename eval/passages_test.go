package eval_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pildora/pildora/eval"
)

func TestParseAssembly(t *testing.T) {
	if a, err := eval.ParseAssembly("5x256"); err != nil || a != (eval.Assembly{Passages: 5, Tokens: 256}) || a.String() != "5x256" {
		t.Errorf("%v, %v", a, err)
	}
	for _, wrong := range []string{"", "5", "5x", "x256", "0x256", "5x0", "5x-1", "five x 256", "5x256x2"} {
		if _, err := eval.ParseAssembly(wrong); err == nil || !strings.Contains(err.Error(), "5x256") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

// TestWindowsAndPassages: what windows and passages deliver is slices of the
// documents, shares no text, and passages keep their budget.
func TestWindowsAndPassages(t *testing.T) {
	s := garage(t)
	s.Modes = []eval.Mode{eval.Lexical, eval.Window}
	r := run(t, s)
	chunks, _ := r.Trial(s.Contenders[0].Name() + " lexical")
	windows, ok := r.Trial(s.Contenders[0].Name() + " window")
	if !ok || chunks == nil {
		t.Fatalf("runs: %v, %v", r.Runs[0].Name, r.Runs[1].Name)
	}
	for i, a := range windows.PerQuestion {
		c := chunks.PerQuestion[i]
		if len(a.Hits) == 0 != (len(c.Hits) == 0) || a.Metrics["hit@5"] < c.Metrics["hit@5"] {
			t.Errorf("%s: %d windows; an answer in a chunk isn't in a window", a.ID, len(a.Hits))
		}
	}

	s.Modes, s.Assemble = []eval.Mode{eval.Window}, &eval.Assembly{Passages: 2, Tokens: 30}
	r = run(t, s)
	if !strings.Contains(r.Settings.Searcher, "window in passages of 2x30") {
		t.Errorf("searcher: %s", r.Settings.Searcher)
	}
	for i, a := range r.Runs[0].PerQuestion {
		paid, none := 0, len(chunks.PerQuestion[i].Hits) == 0
		for j, h := range a.Hits {
			paid += h.Paid
			for _, o := range a.Hits[:j] {
				if h.Doc == o.Doc && h.Start < o.End && o.Start < h.End {
					t.Errorf("%s: %v and %v overlap", a.ID, h, o)
				}
			}
		}
		// Tokens of spans side by side may be one fewer or more than those of texts.
		if len(a.Hits) == 0 != none || len(a.Hits) > 2 || paid > 60+len(a.Hits) {
			t.Errorf("%s: %d passages of %d tokens", a.ID, len(a.Hits), paid)
		}
	}

	s.Modes = []eval.Mode{eval.Lexical}
	if _, err := eval.Run(context.Background(), s); err == nil || !strings.Contains(err.Error(), "finds no windows") {
		t.Errorf("got %v", err)
	}
}
