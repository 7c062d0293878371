package retrieve

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/pildora/pildora/store"
)

// Fusion is a way to make one list of hits of several.
type Fusion uint8

const (
	// ZScore adds how many standard deviations each score lies above the mean
	// of its own list, times the list's weight. What a list doesn't have counts
	// as its last one.
	ZScore Fusion = iota
	// RRF adds weight/(60+rank): reciprocal rank fusion (Cormack, Clarke and
	// Büttcher, SIGIR 2009).
	RRF
)

func (f Fusion) String() string { return [...]string{"zscore", "rrf"}[f] }

// rrfK is the constant of reciprocal rank fusion, that of its authors.
const rrfK = 60

// Weighted is a searcher and how much it counts.
type Weighted struct {
	Weight float64
	Search Searcher
}

// fusedDepth is how many hits of each list are looked at, at least: means and
// deviations of a few say nothing.
const fusedDepth = 100

// Fuse asks all searchers, at once, and makes one list of what they find. The
// score of a hit is the fused one; ties are broken by record id.
func Fuse(f Fusion, ss ...Weighted) Searcher {
	return func(ctx context.Context, query string, k int) ([]store.Hit, error) {
		if k <= 0 {
			return nil, fmt.Errorf("k is %d, must be at least 1", k)
		}
		lists := make([][]store.Hit, len(ss))
		g, searching := errgroup.WithContext(ctx)
		for i, s := range ss {
			g.Go(func() (err error) {
				lists[i], err = s.Search(searching, query, max(k, fusedDepth))
				return err
			})
		}
		if err := g.Wait(); err != nil {
			return nil, err
		}
		scores := map[string]float64{}
		records := map[string]store.Record{}
		var ids []string
		for _, hits := range lists {
			for _, h := range hits {
				if _, ok := records[h.Record.ID]; !ok {
					ids = append(ids, h.Record.ID)
					records[h.Record.ID] = h.Record
				}
			}
		}
		for i, hits := range lists {
			f.add(scores, ids, hits, ss[i].Weight)
		}
		slices.SortFunc(ids, func(a, b string) int {
			return cmp.Or(cmp.Compare(store.Round(scores[b]), store.Round(scores[a])), cmp.Compare(a, b))
		})
		out := make([]store.Hit, 0, min(k, len(ids)))
		for i, id := range ids[:min(k, len(ids))] {
			out = append(out, store.Hit{Record: records[id], Score: store.Round(scores[id]), Rank: i + 1})
		}
		return out, nil
	}
}

// add adds what one list gives to the scores of all ids.
func (f Fusion) add(scores map[string]float64, ids []string, hits []store.Hit, weight float64) {
	if len(hits) == 0 {
		return
	}
	if f == RRF {
		for _, h := range hits {
			scores[h.Record.ID] += weight / float64(rrfK+h.Rank)
		}
		return
	}
	mean, deviation := 0.0, 0.0
	for _, h := range hits {
		mean += h.Score / float64(len(hits))
	}
	for _, h := range hits {
		deviation += (h.Score - mean) * (h.Score - mean) / float64(len(hits))
	}
	deviation = math.Sqrt(deviation)
	if deviation == 0 {
		deviation = 1 // all are equal: none lies above the mean
	}
	here := map[string]float64{}
	last := math.Inf(1)
	for _, h := range hits {
		z := (h.Score - mean) / deviation
		here[h.Record.ID] = z
		last = min(last, z)
	}
	for _, id := range ids {
		z, ok := here[id]
		if !ok {
			z = last
		}
		scores[id] += weight * z
	}
}
