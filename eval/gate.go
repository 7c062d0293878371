package eval

import (
	"fmt"
	"strings"
)

// Verdict is what a gate decides.
type Verdict struct {
	// Pass is false where a metric dropped significantly, or a run of the
	// baseline is missing.
	Pass bool `json:"pass"`
	// Dropped are the changes that are significantly for the worse.
	Dropped []Change `json:"dropped,omitempty"`
	// Changes is everything that was compared.
	Changes
}

// Gated names the metrics that a gate looks at by default: few, since a
// difference must be clearer the more of them are looked at.
func Gated(r *Result) []string {
	k := r.Settings.K
	var out []string
	for _, m := range []string{fmt.Sprintf("hit@%d", k), fmt.Sprintf("whole@%d", k), "mrr@10", fmt.Sprintf("recall@%d", k), "auc"} {
		if _, ok := r.Runs[0].Metrics[m]; ok {
			out = append(out, m)
		}
	}
	return out
}

// Gate compares a result with a baseline and says whether it may pass. Metrics
// are those of Gated unless some are named. Questions that only one of them
// has are named in the verdict and left out of the comparison, since a mean
// over other questions says nothing.
func Gate(baseline, result Result, metrics ...string) (Verdict, error) {
	if len(result.Runs) == 0 || len(baseline.Runs) == 0 {
		return Verdict{}, fmt.Errorf("gate: %w: a result without runs", ErrEmpty)
	}
	if len(metrics) == 0 {
		metrics = Gated(&baseline)
	}
	c, err := diff(baseline, result, metrics)
	if err != nil {
		return Verdict{}, fmt.Errorf("gate: %w", err)
	}
	v := Verdict{Changes: c}
	for _, x := range c.Changes {
		if x.Significant && x.Diff < 0 {
			v.Dropped = append(v.Dropped, x)
		}
	}
	v.Pass = len(v.Dropped) == 0 && len(c.Gone) == 0
	return v, nil
}

// String says the verdict in a few lines.
func (v Verdict) String() string {
	var b strings.Builder
	for _, d := range v.Dropped {
		fmt.Fprintf(&b, "%s: %s fell from %.3f to %.3f: %s\n", d.Run, d.Metric, d.Before, d.After, d.Words)
	}
	for _, run := range v.Gone {
		fmt.Fprintf(&b, "%s: is in the baseline and was not evaluated\n", run)
	}
	list := func(what string, ids []string) {
		if len(ids) > 0 {
			fmt.Fprintf(&b, "%s: %d (%s)\n", what, len(ids), strings.Join(ids, ", "))
		}
	}
	list("questions of the baseline that were not asked", v.Missing)
	list("questions that the baseline doesn't have", v.New)
	for _, n := range v.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	if v.Pass {
		fmt.Fprintf(&b, "gate passed: no significant drop on %d questions\n", v.Questions)
	} else {
		fmt.Fprintf(&b, "gate failed on %d questions\n", v.Questions)
	}
	return b.String()
}
