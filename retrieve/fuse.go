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

// FusionOf is the fusion of a name; "" is the default's.
func FusionOf(name string) (Fusion, error) {
	switch name {
	case "", ZScore.String():
		return ZScore, nil
	case RRF.String():
		return RRF, nil
	}
	return 0, fmt.Errorf("fusion %q is none of %s, %s", name, ZScore, RRF)
}

// rrfK is the constant of reciprocal rank fusion, that of its authors.
const rrfK = 60

// Weighted is a searcher, how much it counts, and what it is called in Hit.Legs.
type Weighted struct {
	Name   string
	Weight float64
	Search Searcher
}

// fusedDepth is how many hits of each list are looked at, at least: means and
// deviations of a few say nothing.
const fusedDepth = 100

// Fuse asks all searchers, at once, and makes one list of what they find. The
// score of a hit is the fused one, and Hit.Legs says what it is made of, in the
// order of ss; ties are broken by record id.
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
		fused := map[string]*store.Hit{}
		var ids []string
		for _, hits := range lists {
			for _, h := range hits {
				if _, ok := fused[h.Record.ID]; !ok {
					ids = append(ids, h.Record.ID)
					fused[h.Record.ID] = &store.Hit{Record: h.Record}
				}
			}
		}
		for i, hits := range lists {
			f.add(fused, hits, ss[i])
		}
		score := func(id string) float64 { return store.Round(fused[id].Score) }
		slices.SortFunc(ids, func(a, b string) int {
			return cmp.Or(cmp.Compare(score(b), score(a)), cmp.Compare(a, b))
		})
		out := make([]store.Hit, 0, min(k, len(ids)))
		for i, id := range ids[:min(k, len(ids))] {
			h := *fused[id]
			h.Score, h.Rank = store.Round(h.Score), i+1
			out = append(out, h)
		}
		return out, nil
	}
}

// add adds what one list gives to the scores of all.
func (f Fusion) add(fused map[string]*store.Hit, hits []store.Hit, of Weighted) {
	share, absent := f.shares(hits)
	here := map[string]int{}
	for i, h := range hits {
		here[h.Record.ID] = i
	}
	for id, to := range fused {
		leg := store.Leg{Name: of.Name, Share: of.Weight * absent}
		if i, ok := here[id]; ok {
			leg = store.Leg{Name: of.Name, Rank: hits[i].Rank, Score: hits[i].Score, Share: of.Weight * share(hits[i])}
		}
		to.Score += leg.Share
		to.Legs = append(to.Legs, leg)
	}
}

// shares says what a list gives to each of its hits, before it is weighted, and
// to what it doesn't have.
func (f Fusion) shares(hits []store.Hit) (of func(store.Hit) float64, absent float64) {
	if f == RRF || len(hits) == 0 {
		return func(h store.Hit) float64 { return 1 / float64(rrfK+h.Rank) }, 0
	}
	mean, deviation := 0.0, 0.0
	for _, h := range hits {
		mean += h.Score / float64(len(hits))
	}
	for _, h := range hits {
		deviation += (h.Score - mean) * (h.Score - mean) / float64(len(hits))
	}
	if deviation = math.Sqrt(deviation); deviation == 0 {
		deviation = 1 // all are equal: none lies above the mean
	}
	of = func(h store.Hit) float64 { return (h.Score - mean) / deviation }
	for _, h := range hits {
		absent = min(absent, of(h)) // the last one's, as lists are sorted
	}
	return of, absent
}
