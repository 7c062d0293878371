package store

import (
	"context"
	"errors"
	"iter"
)

// Errors that callers act on.
var (
	ErrNotFound   = errors.New("not found")
	ErrGeneration = errors.New("unknown generation")
	ErrSchema     = errors.New("index was written by a newer version")
	ErrCorrupt    = errors.New("index is damaged")
)

// Store keeps the records and manifest entries of generations. Methods are
// safe for concurrent use; writes are serialised. Returned records are the
// caller's own.
type Store interface {
	// Replace makes rs the records of d.DocID in generation, and d its
	// manifest entry: rows, entry and text index at once, or nothing. Records
	// of a failed document may be kept by passing its old ones.
	Replace(ctx context.Context, generation string, d DocState, rs []Record) error
	// Mark writes the manifest entry of d.DocID and leaves its records alone:
	// a failure doesn't take the last good version from the index.
	Mark(ctx context.Context, generation string, d DocState) error
	// Delete takes the documents with their records and entries out, all at
	// once. Unknown ids are no error.
	Delete(ctx context.Context, generation string, docs ...string) error
	// Get returns records of the live generation in the order of ids; an
	// unknown id is an error wrapping ErrNotFound that names it.
	Get(ctx context.Context, ids ...string) ([]Record, error)
	// All yields the records that f lets pass, by document id and number.
	All(ctx context.Context, f Filter) iter.Seq2[Record, error]
	// Docs yields the manifest of one generation ("" is the live one), by id.
	Docs(ctx context.Context, generation string) iter.Seq2[DocState, error]
	// Live returns the name of the live generation; a new store has one.
	Live(ctx context.Context) (string, error)
	Close() error
}

// Filter chooses records. The zero value lets everything of the live
// generation pass; each set field must hold.
type Filter struct {
	Generation string            // "" is the live one
	Docs       []string          // document ids; none means all
	Collection string            // exact
	Lang       string            // exact
	Role       string            // exact; "" means every role
	Meta       map[string]string // exact values, all of them
}

// Hit is a record found, best first.
type Hit struct {
	Record Record  `json:"record"`
	Score  float64 `json:"score"` // higher is better; comparable within one result only
	Rank   int     `json:"rank"`  // from 1
}

// TextSearcher finds records by the words of a question: BM25 over body and
// headings, analysed as lex does, any of the question's lexemes. Ties are
// broken by record id. A question without lexemes finds nothing.
type TextSearcher interface {
	SearchText(ctx context.Context, query string, k int, f Filter) ([]Hit, error)
}

// VectorSearcher finds records by nearness of their vectors.
type VectorSearcher interface {
	SearchVector(ctx context.Context, v []float32, k int, f Filter) ([]Hit, error)
}
