package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/pildora/pildora/eval"
	"github.com/pildora/pildora/eval/judge"
)

// judgements are the figures of judges, in the order in which they are shown.
var judgements = []column{
	{"faithfulness", "faithful", "share of the answer's statements that the passages bear out"},
	{"answer_relevancy", "relevant", "how well the answer fits the question"},
	{"context_precision", "precise", "whether useful passages stand before useless ones"},
	{"context_recall", "recalled", "share of the right answer's statements that the passages hold"},
}

// shownAnswers is how many answers of a run are shown, the worst ones.
const shownAnswers = 12

// wasJudged reports whether a result has figures of judges.
func wasJudged(r *eval.Result) bool {
	return slices.ContainsFunc(r.Runs, func(t eval.Trial) bool { return t.Judged != nil })
}

// judgedOf says who judged how many questions.
func judgedOf(r *eval.Result) string {
	for i := range r.Runs {
		if j := r.Runs[i].Judged; j != nil {
			return fmt.Sprintf("%s, answered from the first %s and judged by %s", count(len(j.Answers), "question"), count(r.Settings.K, "passage"), j.Model)
		}
	}
	return ""
}

// judgement is a mean of judges with how many questions it is of.
func judgement(j *eval.Judged, key string) string {
	m, ok := j.Metrics[key]
	if !ok {
		return "–"
	}
	text := figure(m.Mean)
	if n := failed(j, key); n > 0 {
		text += fmt.Sprintf(" (%d of %d)", len(j.Answers)-n, len(j.Answers))
	}
	return text
}

func failed(j *eval.Judged, key string) int {
	n := 0
	for _, c := range j.Failures[key] {
		n += c
	}
	return n
}

// failures says in words why questions couldn't be judged, a line for each run
// and metric.
func failures(r *eval.Result) []string {
	var out []string
	for i := range r.Runs {
		j := r.Runs[i].Judged
		if j == nil {
			continue
		}
		for _, c := range judgements {
			var why []string
			for _, f := range slices.Sorted(maps.Keys(j.Failures[c.key])) {
				why = append(why, fmt.Sprintf("%s %d", f, j.Failures[c.key][f]))
			}
			if len(why) > 0 {
				out = append(out, fmt.Sprintf("%s, %s: not judged: %s", r.Runs[i].Name, c.key, strings.Join(why, ", ")))
			}
		}
		if k := slices.IndexFunc(j.Answers, func(a eval.JudgedAnswer) bool { return a.Fault != "" }); k >= 0 {
			out = append(out, fmt.Sprintf("%s, question %s: no answer: %s", r.Runs[i].Name, j.Answers[k].ID, j.Answers[k].Fault))
		}
	}
	return out
}

// differing says in words which runs the judges find different.
func differing(r *eval.Result) []string {
	var out []string
	for _, c := range r.Comparisons {
		if slices.ContainsFunc(judgements, func(j column) bool { return j.key == c.Metric }) && c.Significant {
			out = append(out, fmt.Sprintf("%s: %s against %s: %s (95 %% from %s to %s, %s), %s", c.Metric, c.A, c.B, Signed(c.Diff), Signed(c.Lo), Signed(c.Hi), pValue(c.PHolm), verdict(c)))
		}
	}
	return out
}

// judgedTable writes what judges say for a terminal.
func judgedTable(w io.Writer, r *eval.Result) {
	if !wasJudged(r) {
		return
	}
	fmt.Fprintf(w, "\n%s:\n\n", shown(judgedOf(r)))
	rows := [][]string{{""}}
	for _, c := range judgements {
		rows[0] = append(rows[0], c.label)
	}
	for i := range r.Runs {
		if j := r.Runs[i].Judged; j != nil {
			row := []string{name(&r.Runs[i])}
			for _, c := range judgements {
				row = append(row, judgement(j, c.key))
			}
			rows = append(rows, row)
		}
	}
	align(w, rows)
	var legend []string
	for _, c := range judgements {
		legend = append(legend, c.label+": "+c.doc)
	}
	fmt.Fprintf(w, "\n%s\n", strings.Join(legend, "; "))
	lines := differing(r)
	if len(lines) == 0 && len(r.Runs) > 1 {
		lines = []string{"the judges find " + same}
	}
	for _, line := range append(lines, failures(r)...) {
		fmt.Fprintf(w, "  %s\n", shown(line))
	}
}

