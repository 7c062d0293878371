package cli

import (
	"context"
	"errors"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/internal/config"
)

// each reads the documents under roots, several at once, and gives them to do
// in their order. Those that can't be read are named on the way and returned.
func (a *app) each(ctx context.Context, s config.Settings, roots []string, do func(*doc.Document)) ([]ingest.Failure, int, error) {
	r, err := a.newRecipes(s)
	if err != nil {
		return nil, 0, err
	}
	list, err := a.find(ctx, s, roots)
	if err != nil {
		return nil, 0, err
	}
	bar, done := a.bar("read", "documents", len(list))
	defer done()
	var failed []ingest.Failure
	seen := 0
	for d := range everyDocument(ctx, workers(s), list, func() { bar.Add(1) }, delivers(r.readOne)) {
		seen++
		switch {
		case errors.Is(d.err, context.Canceled):
		case d.err != nil:
			a.report(d.err)
			failed = append(failed, notRead(d))
		default:
			a.warn(d.doc)
			do(d.doc)
		}
	}
	return failed, seen, ctx.Err()
}

// notRead is what the corpus keeps of a document that can't be read.
func notRead(d readDocument) ingest.Failure {
	stage := ingest.StageRead
	if d.wanted.err != nil {
		stage = ingest.StageFind
	}
	return ingest.Failure{DocID: d.wanted.file.ID, Source: d.wanted.file.Path, Stage: stage, Err: d.err, Error: d.err.Error()}
}

// corpus reads the documents under roots. missed says which couldn't be; the
// others are there. It is an error that none is.
func (a *app) corpus(ctx context.Context, s config.Settings, roots []string) (c *eval.Corpus, missed, err error) {
	var docs []*doc.Document
	failed, of, err := a.each(ctx, s, roots, func(d *doc.Document) { docs = append(docs, d) })
	if err != nil {
		return nil, nil, err
	}
	if c, err = eval.NewCorpus(docs...); err != nil {
		return nil, nil, usageError{err}
	}
	c.Failed = failed
	return c, unread(failed, of), nil
}

// unread is the error for documents that couldn't be read, else nil.
func unread(failed []ingest.Failure, of int) error {
	if len(failed) == 0 {
		return nil
	}
	return failures{len(failed), of, "read"}
}

// lookup finds the documents of a corpus, and lists their ids.
func lookup(c *eval.Corpus) (find func(string) (*doc.Document, bool), ids []string) {
	for _, d := range c.Documents {
		ids = append(ids, d.URI)
	}
	return func(id string) (*doc.Document, bool) { d := c.Document(id); return d, d != nil }, ids
}
