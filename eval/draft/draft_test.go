package draft_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/draft"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/cache"
	"github.com/pildora/pildora/llm/llmtest"
	"github.com/pildora/pildora/llm/prompt"
)

func document(uri, lang, text string) *doc.Document {
	return &doc.Document{URI: uri, Title: "On " + uri, Language: lang, Text: text}
}

// drafter answers with a question about the first sentence of whatever it is
// shown.
func drafter(t *testing.T) *llmtest.Server {
	return llmtest.NewFunc(t, func(r llm.Request) llmtest.Reply {
		_, material := prompt.Split(r)
		passage := strings.TrimSpace(material[len(material)-1])
		sentence, _, _ := strings.Cut(passage, ". ")
		return llmtest.Reply{Text: fmt.Sprintf(`{"questions": [{"question": "What of %.60s?", "quote": %q}]}`, strings.ReplaceAll(sentence, "\n", " "), sentence)}
	})
}

// TestQuestions: answers are quotes with their exact place, in the order of
// the documents.
func TestQuestions(t *testing.T) {
	a := document("a.txt", "es", "Ñandú y más.  El plazo es de\ndiez días. Fin.")
	b := document("b.txt", "en", "A loan lasts ten weeks. No more.")
	s := llmtest.NewFunc(t, func(r llm.Request) llmtest.Reply {
		text := r.Messages[0].Text
		switch {
		case strings.Contains(text, "Un pasaje") && strings.Contains(text, "(es)"):
			return llmtest.Reply{Text: `{"questions": [{"question": "¿Qué plazo  hay?", "quote": " El plazo es de diez días."}, {"question": "¿Qué animal?", "quote": "Ñandú"}, {"question": "¿Y?", "quote": "once días"}]}`}
		case strings.Contains(text, "A passage") && strings.Contains(text, "(en)"):
			return llmtest.Reply{Text: `{"questions": [{"question": "How long is a loan?", "quote": "A loan lasts ten weeks."}, {"question": "how long is a loan?", "quote": "No more."}, {"question": "Long.", "quote": "No more."}]}`}
		}
		return llmtest.Reply{Status: 400}
	})
	r, err := draft.Questions(t.Context(), []*doc.Document{a, b}, draft.Options{LLM: s.Client(), Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, q := range r.Questions {
		d := map[string]*doc.Document{"a.txt": a, "b.txt": b}[q.Doc]
		span := q.Spans[0]
		if d.Text[span.Start:span.End] != span.Text || !q.Drafted || q.Kind != "model" || q.ID == "" || q.Passage != nil {
			t.Errorf("got %+v", q)
		}
		got = append(got, q.Language+" "+q.Question+" "+span.Text)
	}
	if want := []string{"es ¿Qué animal? Ñandú", "es ¿Qué plazo hay? El plazo es de\ndiez días.", "en How long is a loan? A loan lasts ten weeks."}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(r.Left) != 3 {
		t.Errorf("left %v", r.Left)
	}
	instructions, material := prompt.Split(s.Calls()[0])
	if len(material) != 2 || material[0] != "On a.txt" || !strings.Contains(instructions, "12 como mucho") {
		t.Errorf("asked %q, %q", instructions, material)
	}
	if good, bad := question.Check(r.Questions, func(id string) (*doc.Document, bool) {
		return map[string]*doc.Document{"a.txt": a, "b.txt": b}[id], true
	}); len(bad) > 0 || len(good) != 3 {
		t.Errorf("they don't hold: %v", bad)
	}
}

// TestWindows: a long document is asked about in windows, and no more is asked
// for than wanted.
func TestWindows(t *testing.T) {
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "# Part %d\n\nSentence %d of the part. Another one follows it here.\n\n", i, i)
	}
	s := drafter(t)
	r, err := draft.Questions(t.Context(), []*doc.Document{document("long.md", "en", text.String())}, draft.Options{LLM: s.Client(), PerDocument: 5, Window: 300})
	if err != nil || len(r.Questions) != 5 || len(s.Calls()) != 5 {
		t.Fatalf("%d questions in %d calls, %v, left %v", len(r.Questions), len(s.Calls()), err, r.Left)
	}
	total := 0
	for i, q := range r.Questions {
		if i > 0 && q.Spans[0].Start <= r.Questions[i-1].Spans[0].Start {
			t.Errorf("not in order: %+v", r.Questions)
		}
	}
	for _, c := range s.Calls() {
		_, material := prompt.Split(c)
		if n := len(material[1]); n > 300 {
			t.Errorf("a window of %d bytes", n)
		}
		var most int
		_, _ = fmt.Sscanf(c.Messages[0].Text[strings.Index(c.Messages[0].Text, "with, "):], "with, %d at most", &most)
		total += most
	}
	if total != 5 {
		t.Errorf("asked for %d questions", total)
	}
	if r, err := draft.Questions(t.Context(), []*doc.Document{document("blank.txt", "", " \n")}, draft.Options{LLM: s.Client()}); err != nil || len(r.Questions) != 0 {
		t.Errorf("got %+v, %v", r, err)
	}
}

