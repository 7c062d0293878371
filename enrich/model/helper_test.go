package model_test

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich/model"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
)

// document reads Markdown.
func document(t testing.TB, lang, text string) *doc.Document {
	t.Helper()
	d, err := markdown.Reader{}.Read(t.Context(), read.Source{URI: "m.md", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	d.Language = lang
	return d
}

// bodies are those of the chunks of a document of at most so many bytes.
func bodies(t testing.TB, d *doc.Document, most int) []doc.Span {
	t.Helper()
	pack := chunk.Pack(chunk.Limits{Max: most, Measure: size.Bytes}, cut.Blocks, cut.Sentences(d.Language), cut.Words)
	var out []doc.Span
	for c, err := range chunk.Each(cut.Sections, func(*doc.Document, doc.Span) chunk.Splitter { return pack }).Split(t.Context(), d, d.Whole()) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, d.Body(c.Span))
	}
	return out
}

// fake is a model that answers by the prompt that it is asked with.
type fake struct {
	mu     sync.Mutex
	asked  []llm.Request
	answer func(prompt string, r llm.Request) (llm.Response, error)
}

func (f *fake) Complete(_ context.Context, r llm.Request) (llm.Response, error) {
	f.mu.Lock()
	f.asked = append(f.asked, r)
	f.mu.Unlock()
	return f.answer(promptOf(r), r)
}

// always is a model that has one answer.
func always(text string) *fake {
	return &fake{answer: func(string, llm.Request) (llm.Response, error) { return llm.Response{Text: text, Stop: llm.Done}, nil }}
}

// answers is a model with an answer for each prompt.
func answers(byPrompt map[string]string) *fake {
	return &fake{answer: func(prompt string, _ llm.Request) (llm.Response, error) {
		return llm.Response{Text: byPrompt[prompt], Stop: llm.Done}, nil
	}}
}

// forms tell a prompt by the form of the answer that it asks for.
var forms = map[string]string{
	`{"lines": `: model.SummaryPrompt, `{"context": `: model.ContextPrompt, `{"propositions": `: model.PropositionsPrompt,
	`{"questions": `: model.QuestionsPrompt, `{"description": `: model.TablePrompt, `{"summary": `: model.SectionPrompt,
}

// promptOf is the name of the prompt that a request was made by.
func promptOf(r llm.Request) string {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		for form, name := range forms {
			if strings.Contains(r.Messages[i].Text, "\nForm: "+form) || strings.Contains(r.Messages[i].Text, "\nForma: "+form) {
				return name
			}
		}
	}
	return ""
}

// warnings gathers them.
type warnings struct {
	mu  sync.Mutex
	all []model.Warning
}

func (w *warnings) warn(one model.Warning) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(w.all, one)
}

// says reports whether there are n warnings, each of which matches.
func (w *warnings) says(t testing.TB, n int, pattern string) {
	t.Helper()
	if len(w.all) != n {
		t.Errorf("%d warnings, want %d: %v", len(w.all), n, w.all)
	}
	for _, one := range w.all {
		if one.Doc == "" || !regexp.MustCompile(pattern).MatchString(one.String()) {
			t.Errorf("warning %q, want %q", one, pattern)
		}
	}
}
