package enrich

import (
	"context"

	"github.com/pildora/pildora/doc"
)

// Summarizer makes the summary of a document: at most three lines, in the
// document's language, without markup. An empty one says that the document
// holds nothing to sum up. It is safe for concurrent use; the same document
// gives the same summary. The error wraps ctx's where that ended first, and
// names no document: the caller does.
type Summarizer interface {
	Summary(ctx context.Context, d *doc.Document) (string, error)
}

// Contextualizer writes what the reader of a chunk must know of its document
// to understand it: for each body a list of lines without markup, the most
// needed first, since the last ones give way where there is no room for all.
// Lists may be empty; there are as many as bodies. Bodies are those of the
// document's chunks, in order. What the breadcrumb of a body says already
// isn't repeated. It is safe for concurrent use. Errors are as in Summarizer.
type Contextualizer interface {
	Contexts(ctx context.Context, d *doc.Document, bodies []doc.Span) ([][]string, error)
}

// Derived is a small text about a span of a document, which is found instead
// of it and delivers it.
type Derived struct {
	Kind string   // proposition, question, table, section
	Text string   // without markup
	Span doc.Span // what it is about: a body, a part of one, or a section
}

// Deriver makes the derived texts of a document, in the order of their spans.
// It is safe for concurrent use. Errors are as in Summarizer.
type Deriver interface {
	Derive(ctx context.Context, d *doc.Document, bodies []doc.Span) ([]Derived, error)
}
