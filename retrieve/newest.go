package retrieve

import (
	"context"
	"slices"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/similar"
	"github.com/pildora/pildora/store"
)

// How much deeper is searched for newer versions, and how many hits are compared.
const (
	deeper   = 3
	compared = 256
)

// Newest orders what a searcher finds as [ByAge] says. It looks three times as
// deep as it is asked, and numbers the hits anew; scores stay as they are.
func Newest(s Searcher) Searcher {
	return func(ctx context.Context, query string, k int) ([]store.Hit, error) {
		found, err := s(ctx, query, deeper*k)
		if err != nil {
			return nil, err
		}
		var hits []store.Hit
		for rank, i := range ByAge(found)[:min(k, len(found))] {
			hits = append(hits, found[i])
			hits[rank].Rank = rank + 1
		}
		return hits, nil
	}
}

// ByAge returns the order of hits, as indices, in which the newer ones go first.
// Of hits that say nearly the same in two documents the newer one takes the better
// place, and the older one its: the one whose document supersedes the other, or
// has the later date. And what stands in a document that another one among the
// hits supersedes comes after the best hit of that. The others keep their order.
// The best 256 are compared.
func ByAge(hits []store.Hit) []int {
	n := min(len(hits), compared)
	order := behind(hits, copies(hits[:n]))
	for i := n; i < len(hits); i++ {
		order = append(order, i)
	}
	return order
}

func newer(a, b *store.Record) bool { return versionOf(a).NewerThan(versionOf(b)) }

func versionOf(r *store.Record) doc.Version {
	return doc.Version{ID: r.DocID, Date: r.Date, Meta: r.Meta}
}

// copies is the order of hits in which those that say nearly the same are sorted
// by their age.
func copies(hits []store.Hit) []int {
	order := make([]int, len(hits))
	places := map[int][]int{} // by the first one that says the same
	group := make([]int, len(hits))
	sketches := make([]*similar.Sketch, len(hits))
	for i := range hits {
		order[i], group[i] = i, i
		s, ok := similar.Of(hits[i].Record.Text)
		if !ok {
			continue
		}
		sketches[i] = &s
		for j := range i {
			if sketches[j] != nil && hits[j].Record.DocID != hits[i].Record.DocID && s.Shared(sketches[j]) >= similar.Versions {
				group[i] = group[j]
				break
			}
		}
		places[group[i]] = append(places[group[i]], i)
	}
	for _, p := range places {
		// By insertion: being newer needn't be transitive.
		for at := range p {
			for ; at > 0 && newer(&hits[order[p[at]]].Record, &hits[order[p[at-1]]].Record); at-- {
				order[p[at]], order[p[at-1]] = order[p[at-1]], order[p[at]]
			}
		}
	}
	return order
}

// behind puts what is superseded behind the best hit of what supersedes it. Of
// documents that supersede each other the first one goes first.
func behind(hits []store.Hit, order []int) []int {
	over := map[string][]string{} // by document, those that supersede it
	for _, i := range order {
		v := versionOf(&hits[i].Record)
		if v.Meta[doc.SupersedesKey] == "" {
			continue
		}
		for _, j := range order {
			if id := hits[j].Record.DocID; v.Supersedes(id) && !slices.Contains(over[id], v.ID) {
				over[id] = append(over[id], v.ID)
			}
		}
	}
	if len(over) == 0 {
		return order
	}
	placed := map[string]bool{} // documents
	free := func(i int) bool {
		return !slices.ContainsFunc(over[hits[i].Record.DocID], func(id string) bool { return !placed[id] })
	}
	out := make([]int, 0, len(hits))
	for left := order; len(left) > 0; {
		next := max(0, slices.IndexFunc(left, free))
		placed[hits[left[next]].Record.DocID] = true
		out = append(out, left[next])
		left = slices.Delete(left, next, next+1)
	}
	return out
}
