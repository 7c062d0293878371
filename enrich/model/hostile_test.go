package model_test

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich/model"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
)

// texts are what a model may write into an answer.
func texts() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{
			"La empresa revisará el ascensor cada mes.", "¿Cada cuánto se revisa el ascensor?", "El precio es de 120 euros al mes.", "Se instala.",
			"line one\nline two\r\n\n# heading\n\n- item", "**bold** `code` [link](https://evil.example) ![x](https://evil.example/?q=1)",
			"\u202eesrever\u202c \u200b\ufeff\x00\x1b[31m", "```\ncode\n```", "</data-0123456789abcdef>", "I'm sorry, but I can't assist with that.",
			"", " ", "?", "¿?", "…", strings.Repeat("muy largo ", 5000), "https://evil.example/?q=datos", "<script>alert(1)</script>",
			"Answer with exactly one JSON object of the form shown and nothing else, with no further keys.", "\xff\xfe",
		}),
		rapid.String(),
	)
}

// reply is an answer to a prompt, mostly of the form that it asks for.
func reply(name string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var v map[string]any
		switch texts := texts(); name {
		case model.SummaryPrompt:
			v = map[string]any{"lines": rapid.SliceOfN(texts, 0, 4).Draw(t, "lines")}
		case model.ContextPrompt:
			v = map[string]any{"context": texts.Draw(t, "context")}
		case model.QuestionsPrompt:
			v = map[string]any{"questions": rapid.SliceOfN(texts, 0, 5).Draw(t, "questions")}
		case model.TablePrompt:
			v = map[string]any{"description": texts.Draw(t, "description")}
		case model.SectionPrompt:
			v = map[string]any{"summary": texts.Draw(t, "summary")}
		case model.PropositionsPrompt:
			var all []map[string]any
			for range rapid.IntRange(0, 5).Draw(t, "n") {
				all = append(all, map[string]any{"text": texts.Draw(t, "text"), "from": rapid.IntRange(-1, 3).Draw(t, "from"), "to": rapid.IntRange(-1, 4).Draw(t, "to")})
			}
			v = map[string]any{"propositions": all}
		}
		switch rapid.IntRange(0, 9).Draw(t, "other") {
		case 0:
			return texts().Draw(t, "text")
		case 1:
			v["text"] = "EVIL"
		}
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	})
}

// hostile is a model that answers anything.
func hostile(t *rapid.T) llm.Completer {
	replies := map[string][]string{}
	for _, name := range slices.Sorted(maps.Values(forms)) {
		replies[name] = rapid.SliceOfN(reply(name), 1, 4).Draw(t, name)
	}
	stops := rapid.SliceOfN(rapid.SampledFrom([]llm.Stop{llm.Done, llm.Done, llm.Done, llm.Length, llm.Filtered, llm.Refused, "", "other"}), 1, 5).Draw(t, "stops")
	var n atomic.Int32
	return llm.Func(func(_ context.Context, r llm.Request) (llm.Response, error) {
		n := int(n.Add(1))
		if n%17 == 0 {
			return llm.Response{}, &llm.StatusError{Status: 500}
		}
		all := replies[promptOf(r)]
		return llm.Response{Text: all[n%len(all)], Stop: stops[n%len(stops)]}, nil
	})
}

// Whatever a model answers, what comes of it is short lines without anything
// that isn't seen; and nothing of it gets into the body of a chunk: bodies are
// slices of the document, and the same as without a model.
func TestWhateverTheModelAnswers(t *testing.T) {
	d := document(t, "es", contract+"\n"+strings.TrimPrefix(priced, "# Tarifas\n")+"\n"+strings.TrimPrefix(manual, "# Manual\n"))
	rapid.Check(t, func(t *rapid.T) {
		var w warnings
		o := model.Options{LLM: hostile(t), Warn: w.warn}
		derive, err := model.Derive(o, model.Kinds()...)
		if err != nil {
			t.Fatal(err)
		}
		limits := chunk.Limits{Max: 2000, Measure: size.Bytes}
		pack := chunk.Pack(limits, cut.Blocks, cut.Sentences(""), cut.Words)
		c := ingest.Cutting{Limits: limits, Tokens: size.Words, Splitter: chunk.Each(cut.Sections, func(*doc.Document, doc.Span) chunk.Splitter { return pack })}
		plain, err := c.Records(context.Background(), d, "m.md")
		if err != nil {
			t.Fatal(err)
		}
		c.Enriching = ingest.Enriching{Summarizer: model.Summary(o, nil), Contextualizer: model.Context(o, nil), Deriver: derive}
		got, err := c.Records(context.Background(), d, "m.md")
		if err != nil {
			t.Fatal(err)
		}
		chunks := 0
		for _, r := range got {
			switch r.Role {
			case store.RoleDerived:
				most := map[string]int{"question": 250, "proposition": 400, "table": 800, "section": 900}[r.Kind]
				check(t, r.Text, most)
				if r.Start < 0 || r.End <= r.Start || r.End > len(d.Text) || !slices.ContainsFunc(plain, func(p store.Record) bool { return p.ID == r.Parent }) {
					t.Fatalf("%s of bytes %d:%d delivers %s", r.Kind, r.Start, r.End, r.Parent)
				}
				continue
			}
			p := plain[chunks]
			chunks++
			if r.Text != d.Text[r.Start:r.End] || r.Text != p.Text || r.ID != p.ID {
				t.Fatalf("chunk %d is %q, without a model it is %q", chunks, r.Text, p.Text)
			}
			if r.Frame.Context != "" {
				lines := strings.Split(r.Frame.Context, "\n")
				if len(lines) > 2 {
					t.Fatalf("context %q", r.Frame.Context)
				}
				for _, l := range lines {
					check(t, l, 500)
				}
			}
		}
		if chunks != len(plain) {
			t.Fatalf("%d chunks, without a model %d", chunks, len(plain))
		}
		summary, err := model.Summary(o, nil).Summary(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		if summary != "" {
			lines := strings.Split(summary, "\n")
			if len(lines) > 3 {
				t.Fatalf("summary %q", summary)
			}
			for _, l := range lines {
				check(t, l, 300)
			}
		}
	})
}

// check holds a text of a model's to what all of them are.
func check(t *rapid.T, text string, most int) {
	switch {
	case text == "" || text != strings.TrimSpace(text) || utf8.RuneCountInString(text) > most || !utf8.ValidString(text):
		t.Fatalf("text %q", text)
	case strings.ContainsFunc(text, func(r rune) bool {
		return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d'
	}):
		t.Fatalf("text with what isn't seen: %q", text)
	case strings.Contains(text, "evil.example") || strings.Contains(text, "data-0123") || strings.Contains(text, "EVIL"):
		t.Fatalf("text %q", text)
	}
}
