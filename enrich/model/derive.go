package model

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/llm/prompt"
)

// deriving is a kind of derived texts, by its name in settings.
type deriving struct {
	name, prompt string
	make         func(ctx context.Context, a about, bodies []doc.Span) ([]enrich.Derived, error)
}

// derivings are all kinds.
func derivings() []deriving {
	return []deriving{
		{"questions", QuestionsPrompt, questions},
		{"propositions", PropositionsPrompt, propositions},
		{"tables", TablePrompt, tables},
		{"sections", SectionPrompt, sections},
	}
}

// Kinds are the names of what [Derive] makes: questions that a chunk answers;
// propositions, which state one thing each and can be understood alone, of
// chunks; descriptions of tables; and summaries of sections, of parents from
// those of their children (Sarthi et al., "RAPTOR", ICLR 2024, over the
// document's own tree).
func Kinds() []string {
	var names []string
	for _, k := range derivings() {
		names = append(names, k.name)
	}
	return names
}

// PromptOf is the name of the prompt of a kind, empty for an unknown one.
func PromptOf(kind string) string {
	for _, k := range derivings() {
		if k.name == kind {
			return k.prompt
		}
	}
	return ""
}

// Derive returns a Deriver of some kinds of texts, of [Kinds]. What the model
// has no usable answer for is left out, with a warning. An unknown kind is an
// error that names it.
func Derive(o Options, kinds ...string) (enrich.Deriver, error) {
	d := deriver{Options: o}
	for _, k := range derivings() {
		if slices.Contains(kinds, k.name) {
			d.kinds = append(d.kinds, k)
		}
	}
	for _, name := range kinds {
		if PromptOf(name) == "" {
			return nil, fmt.Errorf("nothing of the kind %q is derived; known are %v", name, Kinds())
		}
	}
	return d, nil
}

type deriver struct {
	Options
	kinds []deriving
}

// Derive makes the texts of all its kinds.
func (v deriver) Derive(ctx context.Context, d *doc.Document, bodies []doc.Span) ([]enrich.Derived, error) {
	a := v.about(d)
	var out []enrich.Derived
	for _, k := range v.kinds {
		texts, err := k.make(ctx, a, bodies)
		if err != nil {
			return nil, err
		}
		out = append(out, texts...)
	}
	slices.SortStableFunc(out, func(x, y enrich.Derived) int {
		return cmp.Or(cmp.Compare(x.Span.Start, y.Span.Start), cmp.Compare(y.Span.End, x.Span.End))
	})
	return out, nil
}

// perBody makes texts of each body that says anything.
func perBody(ctx context.Context, a about, bodies []doc.Span, task string,
	derive func(ctx context.Context, body doc.Span) ([]enrich.Derived, error)) ([]enrich.Derived, error) {
	lists := make([][]enrich.Derived, len(bodies))
	err := each(ctx, len(bodies), func(ctx context.Context, i int) error {
		body := a.doc.Body(bodies[i])
		if body.Empty() {
			return nil
		}
		texts, err := derive(ctx, body)
		if err != nil {
			return a.failed(ctx, body, task, err)
		}
		lists[i] = texts
		return nil
	})
	return slices.Concat(lists...), err
}

// around is how much, in bytes, of what stands before and behind a span is
// shown with it.
const around = 1000

// before is the end of what stands before a span, behind is the beginning of
// what stands behind it.
func (a about) before(s doc.Span) prompt.Data {
	return prompt.Data(tail(a.doc.Text[max(0, s.Start-4*around):s.Start], around))
}

func (a about) behind(s doc.Span) prompt.Data {
	return prompt.Data(head(a.doc.Text[s.End:min(len(a.doc.Text), s.End+4*around)], around))
}
