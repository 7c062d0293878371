package store

import (
	"context"
	"iter"
)

// Index is a store that can be searched in every way.
type Index interface {
	Store
	TextSearcher
	VectorSearcher
	Embedders
	// GetIn is Get in a generation.
	GetIn(ctx context.Context, generation string, ids ...string) ([]Record, error)
}

// Pin is x to whoever began when a generation was live: what is read without
// naming a generation is read of that one, also when another has been promoted
// since. Writes go where they say.
func Pin(x Index, generation string) Index { return pinned{x, generation} }

type pinned struct {
	Index
	generation string
}

func (p pinned) in(f Filter) Filter {
	if f.Generation == "" {
		f.Generation = p.generation
	}
	return f
}

// Get reads records of the generation.
func (p pinned) Get(ctx context.Context, ids ...string) ([]Record, error) {
	return p.Index.GetIn(ctx, p.generation, ids...)
}

// All reads records of the generation.
func (p pinned) All(ctx context.Context, f Filter) iter.Seq2[Record, error] {
	return p.Index.All(ctx, p.in(f))
}

// Docs reads the manifest of the generation.
func (p pinned) Docs(ctx context.Context, generation string) iter.Seq2[DocState, error] {
	return p.Index.Docs(ctx, p.in(Filter{Generation: generation}).Generation)
}

// Live is the generation.
func (p pinned) Live(context.Context) (string, error) { return p.generation, nil }

// SearchText searches the generation.
func (p pinned) SearchText(ctx context.Context, query string, k int, f Filter) ([]Hit, error) {
	return p.Index.SearchText(ctx, query, k, p.in(f))
}

// SearchVector searches the generation.
func (p pinned) SearchVector(ctx context.Context, v []float32, k int, f Filter) ([]Hit, error) {
	return p.Index.SearchVector(ctx, v, k, p.in(f))
}

// Embedders are those of the generation.
func (p pinned) Embedders(ctx context.Context, generation string) (map[string]int, error) {
	return p.Index.Embedders(ctx, p.in(Filter{Generation: generation}).Generation)
}
