package tune

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/stat"
	"github.com/pildora/pildora/ingest"
)

// together asks the recipes of the groups together, as the settings file has
// them, where a group has one of its own. Groups were judged with all
// documents cut by one recipe; here each document is cut by its own. The
// questions of each fold are asked of what was chosen without them.
func (t *tuning) together(ctx context.Context, ds []*decision) error {
	any := false
	for _, d := range ds[1:] {
		any = any || d.adopted
	}
	if !any {
		return nil
	}
	all := t.arenas[0].questions
	found := &row{values: map[string][]float64{}, delivered: make([]float64, len(t.table.asked))}
	t.tell(t.rungs+1, 1)
	for f := range t.folds {
		wanted := map[string]bool{}
		for _, q := range heldOut(t.fold, f, all) {
			wanted[t.table.asked[q].ID] = true
		}
		if len(wanted) == 0 {
			continue
		}
		spec := t.spec(nil, t.table.questions(wanted))
		spec.Contenders = []eval.Contender{t.mixed(ds, f)}
		r, err := eval.Run(ctx, spec)
		if err != nil {
			return err
		}
		t.result.Runs++
		t.collect(found, &r.Runs[0])
	}
	return t.conclude(found)
}

func (t *tuning) collect(found *row, trial *eval.Trial) {
	for _, m := range t.metrics() {
		if found.values[m] == nil {
			found.values[m] = make([]float64, len(t.table.asked))
		}
		for _, a := range trial.PerQuestion {
			found.values[m][t.table.at[a.ID]] = a.Metrics[m]
		}
	}
}

func (t *tuning) conclude(found *row) error {
	figures, err := t.intervals(func(m string) []float64 { return found.values[m] })
	if err != nil {
		return err
	}
	d, err := stat.Paired(found.values[t.Metric], t.table.rows[0].values[t.Metric], t.stat())
	if err != nil {
		return err
	}
	t.result.Together = &Together{figures, Comparison{d, d.Words("the recipes together", "the default")}}
	return nil
}

// mixed cuts each document by the recipe that was chosen for it without a
// fold.
func (t *tuning) mixed(ds []*decision, fold int) eval.Contender {
	m := mixed{name: fmt.Sprintf("together without fold %d", fold+1), of: map[string]ingest.Cutting{}}
	standard := candidate{}
	if ds[0].adopted {
		standard = t.candidates[ds[0].arena.track(fold).choice()]
	} else {
		standard = t.candidates[0]
	}
	for _, d := range t.Eval.Corpus.Documents {
		m.of[d.URI] = t.cuttingOf(ds[1:], fold, d, standard).cutting
	}
	return m
}

func (t *tuning) cuttingOf(groups []*decision, fold int, d *doc.Document, standard candidate) candidate {
	for g := range t.Groups {
		if !t.Groups[g].Holds(d) {
			continue
		}
		for _, x := range groups {
			if x.adopted && x.arena.group == g {
				return t.candidates[x.arena.track(fold).choice()]
			}
		}
		return standard // the first group that holds decides
	}
	return standard
}

// mixed is a contender with a recipe for each document.
type mixed struct {
	name string
	of   map[string]ingest.Cutting
}

var _ eval.Contender = mixed{}

// Name implements eval.Contender.
func (m mixed) Name() string { return m.name }

// Key implements eval.Contender.
func (m mixed) Key() (string, error) {
	hashes := map[string]string{}
	for id, c := range m.of {
		hashes[id] = c.Recipe.Hash()
	}
	b, err := json.Marshal(hashes) // in order of the keys
	return "mixed " + ingest.Version + " " + string(b), err
}

// Records implements eval.Contender.
func (m mixed) Records(ctx context.Context, c *eval.Corpus) (eval.Pieces, error) {
	var p eval.Pieces
	for _, d := range c.Documents {
		if err := ctx.Err(); err != nil {
			return p, err
		}
		cutting := m.of[d.URI]
		rs, err := cutting.Records(ctx, d, d.URI)
		if err != nil {
			return p, err
		}
		p.Records = append(p.Records, rs...)
		if cutting.Recipe.Unit == "tokens" {
			p.Max = max(p.Max, cutting.Recipe.Max)
		}
	}
	return p, nil
}
