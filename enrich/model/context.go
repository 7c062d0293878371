package model

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/lex/sentence"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/prompt"
)

// Context returns a Contextualizer that asks a model, for each chunk, for one
// or two sentences that place it in its document, each a line (Anthropic,
// "Introducing Contextual Retrieval", 2024). The document stands first in each
// request, in the same bytes for all its chunks and marked for the provider's
// cache; of one longer than the window the sections around the chunk, as many
// as fit, with the document's headings and its beginning. A chunk that is the
// whole document has no context. Where the model has no usable answer, the
// context is the fallback's; nil means that there is then none.
func Context(o Options, fallback enrich.Contextualizer) enrich.Contextualizer {
	return contextualizer{o, fallback}
}

type contextualizer struct {
	Options
	fallback enrich.Contextualizer
}

// The bounds of a context.
const (
	mostSentences  = 2
	longestContext = 500 // code points; the prompt asks for 300
	contextTokens  = 400
)

// Contexts makes a call for each body.
func (c contextualizer) Contexts(ctx context.Context, d *doc.Document, bodies []doc.Span) ([][]string, error) {
	out := make([][]string, len(bodies))
	if alone(d, bodies) {
		return out, nil
	}
	a := c.about(d)
	windows, views, err := a.views(ctx)
	if err != nil {
		return nil, err
	}
	spare := sync.OnceValues(func() ([][]string, error) { return c.spare(ctx, d, bodies) })
	place := func(ctx context.Context, i int, document llm.Message) error {
		lines, err := a.context(ctx, bodies[i], document)
		if err == nil {
			out[i] = lines
			return nil
		}
		if err := a.failed(ctx, bodies[i], ContextPrompt, err); err != nil {
			return err
		}
		lists, err := spare()
		if err != nil {
			return err
		}
		out[i] = lists[i]
		return nil
	}
	for from := 0; from < len(bodies); {
		w := windowOf(windows, bodies[from])
		to := from + 1
		for to < len(bodies) && windowOf(windows, bodies[to]) == w {
			to++
		}
		text, err := views[w].write()
		if err != nil {
			return nil, err
		}
		// The first call puts the document into the provider's cache, so that
		// the others, all at once, find it there.
		document := llm.Message{Role: llm.User, Text: text, Cache: to-from > 1}
		if err := place(ctx, from, document); err != nil {
			return nil, err
		}
		err = each(ctx, to-from-1, func(ctx context.Context, i int) error { return place(ctx, from+1+i, document) })
		if err != nil {
			return nil, err
		}
		from = to
	}
	return out, nil
}

// alone reports whether all that a document says is in one body.
func alone(d *doc.Document, bodies []doc.Span) bool {
	return len(bodies) == 1 && bodies[0].Contains(d.Body(d.Whole()))
}

// windowOf is the index of the window that a body begins in.
func windowOf(windows []doc.Span, body doc.Span) int {
	return min(sort.Search(len(windows), func(i int) bool { return windows[i].End > body.Start }), len(windows)-1)
}

// spare are the contexts of the fallback.
func (c contextualizer) spare(ctx context.Context, d *doc.Document, bodies []doc.Span) ([][]string, error) {
	if c.fallback == nil {
		return make([][]string, len(bodies)), nil
	}
	lists, err := c.fallback.Contexts(ctx, d, bodies)
	if err == nil && len(lists) != len(bodies) {
		err = fmt.Errorf("the fallback has %d contexts for %d chunks", len(lists), len(bodies))
	}
	return lists, err
}

type contextAnswer struct {
	Context string `json:"context"`
}

func (a about) context(ctx context.Context, body doc.Span, document llm.Message) ([]string, error) {
	passage, titles := head(a.doc.Slice(body), a.window()), a.titles(body)
	show := struct {
		about
		Passage, Titles prompt.Data
	}{a, prompt.Data(passage), titles}
	var lines []string
	_, err := ask(ctx, a, ContextPrompt, show, contextTokens, func(got contextAnswer, c checker) error {
		text, err := c.clean(got.Context, longestContext)
		if err != nil {
			return err
		}
		if said := spaced(text); strings.Contains(spaced(passage), said) || strings.Contains(spaced(string(titles)), said) {
			return errors.New("it says what the passage or its titles say")
		}
		lines = firstSentences(text, a.Language, mostSentences)
		return c.speaks(text)
	}, document)
	return lines, err
}

// spaced is the words of a text, each between blanks.
func spaced(text string) string { return " " + strings.Join(wordsOf(text), " ") + " " }

// firstSentences are the first sentences of a text, at most so many.
func firstSentences(text, lang string, most int) []string {
	var out []string
	from := 0
	for end := range sentence.New(lang).Ends(text) {
		out = append(out, strings.TrimSpace(text[from:end]))
		if from = end; len(out) == most {
			return out
		}
	}
	return append(out, strings.TrimSpace(text[from:]))
}
