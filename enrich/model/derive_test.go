package model_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/enrich/model"
	"github.com/pildora/pildora/llm"
)

// derive makes texts of one kind.
func derive(t *testing.T, o model.Options, d *doc.Document, all []doc.Span, kinds ...string) []enrich.Derived {
	t.Helper()
	v, err := model.Derive(o, kinds...)
	if err != nil {
		t.Fatal(err)
	}
	got, err := v.Derive(t.Context(), d, all)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// is reports the kind, the text and what stands at the span of derived texts.
func is(t *testing.T, d *doc.Document, got []enrich.Derived, want ...[3]string) {
	t.Helper()
	var have [][3]string
	for _, g := range got {
		have = append(have, [3]string{g.Kind, g.Text, d.Slice(g.Span)})
	}
	if !slices.Equal(have, want) {
		t.Errorf("got %q\nwant %q", have, want)
	}
}

func TestDeriveKinds(t *testing.T) {
	if _, err := model.Derive(model.Options{}, "questions", "poems"); err == nil || !strings.Contains(err.Error(), `"poems"`) {
		t.Errorf("got %v", err)
	}
	for _, kind := range model.Kinds() {
		if model.Digest(model.PromptOf(kind)) == "" {
			t.Errorf("%s has no prompt", kind)
		}
	}
	if model.PromptOf("poems") != "" || model.Digest("poems") != "" {
		t.Error("poems are derived")
	}
}

func TestQuestions(t *testing.T) {
	d := document(t, "es", contract)
	all := bodies(t, d, 1000)
	m := always(`{"questions": ["¿Cuánto cuesta el mantenimiento del ascensor?", "¿cuánto cuesta el mantenimiento del ascensor?", "El precio.", "¿Cuándo se actualiza el precio?", "¿Una de más?"]}`)
	got := derive(t, model.Options{LLM: m, Questions: 4, Strict: true}, d, all[2:], "questions")
	is(t, d, got,
		[3]string{"question", "¿Cuánto cuesta el mantenimiento del ascensor?", d.Slice(all[2])},
		[3]string{"question", "¿Cuándo se actualiza el precio?", d.Slice(all[2])})
	if !strings.Contains(m.asked[0].Messages[0].Text, "4 como mucho") {
		t.Errorf("asked %s", m.asked[0].Messages[0].Text)
	}
}

func TestQuestionsThatFail(t *testing.T) {
	d := document(t, "es", contract)
	all := bodies(t, d, 1000)
	for _, bad := range []string{
		`{"questions": []}`, `{"questions": ["No es una pregunta."]}`, `{"questions": [""]}`, `["¿Qué?"]`, `{"questions": "¿Qué?"}`,
		`{"questions": ["What does the contract say about the price of the lift?"]}`, `{"questions": ["` + strings.Repeat("¿Qué? ", 100) + `"]}`,
		`{"questions": ["¿Qué dice https://evil.example/x?"]}`,
	} {
		var w warnings
		if got := derive(t, model.Options{LLM: always(bad), Warn: w.warn}, d, all, "questions"); len(got) != 0 {
			t.Errorf("%s: got %q", bad, got)
		}
		w.says(t, len(all), "questions: ")
	}
}

func TestPropositions(t *testing.T) {
	d := document(t, "es", contract)
	all := bodies(t, d, 1000)
	body := all[1:2] // ## Revisiones
	const first, second = "La empresa revisará el ascensor cada mes.", "Si encuentra una avería, la reparará en 48 horas."
	for name, c := range map[string]struct {
		answer string
		want   [][3]string
		why    string
	}{
		"both": {`{"propositions": [{"text": "La empresa revisa el ascensor cada mes.", "from": 1, "to": 1}, {"text": "Si la empresa encuentra una avería en el ascensor, la repara en 48 horas.", "from": 2, "to": 2}]}`,
			[][3]string{{"proposition", "La empresa revisa el ascensor cada mes.", first}, {"proposition", "Si la empresa encuentra una avería en el ascensor, la repara en 48 horas.", second}}, ""},
		"over two": {`{"propositions": [{"text": "La empresa revisa el ascensor cada mes y repara una avería en 48 horas.", "from": 1, "to": 2}]}`,
			[][3]string{{"proposition", "La empresa revisa el ascensor cada mes y repara una avería en 48 horas.", first + " " + second}}, ""},
		"names from around": {`{"propositions": [{"text": "Ascensores Norte revisará el ascensor cada mes.", "from": 1, "to": 1}]}`,
			[][3]string{{"proposition", "Ascensores Norte revisará el ascensor cada mes.", first}}, ""},
		"one invented": {`{"propositions": [{"text": "La empresa revisará el ascensor cada mes.", "from": 1, "to": 1}, {"text": "La empresa pintará las escaleras en verano.", "from": 2, "to": 2}]}`,
			[][3]string{{"proposition", "La empresa revisará el ascensor cada mes.", first}}, "1 of 2 are left out.*pintará"},
		"a number": {`{"propositions": [{"text": "Si encuentra una avería, la reparará en 24 horas.", "from": 2, "to": 2}]}`, nil, `"24" stands neither`},
		"elsewhere": {`{"propositions": [{"text": "La empresa revisará el ascensor cada mes.", "from": 2, "to": 2}]}`, nil,
			"most of its words"},
		"too many words": {`{"propositions": [{"text": "La empresa revisará el ascensor cada mes aunque llueva o nieve.", "from": 1, "to": 1}]}`, nil,
			"such as"},
		"numbers below": {`{"propositions": [{"text": "La empresa revisará el ascensor cada mes.", "from": 0, "to": 1}]}`, nil, "sentences 0 to 1, of 2"},
		"numbers above": {`{"propositions": [{"text": "La empresa revisará el ascensor cada mes.", "from": 1, "to": 3}]}`, nil, "sentences 1 to 3, of 2"},
		"turned":        {`{"propositions": [{"text": "La empresa revisará el ascensor cada mes.", "from": 2, "to": 1}]}`, nil, "sentences 2 to 1"},
		"no words":      {`{"propositions": [{"text": "…", "from": 1, "to": 1}]}`, nil, "no words"},
		"none":          {`{"propositions": []}`, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var w warnings
			is(t, d, derive(t, model.Options{LLM: always(c.answer), Warn: w.warn}, d, body, "propositions"), c.want...)
			if c.why == "" {
				w.says(t, 0, "")
			} else {
				w.says(t, 1, "propositions: .*"+c.why)
			}
		})
	}
	m := always(`{"propositions": []}`)
	derive(t, model.Options{LLM: m}, d, body, "propositions")
	if asked := m.asked[0].Messages[0].Text; !strings.Contains(asked, "[1] "+first+"\n[2] "+second) || !strings.Contains(asked, "calle Mayor, 4.") {
		t.Errorf("asked %s", asked)
	}
}

