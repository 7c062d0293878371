package retrieve

import (
	"context"
	"fmt"

	"github.com/pildora/pildora/store"
)

// Getter gives records by their ids in the order of these, as store.Store does.
type Getter interface {
	Get(ctx context.Context, ids ...string) ([]store.Record, error)
}

// Deliver puts the chunk in the place of each text that was derived of it.
// Whatever was found several times stays once, in its best place with its best
// score; Hit.By says what was found instead.
func Deliver(g Getter) Step {
	return instead(g, func(r *store.Record) string {
		if r.Role == store.RoleDerived {
			return r.Parent
		}
		return ""
	})
}

// Parents puts in the place of a chunk what is delivered of it: its parent, once
// for all its chunks that were found, in the best one's place and with its
// score; or its window, unless those before hold all of that. What has neither
// is its own. Windows may overlap, see [Stitch]. Derived texts must have been
// delivered before.
func Parents(g Getter) Step {
	up := instead(g, func(r *store.Record) string {
		if r.Role == store.RoleChunk {
			return r.Parent
		}
		return ""
	})
	return func(ctx context.Context, query string, hits []store.Hit) ([]store.Hit, error) {
		hits, err := up(ctx, query, hits)
		if err != nil {
			return nil, err
		}
		return windows(hits), nil
	}
}

// instead puts other records in the place of those found, where whose names one.
func instead(g Getter, whose func(*store.Record) string) Step {
	return func(ctx context.Context, _ string, hits []store.Hit) ([]store.Hit, error) {
		var ids []string
		others := map[string]store.Record{}
		for i := range hits {
			id := whose(&hits[i].Record)
			if _, known := others[id]; id != "" && !known {
				ids, others[id] = append(ids, id), store.Record{}
			}
		}
		if len(ids) == 0 {
			return hits, nil
		}
		records, err := g.Get(ctx, ids...)
		if err != nil {
			return nil, fmt.Errorf("what is delivered of what was found: %w", err)
		}
		for i, id := range ids {
			others[id] = records[i]
		}
		var d delivery
		for _, h := range hits {
			if id := whose(&h.Record); id != "" {
				h.By, h.Record = found(h), others[id]
			}
			d.add(h)
		}
		return d.hits, nil
	}
}

// found are the ids of the records that were found for a hit.
func found(h store.Hit) []string {
	if len(h.By) == 0 {
		return []string{h.Record.ID}
	}
	return h.By
}

// delivery is hits without doubles, ranked anew.
type delivery struct {
	hits []store.Hit
	at   map[string]int
}

func (d *delivery) add(h store.Hit) {
	if i, ok := d.at[h.Record.ID]; ok {
		d.merge(i, h)
		return
	}
	if d.at == nil {
		d.at = map[string]int{}
	}
	d.at[h.Record.ID] = len(d.hits)
	h.Rank = len(d.hits) + 1
	d.hits = append(d.hits, h)
}

// merge says of hit i that what h was found by leads to it too.
func (d *delivery) merge(i int, h store.Hit) {
	to := &d.hits[i]
	to.By = append(append([]string(nil), found(*to)...), found(h)...)
}

// windows delivers windows. One of which every byte stands in windows before it
// is left out; the hits before are then found by it too.
func windows(hits []store.Hit) []store.Hit {
	var d delivery
	held := holdings{}
	for _, h := range hits {
		w := h.Record.Window
		if w == nil {
			d.add(h)
			continue
		}
		e := extent{w.Start, w.End}
		if from, _, fresh := held.over(h.Record.DocID, e); fresh == 0 {
			d.merge(held[h.Record.DocID][from].by, h)
			continue
		}
		held.add(h.Record.DocID, e, len(d.hits))
		h.By, h.Record = found(h), h.Record.Windowed()
		d.add(h)
	}
	return d.hits
}

// Filled runs steps after a searcher, and searches deeper where they leave fewer
// than k hits of it, until there are k or nothing more is found. The first hits
// must not depend on those that are found deeper, as is so with [Deliver] and
// [Parents].
func (s Searcher) Filled(steps ...Step) Searcher {
	return func(ctx context.Context, query string, k int) ([]store.Hit, error) {
		for depth := k; ; depth *= 2 {
			n := 0
			counted := func(_ context.Context, _ string, hits []store.Hit) ([]store.Hit, error) {
				n = len(hits)
				return hits, nil
			}
			hits, err := s.Then(counted).Then(steps...)(ctx, query, depth)
			if err != nil || len(hits) >= k || n < depth {
				return hits[:min(max(k, 0), len(hits))], err
			}
		}
	}
}
