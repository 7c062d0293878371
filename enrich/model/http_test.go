package model_test

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"sync"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/enrich/model"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/cache"
	"github.com/pildora/pildora/llm/llmtest"
)

// real has answers about the contract that pass all checks.
var real = map[string]string{
	model.SummaryPrompt:      `{"lines": ["Contrato de mantenimiento de Ascensores Norte.", "Fija revisiones cada mes.", "Cuesta 120 euros al mes."]}`,
	model.ContextPrompt:      `{"context": "Es del contrato de Ascensores Norte con la comunidad de la calle Mayor."}`,
	model.QuestionsPrompt:    `{"questions": ["¿Qué dice el contrato de mantenimiento?", "¿Cuánto cuesta?"]}`,
	model.PropositionsPrompt: `{"propositions": []}`,
	model.SectionPrompt:      `{"summary": "El contrato fija las revisiones y el precio."}`,
}

// made is all that is made of a document.
type made struct {
	summary  string
	contexts [][]string
	derived  []enrich.Derived
}

func makeAll(t *testing.T, o model.Options, d *doc.Document, all []doc.Span) (m made) {
	t.Helper()
	var err error
	if m.summary, err = model.Summary(o, nil).Summary(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	if m.contexts, err = model.Context(o, nil).Contexts(t.Context(), d, all); err != nil {
		t.Fatal(err)
	}
	m.derived = derive(t, o, d, all, model.Kinds()...)
	return m
}

// Over HTTP, in the format of every provider, and with answers in code fences,
// all is as it is without.
func TestOverHTTP(t *testing.T) {
	d := document(t, "es", contract)
	all := bodies(t, d, 1000)
	want := makeAll(t, model.Options{LLM: answers(real), Strict: true}, d, all)
	if want.summary == "" || len(want.contexts[0]) != 1 || len(want.derived) != 2*len(all)+1 {
		t.Fatalf("made %+v", want)
	}
	for _, name := range llmtest.Dialects() {
		t.Run(name, func(t *testing.T) {
			s := llmtest.Speak(t, name, func(n int, r llm.Request) (llmtest.Reply, bool) {
				text := real[promptOf(r)]
				if n%2 == 0 {
					text = "```json\n" + text + "\n```"
				}
				return llmtest.Reply{Text: text}, true
			})
			o := model.Options{LLM: llm.Limit(llm.Retry(s.Client(), llm.Policy{}), 4), Strict: true}
			if got := makeAll(t, o, d, all); !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v\nwant %+v", got, want)
			}
			marked := 0
			for _, body := range s.Bodies() {
				if bytes.Contains(body, []byte(`"cache_control"`)) {
					marked++
				}
			}
			if name == "own anthropic" && marked < len(all) {
				t.Errorf("%d requests mark what is to be cached, of %d about chunks", marked, len(all))
			}
		})
	}
}

// A budget that is spent ends the work; with answers kept, the next run makes
// only the calls that are missing.
func TestResumesAfterTheBudget(t *testing.T) {
	long := contract
	for i := range 12 {
		long += fmt.Sprintf("\n## Cláusula %d\n\nEn el mes %d la empresa revisará el ascensor.\n", i+3, i+1)
	}
	d := document(t, "es", long)
	all := bodies(t, d, 1000)
	var mu sync.Mutex
	asked := map[string]int{}
	s := llmtest.NewFunc(t, func(r llm.Request) llmtest.Reply {
		mu.Lock()
		defer mu.Unlock()
		asked[text(r)]++
		return llmtest.Reply{Text: real[model.ContextPrompt], Usage: &llm.Usage{Input: 800, Output: 200}}
	})
	file := filepath.Join(t.TempDir(), "answers.sqlite")
	run := func(tokens int) ([][]string, error) {
		budget, err := llm.NewBudget(s.Client(), llm.Bounds{Tokens: tokens})
		if err != nil {
			t.Fatal(err)
		}
		kept, err := cache.Open(t.Context(), file, "scripted", llm.Limit(budget, 2))
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := kept.Close(); err != nil {
				t.Error(err)
			}
		}()
		return model.Context(model.Options{LLM: kept}, rule{}).Contexts(t.Context(), d, all)
	}
	if _, err := run(6000); !errors.Is(err, llm.ErrBudget) || len(asked) == 0 || len(asked) >= len(all) {
		t.Fatalf("%v after %d of %d calls", err, len(asked), len(all))
	}
	got, err := run(0)
	if err != nil || len(got) != len(all) {
		t.Fatalf("%d contexts, %v", len(got), err)
	}
	if len(asked) != len(all) {
		t.Errorf("%d questions about %d chunks", len(asked), len(all))
	}
	for question, n := range asked {
		if n != 1 {
			t.Errorf("asked %d times: %s", n, question)
		}
	}
}
