package tune

import (
	"cmp"
	"context"
	"slices"
)

// arena is a set of questions that one choice is made for.
type arena struct {
	group     int // index in Spec.Groups, len(Groups) for documents of none; -1 is all documents
	questions []int
	few       string   // why nothing is chosen here; "" where something is
	tracks    []*track // the first with all questions, then one without each fold
}

// track is one choice on its own training questions, which are all that it
// ever sees.
type track struct {
	fold  int   // held out; -1 is none
	alive []int // candidates, best first once they were ranked
}

// choice is the best candidate, runner the second best, which is never the
// same one under another name (see keep).
func (t *track) choice() int { return t.alive[0] }
func (t *track) runner() int { return t.alive[min(1, len(t.alive)-1)] }

// rungs is how often candidates are asked. The first rung has twice the least
// number of questions, or there are fewer rungs.
func rungs(questions, least int) int {
	n := 1
	for n < 3 && questions>>n >= 2*least {
		n++
	}
	return n
}

// least is the smallest number of candidates that a halving leaves.
const least = 4

// search halves the candidates of every track.
func (t *tuning) search(ctx context.Context) error {
	for rung := 1; rung <= t.rungs; rung++ {
		var cs, qs []int
		for _, a := range t.arenas {
			if a.few != "" {
				continue
			}
			qs = append(qs, a.prefix(rung, t.rungs, t.MinQuestions)...)
			for _, k := range a.tracks {
				cs = append(cs, k.alive...)
			}
		}
		slices.Sort(cs)
		cs = slices.Compact(cs)
		t.tell(rung, len(cs))
		if err := t.table.ask(ctx, cs, qs); err != nil {
			return err
		}
		for _, a := range t.arenas {
			for _, k := range a.tracks {
				seen := training(t.fold, k.fold, a.prefix(rung, t.rungs, t.MinQuestions))
				t.rank(k, seen)
				k.alive = t.table.distinct(k.alive, seen)
				if rung < t.rungs {
					k.alive = t.keep(k, seen)
				}
			}
		}
	}
	t.result.Runs = t.table.runs + 1
	return nil
}

// prefix is the part of the arena's questions that a rung asks.
func (a *arena) prefix(rung, rungs, minimum int) []int {
	n := len(a.questions)
	share := (n + 1<<(rungs-rung) - 1) >> (rungs - rung)
	return a.questions[:max(share, min(n, 2*minimum))]
}

// training is the part of the questions that isn't in the held-out fold.
func training(fold []int, held int, qs []int) []int {
	var out []int
	for _, q := range qs {
		if fold[q] != held {
			out = append(out, q)
		}
	}
	return out
}

// same is by how much two means may differ and be one: what rounding leaves.
const same = 1e-9

// rank orders the track's candidates by their means; of equal ones the one
// nearer to the default is better.
func (t *tuning) rank(k *track, qs []int) {
	slices.Sort(k.alive)
	means := map[int]float64{}
	for _, c := range k.alive {
		means[c] = t.table.mean(c, t.Metric, qs)
	}
	slices.SortStableFunc(k.alive, func(a, b int) int {
		return cmp.Compare(int64(means[b]/same+0.5), int64(means[a]/same+0.5))
	})
}

// keep returns the better half, the default always, and, up to half as many
// again, those that deliver less than all that are better: candidates for the
// front of quality against cost.
func (t *tuning) keep(k *track, qs []int) []int {
	half := max(least, (len(k.alive)+1)/2)
	if half >= len(k.alive) {
		return k.alive
	}
	out := slices.Clone(k.alive[:half])
	cheapest := average(t.table.rows[out[0]].delivered, qs)
	for _, c := range k.alive {
		d := average(t.table.rows[c].delivered, qs)
		lean := d < cheapest
		cheapest = min(cheapest, d)
		if !slices.Contains(out, c) && (c == 0 || lean && len(out) < half+(half+1)/2) {
			out = append(out, c)
		}
	}
	return out
}
