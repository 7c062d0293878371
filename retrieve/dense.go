package retrieve

import (
	"context"
	"errors"
	"fmt"

	"github.com/pildora/pildora/embed"
	"github.com/pildora/pildora/store"
)

// ErrQuery is wrapped where the query couldn't be embedded: words can still be
// searched for.
var ErrQuery = errors.New("embedding the query")

// Dense searches by nearness of vectors: the query's is made by e, which must
// be the model of the store's vectors. What a query says that passages must or
// must not hold, they must here too.
func Dense(e embed.Embedder, s store.VectorSearcher, f store.Filter) Searcher {
	return func(ctx context.Context, query string, k int) ([]store.Hit, error) {
		if k <= 0 {
			return nil, fmt.Errorf("k is %d, must be at least 1", k)
		}
		text, f := f.Ask(query)
		v, err := embed.Checked(ctx, e, embed.Query, []string{text})
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrQuery, err)
		}
		return s.SearchVector(ctx, v[0], k, f)
	}
}
