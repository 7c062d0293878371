package model_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich/model"
	"github.com/pildora/pildora/llm"
)

func TestContext(t *testing.T) {
	d := document(t, "es", contract)
	all := bodies(t, d, 1000)
	if len(all) != 3 {
		t.Fatalf("%d chunks", len(all))
	}
	m := answers(map[string]string{model.ContextPrompt: `{"context": "Del contrato de Ascensores Norte con la comunidad de la calle Mayor, 4. **Habla** de sus plazos. Y de más cosas."}`})
	got, err := model.Context(model.Options{LLM: m, Strict: true}, nil).Contexts(t.Context(), d, all)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Del contrato de Ascensores Norte con la comunidad de la calle Mayor, 4.", "Habla de sus plazos."}
	for i := range all {
		if !slices.Equal(got[i], want) {
			t.Errorf("chunk %d: got %q, want %q", i, got[i], want)
		}
	}
	// The document comes first, the same bytes each time, marked for the cache;
	// then the chunk, which alone tells the requests apart.
	for i, r := range m.asked {
		if len(r.Messages) != 2 || r.Messages[0] != m.asked[0].Messages[0] || !r.Messages[0].Cache || r.System != m.asked[0].System {
			t.Errorf("call %d: %+v", i, r.Messages)
		}
		if !strings.Contains(r.Messages[0].Text, strings.TrimSpace(contract)) {
			t.Errorf("call %d doesn't show the document", i)
		}
	}
	for _, b := range all {
		if !slices.ContainsFunc(m.asked, func(r llm.Request) bool { return strings.Contains(r.Messages[1].Text, d.Slice(b)) }) {
			t.Errorf("nobody was asked about %q", d.Slice(b))
		}
	}
}

// Of a document that is one chunk nothing more is to be known.
func TestContextOfAWhole(t *testing.T) {
	d := document(t, "es", contract)
	m := always("no")
	got, err := model.Context(model.Options{LLM: m, Strict: true}, rule{}).Contexts(t.Context(), d, nil)
	if err != nil || len(got) != 0 {
		t.Errorf("got %q, %v", got, err)
	}
	whole := d.Body(d.Whole())
	got, err = model.Context(model.Options{LLM: m, Strict: true}, rule{}).Contexts(t.Context(), d, []doc.Span{whole})
	if err != nil || len(got) != 1 || got[0] != nil || len(m.asked) != 0 {
		t.Errorf("got %q, %v after %d calls", got, err, len(m.asked))
	}
}

// Only the chunks whose answer can't be used have the fallback's context, and
// the fallback is asked once.
func TestContextFallsBack(t *testing.T) {
	d := document(t, "es", contract)
	all := bodies(t, d, 1000)
	for name, bad := range map[string]string{
		"itself":   `{"context": "La empresa revisará el ascensor cada mes."}`,
		"titles":   `{"context": "Contrato de mantenimiento: revisiones."}`,
		"empty":    `{"context": ""}`,
		"missing":  `{}`,
		"a number": `{"context": 3}`,
		"English":  `{"context": "This is from the contract between the company and the owners of the house."}`,
		"long":     `{"context": "` + strings.Repeat("Del contrato. ", 60) + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			var w warnings
			m := &fake{answer: func(_ string, r llm.Request) (llm.Response, error) {
				if strings.Contains(r.Messages[1].Text, "Revisiones") {
					return llm.Response{Text: bad}, nil
				}
				return llm.Response{Text: `{"context": "Es del contrato de Ascensores Norte."}`}, nil
			}}
			once := &counting{}
			got, err := model.Context(model.Options{LLM: m, Warn: w.warn}, once).Contexts(t.Context(), d, all)
			want := [][]string{{"Es del contrato de Ascensores Norte."}, {"rule: ##"}, {"Es del contrato de Ascensores Norte."}}
			if err != nil || !reflect.DeepEqual(got, want) || once.n != 1 {
				t.Errorf("got %q, %v, the fallback was asked %d times", got, err, once.n)
			}
			w.says(t, 1, fmt.Sprintf("^m.md: bytes %v: context: ", all[1]))
			got, err = model.Context(model.Options{LLM: m}, nil).Contexts(t.Context(), d, all)
			if err != nil || got[1] != nil || got[0] == nil {
				t.Errorf("without a fallback: got %q, %v", got, err)
			}
			if _, err = model.Context(model.Options{LLM: m, Strict: true}, rule{}).Contexts(t.Context(), d, all); err == nil {
				t.Error("strict, and no error")
			}
		})
	}
}

