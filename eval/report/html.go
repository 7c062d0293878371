package report

import (
	"bufio"
	"crypto/sha256"
	_ "embed" // the page's style and script
	"encoding/base64"
	"fmt"
	"io"

	"github.com/pildora/pildora/eval"
)

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// page writes one HTML file that needs nothing else. It reads without its
// script, which adds sorting, keys and the highlighting of one run.
//
// Documents and questions hold text from anywhere, so besides escaping it the
// page has a policy that lets only its own style and script, known by their
// hashes, work.
type page struct {
	out  *bufio.Writer
	r    *eval.Result
	text Texts
}

// HTML writes a result as a page. texts gives the documents' texts, of which
// passages are shown; nil leaves them out.
func HTML(w io.Writer, r eval.Result, texts Texts) error {
	if err := whole(&r); err != nil {
		return err
	}
	if texts == nil {
		texts = func(string) string { return "" }
	}
	p := &page{out: bufio.NewWriterSize(w, 1<<16), r: &r, text: texts}
	p.head()
	p.runs()
	p.charts()
	p.sizes()
	p.differences()
	p.judges()
	p.groups()
	p.wins()
	p.cut()
	p.foot()
	return p.out.Flush()
}

// hash is the source expression of a policy that lets exactly this text work.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func (p *page) head() {
	fmt.Fprintf(p.out, `<!DOCTYPE html>
<html lang=en><head><meta charset=utf-8>
<meta http-equiv=Content-Security-Policy content="default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'">
<meta name=viewport content="width=device-width, initial-scale=1">
<meta name=color-scheme content="light dark">
<title>Evaluation</title>
<style>%s</style></head><body>
<header><h1>Evaluation</h1><p>%s. %s</p>
`, hash(pageCSS), hash(pageJS), pageCSS, escape(facts(p.r)), escape(p.summary()))
	judged := ""
	if wasJudged(p.r) {
		judged = "<a href=#judged>judged answers</a> "
	}
	fmt.Fprintf(p.out, `<nav aria-label=sections><a href=#runs>runs</a> <a href=#charts>charts</a> <a href=#sizes>sizes</a> <a href=#differences>differences</a> %s<a href=#wins>wins and losses</a> <a href=#cut>answers cut</a> <a href=#about>about</a></nav></header>
<main>
`, judged)
}

// summary says in a sentence who leads, and whether that means anything.
func (p *page) summary() string {
	c := headlines(p.r)
	if len(c) == 0 {
		return ""
	}
	key := c[len(c)-1]
	order := ranked(p.r, key.key)
	s := fmt.Sprintf("%s has the best %s, %s", order[0].Name, key.label, figure(order[0].Metrics[key.key].Mean))
	equal := 0
	for _, t := range order[1:] {
		if d, ok := compared(p.r, t.Name, order[0].Name, key.key); ok && !d.Significant {
			equal++
		}
	}
	switch {
	case len(order) == 1:
		return s + "."
	case equal == 0:
		return s + "; every other run is significantly worse."
	case equal == len(order)-1:
		return s + "; " + same + " from any other run."
	}
	return s + fmt.Sprintf("; %s from %s.", same, count(equal, "other run"))
}

// runs writes the table of figures.
func (p *page) runs() {
	cols := columns(p.r)
	p.out.WriteString("<section id=runs><h2>Runs</h2><div class=scroll><table class=sortable><thead><tr><th scope=col>run</th><th scope=col>chunks</th><th scope=col title=\"answers that no chunk holds whole\">cut</th>")
	for _, c := range cols {
		fmt.Fprintf(p.out, "<th scope=col title=\"%s\">%s</th>", escape(c.doc), escape(c.label))
	}
	p.out.WriteString("</tr></thead><tbody>\n")
	for i := range p.r.Runs {
		t := &p.r.Runs[i]
		fmt.Fprintf(p.out, "<tr class=\"run %s\" data-run=%d><th scope=row><svg class=key viewBox=\"0 0 22 10\" aria-hidden=true><path class=line d=\"M1 5H21\"/></svg> <bdi>%s</bdi></th><td>%d</td><td>%s</td>",
			series(i), i, escape(t.Name), t.Chunks, percent(t.Sizes.Cut))
		for _, c := range cols {
			p.cell(t, c)
		}
		p.out.WriteString("</tr>\n")
	}
	p.out.WriteString("</tbody></table></div><p class=dim>Bold: the best of its column. ≈: no significant difference from the best. Point at a figure for its 95 % interval.</p></section>\n")
}

func (p *page) cell(t *eval.Trial, c column) {
	m, first := t.Metrics[c.key], best(p.r, c.key)
	class, sign := "", ""
	if len(p.r.Runs) > 1 && t.Name == first.Name {
		class = " class=best"
	} else if d, ok := compared(p.r, t.Name, first.Name, c.key); ok && !d.Significant {
		sign = "<i title=\"no significant difference from the best\">≈</i>"
	}
	fmt.Fprintf(p.out, "<td%s title=\"95 %% from %s to %s\">%s%s</td>", class, figure(m.Lo), figure(m.Hi), sign, figure(m.Mean))
}

