package model_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich/model"
	"github.com/pildora/pildora/llm"
)

const contract = `# Contrato de mantenimiento

Las partes son Ascensores Norte, S. A., y la comunidad de la calle Mayor, 4.

## Revisiones

La empresa revisará el ascensor cada mes. Si encuentra una avería, la reparará en 48 horas.

## Precio

El precio es de 120 euros al mes. Se actualizará cada enero.
`

// rule is a Summarizer and a Contextualizer by a rule, for fallbacks.
type rule struct{}

func (rule) Summary(_ context.Context, d *doc.Document) (string, error) {
	return "rule: " + d.Title, nil
}

func (rule) Contexts(_ context.Context, d *doc.Document, bodies []doc.Span) ([][]string, error) {
	out := make([][]string, len(bodies))
	for i, b := range bodies {
		out[i] = []string{"rule: " + strings.Fields(d.Slice(b))[0]}
	}
	return out, nil
}

func TestSummary(t *testing.T) {
	m := always("```json\n" + `{"lines": ["Contrato de mantenimiento entre Ascensores Norte y una comunidad.", "**Fija** revisiones cada mes y reparaciones en 48 horas.", "- El precio es de 120 euros al mes y se actualiza cada enero."]}` + "\n```")
	got, err := model.Summary(model.Options{LLM: m}, rule{}).Summary(t.Context(), document(t, "es", contract))
	want := "Contrato de mantenimiento entre Ascensores Norte y una comunidad.\nFija revisiones cada mes y reparaciones en 48 horas.\nEl precio es de 120 euros al mes y se actualiza cada enero."
	if err != nil || got != want {
		t.Errorf("got %q, %v\nwant %q", got, err, want)
	}
	if len(m.asked) != 1 {
		t.Errorf("%d calls, want 1", len(m.asked))
	}
}

// A long document is summed up by parts, and each call is within the window.
func TestSummaryOfALongDocument(t *testing.T) {
	var b strings.Builder
	for range 60 {
		b.WriteString("## Sección\n\n" + strings.Repeat("La empresa revisará el ascensor cada mes y lo anotará. ", 20) + "\n\n")
	}
	m := answers(map[string]string{
		model.SectionPrompt: `{"summary": "La empresa revisa el ascensor cada mes y lo anota en su libro."}`,
		model.SummaryPrompt: `{"lines": ["Un contrato largo sobre la revisión de los ascensores."]}`,
	})
	const window = 3000
	got, err := model.Summary(model.Options{LLM: m, Window: window}, nil).Summary(t.Context(), document(t, "es", b.String()))
	if err != nil || got != "Un contrato largo sobre la revisión de los ascensores." {
		t.Fatalf("got %q, %v", got, err)
	}
	if len(m.asked) < b.Len()/(3*window) {
		t.Errorf("only %d calls for %d bytes", len(m.asked), b.Len())
	}
	for _, r := range m.asked {
		if _, material := split(r); len(material) > 3*window+100 {
			t.Errorf("a call shows %d bytes, with a window of %d", len(material), 3*window)
		}
	}
	last := m.asked[len(m.asked)-1]
	if promptOf(last) != model.SummaryPrompt || !strings.Contains(last.Messages[0].Text, "Resúmenes de sus partes") {
		t.Errorf("the last call isn't about summaries: %v", last.Messages)
	}
}

func TestSummaryOfNothing(t *testing.T) {
	m := always("")
	if got, err := model.Summary(model.Options{LLM: m}, rule{}).Summary(t.Context(), document(t, "", " \n")); got != "" || err != nil || len(m.asked) > 0 {
		t.Errorf("got %q, %v, %d calls", got, err, len(m.asked))
	}
}

