package ingest

import (
	"context"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/enrich/extract"
	"github.com/pildora/pildora/store"
)

// summed returns a document with its summary, and what the manifest keeps of
// that. A summary that was made before, by the same recipe, stays until the
// title, dates, the scope or more than a fifth of the text are others: measured
// against the version that it was made of, so that small changes add up. For
// each new one all chunks that show it are embedded anew.
func (s *syncing) summed(ctx context.Context, d *doc.Document, c Cutting, recipe string) (*doc.Document, *store.Summary, error) {
	if c.Summarizer == nil || enrich.SummaryOf(d) != "" {
		return d, nil, nil
	}
	if have := s.before(d.URI); have.Summary != nil && have.Recipe == recipe {
		was := extract.State{Title: have.Summary.Title, Facts: have.Summary.Facts, Sketch: have.Summary.Sketch}
		if extract.Keep(was, d) {
			return d.WithSummary(have.Summary.Text), have.Summary, nil
		}
	}
	d, err := c.sum(ctx, d)
	if err != nil || d.Summary == "" {
		return d, nil, err
	}
	is := extract.StateOf(d)
	return d, &store.Summary{Text: d.Summary, Title: is.Title, Facts: is.Facts, Sketch: is.Sketch}, nil
}
