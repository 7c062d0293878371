package retrieve

import (
	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/store"
)

// DenseWeight is how much vectors count in a fused search where nothing else is
// said; words count the rest of 1. It was chosen by evaluation, see
// docs/embeddings.md.
const DenseWeight = 0.5

// The names of the legs of a hybrid search, and of both together.
const (
	LexicalLeg = "lexical"
	DenseLeg   = "dense"
	Fused      = "fused"
)

// Hybrid is a search by words and by vectors in one store.
type Hybrid struct {
	Text    store.TextSearcher
	Vectors store.VectorSearcher
	// Embedder is whose vectors are searched: those of other models are left to
	// the words.
	Embedder embed.Embedder
	// Weight is that of the vectors, from 0 to 1. Words count the rest of 1.
	Weight float64
	Fusion Fusion
	Filter store.Filter
}

// Dense searches by vectors alone.
func (h Hybrid) Dense() Searcher {
	f := h.Filter
	f.Embedder = h.Embedder.Model().ID()
	return Dense(h.Embedder, h.Vectors, f)
}

// By is the searcher of a leg by its name, and of both for any other name.
func (h Hybrid) By(leg string) Searcher {
	switch leg {
	case LexicalLeg:
		return Lexical(h.Text, h.Filter)
	case DenseLeg:
		return h.Dense()
	}
	return h.Search()
}

// Search searches by both and fuses what they find.
func (h Hybrid) Search() Searcher {
	return Fuse(h.Fusion, Weighted{LexicalLeg, 1 - h.Weight, Lexical(h.Text, h.Filter)}, Weighted{DenseLeg, h.Weight, h.Dense()})
}
