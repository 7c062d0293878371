package tune

import "math"

// search says how a choice was made and how sure it is.
func (d *decision) search() *Search {
	t, all := d.t, d.arena.tracks[0]
	s := &Search{Proposed: t.candidates[d.proposal()].name, Runner: t.candidates[all.runner()].name, Folds: len(d.arena.tracks) - 1, Finalists: len(all.alive)}
	s.AgainstDefault = Comparison{d.against, d.against.Words("the tuned recipe", d.rival())}
	s.ByDocument = d.drawn.Adjusted
	s.AgainstRunner = Comparison{d.runner, d.runner.Words("the tuned recipe", "the runner-up")}
	s.Others = map[string]Comparison{}
	for m, o := range d.others {
		s.Others[m] = Comparison{o, m + ": " + o.Words("the tuned recipe", d.rival())}
	}
	s.Observed = d.observed()
	s.WonResamples = t.wins(all, d.arena.questions)
	for _, k := range d.arena.tracks[1:] {
		held := heldOut(t.fold, k.fold, d.arena.questions)
		f := Fold{Choice: t.candidates[k.choice()].name, Score: t.table.mean(k.choice(), t.Metric, held)}
		for _, q := range held {
			f.Held = append(f.Held, t.table.asked[q].ID)
			f.Default += t.table.rows[d.instead(q)].values[t.Metric][q] / float64(len(held))
		}
		if k.choice() == d.proposal() {
			s.WonFolds++
		}
		s.Chosen = append(s.Chosen, f)
	}
	s.Votes = d.votes()
	return s
}

func heldOut(fold []int, held int, qs []int) []int {
	var out []int
	for _, q := range qs {
		if fold[q] == held {
			out = append(out, q)
		}
	}
	return out
}

// observed is the largest difference between a finalist and the default on
// all questions.
func (d *decision) observed() float64 {
	largest := 0.0
	rest := d.t.table.mean(d.standing(), d.t.Metric, d.arena.questions)
	for _, c := range d.arena.tracks[0].alive {
		largest = max(largest, math.Abs(d.t.table.mean(c, d.t.Metric, d.arena.questions)-rest))
	}
	return largest
}

func (d *decision) votes() []Vote {
	proposed := settings(d.t.candidates[d.proposal()].recipe())
	out := make([]Vote, len(proposed))
	for i, p := range proposed {
		out[i] = Vote{Key: p.key, Value: p.value}
		for _, k := range d.arena.tracks[1:] {
			if settings(d.t.candidates[k.choice()].recipe())[i].value == p.value {
				out[i].Folds++
			}
		}
	}
	return out
}
