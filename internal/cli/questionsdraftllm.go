package cli

import (
	"context"
	"maps"
	"slices"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/draft"
	"github.com/pildora/pildora/eval/question"
	"github.com/pildora/pildora/internal/config"
)

// draftByLLM has the language model of the settings draft questions.
func (a *app) draftByLLM(ctx context.Context, s config.Settings, roots []string, opts question.DraftOptions, out string) error {
	if err := a.writable(out); err != nil {
		return err
	}
	model, err := a.completer(s)
	if err != nil {
		return err
	}
	var docs []*doc.Document
	failed, of, err := a.each(ctx, s, roots, func(d *doc.Document) { docs = append(docs, d) })
	if err != nil {
		return err
	}
	bar, done := a.bar("draft", "windows", 0)
	r, err := draft.Questions(ctx, docs, draft.Options{LLM: model, PerDocument: opts.PerDocument, MaxAnswer: opts.MaxAnswer,
		Workers: s.LLM.Concurrency, Progress: func() { bar.Add(1) }})
	done()
	if err != nil {
		return err
	}
	if a.estimate {
		return unread(failed, of) // nobody was asked, so there is nothing to write
	}
	for _, why := range slices.Sorted(maps.Keys(r.Left)) {
		a.say("left out %s: %s", count(r.Left[why], "time"), label(why))
	}
	if err := a.drafted(out, r.Questions, len(docs)); err != nil {
		return err
	}
	return unread(failed, of)
}
