package store

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/pildora/pildora/doc"
)

// Errors that callers act on.
var (
	ErrNotFound   = errors.New("not found")
	ErrGeneration = errors.New("unknown generation")
	ErrExists     = errors.New("generation exists already")
	ErrLive       = errors.New("generation is live")
	ErrInvalid    = errors.New("invalid record")
	ErrConflict   = errors.New("id belongs to something else")
	ErrSchema     = errors.New("index was written by a newer version")
	ErrCorrupt    = errors.New("index is damaged")
)

// Store keeps the records and manifest entries of generations. Methods are
// safe for concurrent use; writes are serialised. Returned records are the
// caller's own. A generation "" is the live one everywhere; an unknown one is
// an error wrapping ErrGeneration.
//
// Within a generation a document id belongs to one collection and a record id
// to one document: a write that would break this is refused with ErrConflict
// and changes nothing. To move a document to another collection, delete it
// first.
type Store interface {
	// Replace makes rs the records of d.DocID in generation, and d its
	// manifest entry: rows, entry and text index at once, or nothing. Records
	// of a failed document may be kept by passing its old ones. What [Check]
	// refuses is an error wrapping ErrInvalid.
	Replace(ctx context.Context, generation string, d DocState, rs []Record) error
	// Mark writes the manifest entries of documents, all at once, and leaves
	// their records alone: a failure doesn't take the last good version from the
	// index.
	Mark(ctx context.Context, generation string, docs ...DocState) error
	// Delete takes the documents with their records and entries out, all at
	// once. Unknown ids are no error.
	Delete(ctx context.Context, generation string, docs ...string) error
	// Get returns records of the live generation in the order of ids; an
	// unknown id is an error wrapping ErrNotFound that names it.
	Get(ctx context.Context, ids ...string) ([]Record, error)
	// All yields the records that f lets pass, by document id, number and id,
	// from one state of the store: what is written meanwhile isn't seen.
	All(ctx context.Context, f Filter) iter.Seq2[Record, error]
	// Docs yields the manifest of one generation ("" is the live one), by id.
	Docs(ctx context.Context, generation string) iter.Seq2[DocState, error]
	// Live returns the name of the live generation; a new store has one.
	Live(ctx context.Context) (string, error)
	Close() error
}

// Generations is what a store can do with whole indexes. A new store has one
// generation, live and named [First].
type Generations interface {
	// Generations lists them by age, the oldest first.
	Generations(ctx context.Context) ([]Generation, error)
	// Create makes an empty generation; ErrExists if the name is taken.
	Create(ctx context.Context, name, recipe string) error
	// Promote makes name the live generation, in one step.
	Promote(ctx context.Context, name string) error
	// Drop removes a generation with all that belongs to it; the live one is
	// refused with ErrLive.
	Drop(ctx context.Context, name string) error
}

// First is the name of the generation that a new store has.
const First = "1"

// Generation is one complete index.
type Generation struct {
	Name   string    `json:"name"`
	Recipe string    `json:"recipe,omitempty"` // as given to Create
	Live   bool      `json:"live"`
	Time   time.Time `json:"time"` // of its creation
	// Promoted is when it was made the live one last; zero if it never was.
	Promoted time.Time `json:"promoted,omitzero"`
	Chunks   int       `json:"chunks"`
}

// Statser counts what a generation holds.
type Statser interface {
	Stats(ctx context.Context, generation string) (Stats, error)
}

// Stats is what a generation holds. Documents counts manifest entries, failed
// ones included; the maps count documents by state, records by collection and
// by language ("" where it isn't known), and vectors by who made them.
type Stats struct {
	Generation  string         `json:"generation"`
	Documents   int            `json:"documents"`
	Chunks      int            `json:"chunks"`
	States      map[State]int  `json:"states"`
	Collections map[string]int `json:"collections"`
	Languages   map[string]int `json:"languages"`
	Searched    int            `json:"searched"` // records that searches look at
	Embedders   map[string]int `json:"embedders"`
}

// Checker looks for damage: broken files, records without their text index
// entry or the other way round, wrong counts. The error wraps ErrCorrupt.
type Checker interface {
	Check(ctx context.Context) error
}

// Filter chooses records. The zero value lets everything of the live
// generation pass; each set field must hold.
type Filter struct {
	Generation string            // "" is the live one
	Docs       []string          // document ids; none means all
	Collection string            // exact
	Lang       string            // exact
	Role       string            // exact; "" means every role
	Embedder   string            // who made the vectors that are compared, exact; searches without vectors don't look at it
	Meta       map[string]string // exact values, all of them
	Where      []Condition       // all of them
	// Words is what searches are told of words; All doesn't look at it. See
	// [Filter.Ask].
	Words Words
}

// Hit is a record found, best first.
type Hit struct {
	Record Record  `json:"record"`
	Score  float64 `json:"score"` // higher is better; comparable within one result only
	Rank   int     `json:"rank"`  // from 1
	// By are the ids of the records that were found, best first, where Record is
	// what they deliver.
	By   []string `json:"by,omitempty"`
	Legs []Leg    `json:"legs,omitempty"`
	// At is the place in the record that was found, in bytes of the document,
	// where the search was finer than records.
	At *doc.Span `json:"at,omitempty"`
}

// Leg says how one of several searches that were fused found a record.
type Leg struct {
	Name  string  `json:"name"`           // lexical, dense
	Rank  int     `json:"rank,omitempty"` // in it, from 1; 0 where it didn't find the record
	Score float64 `json:"score"`          // in it
	Share float64 `json:"share"`          // what it gives to the fused score
}

// TextSearcher finds records by the words of a question: BM25 over body and
// headings, analysed as lex does, any of the question's lexemes (see [Terms]
// for the weights), as Filter.Words has it. The question is text, whatever it
// looks like: [Filter.Ask] reads operators. Ties are broken by record id. A
// question without lexemes, or k < 1, finds nothing.
type TextSearcher interface {
	SearchText(ctx context.Context, query string, k int, f Filter) ([]Hit, error)
}
