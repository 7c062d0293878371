package tune

import (
	"context"
	"fmt"
	"math"

	"github.com/pildora/pildora/eval/stat"
)

// judge decides which proposals come into force, and says what they give.
func (t *tuning) judge(ctx context.Context) error {
	overall := t.arenas[0]
	decisions := make([]*decision, len(t.arenas))
	for i, a := range t.arenas {
		if err := ctx.Err(); err != nil {
			return err
		}
		d := &decision{t: t, arena: a}
		if i > 0 {
			d.over = decisions[0]
		}
		if err := d.compare(); err != nil {
			return err
		}
		if decisions[i] = d; a == overall {
			d.decide()
		}
	}
	correct(decisions[1:])
	for i, d := range decisions {
		if i > 0 {
			d.decide()
		}
		c, err := d.report()
		if err != nil {
			return err
		}
		if i == 0 {
			t.result.Overall = c
		} else {
			t.result.Groups = append(t.result.Groups, c)
		}
	}
	if err := t.front(); err != nil {
		return err
	}
	return t.together(ctx, decisions)
}

// decision is about one arena.
type decision struct {
	t       *tuning
	arena   *arena
	over    *decision // of all documents, where the arena is a group
	against stat.Difference
	runner  stat.Difference
	adopted bool
}

// held is the candidate that was chosen without having seen a question.
func (d *decision) held(q int) int { return d.arena.track(d.t.fold[q]).choice() }

// instead is the candidate that answers a question where the proposal isn't in
// force: the default, or what is chosen for all documents without that
// question.
func (d *decision) instead(q int) int {
	if d.over != nil && d.over.adopted {
		return d.over.held(q)
	}
	return 0
}

// inForce is the candidate that answers a question as it was decided.
func (d *decision) inForce(q int) int {
	if d.adopted {
		return d.held(q)
	}
	return d.instead(q)
}

// column is a metric over the arena's questions, each answered by the
// candidate that of returns.
func (d *decision) column(metric string, of func(q int) int) []float64 {
	out := make([]float64, len(d.arena.questions))
	for i, q := range d.arena.questions {
		out[i] = d.t.table.rows[of(q)].values[metric][q]
	}
	return out
}

func (t *tuning) stat() stat.Settings {
	return stat.Settings{Resamples: t.Resamples, Seed: t.Seed, Workers: t.Eval.Workers}
}

// compare compares on questions held out.
func (d *decision) compare() error {
	if d.arena.few != "" {
		return nil
	}
	m := d.t.Metric
	chosen := d.column(m, d.held)
	var err error
	if d.against, err = stat.Paired(chosen, d.column(m, d.instead), d.t.stat()); err != nil {
		return err
	}
	second := func(q int) int { return d.arena.track(d.t.fold[q]).runner() }
	d.runner, err = stat.Paired(chosen, d.column(m, second), d.t.stat())
	return err
}

// correct corrects the p-values of groups for being several.
func correct(ds []*decision) {
	var p []float64
	var of []*decision
	for _, d := range ds {
		if d.arena.few == "" {
			p, of = append(p, d.against.P), append(of, d)
		}
	}
	for i, v := range stat.Holm(p) {
		of[i].against.Adjusted, of[i].against.Of = v, len(p)
	}
}

// proposal is the best on all questions of the arena.
func (d *decision) proposal() int { return d.arena.tracks[0].choice() }

// standing is what is in force without a proposal.
func (d *decision) standing() int {
	if d.over != nil && d.over.adopted {
		return d.over.proposal()
	}
	return 0
}

func (d *decision) decide() {
	d.adopted = d.arena.few == "" && d.proposal() != d.standing() && d.against.Significant() && d.against.Diff > 0
}

// report writes the decision down.
func (d *decision) report() (Choice, error) {
	t, a := d.t, d.arena
	c := Choice{Questions: len(a.questions), Tuned: d.adopted}
	if a.group >= 0 {
		c.Group, c.Match = t.Groups[a.group].Name, t.Groups[a.group].Match
	}
	docs := map[string]bool{}
	for _, q := range a.questions {
		docs[t.table.asked[q].Doc] = true
	}
	c.Documents = len(docs)
	winner := d.standing()
	if d.adopted {
		winner = d.proposal()
	}
	c.Name, c.Recipe = t.candidates[winner].name, t.candidates[winner].recipe()
	var err error
	if c.Figures, err = d.figures(d.inForce); err == nil {
		c.Instead, err = d.figures(d.instead)
	}
	if err != nil {
		return c, err
	}
	if a.few == "" {
		c.Search = d.search()
	}
	c.Why = d.why()
	c.Pill = t.pill(a.questions, c.Recipe)
	return c, nil
}

func (d *decision) figures(of func(int) int) (map[string]stat.Interval, error) {
	return d.t.intervals(func(m string) []float64 { return d.column(m, of) })
}

// intervals are the means of the metrics that figures are kept of.
func (t *tuning) intervals(column func(metric string) []float64) (map[string]stat.Interval, error) {
	var columns [][]float64
	for _, m := range t.metrics() {
		columns = append(columns, column(m))
	}
	means, err := stat.Means(columns, t.stat())
	if err != nil {
		return nil, err
	}
	out := map[string]stat.Interval{}
	for i, m := range t.metrics() {
		out[m] = means[i]
	}
	return out, nil
}

func (d *decision) search() *Search {
	t, all := d.t, d.arena.tracks[0]
	s := &Search{Proposed: t.candidates[d.proposal()].name, Runner: t.candidates[all.runner()].name, Folds: len(d.arena.tracks) - 1, Finalists: len(all.alive)}
	s.AgainstDefault = Comparison{d.against, d.against.Words("the tuned recipe", d.rival())}
	s.AgainstRunner = Comparison{d.runner, d.runner.Words("the tuned recipe", "the runner-up")}
	s.Observed, _ = d.observed()
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
// all questions, and which finalist that is.
func (d *decision) observed() (float64, int) {
	largest, which := 0.0, 0
	rest := d.t.table.mean(d.standing(), d.t.Metric, d.arena.questions)
	for _, c := range d.arena.tracks[0].alive {
		if v := math.Abs(d.t.table.mean(c, d.t.Metric, d.arena.questions) - rest); v > largest {
			largest, which = v, c
		}
	}
	return largest, which
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

// rival names what the proposal is compared with.
func (d *decision) rival() string {
	if d.over != nil && d.over.adopted {
		return "the recipe of all documents"
	}
	return "the default"
}

func (d *decision) why() string {
	stays := d.rival() + " stays"
	if d.arena.few != "" {
		return stays + ": " + d.arena.few
	}
	words := d.against.Words("the tuned recipe", d.rival())
	switch largest, _ := d.observed(); {
	case d.adopted:
		return fmt.Sprintf("on %s held out of the choice %s", count(d.against.N, "question"), words)
	case d.proposal() == d.standing():
		return fmt.Sprintf("%s: it is the best of %s tried", stays, count(len(d.t.candidates), "recipe"))
	case !d.against.Significant() && largest < d.against.Detectable:
		return fmt.Sprintf("%s: on held-out questions %s; no recipe differs from it by more than %.1f points", stays, words, 100*largest)
	default:
		return fmt.Sprintf("%s: on held-out questions %s", stays, words)
	}
}
