package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/prompt"
)

// about is what all prompts about a document have in common. Fields with
// capitals are seen by their templates.
type about struct {
	Options
	doc      *doc.Document
	prompts  string      // the language that they are in
	Language string      // of the document and of the answers; empty if unknown
	Title    prompt.Data // of the document
}

func (o Options) about(d *doc.Document) about {
	lang := o.languageOf(d)
	return about{o, d, prompt.Language(lang), lang, title(d.Title)}
}

// primary is a primary language tag.
var primary = regexp.MustCompile(`^[a-z]{2,3}$`)

// certain is how sure a guess must be of a text's language to count for more
// than what its document says: of the long texts in examples it is 0.57 and more.
const certain = 0.5

// languageOf is the language of a document, empty where nothing tells. What it
// says itself gives way to a text that is surely in another one: pages are often
// made of templates in English.
func (o Options) languageOf(d *doc.Document) string {
	says, detected := tag(d.Language), ""
	if lang, by := lex.Detect(d.Text); says == "" || by >= certain && slices.Contains(detectable, says) {
		detected = lang
	}
	return cmp.Or(detected, says, tag(o.Language))
}

// tag is the primary part of a language tag, empty where it is none.
func tag(language string) string {
	lang, _, _ := strings.Cut(strings.ToLower(language), "-")
	if !primary.MatchString(lang) {
		return ""
	}
	return lang
}

// titles are those that stand above a span, as its reader sees them.
func (a about) titles(s doc.Span) prompt.Data { return title(enrich.Breadcrumb(a.doc, s)) }

// title is a title as it is shown: in a line, and not longer than a title is.
func title(text string) prompt.Data { return prompt.Data(head(oneLine(text), around)) }

// ask fills a prompt in, with show, and reads the answer, of which check says
// whether it will do. What stands before the question is the document's.
func ask[T any](ctx context.Context, a about, name string, show any, maxTokens int, check func(T, checker) error, before ...llm.Message) (T, error) {
	question, err := prompts().In(name, a.prompts).Write(show)
	if err != nil {
		var none T
		return none, fmt.Errorf("prompt %s: %w", name, err)
	}
	r := prompt.Request(a.prompts, question, maxTokens, before...)
	c := newChecker(a.Language, r)
	return prompt.Ask(ctx, a.LLM, r, func(v T) error { return check(v, c) })
}

// failed returns err where it ends the work, and else tells of it.
func (a about) failed(ctx context.Context, s doc.Span, task string, err error) error {
	switch {
	case errors.Is(err, prompt.ErrUnasked):
		return nil
	case a.Strict, prompt.Ends(ctx, err):
		return fmt.Errorf("%s of bytes %v: %w", task, s, err)
	}
	a.warn(s, task, err.Error())
	return nil
}

func (a about) warn(s doc.Span, task, why string) {
	if a.Warn != nil {
		a.Warn(Warning{a.doc.URI, s, task, why})
	}
}

// oneLine is text with each run of white space as one blank.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
