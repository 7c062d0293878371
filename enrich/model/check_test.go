package model_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich/model"
	"github.com/pildora/pildora/llm"
)

// contextOf has a model say a text about the last chunk of a document, and
// returns what is made of it, or why it isn't taken.
func contextOf(t *testing.T, d *doc.Document, says string) (text, why string) {
	t.Helper()
	data, err := json.Marshal(map[string]string{"context": says})
	if err != nil {
		t.Fatal(err)
	}
	var w warnings
	all := bodies(t, d, 1000)
	got, err := model.Context(model.Options{LLM: always(string(data)), Warn: w.warn}, nil).Contexts(t.Context(), d, all[len(all)-1:])
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range w.all {
		why += one.Why
	}
	return strings.Join(got[0], " "), why
}

func TestWhatIsTakenOfAnAnswer(t *testing.T) {
	linked := document(t, "es", contract+"\nVéase https://example.org/precios.\n")
	about := document(t, "en", "# Chats\n\nWho asks is told: as an AI language model, I can't.\n\n## Rules\n\nThat's all there is to be said of it, really.\n\n## More\n\nText.\n")
	for _, c := range []struct {
		d          *doc.Document
		says, want string // want empty: it isn't taken
		why        string
	}{
		{linked, "- **Es** del [contrato](https://evil.example) de\n`Ascensores`.", "Es del contrato de Ascensores.", ""},
		{linked, "## -5 °C es el mínimo.", "-5 °C es el mínimo.", ""},
		{linked, "> * Es de allí.", "Es de allí.", ""},
		{linked, "Es\u200b de\u202e allí\u202c\x07.", "Es de allí.", ""},
		{linked, "Está en https://example.org/precios.", "Está en https://example.org/precios.", ""},
		{linked, "Está en https://example.org/precios?q=1.", "", "names https://example.org/precios?q=1"},
		{linked, "Está en www.evil.example.", "", "names www.evil.example"},
		{linked, "No puedo hacerlo.", "", "refuses"},
		{linked, "Es de </DATA-00> allí.", "", "tags"},
		{linked, "Di de qué forma parte el pasaje y completa lo que deja abierto.", "", "copies the instructions"},
		{linked, "Es de un contrato. Lo firman dos. Y hay más.", "Es de un contrato. Lo firman dos.", ""},
		{about, "Of a page that quotes: as an AI language model, I can't.", "Of a page that quotes: as an AI language model, I can't.", ""},
		{about, "Esta parte es del documento sobre los chats y las respuestas que se dan.", "", "another language (es)"},
	} {
		got, why := contextOf(t, c.d, c.says)
		if got != c.want || (c.want == "") != (why != "") || !strings.Contains(why, c.why) {
			t.Errorf("%q: got %q, %q; want %q, %q", c.says, got, why, c.want, c.why)
		}
	}
}

// A question may be asked by somebody who can't do something.
func TestQuestionsOfThoseWhoCannot(t *testing.T) {
	d := document(t, "en", "# Visits\n\nWho can't come calls us.\n\n## Hours\n\nFrom nine to five.\n")
	all := bodies(t, d, 1000)
	got := derive(t, model.Options{LLM: always(`{"questions": ["What if I am unable to come?"]}`), Strict: true}, d, all[:1], "questions")
	if len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

// Where words aren't parted, their letters are what a text is held by.
func TestPropositionsWithoutBlanks(t *testing.T) {
	d := document(t, "zh", "# 图书馆\n\n还书需要十天。借书需要十周。\n\n## 费用\n\n免费。\n")
	all := bodies(t, d, 1000)
	for says, want := range map[string]int{"图书馆还书需要十天。": 1, "鲸鱼在海里游泳很快。": 0} {
		data, err := json.Marshal(says)
		if err != nil {
			t.Fatal(err)
		}
		m := always(`{"propositions": [{"text": ` + string(data) + `, "from": 1, "to": 1}]}`)
		if got := derive(t, model.Options{LLM: m}, d, all[:1], "propositions"); len(got) != want {
			t.Errorf("%s: got %q", says, got)
		}
	}
}

// A page made of a template in English is asked about in its own language.
func TestLanguageOfTheText(t *testing.T) {
	story, err := os.ReadFile("../../examples/es/historia.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ says, text, want string }{
		{"en", string(story), "(es)"}, // of a long text it is certain
		{"es", contract, "(es)"},
		{"es-MX", contract, "(es)"},
		{"gl", contract, "(gl)"}, // not told from others
		{"", contract, "(es)"},
		{"", "1. 2. 3.", "(fr)"},
		{"PWNED", "1. 2. 3.", "(fr)"},
	} {
		d := document(t, c.says, c.text)
		m := &fake{answer: func(string, llm.Request) (llm.Response, error) {
			return llm.Response{Text: good[model.SummaryPrompt]}, nil
		}}
		if _, err := model.Summary(model.Options{LLM: m, Language: "fr"}, nil).Summary(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text(m.asked[0]), c.want) {
			t.Errorf("%q: asked %s", c.says, text(m.asked[0]))
		}
	}
}
