package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval"
)

const (
	// shownCards is how many wins, and how many losses, are shown of a pair.
	shownCards = 6
	// shownCuts is how many of the answers that a run cut are shown.
	shownCuts = 12
	// around is how much of the source is shown on either side of an answer
	// that was cut, in bytes.
	around = 220
)

// judged is the metric by which questions are won and lost: the last of the
// headlines, one figure over all budgets where there is one.
func judged(r *eval.Result) (column, bool) {
	c := headlines(r)
	if len(c) == 0 {
		return column{}, false
	}
	return c[len(c)-1], true
}

// duel is a question that two runs did differently.
type duel struct {
	i    int // of the question
	diff float64
}

// duels are the questions on which a and b differ in a metric, b minus a,
// largest differences first.
func duels(a, b *eval.Trial, key string) (wins, losses []duel) {
	for i := range a.PerQuestion {
		d := duel{i, b.PerQuestion[i].Metrics[key] - a.PerQuestion[i].Metrics[key]}
		if d.diff > 0 {
			wins = append(wins, d)
		} else if d.diff < 0 {
			losses = append(losses, d)
		}
	}
	order := func(x, y duel) int { return cmp.Or(cmp.Compare(math.Abs(y.diff), math.Abs(x.diff)), x.i-y.i) }
	slices.SortFunc(wins, order)
	slices.SortFunc(losses, order)
	return wins, losses
}

// wins writes, for every run beside the best, the questions that one of them
// answers better, with what both found.
func (p *page) wins() {
	c, ok := judged(p.r)
	p.out.WriteString("<section id=wins><h2>Wins and losses</h2>")
	if !ok || len(p.r.Runs) < 2 {
		p.out.WriteString("<p class=dim>There is no other run to compare with.</p></section>\n")
		return
	}
	first := best(p.r, c.key)
	fmt.Fprintf(p.out, "<p class=dim>Question by question in %s, against <bdi>%s</bdi>.</p>\n", escape(c.label), escape(first.Name))
	for _, t := range ranked(p.r, c.key) {
		if t.Name != first.Name {
			p.pair(first, t, c)
		}
	}
	p.out.WriteString("</section>\n")
}

func (p *page) pair(first, t *eval.Trial, c column) {
	wins, losses := duels(first, t, c.key)
	fmt.Fprintf(p.out, "<details class=pair><summary><bdi>%s</bdi>: better on %d, worse on %d, the same on %d</summary>", escape(t.Name), len(wins), len(losses), len(t.PerQuestion)-len(wins)-len(losses))
	for _, list := range [][]duel{wins, losses} {
		for _, d := range list[:min(shownCards, len(list))] {
			p.card(first, t, d)
		}
	}
	p.out.WriteString("</details>\n")
}

// card writes one question with what two runs found.
func (p *page) card(a, b *eval.Trial, d duel) {
	q := &p.r.Questions[d.i]
	word := "better"
	if d.diff < 0 {
		word = "worse"
	}
	fmt.Fprintf(p.out, "<details class=\"card %s\"><summary><span class=delta>%s</span> <span dir=auto>%s</span></summary><p class=place>%s, <bdi>%s</bdi> is %s than <bdi>%s</bdi></p><div class=two>",
		word, Signed(d.diff), escape(q.Question), escape(q.ID), escape(b.Name), word, escape(a.Name))
	for _, t := range []*eval.Trial{a, b} {
		fmt.Fprintf(p.out, "<div><h3><bdi>%s</bdi></h3>", escape(t.Name))
		p.hits(q, &t.PerQuestion[d.i])
		p.out.WriteString("</div>")
	}
	p.out.WriteString("</div></details>\n")
}

// cut writes, for every run, answers that none of its chunks holds whole,
// marked in their source.
func (p *page) cut() {
	p.out.WriteString("<section id=cut><h2>Answers that were cut</h2><p class=dim>The answer is marked; ✂ is where a chunk ends.</p>\n")
	var whole []string
	for i := range p.r.Runs {
		t := &p.r.Runs[i]
		var cut []int
		for j := range t.PerQuestion {
			if len(t.PerQuestion[j].Cuts) > 0 {
				cut = append(cut, j)
			}
		}
		if t.Sizes.Cut == 0 {
			whole = append(whole, "<bdi>"+escape(t.Name)+"</bdi>")
			continue
		}
		fmt.Fprintf(p.out, "<details class=pair><summary><bdi>%s</bdi>: %s of %s</summary>", escape(t.Name), percent(t.Sizes.Cut), count(t.Sizes.Answers, "answer"))
		for _, j := range cut[:min(shownCuts, len(cut))] {
			p.source(&p.r.Questions[j], t.PerQuestion[j].Cuts)
		}
		p.out.WriteString("</details>\n")
	}
	if len(whole) > 0 {
		fmt.Fprintf(p.out, "<p>No answer was cut by %s.</p>", strings.Join(whole, ", "))
	}
	p.out.WriteString("</section>\n")
}

// source writes an answer in its source with the borders of chunks.
func (p *page) source(q *eval.Asked, cuts []int) {
	text := p.text(q.Doc)
	spans := answers(q, q.Doc)
	i := slices.IndexFunc(spans, func(s doc.Span) bool { return s.Start < cuts[0] && cuts[0] < s.End })
	if i < 0 || spans[i].End > len(text) {
		return
	}
	s := onRunes(text, doc.Span{Start: max(0, spans[i].Start-around), End: min(len(text), spans[i].End+around)})
	fmt.Fprintf(p.out, "<article class=src><p dir=auto>%s</p><p class=place>%s, <bdi>%s</bdi></p><blockquote dir=auto>%s</blockquote></article>\n",
		escape(q.Question), escape(q.ID), escape(q.Doc), marked(text, s, spans, cuts))
}
