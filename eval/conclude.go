package eval

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pildora/pildora/eval/stat"
)

// conclude fills in the means and the comparisons from the answers.
func conclude(ctx context.Context, r *Result, workers int) error {
	s := stat.Settings{Resamples: r.Settings.Resamples, Seed: r.Settings.Seed, Workers: workers}
	for i := range r.Runs {
		if err := estimate(&r.Runs[i], s); err != nil {
			return err
		}
	}
	for _, metric := range Compared(r) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.compare(metric, s); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// metrics names the metrics that a run has, sorted.
func (t *Trial) metrics() []string {
	if len(t.PerQuestion) == 0 {
		return nil
	}
	return slices.Sorted(maps.Keys(t.PerQuestion[0].Metrics))
}

// column is one metric over the questions.
func (t *Trial) column(metric string) []float64 {
	out := make([]float64, len(t.PerQuestion))
	for i, a := range t.PerQuestion {
		out[i] = a.Metrics[metric]
	}
	return out
}

func estimate(t *Trial, s stat.Settings) error {
	names := t.metrics()
	columns := make([][]float64, len(names))
	for i, name := range names {
		columns[i] = t.column(name)
	}
	means, err := stat.Means(columns, s)
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	t.Metrics = map[string]Estimate{}
	for i, m := range means {
		t.Metrics[names[i]] = Estimate{round(m.Mean), round(m.Lo), round(m.Hi)}
	}
	return nil
}

// Compared names the metrics in which every two runs of r are compared: all
// but those at budgets of tokens that recall and auc sum up, and those with
// context free at single budgets.
func Compared(r *Result) []string {
	var out []string
	for _, name := range r.Runs[0].metrics() {
		base, _, _ := strings.Cut(name, "@")
		atBudget := strings.HasSuffix(name, "t") && base != name
		if base != "f1" && base != "recall_free" && (!atBudget || base == "recall") {
			out = append(out, name)
		}
	}
	return out
}

// compare compares every two runs in one metric.
func (r *Result) compare(metric string, s stat.Settings) error {
	found, err := r.differences(metric, func(run int) []float64 { return r.Runs[run].column(metric) }, s)
	r.Comparisons = append(r.Comparisons, found...)
	return err
}

// differences compares every two runs in one metric, of which a run has a
// column. That is one family of comparisons: their p-values are corrected
// together, and there are resamples enough for that.
func (r *Result) differences(metric string, column func(run int) []float64, s stat.Settings) ([]Comparison, error) {
	var pairs []stat.Pair
	var names [][2]string
	for i := range r.Runs {
		for j := i + 1; j < len(r.Runs); j++ {
			pairs = append(pairs, stat.Pair{A: column(i), B: column(j)})
			names = append(names, [2]string{r.Runs[i].Name, r.Runs[j].Name})
		}
	}
	if len(pairs) == 0 {
		return nil, nil
	}
	found, err := stat.Differences(pairs, s.For(len(pairs)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", metric, err)
	}
	out := make([]Comparison, len(found))
	for i, d := range found {
		out[i] = comparison(names[i][0], names[i][1], metric, d)
	}
	return out, nil
}

func comparison(a, b, metric string, d stat.Difference) Comparison {
	return Comparison{A: a, B: b, Metric: metric, Diff: round(d.Diff), Lo: round(d.Lo), Hi: round(d.Hi), P: d.P, PHolm: d.Adjusted,
		Significant: d.Significant(), Detectable: round(d.Detectable), Wins: d.Wins, Losses: d.Losses, Words: d.Words(a, b)}
}