// charts writes recall against the budget, and the headline metrics with their
// intervals.
func (p *page) charts() {
	fmt.Fprintf(p.out, "<section id=charts><h2>Recall against the budget</h2><p class=dim>Share of the answer's text within the first tokens retrieved, context paid for.</p><div class=wide>%s</div>\n<h2>Figures with their 95 %% intervals</h2><div class=row>",
		budgetChart(p.r))
	for _, c := range headlines(p.r) {
		fmt.Fprintf(p.out, "<figure><figcaption><b>%s</b> %s</figcaption>%s</figure>", escape(c.label), escape(c.doc), forest(p.r, c))
	}
	p.out.WriteString("</div></section>\n")
}

// sizes writes the histograms and what is known of the chunks alone.
func (p *page) sizes() {
	most := 1
	for i := range p.r.Runs {
		most = max(most, p.r.Runs[i].Sizes.P95, p.r.Runs[i].Sizes.Limit)
	}
	fmt.Fprintf(p.out, "<section id=sizes><h2>Chunk sizes</h2><p class=dim>Tokens (%s) of the delivered text. Chunks above %d are in the last bar; the dashed line is the limit asked for.</p><div class=row>\n", escape(p.r.Settings.Tokenizer), most)
	for i := range p.r.Runs {
		t := &p.r.Runs[i]
		fmt.Fprintf(p.out, "<figure class=small><figcaption><b><bdi>%s</bdi></b> %s</figcaption>%s</figure>\n", escape(t.Name), count(t.Chunks, "chunk"), sizeChart(t, i, most))
	}
	p.out.WriteString("</div><div class=scroll><table class=sortable><thead><tr>")
	for _, h := range []string{"run", "chunks", "min", "5 %", "25 %", "50 %", "75 %", "95 %", "max", "context", "repeated", "lost", "cut", "short cut", "cutting, s", "index, s", "asking, s"} {
		fmt.Fprintf(p.out, "<th scope=col>%s</th>", h)
	}
	p.out.WriteString("</tr></thead><tbody>\n")
	for i := range p.r.Runs {
		t := &p.r.Runs[i]
		s := &t.Sizes
		fmt.Fprintf(p.out, "<tr><th scope=row><bdi>%s</bdi></th>", escape(t.Name))
		for _, n := range []int{s.Count, s.Min, s.P5, s.P25, s.P50, s.P75, s.P95, s.Max} {
			fmt.Fprintf(p.out, "<td>%d</td>", n)
		}
		fmt.Fprintf(p.out, "<td>%.1f</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%.2f</td><td>%.2f</td><td>%.2f</td></tr>\n", s.Context, percent(s.Growth), percent(s.Lost),
			percent(s.Cut), percent(s.ShortCut), t.Cost.CutSeconds, t.Cost.IndexSeconds, t.Cost.SearchSeconds)
	}
	p.out.WriteString("</tbody></table></div><p class=dim>Context: tokens delivered around a body, on average. Repeated: text that several chunks hold. Lost: text that none holds. Cut: answers that no chunk holds whole; short: those up to half of the limit.</p></section>\n")
}

// differences tells in words which runs differ.
func (p *page) differences() {
	p.out.WriteString("<section id=differences><h2>Differences</h2><p class=dim>Paired bootstrap over the questions; p-values corrected for all pairs of runs (Holm).</p>\n")
	for _, c := range headlines(p.r) {
		order := ranked(p.r, c.key)
		fmt.Fprintf(p.out, "<details open><summary><b>%s</b>: %s is best with %s</summary><ul>", escape(c.label), escape(order[0].Name), figure(order[0].Metrics[c.key].Mean))
		for _, t := range order[1:] {
			if d, ok := compared(p.r, t.Name, order[0].Name, c.key); ok {
				fmt.Fprintf(p.out, "<li><bdi>%s</bdi>: <b>%s</b>, %s (95 %% from %s to %s, %s); the smallest that would show: %.3f</li>",
					escape(t.Name), verdict(d), Signed(d.Diff), Signed(d.Lo), Signed(d.Hi), pValue(d.PHolm), d.Detectable)
			}
		}
		if len(order) == 1 {
			p.out.WriteString("<li>there is no other run to compare with</li>")
		}
		p.out.WriteString("</ul></details>\n")
	}
	p.out.WriteString("</section>\n")
}

// foot writes what was left out and how the figures came about.
func (p *page) foot() {
	s := p.r.Settings
	p.out.WriteString("</main><footer id=about><h2>About</h2><ul>")
	for _, line := range omissions(p.r) {
		fmt.Fprintf(p.out, "<li>%s</li>", escape(line))
	}
	fmt.Fprintf(p.out, "<li>%s, %d bytes; documents %s</li><li>k %d; budgets %v; index %s; searcher %s; %d resamples, seed %d; versions: evaluation %s, cutting %s, words %d</li></ul>",
		count(p.r.Corpus.Documents, "document"), p.r.Corpus.Bytes, escape(clip(p.r.Corpus.Hash, 13)), s.K, s.Budgets, escape(string(s.Index)), escape(s.Searcher), s.Resamples, s.Seed,
		escape(s.Version), escape(s.Ingest), s.Lex)
	fmt.Fprintf(p.out, "<p class=dim>Keys: <kbd>j</kbd> and <kbd>k</kbd> step through the questions, <kbd>Enter</kbd> opens one.</p></footer>\n<script>%s</script>\n</body></html>\n", pageJS)
}
