package manifest

import (
	"fmt"

	"github.com/pildora/pildora/store"
)

// Behind says what next lacks of live, both manifests of one index: documents
// that are missing in it, that it has of other bytes, or that failed or wait
// there and not in live. A line each, by document id; none says that next can
// take the place of live.
func Behind(live, next []store.DocState) []string {
	has := make(map[string]store.DocState, len(next))
	for _, d := range next {
		has[d.DocID] = d
	}
	var out []string
	for _, d := range live {
		n, ok := has[d.DocID]
		switch {
		case d.State == store.Failed && d.Chunks == 0:
			continue // nothing of it is there to be lost
		case !ok:
			out = append(out, fmt.Sprintf("%s is missing", d.DocID))
		case n.State == store.Failed && d.State != store.Failed:
			out = append(out, fmt.Sprintf("%s failed (%s: %s)", d.DocID, n.Stage, n.Error))
		case n.State != store.Indexed && d.State == store.Indexed:
			out = append(out, fmt.Sprintf("%s is only %s", d.DocID, n.State))
		case n.Hash != d.Hash:
			out = append(out, fmt.Sprintf("%s is of another version of its source", d.DocID))
		}
	}
	return out
}
