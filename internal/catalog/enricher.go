package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	cutllm "github.com/pildora/pildora/chunk/cut/llm"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/enrich/extract"
	"github.com/pildora/pildora/enrich/model"
	"github.com/pildora/pildora/enrich/rule"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/llm"
	"github.com/pildora/pildora/llm/prompt"
)

// ErrEnrich is wrapped by what is wrong with what is to be added to documents.
var ErrEnrich = errors.New("what is added to documents")

// Contexts are the names of what can place chunks in their document: rules is
// what rules find, by default; the pieces of it by name; llm a language model.
func Contexts() []string {
	return append([]string{"rules", "llm"}, names(rule.Pieces(), func(p rule.Info) string { return p.Name })...)
}

// Derivations are the kinds of texts that can be derived.
func Derivations() []string { return model.Kinds() }

// enriching makes ready what a recipe adds to documents, asking a language model
// where it does so; framer makes the parts of frames that aren't embedded. It
// writes into the recipe all that decides what is added.
func enriching(r *ingest.Recipe, framer enrich.Framer, asked model.Options) (e ingest.Enriching, err error) {
	if e.Summarizer, err = summarizer(r, asked); err != nil {
		return e, err
	}
	if e.Contextualizer, err = contextualizer(r, asked); err != nil {
		return e, err
	}
	if len(r.Derive) > 0 {
		if e.Deriver, err = model.Derive(asked, r.Derive...); err != nil {
			return e, fmt.Errorf("%w: derive: %w", ErrEnrich, err)
		}
	}
	if len(framer.Roles) > 0 {
		framer.Max = math.MaxInt // what isn't embedded needs no room
		e.Aside = framer.Remembering()
	}
	return e, nil
}

// prompts are the digests of those that a recipe needs a language model for.
func prompts(r *ingest.Recipe) []string {
	var used []string
	if r.Strategy == "llm" {
		used = append(used, cutllm.Digest())
	}
	if bare(r.Summary) == "llm" {
		used = append(used, model.Digest(model.SummaryPrompt))
	}
	if slices.Contains(r.Context, "llm") {
		used = append(used, model.Digest(model.ContextPrompt))
	}
	for _, kind := range r.Derive {
		used = append(used, model.Digest(model.PromptOf(kind)))
	}
	return used
}

// asked is how the language model of a recipe is asked, the zero value where
// none is, and writes it into the recipe. A recipe that was made ready before,
// and comes from a file, names its model and the prompts: it says what was done,
// and nobody is asked.
func (ts *Tokenizers) asked(r *ingest.Recipe) (model.Options, error) {
	used := prompts(r)
	if len(used) == 0 {
		return model.Options{}, nil
	}
	if r.Model != "" {
		return model.Options{LLM: silent(r.Model), Strict: true}, nil
	}
	if ts.Completer == nil {
		return model.Options{}, fmt.Errorf("%w: no language model is at hand", ErrEnrich)
	}
	c, name, err := ts.Completer()
	if err != nil {
		return model.Options{}, err
	}
	window := cmp.Or(ts.Window, model.UsualWindow)
	r.Model = name + "@" + prompt.Digest(append(used, strconv.Itoa(window))...)
	return model.Options{LLM: c, Language: r.Lang, Window: window, Warn: ts.Warn}, nil
}

// bare is a name without the version behind it.
func bare(name string) string {
	name, _, _ = strings.Cut(name, "@")
	return name
}

func summarizer(r *ingest.Recipe, asked model.Options) (enrich.Summarizer, error) {
	switch bare(r.Summary) {
	case "", "author":
		r.Summary = ""
		return nil, nil
	case "extract":
		r.Summary = fmt.Sprintf("extract@%d", extract.Version)
		return new(extract.Summarizer), nil
	case "llm":
		return model.Summary(asked, new(extract.Summarizer)), nil
	}
	return nil, unknown("summary", r.Summary, []string{"extract", "author", "llm"})
}

func contextualizer(r *ingest.Recipe, asked model.Options) (enrich.Contextualizer, error) {
	if len(r.Context) == 0 {
		return nil, nil
	}
	var wanted []string
	for _, name := range r.Context {
		if name = bare(name); !slices.Contains(Contexts(), name) {
			return nil, unknown("context", name, Contexts())
		}
		wanted = append(wanted, name)
	}
	if slices.Contains(wanted, "llm") {
		if len(wanted) > 1 {
			return nil, fmt.Errorf("%w: context llm goes with nothing else: rules stand in for it where it fails", ErrEnrich)
		}
		fallback, err := rule.New(rule.Options{})
		return model.Context(asked, fallback), err
	}
	var pieces []string
	for _, p := range rule.Pieces() {
		if slices.Contains(wanted, p.Name) || slices.Contains(wanted, "rules") && p.Default {
			pieces = append(pieces, p.Name)
		}
	}
	r.Context = nil
	for _, p := range pieces {
		r.Context = append(r.Context, fmt.Sprintf("%s@%d", p, rule.Version))
	}
	return rule.New(rule.Options{Pieces: pieces})
}

// silent is a language model that was asked once and isn't asked again.
type silent string

func (s silent) Complete(context.Context, llm.Request) (llm.Response, error) {
	return llm.Response{}, fmt.Errorf("%s was asked when this was made, and isn't asked again", string(s))
}
