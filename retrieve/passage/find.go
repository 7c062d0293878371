package passage

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/retrieve"
	"github.com/pildora/pildora/store"
)

// Depth is in and around how many chunks a [Finder] looks where it isn't told.
// With 100 no figure differed by more than 0.4 points.
const Depth = 60

// Index is what a [Finder] asks besides for chunks: what stands beside them, and
// how rare words are. Every store is one.
type Index interface {
	retrieve.Getter
	store.TermCounter
}

// Finder finds windows in and around chunks. It is safe for concurrent use.
type Finder struct {
	// Chunks finds chunks: by words, or fused of words and vectors by z-scores,
	// in which case what the other legs give to a chunk counts for its windows.
	Chunks retrieve.Searcher
	Index  Index
	// Filter names the generation in which words are counted.
	Filter store.Filter
	// Depth is how many chunks are looked at; 0 means [Depth].
	Depth int
	// Words is how much words count where there are other legs, whose shares
	// are weighted already: 1 less the weight of the vectors.
	Words float64
	// Analyzer remembers stems; it must be given.
	Analyzer *lex.Analyzer
}

// Find looks for the windows that match a query. Nothing found is no error.
func (f *Finder) Find(ctx context.Context, query string) (*Found, error) {
	depth := cmp.Or(f.Depth, Depth)
	if depth < 0 {
		return nil, fmt.Errorf("depth is %d, must be at least 1", depth)
	}
	hits, err := f.Chunks(ctx, query, depth)
	if err != nil || len(hits) == 0 {
		return &Found{}, err
	}
	text, filter := f.Filter.Ask(query)
	counts, err := f.Index.CountTerms(ctx, text, filter)
	if err != nil {
		return nil, fmt.Errorf("how rare the words of the question are: %w", err)
	}
	list, err := around(ctx, f.Index, hits, reach)
	if err != nil {
		return nil, err
	}
	found := &Found{stretches: list, ranked: score(f.Analyzer, counts, list)}
	found.floor = f.fuse(found.ranked, hits)
	slices.SortFunc(found.ranked, func(a, b place) int {
		x, y := a.in.sentences[a.from], b.in.sentences[b.from]
		return cmp.Or(cmp.Compare(store.Round(b.score), store.Round(a.score)),
			strings.Compare(a.in.records[x.record].ID, b.in.records[y.record].ID), cmp.Compare(x.Start, y.Start))
	})
	for _, s := range list {
		for i := range s.sentences {
			s.sentences[i].score = math.Inf(-1)
		}
	}
	for _, p := range found.ranked { // a sentence is as good as the best window that holds it
		for i := p.from; i < p.to; i++ {
			p.in.sentences[i].score = max(p.in.sentences[i].score, p.score)
		}
	}
	return found, nil
}

// Searcher finds the chunks of the best windows, see [Found.Hits].
func (f *Finder) Searcher() retrieve.Searcher {
	return func(ctx context.Context, query string, k int) ([]store.Hit, error) {
		found, err := f.Find(ctx, query)
		if err != nil {
			return nil, err
		}
		return found.Hits(k), nil
	}
}

// fuse gives windows what other legs than words give to their chunks. Words
// count as much as they do for chunks, but by the z-scores of the windows; what
// the others give to a chunk they give to each of its windows, and to windows
// beside the chunks that were found the least of it. It returns the score of
// what says nothing of the question: one deviation below the worst, where there
// are z-scores.
func (f *Finder) fuse(ranked []place, hits []store.Hit) (floor float64) {
	given, least, fused := map[string]float64{}, math.Inf(1), false
	for _, h := range hits {
		share := 0.0
		for _, l := range h.Legs {
			if l.Name != retrieve.LexicalLeg {
				share += l.Share
				fused = true
			}
		}
		given[h.Record.ID] = share
		least = min(least, share)
	}
	if !fused {
		return 0
	}
	mean, deviation := moments(ranked)
	for i := range ranked {
		p := &ranked[i]
		share, ok := given[p.in.records[p.in.sentences[p.from].record].ID]
		if !ok {
			share = least
		}
		p.score = f.Words*(p.score-mean)/deviation + share
		floor = min(floor, p.score)
	}
	return floor - 1
}

// moments are the mean of the scores and their standard deviation, 1 where all
// are equal.
func moments(ranked []place) (mean, deviation float64) {
	for _, p := range ranked {
		mean += p.score / float64(len(ranked))
	}
	for _, p := range ranked {
		deviation += (p.score - mean) * (p.score - mean) / float64(len(ranked))
	}
	return mean, cmp.Or(math.Sqrt(deviation), 1)
}
