// Package model makes summaries, contexts and derived texts of documents
// through a language model.
//
// [Summary], [Context] and [Derive] are the interfaces of package enrich over
// an [llm.Completer]. Their prompts are files (prompts), in Spanish for Spanish
// documents and in English for all others; the answers are in the document's
// language. [Digest] is what a recipe holds of a prompt.
//
// A document's text is data: it stands fenced in a prompt (see package
// llm/prompt), and what a model answers is checked before it is taken: how long
// it is, in which language, that it doesn't refuse, doesn't say the prompt
// again, names no address that the document hasn't, and, where it claims to say
// what the document says, that it does so in its words. What fails is asked for
// once more, and then taken from the fallback, with a [Warning].
//
// Calls are made concurrently; how many at once the completer bounds
// ([llm.Limit]), and it remembers answers where it is to. Results are in order
// and depend on the answers only.
package model

import (
	"context"
	"embed"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/prompt"
)

// Options are how a model is asked. LLM must be given; the zero value of the
// rest is a good choice.
type Options struct {
	// LLM answers. It is called concurrently: wrap it in llm.Retry and
	// llm.Limit, and in what remembers answers, as needed.
	LLM llm.Completer
	// Language is that of documents that name none and whose text tells none
	// (BCP 47). Empty means that the model is to see for itself.
	Language string
	// Window bounds how much of a document one call shows, in tokens, counted
	// as a third of the bytes, which is more than any common tokenizer makes of
	// prose. 0 means [UsualWindow], and less than 2,000 is 2,000.
	Window int
	// Questions is how many questions are asked for of each chunk; 0 means 3.
	Questions int
	// Strict makes each call that fails, and each answer that can't be used, an
	// error. Else they are warnings.
	Strict bool
	// Warn is told of what fell back or was left out. It may be called
	// concurrently. Nil means that nobody is.
	Warn func(Warning)
}

// Warning says that something was not made by the model.
type Warning struct {
	Doc  string   // its URI
	Span doc.Span // the chunk, table, section or whole document
	Task string   // the prompt's name: summary, context, propositions …
	Why  string   // for a person
}

// String says it in one line.
func (w Warning) String() string {
	return fmt.Sprintf("%s: bytes %v: %s: %s", w.Doc, w.Span, w.Task, w.Why)
}

// The prompts. Each is one in all languages.
const (
	DocumentPrompt     = "document" // what stands before summary and context
	SummaryPrompt      = "summary"
	ContextPrompt      = "context"
	PropositionsPrompt = "propositions"
	QuestionsPrompt    = "questions"
	TablePrompt        = "table"
	SectionPrompt      = "section"
)

// version is that of what is done with answers; it changes when the same
// answers may give other texts.
const version = "1"

// Digest is a short digest of a prompt, of those that are used with it, and of
// what is done with its answers; empty where there is no prompt of that name.
// With the model's name, Language and Window it is what a recipe holds.
func Digest(name string) string {
	own := prompts().Digest(name)
	if own == "" {
		return ""
	}
	return prompt.Digest(version, own, prompts().Digest(DocumentPrompt), prompts().Digest(SectionPrompt))
}

//go:embed prompts
var files embed.FS

var prompts = prompt.Embedded(files, "prompts")

// mostCalls is how many calls about one document are made at once at most; the
// completer may allow fewer.
const mostCalls = 32

// each does f for 0 to n-1, some at once, until one fails.
func each(ctx context.Context, n int, f func(ctx context.Context, i int) error) error {
	g, one := errgroup.WithContext(ctx)
	g.SetLimit(mostCalls)
	for i := range n {
		if one.Err() != nil {
			break
		}
		g.Go(func() error { return f(one, i) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}
