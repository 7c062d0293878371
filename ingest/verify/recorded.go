package verify

import (
	"context"
	"iter"
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/ingest"
	"github.com/pildora/pildora/store"
)

// recorded is a cutting that adds to the document what its records say was
// added: summaries are kept while a document changes little, and what a
// language model says isn't said twice alike. The texts themselves are nobody's
// promise; what becomes of them is.
func (v *document) recorded(c ingest.Cutting) ingest.Cutting {
	if c.Recipe.Strategy == asking {
		c.Splitter = recordedCuts{v, c.Limits}
	}
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

// asking is the strategy whose cuts are a language model's.
const asking = "llm"

// recordedCuts is a splitter that cuts where the records begin: what stands
// around a body, and what was repeated of the text before it, follows from that.
type recordedCuts struct {
	*document
	limits chunk.Limits
}

// Split implements chunk.Splitter.
func (v recordedCuts) Split(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[chunk.Chunk, error] {
	return func(yield func(chunk.Chunk, error) bool) {
		chunks := v.roles[store.RoleChunk]
		at := s.Start
		piece := func(r *store.Record, to int) bool {
			to = min(max(to, at), s.End)
			for c, err := range v.whole(r).Split(ctx, d, doc.Span{Start: at, End: to}) {
				if err == nil {
					c = v.repeating(c, r)
				}
				if !yield(c, err) || err != nil {
					return false
				}
			}
			at = to
			return true
		}
		if len(chunks) > 0 && !piece(new(store.Record), chunks[0].Start) {
			return // blanks before the first
		}
		for i := range chunks {
			to := s.End
			if i+1 < len(chunks) {
				to = chunks[i+1].Start
			}
			if !piece(&chunks[i], to) {
				return
			}
		}
	}
}

// whole makes one chunk of what one record holds, as far as it fits.
func (v recordedCuts) whole(r *store.Record) chunk.Splitter {
	l := chunk.Limits{Max: v.limits.Max, Measure: v.limits.Measure, Frame: v.limits.Frame, Rendering: v.limits.Rendering}
	if r.Frame.Summary+r.Frame.Breadcrumb+r.Frame.Header == "" {
		l.Frame = nil // it gave way to the body
	}
	return chunk.Pack(l, cut.Words)
}

// repeating is a chunk with what its record says of the text before it.
func (v recordedCuts) repeating(c chunk.Chunk, r *store.Record) chunk.Chunk {
	if from := r.Start - r.Overlap; r.Overlap > 0 && from >= 0 && v.inside(r) {
		c.Before = enrich.InOrder(c.Before, chunk.Part{Role: chunk.Overlap, Span: doc.Span{Start: from, End: r.Start}})
		c.Size = v.limits.Measure.Size(chunk.Embed(v.doc, c))
	}
	return c
}

type recordedSummary struct{ *document }

// Summary implements enrich.Summarizer.
func (v recordedSummary) Summary(context.Context, *doc.Document) (string, error) {
	// The last lines give way first, in each frame as it has room.
	longest := ""
	for i := range v.records {
		if s := v.records[i].Frame.Summary; len(s) > len(longest) {
			longest = s
		}
	}
	return longest, nil
}

type recordedContexts struct{ *document }

// Contexts implements enrich.Contextualizer.
func (v recordedContexts) Contexts(_ context.Context, _ *doc.Document, bodies []doc.Span) ([][]string, error) {
	said := map[doc.Span]string{}
	for i := range v.records {
		r := &v.records[i]
		if r.Role != ingest.Derived {
			// A parent and its only chunk are of one span, and may have room for other lines.
			if s := (doc.Span{Start: r.Start, End: r.End}); len(r.Frame.Context) > len(said[s]) {
				said[s] = r.Frame.Context
			}
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
