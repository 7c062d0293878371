package retrieve

import (
	"context"

	"github.com/pildora/pildora/store"
)

// Budget keeps the best hits whose texts together hold at most tokens tokens,
// as their records count them: of what a hit before holds already, none. A hit
// that doesn't fit is left out and the ones after it are still tried; the best
// hit is always kept.
func Budget(tokens int) Step {
	return func(_ context.Context, _ string, hits []store.Hit) ([]store.Hit, error) {
		var kept []store.Hit
		spent, held := 0, holdings{}
		for i, h := range hits {
			r := &h.Record
			_, _, fresh := held.over(r.DocID, extent{r.Start, r.End})
			cost := share(r.Tokens, fresh, r.End-r.Start)
			if i > 0 && spent+cost > tokens {
				continue
			}
			held.add(r.DocID, extent{r.Start, r.End}, len(kept))
			spent += cost
			kept = append(kept, h)
		}
		return kept, nil
	}
}