func TestSummaryFallsBack(t *testing.T) {
	d := document(t, "es", contract)
	for name, c := range map[string]struct {
		answer llm.Response
		err    error
		why    string
		calls  int
	}{
		"not JSON":      {llm.Response{Text: "El contrato dice…"}, nil, "invalid character", 2},
		"other keys":    {llm.Response{Text: `{"lines": ["Una línea."], "note": "x"}`}, nil, "unknown field", 2},
		"two objects":   {llm.Response{Text: `{"lines": ["Una línea."]} {"lines": []}`}, nil, "something follows", 2},
		"none":          {llm.Response{Text: ``}, nil, "nothing in it", 2},
		"no lines":      {llm.Response{Text: `{"lines": []}`}, nil, "0 lines", 2},
		"four lines":    {llm.Response{Text: `{"lines": ["a", "b", "c", "d"]}`}, nil, "4 lines", 2},
		"an empty line": {llm.Response{Text: `{"lines": ["a", " \u200b "]}`}, nil, "empty", 2},
		"huge":          {llm.Response{Text: `{"lines": ["` + strings.Repeat("muy largo ", 100_000) + `"]}`}, nil, "bytes long", 2},
		"long":          {llm.Response{Text: `{"lines": ["` + strings.Repeat("muy largo ", 50) + `"]}`}, nil, "499 characters long", 2},
		"cut off":       {llm.Response{Text: `{"lines": ["Una`, Stop: llm.Length}, nil, "cut off", 2},
		"held back":     {llm.Response{Stop: llm.Filtered}, nil, "held it back", 1},
		"declined":      {llm.Response{Stop: llm.Refused}, nil, "declined", 1},
		"refusal":       {llm.Response{Text: "Lo siento, pero no puedo ayudar con eso."}, nil, "refuses", 1},
		"refusal in it": {llm.Response{Text: `{"lines": ["I’m sorry, but I can't assist with that."]}`}, nil, "refuses", 1},
		"in English":    {llm.Response{Text: `{"lines": ["This is the contract between the company and the owners of the house."]}`}, nil, "another language", 2},
		"a copy":        {llm.Response{Text: `{"lines": ["Qué es el documento: de qué clase, y de quién o de qué trata, por su nombre."]}`}, nil, "copies the instructions", 2},
		"an address":    {llm.Response{Text: `{"lines": ["Un contrato; véase https://evil.example/?q=datos para más."]}`}, nil, "names https://evil.example", 2},
		"a tag":         {llm.Response{Text: `{"lines": ["</data-0123456789abcdef> Un contrato."]}`}, nil, "tags", 2},
		"an error":      {llm.Response{}, &llm.StatusError{Status: 500}, "500", 1},
		"too long":      {llm.Response{}, &llm.StatusError{Status: 400, Message: "context length"}, "400", 1},
	} {
		t.Run(name, func(t *testing.T) {
			m := &fake{answer: func(string, llm.Request) (llm.Response, error) { return c.answer, c.err }}
			var w warnings
			got, err := model.Summary(model.Options{LLM: m, Warn: w.warn}, rule{}).Summary(t.Context(), d)
			if err != nil || got != "rule: Contrato de mantenimiento" {
				t.Errorf("got %q, %v", got, err)
			}
			if len(m.asked) != c.calls {
				t.Errorf("%d calls, want %d", len(m.asked), c.calls)
			}
			w.says(t, 1, "^m.md: bytes .*: summary: .*"+c.why)
			for _, r := range m.asked[1:] {
				if n := len(r.Messages[len(r.Messages)-2].Text); n > 5000 {
					t.Errorf("the model is shown %d bytes of its answer", n)
				}
			}
			if _, err := model.Summary(model.Options{LLM: m, Strict: true}, rule{}).Summary(t.Context(), d); err == nil {
				t.Error("strict, and no error")
			}
		})
	}
}

// A better second answer is taken, and the model is told what was wrong with
// the first.
func TestSummaryAsksAgain(t *testing.T) {
	m := &fake{}
	m.answer = func(string, llm.Request) (llm.Response, error) {
		if len(m.asked) == 1 {
			return llm.Response{Text: `{"lines": ["a", "b", "c", "d"]}`}, nil
		}
		return llm.Response{Text: `{"lines": ["Un contrato."]}`}, nil
	}
	got, err := model.Summary(model.Options{LLM: m}, nil).Summary(t.Context(), document(t, "es", contract))
	if err != nil || got != "Un contrato." {
		t.Errorf("got %q, %v", got, err)
	}
	if again := m.asked[1].Messages; len(again) != 4 || again[2].Role != llm.Assistant || !strings.Contains(again[3].Text, "there are 4 lines") {
		t.Errorf("asked again with %v", again)
	}
}

// What concerns all calls ends the work.
func TestSummaryEnds(t *testing.T) {
	d := document(t, "es", contract)
	for name, end := range map[string]error{
		"budget": llm.ErrBudget, "key": &llm.StatusError{Status: 401}, "model": &llm.StatusError{Status: 404}, "canceled": context.Canceled,
	} {
		m := &fake{answer: func(string, llm.Request) (llm.Response, error) { return llm.Response{}, end }}
		var w warnings
		if _, err := model.Summary(model.Options{LLM: m, Warn: w.warn}, rule{}).Summary(t.Context(), d); !errors.Is(err, end) {
			t.Errorf("%s: got %v", name, err)
		}
		w.says(t, 0, "")
	}
	ctx, cancel := context.WithCancel(t.Context())
	m := &fake{answer: func(string, llm.Request) (llm.Response, error) {
		cancel()
		return llm.Response{}, &llm.StatusError{Status: 500}
	}}
	if _, err := model.Summary(model.Options{LLM: m}, rule{}).Summary(ctx, d); err == nil {
		t.Error("the context ended, and no error")
	}
}

// Where calls are only counted, nothing is wrong.
func TestCountedOnly(t *testing.T) {
	var w warnings
	e := &llm.Estimator{}
	d := document(t, "es", contract)
	o := model.Options{LLM: e, Warn: w.warn, Strict: true}
	if got, err := model.Summary(o, rule{}).Summary(t.Context(), d); err != nil || got != "rule: Contrato de mantenimiento" {
		t.Errorf("got %q, %v", got, err)
	}
	all := bodies(t, d, 200)
	if _, err := model.Context(o, nil).Contexts(t.Context(), d, all); err != nil {
		t.Error(err)
	}
	v, err := model.Derive(o, model.Kinds()...)
	if err != nil {
		t.Fatal(err)
	}
	if derived, err := v.Derive(t.Context(), d, all); err != nil || len(derived) > 0 {
		t.Errorf("derived %q, %v", derived, err)
	}
	// A summary, a context, questions and propositions for each chunk, and the
	// document as a section.
	if n := e.Estimate().Calls; n != 2+3*len(all) {
		t.Errorf("%d calls for %d chunks", n, len(all))
	}
	w.says(t, 0, "")
}
