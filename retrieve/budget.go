package retrieve

import (
	"context"

	"github.com/pildora/pildora/store"
)

// Budget keeps the best hits whose texts together hold at most tokens tokens,
// as their records count them. A hit that doesn't fit is left out and the ones
// after it are still tried; the best hit is always kept.
func Budget(tokens int) Step {
	return func(_ context.Context, _ string, hits []store.Hit) ([]store.Hit, error) {
		var kept []store.Hit
		spent := 0
		for i, h := range hits {
			if i > 0 && spent+h.Record.Tokens > tokens {
				continue
			}
			spent += h.Record.Tokens
			kept = append(kept, h)
		}
		return kept, nil
	}
}