// TestBadAnswers: what can't be used is asked for once more, then left out; the
// other documents are done.
func TestBadAnswers(t *testing.T) {
	for bad, left := range map[string]string{
		`{"questions": [{"question": "What?", "quote": "not there"}]}`: "to the letter",
		`{"questions": [{"question": "What?", "quote": " "}]}`:         "empty or too long",
		`{"questions": [{"question": "What", "quote": "Here."}]}`:      "a question is none",
		`{}`: "missing", `nonsense`: "a call failed",
	} {
		s := llmtest.NewFunc(t, func(r llm.Request) llmtest.Reply {
			if strings.Contains(r.Messages[0].Text, "Here.") {
				return llmtest.Reply{Text: bad}
			}
			return llmtest.Reply{Text: `{"questions": [{"question": "Where?", "quote": "There."}]}`}
		})
		r, err := draft.Questions(t.Context(), []*doc.Document{document("a", "en", "Here."), document("b", "en", "There.")}, draft.Options{LLM: s.Client()})
		if err != nil || len(r.Questions) != 1 || r.Questions[0].Doc != "b" || len(s.Calls()) != 3 {
			t.Errorf("%s: %d calls, %+v, %v", bad, len(s.Calls()), r, err)
		}
		why := ""
		for w := range r.Left {
			why = w
		}
		if len(r.Left) != 1 || !strings.Contains(why, left) {
			t.Errorf("%s: left %v, want %q", bad, r.Left, left)
		}
	}
	s := llmtest.New(t, llmtest.Text(`{"questions": []}`)...)
	if r, err := draft.Questions(t.Context(), []*doc.Document{document("a", "en", "Here.")}, draft.Options{LLM: s.Client()}); err != nil || len(r.Questions)+len(r.Left) != 0 {
		t.Errorf("nothing to ask: %+v, %v", r, err)
	}
}

// TestEnds: a spent budget ends the work, which goes on from the answers kept.
func TestEnds(t *testing.T) {
	s := drafter(t)
	path := filepath.Join(t.TempDir(), "a.sqlite")
	docs := []*doc.Document{document("a", "en", "Here. It is."), document("b", "en", "There. It was."), document("c", "en", "Gone. For good.")}
	run := func(tokens int) (draft.Result, error) {
		b, err := llm.NewBudget(s.Client(), llm.Bounds{Tokens: tokens, Count: func(string) int { return 0 }})
		if err != nil {
			t.Fatal(err)
		}
		c, err := cache.Open(t.Context(), path, "m", b)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		return draft.Questions(t.Context(), docs, draft.Options{LLM: c, Workers: 1})
	}
	if _, err := run(4300); !errors.Is(err, llm.ErrBudget) || len(s.Calls()) == 0 || len(s.Calls()) == 3 {
		t.Fatalf("%d calls, %v", len(s.Calls()), err)
	}
	if r, err := run(0); err != nil || len(r.Questions) != 3 || len(s.Calls()) != 3 {
		t.Errorf("%d calls, %+v, %v", len(s.Calls()), r, err)
	}
	e := &llm.Estimator{}
	if r, err := draft.Questions(t.Context(), docs, draft.Options{LLM: e}); err != nil || len(r.Questions) != 0 || e.Estimate().Calls != 3 {
		t.Errorf("%+v, %d calls, %v", r, e.Estimate().Calls, err)
	}
}
