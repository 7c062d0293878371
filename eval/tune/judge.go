package tune

import (
	"context"

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
	drawn   stat.Difference // against, drawing whole documents; see clustered
	runner  stat.Difference
	others  map[string]stat.Difference // against in the metrics that aren't tuned
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
	instead := d.column(m, d.instead)
	if d.against, err = stat.Paired(chosen, instead, d.t.stat()); err != nil {
		return err
	}
	if d.drawn, err = stat.Paired(d.clustered(chosen), d.clustered(instead), d.t.stat()); err != nil {
		return err
	}
	d.others = map[string]stat.Difference{}
	for _, other := range d.t.metrics()[1:] {
		if d.others[other], err = stat.Paired(d.column(other, d.held), d.column(other, d.instead), d.t.stat()); err != nil {
			return err
		}
	}
	second := func(q int) int { return d.arena.track(d.t.fold[q]).runner() }
	d.runner, err = stat.Paired(chosen, d.column(m, second), d.t.stat())
	return err
}

// clusters is how many documents it takes to judge by documents.
const clusters = 10

// clustered sums a column up by document, so that a resample draws whole
// documents: questions about one document fare alike, and drawn one by one
// they would seem to say more than they do (Field and Welsh, Bootstrapping
// clustered data, 2007). The sums are scaled so that their mean is that of the
// column. Of few documents nothing could be significant; there the column stays
// as it is.
func (d *decision) clustered(column []float64) []float64 {
	at := map[string]int{}
	var out []float64
	for i, q := range d.arena.questions {
		id := d.t.table.asked[q].Doc
		if _, ok := at[id]; !ok {
			at[id] = len(out)
			out = append(out, 0)
		}
		out[at[id]] += column[i]
	}
	if len(out) < clusters {
		return column
	}
	for i := range out {
		out[i] *= float64(len(out)) / float64(len(column))
	}
	return out
}

// correct corrects the p-values of groups for being several.
func correct(ds []*decision) {
	for _, of := range []func(*decision) *stat.Difference{
		func(d *decision) *stat.Difference { return &d.against }, func(d *decision) *stat.Difference { return &d.drawn },
	} {
		var p []float64
		var corrected []*stat.Difference
		for _, d := range ds {
			if d.arena.few == "" {
				corrected = append(corrected, of(d))
				p = append(p, of(d).P)
			}
		}
		for i, v := range stat.Holm(p) {
			corrected[i].Adjusted, corrected[i].Of = v, len(p)
		}
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
	d.adopted = d.arena.few == "" && d.proposal() != d.standing() && d.against.Diff > 0 && d.against.Significant() && d.drawn.Significant()
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
