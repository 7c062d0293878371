// Package embed turns texts into vectors: lists of numbers that are close to
// each other where the texts mean the same.
//
// An [Embedder] embeds texts one by one, a [SpanEmbedder] spans of a text in
// the light of all of it (late chunking). Where the vectors come from is the
// business of the packages below: embed/encoder runs a model here.
package embed

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/pildora/pildora/doc"
)

// Kind says what a text is. Many models put another prefix before a question
// than before what may answer it.
type Kind uint8

// The kinds of texts.
const (
	Passage Kind = iota
	Query
)

func (k Kind) String() string {
	if k == Query {
		return "query"
	}
	return "passage"
}

// Model says whose vectors they are.
type Model struct {
	Name   string // as its maker calls it, or where it was read from
	Digest string // of everything that decides its vectors; equal digests, equal vectors
	Dim    int    // numbers in a vector
	Window int    // tokens that it takes at most, special ones included; 0 if unknown
}

// ID tells the vectors of m from those of any other: its name, "@" and its
// digest.
func (m Model) ID() string { return m.Name + "@" + m.Digest }

// Embedder makes vectors of length 1. It is safe for concurrent use.
type Embedder interface {
	// Model says what embeds.
	Model() Model
	// Embed returns a vector for each text, in their order. It ends early when
	// ctx is done. No text is cut off unseen: one beyond the model's window is
	// embedded in pieces or refused with [ErrWindow].
	Embed(ctx context.Context, k Kind, texts []string) ([][]float32, error)
}

// SpanEmbedder makes a vector of length 1 for each span of a text, of what its
// tokens mean in the whole of it. A span without tokens gets the zero vector.
type SpanEmbedder interface {
	EmbedSpans(ctx context.Context, text string, spans []doc.Span) ([][]float32, error)
}

// ErrWindow is wrapped where a text has more tokens than a model takes.
var ErrWindow = errors.New("longer than the model's window")

// Normalize scales v to length 1 in place. The zero vector stays.
func Normalize(v []float32) {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return
	}
	factor := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= factor
	}
}

// Dot is the product of two vectors: of vectors of length 1 the cosine of the
// angle between them. They are equally long.
func Dot(a, b []float32) float64 {
	sum := 0.0
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}

// Checked embeds texts and checks what comes, see [Check].
func Checked(ctx context.Context, e Embedder, k Kind, texts []string) ([][]float32, error) {
	vectors, err := e.Embed(ctx, k, texts)
	if err == nil {
		err = Check(vectors, len(texts), e.Model().Dim)
	}
	return vectors, err
}

// Check returns an error unless there are n vectors of dim finite numbers.
func Check(vectors [][]float32, n, dim int) error {
	if len(vectors) != n {
		return fmt.Errorf("%d vectors for %d texts", len(vectors), n)
	}
	for i, v := range vectors {
		if len(v) != dim {
			return fmt.Errorf("vector %d has %d numbers, not %d", i, len(v), dim)
		}
		for j, x := range v {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return fmt.Errorf("vector %d: number %d is %v", i, j, x)
			}
		}
	}
	return nil
}
