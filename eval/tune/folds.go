package tune

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/pildora/pildora/eval"
)

// foldsOf divides questions into folds. Where documents allow it, all
// questions about one document are in one fold, so that nothing of a held-out
// document was seen when a choice was made: that takes three documents at
// least, and none that holds too many of the questions. Else questions are
// divided one by one. Groups are spread over the folds as evenly as possible.
// Only ids, documents, groups and the seed decide, never an answer.
func foldsOf(asked []eval.Asked, group []int, k int, seed uint64) (fold []int, folds int, byDocument bool) {
	docs := unitsOf(asked, group, seed, func(i int) string { return asked[i].Doc })
	if n := min(k, len(docs)); n >= 3 {
		fold = spreadOver(docs, len(asked), n)
		if 2*largest(fold, n) <= len(asked) {
			return fold, n, true
		}
	}
	n := max(1, min(k, len(asked)))
	return spreadOver(unitsOf(asked, group, seed, func(i int) string { return asked[i].ID }), len(asked), n), n, false
}

// unit is what goes into one fold whole.
type unit struct {
	members []int
	group   int
	order   uint64
}

func unitsOf(asked []eval.Asked, group []int, seed uint64, key func(int) string) []unit {
	at := map[string]int{}
	var out []unit
	for i := range asked {
		k := key(i)
		if _, ok := at[k]; !ok {
			at[k] = len(out)
			out = append(out, unit{group: group[i], order: shuffled(seed, k)})
		}
		u := &out[at[k]]
		u.members = append(u.members, i)
	}
	slices.SortFunc(out, func(a, b unit) int {
		return cmp.Or(cmp.Compare(len(b.members), len(a.members)), cmp.Compare(a.order, b.order))
	})
	return out
}

// spreadOver puts each unit, the largest first, into the fold that has fewest
// questions of its group, of those the one that has fewest at all.
func spreadOver(units []unit, n, folds int) []int {
	fold := make([]int, n)
	total := make([]int, folds)
	of := map[int][]int{}
	for _, u := range units {
		if of[u.group] == nil {
			of[u.group] = make([]int, folds)
		}
		mine := of[u.group]
		best := 0
		for f := range folds {
			if c := cmp.Or(cmp.Compare(mine[f], mine[best]), cmp.Compare(total[f], total[best])); c < 0 {
				best = f
			}
		}
		mine[best] += len(u.members)
		total[best] += len(u.members)
		for _, i := range u.members {
			fold[i] = best
		}
	}
	return fold
}

// largest is how many questions the fullest fold has.
func largest(fold []int, folds int) int {
	count := make([]int, folds)
	for _, f := range fold {
		count[f]++
	}
	return slices.Max(count)
}

// shuffled is a number for an id that depends on the seed.
func shuffled(seed uint64, id string) uint64 {
	b := binary.LittleEndian.AppendUint64(nil, seed)
	sum := sha256.Sum256(append(b, id...))
	return binary.LittleEndian.Uint64(sum[:])
}

// interleaved orders questions so that every beginning of the list holds the
// groups in their shares, and each group in an order that depends on the seed.
func interleaved(asked []eval.Asked, group []int, seed uint64) []int {
	type placed struct {
		i     int
		hash  uint64
		share float64
	}
	byGroup := map[int][]placed{}
	for i := range asked {
		byGroup[group[i]] = append(byGroup[group[i]], placed{i: i, hash: shuffled(seed, asked[i].ID)})
	}
	var all []placed
	for _, list := range byGroup {
		slices.SortFunc(list, func(a, b placed) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.i, b.i)) })
		for n := range list {
			list[n].share = (float64(n) + 0.5) / float64(len(list))
		}
		all = append(all, list...)
	}
	slices.SortFunc(all, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.share, b.share), cmp.Compare(a.hash, b.hash), cmp.Compare(a.i, b.i))
	})
	out := make([]int, len(all))
	for n, p := range all {
		out[n] = p.i
	}
	return out
}