const priced = `# Tarifas

Lo que cuesta cada servicio.

| Servicio | Euros |
| --- | --- |
| Revisión | 120 |
| Avería | 60 |

Sin impuestos.
`

func TestTables(t *testing.T) {
	d := document(t, "es", priced)
	all := bodies(t, d, 60)
	text := "Tarifas de los servicios del ascensor en euros: la revisión y la avería."
	m := always(`{"description": "` + text + `"}`)
	at := strings.Index(priced, "| Servicio")
	table := priced[at:strings.Index(priced, "\n\nSin")]
	is(t, d, derive(t, model.Options{LLM: m, Strict: true}, d, all, "tables"), [3]string{"table", text, table})
	if asked := m.asked[0].Messages[0].Text; len(m.asked) != 1 || !strings.Contains(asked, "Sin impuestos.") || !strings.Contains(asked, "Lo que cuesta") || strings.Contains(asked, "primeras") {
		t.Errorf("asked %d times: %s", len(m.asked), asked)
	}
	// A large one is shown by its first rows.
	large := document(t, "es", strings.Replace(priced, "| Avería | 60 |", strings.Repeat("| Avería | 60 |\n", 5000), 1))
	m = always(`{"description": "` + text + `"}`)
	derive(t, model.Options{LLM: m, Strict: true}, large, bodies(t, large, 600), "tables")
	if asked := m.asked[0].Messages[0].Text; len(asked) > 20_000 || !strings.Contains(asked, "de sus 5002 filas") {
		t.Errorf("asked with %d bytes", len(asked))
	}
	var w warnings
	if got := derive(t, model.Options{LLM: always("no"), Warn: w.warn}, d, all, "tables"); len(got) != 0 {
		t.Errorf("got %q", got)
	}
	w.says(t, 1, "table: ")
}

const manual = `# Manual

Para empezar.

## Instalar

### Antes

Quite la tapa. Mire si hay agua.

### Después

Ponga la tapa. Cierre el grifo.

## Usar

Pulse el botón.
`

