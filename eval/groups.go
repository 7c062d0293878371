package eval

import (
	"maps"
	"slices"
)

// Group is the questions that share a language, a category or a kind, and the
// mean of one metric over them for every run.
type Group struct {
	By        string    `json:"by"` // language, category, kind
	Value     string    `json:"value"`
	Questions int       `json:"questions"`
	Means     []float64 `json:"means"` // in the order of Result.Runs
}

// Groups breaks a metric down. Properties that all questions share, or none
// has, make no groups. A mean over few questions says little: these are for
// finding where to look.
func Groups(r *Result, metric string) []Group {
	var out []Group
	for _, by := range []struct {
		name string
		of   func(*Asked) string
	}{
		{"language", func(a *Asked) string { return a.Language }},
		{"category", func(a *Asked) string { return a.Category }},
		{"kind", func(a *Asked) string { return a.Kind }},
	} {
		members := map[string][]int{}
		for i := range r.Questions {
			v := by.of(&r.Questions[i])
			members[v] = append(members[v], i)
		}
		if len(members) < 2 {
			continue
		}
		for _, value := range slices.Sorted(maps.Keys(members)) {
			out = append(out, group(r, metric, by.name, value, members[value]))
		}
	}
	return out
}

func group(r *Result, metric, by, value string, questions []int) Group {
	g := Group{By: by, Value: value, Questions: len(questions)}
	if value == "" {
		g.Value = "(none)"
	}
	for i := range r.Runs {
		sum := 0.0
		for _, q := range questions {
			sum += r.Runs[i].PerQuestion[q].Metrics[metric]
		}
		g.Means = append(g.Means, round(sum/float64(len(questions))))
	}
	return g
}
