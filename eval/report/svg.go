package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/pildora/pildora/eval"
)

// colours is how many series colours the style has; further runs take them
// again with another dash.
const colours = 8

// series is the class of a run's marks.
func series(i int) string { return fmt.Sprintf("s%d d%d", i%colours, i/colours%4) }

// axis is where a chart's area lies.
type axis struct{ left, top, right, bottom float64 }

func (a axis) y(v, lo, hi float64) float64 { return a.bottom - (v-lo)/(hi-lo)*(a.bottom-a.top) }

// budgetChart draws recall against the budget of tokens, on a logarithmic
// scale, a line for each run with its name at the end.
func budgetChart(r *eval.Result) string {
	budgets := r.Settings.Budgets
	if len(budgets) < 2 {
		return ""
	}
	height := max(380, 60+17*float64(len(r.Runs)))
	a := axis{46, 14, 740, height - 40}
	first, last := math.Log(float64(budgets[0])), math.Log(float64(budgets[len(budgets)-1]))
	x := func(b int) float64 { return a.left + (math.Log(float64(b))-first)/(last-first)*(a.right-a.left) }
	lo, hi := recallRange(r)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 960 %.0f" role=img aria-label="recall against the budget of retrieved tokens">`, height)
	for _, v := range ticks(lo, hi, 8) {
		y := a.y(v, lo, hi)
		fmt.Fprintf(&b, `<path class=grid d="M%.1f %.1fH%.1f"/><text class=tick x=%.1f y=%.1f text-anchor=end>%.2g</text>`, a.left, y, a.right, a.left-7, y+4, v)
	}
	for _, t := range budgets {
		fmt.Fprintf(&b, `<path class=grid d="M%.1f %.1fV%.1f"/><text class=tick x=%.1f y=%.1f text-anchor=middle>%s</text>`, x(t), a.top, a.bottom, x(t), a.bottom+18, thousands(t))
	}
	fmt.Fprintf(&b, `<text class=tick x=%.1f y=%.1f text-anchor=middle>tokens retrieved</text>`, (a.left+a.right)/2, height-4)
	labels := spread(r, budgets[len(budgets)-1], func(v float64) float64 { return a.y(v, lo, hi) }, a)
	for i := range r.Runs {
		t := &r.Runs[i]
		fmt.Fprintf(&b, `<g class="run %s" data-run=%d tabindex=0><title>%s</title>`, series(i), i, escape(lineTitle(t, budgets)))
		var path strings.Builder
		for j, t2 := range budgets {
			px, py := x(t2), a.y(recallAt(t, t2), lo, hi)
			fmt.Fprintf(&path, "%c%.1f %.1f", "LM"[btoi(j == 0)], px, py)
			fmt.Fprintf(&b, `<circle cx=%.1f cy=%.1f r=3.2 />`, px, py)
		}
		end := a.y(recallAt(t, budgets[len(budgets)-1]), lo, hi)
		fmt.Fprintf(&b, `<path class=line d="%s"/><path class=lead d="M%.1f %.1fL%.1f %.1f"/><circle cx=%.1f cy=%.1f r=3.2 /><text x=%.1f y=%.1f>%s</text></g>`,
			path.String(), a.right+4, end, a.right+22, labels[i], a.right+24, labels[i], a.right+33, labels[i]+4, escape(clip(t.Name, 30)))
	}
	b.WriteString("</svg>")
	return b.String()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func recallAt(t *eval.Trial, budget int) float64 {
	return t.Metrics[fmt.Sprintf("recall@%dt", budget)].Mean
}

func lineTitle(t *eval.Trial, budgets []int) string {
	s := t.Name + ":"
	for _, b := range budgets {
		s += fmt.Sprintf(" %.3f at %d;", recallAt(t, b), b)
	}
	return strings.TrimSuffix(s, ";")
}

// recallRange is the range of the vertical axis: all recalls with some room.
func recallRange(r *eval.Result) (lo, hi float64) {
	lo, hi = 1, 0
	for i := range r.Runs {
		for _, b := range r.Settings.Budgets {
			v := recallAt(&r.Runs[i], b)
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return max(0, math.Floor((lo-0.02)*20)/20), min(1, math.Ceil((hi+0.02)*20)/20)
}

// ticks are round values within a range, about most of them.
func ticks(lo, hi, most float64) []float64 {
	step := 0.05
	for _, s := range []float64{0.05, 0.1, 0.2} {
		if step = s; (hi-lo)/s <= most {
			break
		}
	}
	var out []float64
	for i := math.Ceil(lo/step - 1e-9); i*step <= hi+1e-9; i++ {
		out = append(out, i*step)
	}
	return out
}

// spread places the names at the ends of lines so that none lies on another.
func spread(r *eval.Result, budget int, y func(float64) float64, a axis) []float64 {
	const gap = 16
	order := make([]int, len(r.Runs))
	at := make([]float64, len(r.Runs))
	for i := range r.Runs {
		order[i], at[i] = i, y(recallAt(&r.Runs[i], budget))
	}
	slices.SortStableFunc(order, func(p, q int) int { return int(math.Copysign(1, at[p]-at[q])) })
	floor := a.top
	for _, i := range order {
		at[i] = max(at[i], floor)
		floor = at[i] + gap
	}
	ceiling := a.bottom
	for _, i := range slices.Backward(order) {
		at[i] = min(at[i], ceiling)
		ceiling = at[i] - gap
	}
	return at
}

// forest draws a metric of all runs, the best on top, with intervals.
func forest(r *eval.Result, c column) string {
	order := ranked(r, c.key)
	lo, hi := 1.0, 0.0
	for _, t := range order {
		lo, hi = min(lo, t.Metrics[c.key].Lo), max(hi, t.Metrics[c.key].Hi)
	}
	lo, hi = max(0, math.Floor(lo*20)/20), min(1, math.Ceil(hi*20)/20)
	if hi-lo < 0.05 {
		lo, hi = max(0, hi-0.05), min(1, lo+0.05)
	}
	const row, longest = 21.0, 26
	left := 60.0 // room for the names
	for _, t := range order {
		left = max(left, 16+6.7*float64(min(longest, len([]rune(t.Name)))))
	}
	right := left + 168
	height := row*float64(len(order)) + 30
	x := func(v float64) float64 { return left + (v-lo)/(hi-lo)*(right-left) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %.0f %.0f" role=img aria-label="%s of every run with its 95 %% interval">`, right+52, height, escape(c.label))
	for _, v := range ticks(lo, hi, 4.5) {
		fmt.Fprintf(&b, `<path class=grid d="M%.1f 4V%.1f"/><text class=tick x=%.1f y=%.1f text-anchor=middle>%.2g</text>`, x(v), height-24, x(v), height-8, v)
	}
	for i, t := range order {
		m, y := t.Metrics[c.key], row*float64(i)+15
		n := index(r, t.Name)
		fmt.Fprintf(&b, `<g class="run %s" data-run=%d tabindex=0><title>%s: %.3f, 95 %% from %.3f to %.3f</title><text x=%.1f y=%.1f text-anchor=end>%s</text>`,
			series(n), n, escape(t.Name), m.Mean, m.Lo, m.Hi, left-10, y+4, escape(clip(t.Name, longest)))
		fmt.Fprintf(&b, `<path class=bar d="M%.1f %.1fH%.1fM%.1f %.1fv8M%.1f %.1fv8"/><circle cx=%.1f cy=%.1f r=4.5 /><text class=value x=%.1f y=%.1f>%.3f</text></g>`,
			x(m.Lo), y, x(m.Hi), x(m.Lo), y-4, x(m.Hi), y-4, x(m.Mean), y, right+12, y+4, m.Mean)
	}
	b.WriteString("</svg>")
	return b.String()
}

func index(r *eval.Result, name string) int {
	return slices.IndexFunc(r.Runs, func(t eval.Trial) bool { return t.Name == name })
}

// sizeChart draws the histogram of a run's chunk sizes, on the scale of all
// runs, most.
func sizeChart(t *eval.Trial, i, most int) string {
	const width, height, base = 240.0, 96.0, 78.0
	h := t.Sizes.Histogram
	tallest := max(1, slices.Max(append([]int{0}, h.Counts...)))
	x := func(v float64) float64 { return 6 + min(1, v/float64(max(1, most)))*(width-12) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %.0f %.0f" role=img aria-label="sizes of the chunks of %s in tokens: half have at most %d, the longest %d">`, width, height, escape(t.Name), t.Sizes.P50, t.Sizes.Max)
	fmt.Fprintf(&b, `<g class="run %s" data-run=%d>`, series(i), i)
	for j, n := range h.Counts {
		if n == 0 {
			continue
		}
		x0, x1 := x(float64(j*h.Step)), x(float64((j+1)*h.Step))
		top := base - max(1.2, float64(n)/float64(tallest)*(base-8))
		fmt.Fprintf(&b, `<rect x=%.1f y=%.1f width=%.1f height=%.1f><title>%d to %d tokens: %s</title></rect>`, x0, top, max(0.8, x1-x0-0.8), base-top, j*h.Step, (j+1)*h.Step-1, count(n, "chunk"))
	}
	fmt.Fprintf(&b, `</g><path class=axis d="M6 %.1fH%.1f"/>`, base, width-6)
	if t.Sizes.Limit > 0 && t.Sizes.Limit <= most {
		fmt.Fprintf(&b, `<path class=limit d="M%.1f 4V%.1f"><title>limit %d</title></path>`, x(float64(t.Sizes.Limit)), base, t.Sizes.Limit)
	}
	fmt.Fprintf(&b, `<text class=tick x=6 y=92>0</text><text class=tick x=%.1f y=92 text-anchor=end>%d tokens</text></svg>`, width-6, most)
	return b.String()
}

func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// clip shortens a name to n characters.
func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}
