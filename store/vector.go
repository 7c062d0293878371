package store

import (
	"context"
	"fmt"
	"math"
)

// Embedding is the name in Record.Vectors of the vector that searches compare:
// that of the record's embed_text.
const Embedding = "text"

// VectorSearcher finds records by nearness of their vectors: the dot product of
// v and Vectors[Embedding], of vectors of length 1 the cosine of their angle.
// Records without such a vector, with one of another dimension than v's, and
// those that aren't searched are not found. Scores are exact; which records get
// one may be found by approximation, from a number of records on. Ties are
// broken by record id. An empty v, or k < 1, finds nothing.
type VectorSearcher interface {
	SearchVector(ctx context.Context, v []float32, k int, f Filter) ([]Hit, error)
}

// Embedders says who made the vectors of a generation: how many records with a
// vector there are by DocState.Embedder, as it was given to Replace with them.
type Embedders interface {
	Embedders(ctx context.Context, generation string) (map[string]int, error)
}

// Stager keeps the next version of documents while their vectors can't be made.
type Stager interface {
	// Stage keeps rs, without vectors, for d.DocID beside its live records, which
	// stay, and makes d its manifest entry, all at once. What was staged of it
	// before is gone.
	// Replace and Delete of the document end it; Mark leaves it.
	Stage(ctx context.Context, generation string, d DocState, rs []Record) error
	// Staged returns the records kept of a document, in the order in which they
	// were given; none where nothing is staged.
	Staged(ctx context.Context, generation, docID string) ([]Record, error)
}

// checkVectors reports vectors that can't be compared: with what is no number,
// or of two dimensions in one document.
func checkVectors(rs []Record) error {
	dim, first := 0, ""
	for i := range rs {
		v := rs[i].Vectors[Embedding]
		for j, x := range v {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return fmt.Errorf("%w: the vector of %q: number %d is %v", ErrInvalid, rs[i].ID, j, x)
			}
		}
		switch {
		case len(v) == 0:
		case dim == 0:
			dim, first = len(v), rs[i].ID
		case dim != len(v):
			return fmt.Errorf("%w: the vector of %q has %d numbers, that of %q %d", ErrInvalid, rs[i].ID, len(v), first, dim)
		}
	}
	return nil
}
