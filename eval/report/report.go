// Package report shows what an evaluation found: a table for the terminal,
// JSON for programs, and one HTML page that needs nothing else.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pildora/pildora/eval"
)

// JSON writes a result whole; eval.Read reads it again.
func JSON(w io.Writer, r eval.Result) error {
	return json.NewEncoder(w).Encode(slim(r))
}

// slim makes lists that are empty stand as such.
func slim(r eval.Result) eval.Result {
	if r.Skipped == nil {
		r.Skipped = []eval.Problem{}
	}
	if r.Comparisons == nil {
		r.Comparisons = []eval.Comparison{}
	}
	return r
}

// whole reports a result that can't be shown.
func whole(r *eval.Result) error {
	if err := r.Check(); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if len(r.Questions) == 0 {
		return fmt.Errorf("report: %w: the result doesn't hold its questions", eval.ErrEmpty)
	}
	return nil
}

// column is a figure that is shown of every run.
type column struct {
	key   string // of the metric
	label string
	doc   string // what it says, for a person
}

// columns are the figures shown, of those that the result has, in order.
func columns(r *eval.Result) []column {
	k, n := r.Settings.K, middle(r.Settings.Budgets)
	all := []column{
		{fmt.Sprintf("hit@%d", k), "", fmt.Sprintf("some of the answer is in one of the first %d passages", k)},
		{fmt.Sprintf("whole@%d", k), "", fmt.Sprintf("every span of the answer lies whole in one of the first %d passages", k)},
		{"mrr@10", "", "1 over the place of the first passage with some of the answer"},
		{fmt.Sprintf("recall@%d", k), "", fmt.Sprintf("share of the answer's text in the first %d passages", k)},
		{fmt.Sprintf("iou@%d", k), "", "what answer and passages share, over what is in either"},
		{fmt.Sprintf("recall@%dt", n), "", fmt.Sprintf("share of the answer's text in the first %d tokens found, context paid for", n)},
		{"auc", "", "recall over the logarithm of the budget of tokens, context paid for, as one figure"},
		{"auc_free", "", "the same with the context around passages free"},
		{"precision_omega", "prec.Ω", "precision if exactly the chunks that touch the answer were found"},
	}
	var out []column
	for _, c := range all {
		if c.label == "" {
			c.label = c.key
		}
		if _, ok := r.Runs[0].Metrics[c.key]; ok && (c.key != "auc_free" || contextCosts(r)) {
			out = append(out, c)
		}
	}
	return out
}

// contextCosts reports whether it makes a difference that context is paid for.
func contextCosts(r *eval.Result) bool {
	return slices.ContainsFunc(r.Runs, func(t eval.Trial) bool {
		return t.Metrics["auc"].Mean != t.Metrics["auc_free"].Mean
	})
}

// middle is the budget in the middle, the one that is shown.
func middle(budgets []int) int {
	if len(budgets) == 0 {
		return 0
	}
	return budgets[len(budgets)/2]
}

// headlines are the metrics whose differences are told in words.
func headlines(r *eval.Result) []column {
	var out []column
	for _, c := range columns(r) {
		if c.key == "auc" || strings.HasPrefix(c.key, "whole@") || c.key == "mrr@10" {
			out = append(out, c)
		}
	}
	return out
}

// best is the run with the highest mean; the first of equals.
func best(r *eval.Result, key string) *eval.Trial {
	b := &r.Runs[0]
	for i := range r.Runs {
		if r.Runs[i].Metrics[key].Mean > b.Metrics[key].Mean {
			b = &r.Runs[i]
		}
	}
	return b
}

// ranked are the runs by a metric, the best first.
func ranked(r *eval.Result, key string) []*eval.Trial {
	var out []*eval.Trial
	for i := range r.Runs {
		out = append(out, &r.Runs[i])
	}
	slices.SortStableFunc(out, func(a, b *eval.Trial) int {
		switch x, y := a.Metrics[key].Mean, b.Metrics[key].Mean; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return out
}

// compared finds the comparison of two runs in a metric, as a minus b.
func compared(r *eval.Result, a, b, metric string) (eval.Comparison, bool) {
	for _, c := range r.Comparisons {
		if c.Metric == metric && c.A == a && c.B == b {
			return c, true
		}
		if c.Metric == metric && c.A == b && c.B == a {
			c.A, c.B = a, b
			c.Diff, c.Lo, c.Hi = 0-c.Diff, 0-c.Hi, 0-c.Lo // 0-0 is 0, -0 isn't
			return c, true
		}
	}
	return eval.Comparison{}, false
}

// same is what is said of a difference that shows nothing.
const same = "no significant difference"

// verdict says in words what a comparison shows of b.
func verdict(c eval.Comparison) string {
	switch {
	case !c.Significant:
		return same
	case c.Diff > 0:
		return "significantly better"
	}
	return "significantly worse"
}

// Signed writes a difference; one that rounds to 0 has no sign.
func Signed(v float64) string {
	s := fmt.Sprintf("%+.3f", v)
	if strings.Trim(s, "+-0.") == "" {
		return "0.000"
	}
	return strings.Replace(s, "-", "−", 1)
}

// pValue writes a p-value.
func pValue(p float64) string {
	if p < 0.001 {
		return "p < 0.001"
	}
	return fmt.Sprintf("p %.3f", p)
}

// facts says what was asked of what.
func facts(r *eval.Result) string {
	s := fmt.Sprintf("%s of %s", count(len(r.Questions), "question"), count(r.Corpus.Documents, "document"))
	if r.Settings.Within {
		s += ", searched within the question's document"
	}
	if r.Settings.Chroma {
		s += ", span metrics as Chroma computes them"
	}
	drafted := 0
	for _, q := range r.Questions {
		if q.Drafted {
			drafted++
		}
	}
	if drafted > 0 {
		s += fmt.Sprintf("; %d of the questions were drafted by a program", drafted)
	}
	return s
}

// omissions are lines about what was left out, or asked without a part.
func omissions(r *eval.Result) []string {
	var out []string
	for _, p := range r.Skipped {
		out = append(out, fmt.Sprintf("%s skipped: %s (%s)", count(p.Count, "question"), p.What, examples(p)))
	}
	for _, p := range r.Mended {
		out = append(out, fmt.Sprintf("%s mended: %s (%s)", count(p.Count, "question"), p.What, examples(p)))
	}
	for _, f := range r.Corpus.Failed {
		out = append(out, "document left out: "+f.Error)
	}
	for _, t := range r.Runs {
		for _, p := range t.Problems {
			out = append(out, fmt.Sprintf("%s: %d × %s (%s)", t.Name, p.Count, p.What, examples(p)))
		}
	}
	return out
}

func examples(p eval.Problem) string {
	s := strings.Join(p.Examples, ", ")
	if p.Count > len(p.Examples) {
		s += ", …"
	}
	return s
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
