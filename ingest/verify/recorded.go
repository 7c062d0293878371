package verify

import (
	"context"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/ingest"
)

// recorded is a cutting that adds to the document what its records say was
// added: summaries are kept while a document changes little, and what a
// language model says isn't said twice alike. The texts themselves are nobody's
// promise; what becomes of them is.
func (v *document) recorded(c ingest.Cutting) ingest.Cutting {
	if c.Summarizer != nil {
		c.Summarizer = recordedSummary{v}
	}
	if c.Contextualizer != nil {
		c.Contextualizer = recordedContexts{v}
	}
	if c.Deriver != nil {
		c.Deriver = recordedTexts{v}
	}
	return c
}

type recordedSummary struct{ *document }

// Summary implements enrich.Summarizer.
func (v recordedSummary) Summary(context.Context, *doc.Document) (string, error) {
	for i := range v.records {
		if s := v.records[i].Frame.Summary; s != "" {
			return s, nil
		}
	}
	return "", nil
}

type recordedContexts struct{ *document }

// Contexts implements enrich.Contextualizer.
func (v recordedContexts) Contexts(_ context.Context, _ *doc.Document, bodies []doc.Span) ([][]string, error) {
	said := map[doc.Span]string{}
	for i := range v.records {
		r := &v.records[i]
		if r.Role != ingest.Derived {
			said[doc.Span{Start: r.Start, End: r.End}] = r.Frame.Context
		}
	}
	out := make([][]string, len(bodies))
	for i, b := range bodies {
		if text := said[b]; text != "" {
			out[i] = strings.Split(text, "\n")
		}
	}
	return out, nil
}

type recordedTexts struct{ *document }

// Derive implements enrich.Deriver.
func (v recordedTexts) Derive(context.Context, *doc.Document, []doc.Span) ([]enrich.Derived, error) {
	var out []enrich.Derived
	for i := range v.records {
		if r := &v.records[i]; r.Role == ingest.Derived {
			out = append(out, enrich.Derived{Kind: r.Kind, Text: r.Text, Span: doc.Span{Start: r.Start, End: r.End}})
		}
	}
	return out, nil
}