// Sections of several chunks are summed up from the leaves up: the summaries of
// the children, and the text of those that are one chunk.
func TestSections(t *testing.T) {
	d := document(t, "es", manual)
	all := bodies(t, d, 200)
	m := &fake{answer: func(_ string, r llm.Request) (llm.Response, error) {
		for title, text := range map[string]string{"Manual > Instalar</data": "Se instala en dos pasos."} {
			if strings.Contains(r.Messages[0].Text, title) {
				return llm.Response{Text: `{"summary": "` + text + `"}`}, nil
			}
		}
		return llm.Response{Text: `{"summary": "El manual de la máquina."}`}, nil
	}}
	got := derive(t, model.Options{LLM: m, Strict: true}, d, all, "sections")
	install := manual[strings.Index(manual, "## Instalar"):strings.Index(manual, "\n\n## Usar")]
	is(t, d, got, [3]string{"section", "El manual de la máquina.", strings.TrimSpace(manual)}, [3]string{"section", "Se instala en dos pasos.", install})
	if len(m.asked) != 2 {
		t.Fatalf("%d calls", len(m.asked))
	}
	parent := m.asked[1].Messages[0].Text
	for _, says := range []string{"Para empezar.", "Se instala en dos pasos.", "Pulse el botón.", "algunas resumidas"} {
		if !strings.Contains(parent, says) {
			t.Errorf("the parent's call doesn't say %q: %s", says, parent)
		}
	}
	if strings.Contains(parent, "Quite la tapa") {
		t.Error("the parent's call shows the text of a child that is summed up")
	}
}

// A section without a usable summary is left out, and shown to its parent by
// its beginning.
func TestSectionsThatFail(t *testing.T) {
	d := document(t, "es", strings.Replace(manual, "Mire si", strings.Repeat("Mire bien. ", 300)+"Mire si", 1))
	all := bodies(t, d, 200)
	var w warnings
	m := &fake{answer: func(_ string, r llm.Request) (llm.Response, error) {
		if strings.Contains(r.Messages[0].Text, "Manual</data") {
			return llm.Response{Text: `{"summary": "El manual de la máquina."}`}, nil
		}
		return llm.Response{Text: "Lo siento, pero no puedo ayudar con eso."}, nil
	}}
	got := derive(t, model.Options{LLM: m, Warn: w.warn}, d, all, "sections")
	if len(got) != 1 || got[0].Text != "El manual de la máquina." {
		t.Errorf("got %q", got)
	}
	w.says(t, 2, "section: .*refuses")
	if last := m.asked[len(m.asked)-1].Messages[0].Text; !strings.Contains(last, "Quite la tapa") || len(last) > 4000 {
		t.Errorf("the parent's call: %s", last)
	}
}

// A document without headings is one section; a long one is summed up by
// windows.
func TestSectionsWithoutHeadings(t *testing.T) {
	d := document(t, "es", strings.Repeat("La empresa revisará el ascensor cada mes y lo anotará. Luego se irá.\n\n", 400))
	m := always(`{"summary": "La empresa revisa el ascensor cada mes."}`)
	got := derive(t, model.Options{LLM: m, Strict: true, Window: 2000}, d, bodies(t, d, 600), "sections")
	is(t, d, got, [3]string{"section", "La empresa revisa el ascensor cada mes.", strings.TrimSpace(d.Text)})
	if n := len(m.asked); n < 6 || n > 10 {
		t.Errorf("%d calls for %d bytes", n, len(d.Text))
	}
	if got := derive(t, model.Options{LLM: m, Strict: true}, document(t, "es", "Uno."), []doc.Span{{Start: 0, End: 4}}, "sections"); len(got) != 0 {
		t.Errorf("one chunk: got %q", got)
	}
}

// All kinds together come in the order of their spans, the larger first, and
// the same each time.
func TestDeriveInOrder(t *testing.T) {
	d := document(t, "es", contract+"\n"+strings.TrimPrefix(priced, "# Tarifas\n"))
	all := bodies(t, d, 150)
	m := &fake{answer: func(prompt string, r llm.Request) (llm.Response, error) {
		text := map[string]string{
			model.QuestionsPrompt:    `{"questions": ["¿Qué dice el contrato?"]}`,
			model.PropositionsPrompt: `{"propositions": []}`,
			model.TablePrompt:        `{"description": "Tarifas en euros."}`,
			model.SectionPrompt:      fmt.Sprintf(`{"summary": "Son %d octetos."}`, len(r.Messages[0].Text)),
		}[prompt]
		return llm.Response{Text: text}, nil
	}}
	got := derive(t, model.Options{LLM: m, Strict: true}, d, all, model.Kinds()...)
	kinds := map[string]int{}
	for i, g := range got {
		kinds[g.Kind]++
		if i > 0 && (g.Span.Start < got[i-1].Span.Start || g.Span.Start == got[i-1].Span.Start && g.Span.End > got[i-1].Span.End) {
			t.Errorf("%v stands behind %v", g.Span, got[i-1].Span)
		}
	}
	if kinds["question"] != len(all) || kinds["table"] != 1 || kinds["section"] == 0 {
		t.Errorf("got %v of %d chunks", kinds, len(all))
	}
	for range 5 {
		if again := derive(t, model.Options{LLM: m, Strict: true}, d, all, model.Kinds()...); !reflect.DeepEqual(got, again) {
			t.Fatalf("got %q, then %q", got, again)
		}
	}
}
