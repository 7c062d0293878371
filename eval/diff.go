package eval

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pildora/pildora/eval/stat"
)

// Changes is what lies between two results, run by run on the questions that
// both asked.
type Changes struct {
	// Changes are by run, as in the later result, and by metric.
	Changes []Change `json:"changes"`
	// Questions is how many both asked. Missing are the ids of those that only
	// the earlier result has, New of those that only the later one has.
	Questions int      `json:"questions"`
	Missing   []string `json:"missing_questions,omitempty"`
	New       []string `json:"new_questions,omitempty"`
	// Gone and Added are the runs that only one result has.
	Gone  []string `json:"missing_runs,omitempty"`
	Added []string `json:"new_runs,omitempty"`
	// Notes say what else differs: the documents, the versions.
	Notes []string `json:"notes,omitempty"`
}

// Change is how a run changed in one metric. The embedded comparison has the
// later result as A, so that a positive Diff is a gain.
type Change struct {
	Run    string  `json:"run"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	Comparison
}

// Diff compares the runs of the same name in an earlier and a later result; a
// single run in each is compared whatever its name. The p-values of one metric
// are corrected for the number of runs. It is an error when nothing can be
// compared: no run in common, no question, or settings that make the figures
// something else.
func Diff(before, after Result) (Changes, error) {
	return diff(before, after, nil)
}

func diff(before, after Result, metrics []string) (Changes, error) {
	var c Changes
	if err := comparable(before.Settings, after.Settings); err != nil {
		return c, err
	}
	pairs := c.runs(&before, &after)
	if len(pairs) == 0 {
		return c, fmt.Errorf("%w: no run is in both results (%s; %s)", ErrEmpty, names(&before), names(&after))
	}
	both := c.questions(pairs[0][0], pairs[0][1])
	if len(both) == 0 {
		return c, fmt.Errorf("%w: no question is in both results", ErrEmpty)
	}
	c.note(&before, &after)
	if metrics == nil {
		metrics = slices.DeleteFunc(Compared(&after), func(m string) bool { _, ok := pairs[0][0].Metrics[m]; return !ok })
	}
	s := stat.Settings{Resamples: after.Settings.Resamples, Seed: after.Settings.Seed}
	for _, m := range metrics {
		if err := c.metric(pairs, m, both, s); err != nil {
			return c, err
		}
	}
	slices.SortStableFunc(c.Changes, func(a, b Change) int { return rank(pairs, a.Run) - rank(pairs, b.Run) })
	return c, nil
}

// comparable names the settings that make figures of one name two things.
func comparable(a, b Settings) error {
	var differ []string
	note := func(what string, x, y any) {
		if fmt.Sprint(x) != fmt.Sprint(y) {
			differ = append(differ, fmt.Sprintf("%s (%v and %v)", what, x, y))
		}
	}
	note("k", a.K, b.K)
	note("budgets", a.Budgets, b.Budgets)
	note("within", a.Within, b.Within)
	note("chroma", a.Chroma, b.Chroma)
	note("tokenizer", a.Tokenizer, b.Tokenizer)
	if len(differ) > 0 {
		return fmt.Errorf("results can't be compared, they differ in %s; evaluate again with equal settings", strings.Join(differ, ", "))
	}
	return nil
}

func (c *Changes) note(a, b *Result) {
	if a.Corpus.Hash != b.Corpus.Hash {
		c.Notes = append(c.Notes, "the documents differ")
	}
	x, y := a.Settings, b.Settings
	for _, v := range [][3]string{{"evaluation", x.Version, y.Version}, {"cutting", x.Ingest, y.Ingest}, {"words", fmt.Sprint(x.Lex), fmt.Sprint(y.Lex)},
		{"searcher", x.Searcher, y.Searcher}, {"index", string(x.Index), string(y.Index)}, {"question-after", x.After, y.After}} {
		if v[1] != v[2] {
			c.Notes = append(c.Notes, fmt.Sprintf("%s: %s before, %s after", v[0], v[1], v[2]))
		}
	}
}

// runs pairs the runs of two results, in the order of the later one.
func (c *Changes) runs(before, after *Result) [][2]*Trial {
	if len(before.Runs) == 1 && len(after.Runs) == 1 {
		return [][2]*Trial{{&before.Runs[0], &after.Runs[0]}}
	}
	var pairs [][2]*Trial
	for i := range after.Runs {
		if b, ok := before.Trial(after.Runs[i].Name); ok {
			pairs = append(pairs, [2]*Trial{b, &after.Runs[i]})
		} else {
			c.Added = append(c.Added, after.Runs[i].Name)
		}
	}
	for i := range before.Runs {
		if _, ok := after.Trial(before.Runs[i].Name); !ok {
			c.Gone = append(c.Gone, before.Runs[i].Name)
		}
	}
	return pairs
}

func names(r *Result) string {
	var out []string
	for _, t := range r.Runs {
		out = append(out, t.Name)
	}
	return strings.Join(out, ", ")
}

func rank(pairs [][2]*Trial, run string) int {
	return slices.IndexFunc(pairs, func(p [2]*Trial) bool { return p[1].Name == run })
}

// questions returns the ids that both runs answered, in the earlier order, and
// notes the others.
func (c *Changes) questions(before, after *Trial) []string {
	ids := after.byID()
	var both []string
	for _, a := range before.PerQuestion {
		if ids[a.ID] == nil {
			c.Missing = append(c.Missing, a.ID)
		} else {
			both = append(both, a.ID)
		}
		delete(ids, a.ID)
	}
	for _, a := range after.PerQuestion {
		if ids[a.ID] != nil {
			c.New = append(c.New, a.ID)
		}
	}
	c.Questions = len(both)
	return both
}

func (t *Trial) byID() map[string]*Answer {
	out := make(map[string]*Answer, len(t.PerQuestion))
	for i := range t.PerQuestion {
		out[t.PerQuestion[i].ID] = &t.PerQuestion[i]
	}
	return out
}

// metric compares all pairs of runs in one metric.
func (c *Changes) metric(pairs [][2]*Trial, metric string, ids []string, s stat.Settings) error {
	var columns []stat.Pair
	for _, p := range pairs {
		before, err := p[0].of(metric, ids)
		if err != nil {
			return fmt.Errorf("before: %w", err)
		}
		after, err := p[1].of(metric, ids)
		if err != nil {
			return fmt.Errorf("after: %w", err)
		}
		columns = append(columns, stat.Pair{A: after, B: before})
	}
	found, err := stat.Differences(columns, s.For(len(columns)))
	if err != nil {
		return fmt.Errorf("%s: %w", metric, err)
	}
	for i, d := range found {
		name := pairs[i][1].Name
		c.Changes = append(c.Changes, Change{name, mean(columns[i].B), mean(columns[i].A), comparison(name+" now", pairs[i][0].Name+" before", metric, d)})
	}
	return nil
}

// of is one metric for the questions of these ids, in their order.
func (t *Trial) of(metric string, ids []string) ([]float64, error) {
	answers := t.byID()
	out := make([]float64, len(ids))
	for i, id := range ids {
		a := answers[id]
		if a == nil {
			return nil, fmt.Errorf("%s: question %q is missing", t.Name, id)
		}
		v, ok := a.Metrics[metric]
		if !ok {
			return nil, fmt.Errorf("%s: no metric %q; there are %s", t.Name, metric, strings.Join(t.metrics(), ", "))
		}
		out[i] = v
	}
	return out, nil
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return round(sum / float64(max(1, len(values))))
}