// counting is rule, and counts how often it is asked.
type counting struct {
	rule
	n int
}

func (c *counting) Contexts(ctx context.Context, d *doc.Document, all []doc.Span) ([][]string, error) {
	c.n++
	return c.rule.Contexts(ctx, d, all)
}

// Of a long document each chunk sees the sections around it, within the
// window; chunks of one window see the same bytes.
func TestContextWindows(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Manual\n\nEmpieza aquí.\n\n")
	for i := range 40 {
		fmt.Fprintf(&b, "## Sección %d\n\n%s\n\nFin de %d.\n\n", i, strings.Repeat("La empresa revisará el ascensor cada mes y lo anotará. ", 20), i)
	}
	d := document(t, "es", b.String())
	all := bodies(t, d, 600)
	const window = 3000
	m := answers(map[string]string{model.ContextPrompt: `{"context": "Es del manual."}`})
	got, err := model.Context(model.Options{LLM: m, Window: window, Strict: true}, nil).Contexts(t.Context(), d, all)
	if err != nil || len(got) != len(all) || len(m.asked) != len(all) {
		t.Fatalf("%d contexts, %d calls, %v", len(got), len(m.asked), err)
	}
	windows := map[string]int{}
	for _, r := range m.asked {
		windows[r.Messages[0].Text]++
		passage, _, _ := strings.Cut(r.Messages[1].Text[strings.Index(r.Messages[1].Text, ">")+1:], "</data-")
		if shown := r.Messages[0].Text; !strings.Contains(shown, strings.TrimSpace(passage)) {
			t.Errorf("the window doesn't show the chunk %q", passage)
		}
		if n := len(r.Messages[0].Text); n > 3*window+1000 {
			t.Errorf("a window of %d bytes", n)
		}
		if !strings.Contains(r.Messages[0].Text, "Sección 3\n") || !strings.Contains(r.Messages[0].Text, "Empieza aquí.") {
			t.Error("a window shows neither outline nor beginning")
		}
	}
	if n := len(windows); n < len(d.Text)/(3*window) || n > 40 {
		t.Errorf("%d windows", n)
	}
}

// A context that is canceled ends the work, and so does what concerns all
// calls, with as few calls as were on their way.
func TestContextEnds(t *testing.T) {
	d := document(t, "es", strings.Repeat(contract+"\n", 100))
	all := bodies(t, d, 200)
	m := &fake{answer: func(string, llm.Request) (llm.Response, error) { return llm.Response{}, llm.ErrBudget }}
	if _, err := model.Context(model.Options{LLM: m}, rule{}).Contexts(t.Context(), d, all); err == nil || len(m.asked) > 64 {
		t.Errorf("%v after %d calls of %d", err, len(m.asked), len(all))
	}
	ctx, cancel := context.WithCancel(t.Context())
	m = &fake{}
	m.answer = func(string, llm.Request) (llm.Response, error) {
		cancel()
		return llm.Response{Text: `{"context": "Es del contrato."}`}, nil
	}
	if _, err := model.Context(model.Options{LLM: m}, rule{}).Contexts(ctx, d, all); err == nil || len(m.asked) > 64 {
		t.Errorf("%v after %d calls of %d", err, len(m.asked), len(all))
	}
}

// Answers that come in another order give the same contexts.
func TestContextsAreInOrder(t *testing.T) {
	d := document(t, "es", strings.Repeat(contract+"\n", 20))
	all := bodies(t, d, 120)
	m := llm.Func(func(_ context.Context, r llm.Request) (llm.Response, error) {
		runtime.Gosched()
		passage := r.Messages[1].Text
		text, err := json.Marshal(map[string]string{"context": fmt.Sprintf("Son %d octetos.", len(passage))})
		return llm.Response{Text: string(text)}, err
	})
	got, err := model.Context(model.Options{LLM: m, Strict: true}, nil).Contexts(t.Context(), d, all)
	if err != nil {
		t.Fatal(err)
	}
	one, err := model.Context(model.Options{LLM: llm.Limit(m, 1), Strict: true}, nil).Contexts(t.Context(), d, all)
	if err != nil || !reflect.DeepEqual(got, one) {
		t.Errorf("%v; all at once:\n%q\none by one:\n%q", err, got, one)
	}
}