// judges writes the same for the page, with the answers that did worst.
func (p *page) judges() {
	if !wasJudged(p.r) {
		return
	}
	fmt.Fprintf(p.out, "<section id=judged><h2>Judged answers</h2><p class=dim>%s. Point at a figure for its 95 %% interval.</p><div class=scroll><table class=sortable><thead><tr><th scope=col>run</th>", escape(judgedOf(p.r)))
	for _, c := range judgements {
		fmt.Fprintf(p.out, "<th scope=col title=\"%s\">%s</th>", escape(c.doc), escape(c.label))
	}
	p.out.WriteString("</tr></thead><tbody>\n")
	for i := range p.r.Runs {
		j := p.r.Runs[i].Judged
		if j == nil {
			continue
		}
		fmt.Fprintf(p.out, "<tr><th scope=row><bdi>%s</bdi></th>", escape(p.r.Runs[i].Name))
		for _, c := range judgements {
			m := j.Metrics[c.key]
			fmt.Fprintf(p.out, "<td title=\"95 %% from %s to %s\">%s</td>", figure(m.Lo), figure(m.Hi), escape(judgement(j, c.key)))
		}
		p.out.WriteString("</tr>\n")
	}
	p.out.WriteString("</tbody></table></div><ul>")
	for _, line := range append(differing(p.r), failures(p.r)...) {
		fmt.Fprintf(p.out, "<li>%s</li>", escape(line))
	}
	p.out.WriteString("</ul>\n")
	for i := range p.r.Runs {
		if p.r.Runs[i].Judged != nil {
			p.judgedAnswers(&p.r.Runs[i])
		}
	}
	p.out.WriteString("</section>\n")
}

// mean is that of what could be judged of an answer, 0 where nothing could.
func mean(a *eval.JudgedAnswer) float64 {
	sum, n := 0.0, 0
	for _, c := range judgements {
		if sc, ok := a.Scores[c.key]; ok && sc.Failure == "" {
			sum += sc.Value
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// judgedAnswers writes the answers of a run that did worst, with the reasons.
func (p *page) judgedAnswers(t *eval.Trial) {
	order := make([]int, len(t.Judged.Answers))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(mean(&t.Judged.Answers[a]), mean(&t.Judged.Answers[b]))
	})
	fmt.Fprintf(p.out, "<details class=pair><summary><bdi>%s</bdi>: the answers that did worst</summary>", escape(t.Name))
	for _, i := range order[:min(shownAnswers, len(order))] {
		p.judgedAnswer(&t.Judged.Answers[i])
	}
	p.out.WriteString("</details>\n")
}

func (p *page) judgedAnswer(a *eval.JudgedAnswer) {
	question := ""
	if i := slices.IndexFunc(p.r.Questions, func(q eval.Asked) bool { return q.ID == a.ID }); i >= 0 {
		question = p.r.Questions[i].Question
	}
	answer := a.Answer
	if answer == "" {
		answer = cmp.Or(a.Fault, "no answer")
	}
	fmt.Fprintf(p.out, "<article class=src><p dir=auto>%s</p><p class=place>%s</p><blockquote dir=auto>%s</blockquote><ul>", escape(question), escape(a.ID), escape(answer))
	for _, c := range judgements {
		sc, ok := a.Scores[c.key]
		if !ok {
			continue
		}
		fmt.Fprintf(p.out, "<li>%s: %s%s</li>", escape(c.label), escape(scored(sc)), escape(reasons(sc)))
	}
	p.out.WriteString("</ul></article>\n")
}

// scored is a score, or why there is none.
func scored(sc judge.Score) string {
	if sc.Failure != "" {
		return strings.TrimSuffix(string(sc.Failure)+": "+sc.Detail, ": ")
	}
	return figure(sc.Value)
}

// reasons are those of verdicts against.
func reasons(sc judge.Score) string {
	var out []string
	for _, v := range sc.Verdicts {
		if v.Value < 1 && v.Reason != "" {
			out = append(out, v.Reason)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + clip(strings.Join(out, "; "), 300) + ")"
}
