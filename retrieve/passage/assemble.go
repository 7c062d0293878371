package passage

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
)

// Options say what passages are wanted.
type Options struct {
	// Tokens counts what is delivered: the text of passages and what stands
	// before it.
	Tokens size.Measure
	// Budget is how many tokens all passages may have together.
	Budget int
	// Passages is how many there may be; 0 is no limit.
	Passages int
	// Context says what is delivered before a passage that begins in a record: a
	// title, a breadcrumb, the header of a table. It is counted, and what stood
	// before a better passage of the document is not said again. nil is nothing.
	Context func(*store.Record) []string
	// Order is that of the result; Passage.Rank tells the best ones.
	Order Order
	// Diversity is how much a passage that is like a better one loses, from 0,
	// nothing, to 1: maximal marginal relevance (Carbonell and Goldstein, SIGIR
	// 1998). Near copies are always left out.
	Diversity float64
}

// Order is the order of passages.
type Order uint8

// The orders.
const (
	Best     Order = iota // the best first
	Ends                  // the best at both ends, as what stands in the middle is read worst (Liu et al., TACL 2024)
	Document              // by document, the one with the best passage first, then as they stand in it
)

func (o Order) String() string { return [...]string{"best", "ends", "document"}[o] }

// Orders lists all orders.
func Orders() []Order { return []Order{Best, Ends, Document} }

// OrderOf is the order of that name.
func OrderOf(name string) (Order, error) {
	for _, o := range Orders() {
		if o.String() == name {
			return o, nil
		}
	}
	return 0, fmt.Errorf("order %q is none of %v", name, Orders())
}

func (o Options) check() error {
	switch {
	case o.Tokens == nil:
		return errors.New("passages: no measure to count tokens with")
	case o.Budget < 1:
		return fmt.Errorf("passages: a budget of %d tokens; must be at least 1", o.Budget)
	case o.Passages < 0:
		return fmt.Errorf("passages: %d of them; must be 0, for no limit, or more", o.Passages)
	case o.Diversity < 0 || o.Diversity > 1:
		return fmt.Errorf("passages: a diversity of %g; must be from 0 to 1", o.Diversity)
	}
	return nil
}

// Assemble makes passages of what was found. They are slices of documents that
// share no text, each a run of whole sentences; all their tokens together keep
// the budget.
//
// What to deliver is chosen as a whole. A sentence is worth the fourth power of
// its score, scaled so that the best one found is worth 1 and what says nothing
// of the question 0, times its tokens. At a price of tokens the runs that are worth most above what they
// cost are the maximal segments of each section (Ruzzo and Tompa, ISMB 1999),
// found in one pass; the best of them are taken, and the price is sought at
// which they just fit. A budget so goes where it is worth most: two sentences
// here, half a page there. What is left then finishes paragraphs, and what is
// left of that goes to the best neighbours. Against growing each of n seeds to
// its share of the budget, by sentences and with paragraphs first, this
// delivered more whole answers on every set of docs/search.md, 0.9 to 4 points.
//
// A run ends where the section does. Only where a passage has used its section
// up on that side, and the sentence behind is worth as much as half of the
// passage's mean, may it grow across. A sentence is never cut: where the budget
// has room for none, there is nothing.
func (f *Found) Assemble(o Options) ([]Passage, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	a := &assembly{Options: o, contexts: map[*store.Record][]string{}, known: map[segment]*words{}, counts: map[counted]int{}}
	if o.Passages == 0 {
		a.Passages = math.MaxInt
	}
	a.value(f)
	a.runs(f)
	var parts []part
	for _, s := range a.afford() {
		parts = append(parts, part{segment: s})
	}
	if parts = a.shrink(parts); len(parts) == 0 {
		parts = a.first(f)
	}
	return a.deliver(a.grow(parts)), nil
}

// power makes values of scores. Among 1, 2, 4 and 8, 4 was best or within half a
// point of the best on every set.
const power = 4

// assembly is one Assemble.
type assembly struct {
	Options
	values   map[*stretch][]float64 // by sentence
	costs    map[*stretch][]float64 // tokens, estimated
	sections []section
	contexts map[*store.Record][]string
	known    map[segment]*words
	counts   map[counted]int
}

// segment is sentences [from, to) of a stretch.
type segment struct {
	in       *stretch
	from, to int
}

// section is a segment under the same headings, with the tokens that opening a
// passage there costs, estimated.
type section struct {
	segment
	opening float64
}

// value fills values and costs. Costs are the record's own tokens, shared out by
// bytes: exact counts come when there are few left to count.
func (a *assembly) value(f *Found) {
	a.values, a.costs = map[*stretch][]float64{}, map[*stretch][]float64{}
	high := math.Nextafter(f.floor, math.Inf(1))
	if len(f.ranked) > 0 {
		high = max(high, f.ranked[0].score)
	}
	for _, s := range f.stretches {
		values, costs := make([]float64, len(s.sentences)), make([]float64, len(s.sentences))
		for i, x := range s.sentences {
			values[i] = math.Pow(max(x.score-f.floor, 0)/(high-f.floor), power)
			if costs[i] = float64(x.End-x.Start) / bytesPerToken(s.records[x.record]); costs[i] > float64(a.Budget) {
				values[i] = 0
			}
		}
		a.values[s], a.costs[s] = values, costs
	}
}

func bytesPerToken(r *store.Record) float64 {
	if n := max(len(r.EmbedText), len(r.Text)); r.Tokens > 0 && n > 0 {
		return float64(n) / float64(r.Tokens)
	}
	return 4
}

// first is the best sentence that the budget has room for, where it has none for
// what is worth most.
func (a *assembly) first(f *Found) []part {
	for _, p := range f.ranked[:min(len(f.ranked), compared)] {
		if p.score <= f.floor {
			break
		}
		if parts, spent := a.settle([]part{{segment: segment{p.in, p.from, p.from + 1}}}); spent <= a.Budget {
			return parts
		}
	}
	return nil
}

// runs fills sections.
func (a *assembly) runs(f *Found) {
	for _, s := range f.stretches {
		from := 0
		for i := range s.sentences {
			if i+1 == len(s.sentences) || !s.sameSection(i, i+1) {
				n := float64(a.Tokens.Size(strings.Join(a.context(s.records[s.sentences[from].record]), "\n\n")))
				a.sections = append(a.sections, section{segment{s, from, i + 1}, n})
				from = i + 1
			}
		}
	}
}

func (s *stretch) sameSection(i, j int) bool {
	a, b := s.records[s.sentences[i].record], s.records[s.sentences[j].record]
	return a == b || slices.Equal(a.Headings, b.Headings)
}

func (a *assembly) context(r *store.Record) []string {
	if a.Context == nil {
		return nil
	}
	c, known := a.contexts[r]
	if !known {
		c = a.Context(r)
		a.contexts[r] = c
	}
	return c
}

// worth is a segment with what it is worth above its price.
type worth struct {
	segment
	gain, cost float64
}

// rounds bounds how often copies are left out and the budget is spent anew.
const rounds = 8

// nearly is a price at which only what is worth most is taken.
const nearly = 1 - 1e-6

// afford seeks the price at which the best segments just fit the budget.
func (a *assembly) afford() []segment {
	var best []segment
	for range rounds {
		low, high := 0.0, 1.0
		all, chosen, _ := a.at(nearly)
		best = chosen[:min(1, len(chosen))] // what is too long is cut to size later
		for range 20 {
			price := (low + high) / 2
			on, chosen, cost := a.at(price)
			if cost > float64(a.Budget) {
				low = price
				continue
			}
			high = price
			if len(chosen) > 0 {
				best, all = chosen, on
			}
		}
		if !a.repeats(best, all) {
			break
		}
	}
	return best
}

// at offers segments at a price, the best first, chooses among them, and says
// what those cost.
func (a *assembly) at(price float64) (all []worth, chosen []segment, cost float64) {
	for _, s := range a.sections {
		all = append(all, a.maximal(s, price)...)
	}
	slices.SortStableFunc(all, func(x, y worth) int { return cmp.Compare(y.gain, x.gain) })
	for _, w := range a.diverse(all) {
		chosen = append(chosen, w.segment)
		cost += w.cost
	}
	return all, chosen, cost
}

// maximal returns the maximal segments of a section at a price.
func (a *assembly) maximal(s section, price float64) []worth {
	type open struct {
		from, to    int
		left, right float64 // running sums before and after
	}
	var stack []open
	values, costs := a.values[s.in], a.costs[s.in]
	sum := 0.0
	for i := s.from; i < s.to; i++ {
		gain := (values[i] - price) * costs[i]
		if gain <= 0 {
			sum += gain
			continue
		}
		n := open{i, i + 1, sum, sum + gain}
		sum += gain
		for {
			j := len(stack) - 1
			for j >= 0 && stack[j].left >= n.left {
				j--
			}
			if j < 0 || stack[j].right >= n.right {
				stack = append(stack, n)
				break
			}
			n.from, n.left = stack[j].from, stack[j].left
			stack = stack[:j]
		}
	}
	var out []worth
	for _, o := range stack {
		w := worth{segment{s.in, o.from, o.to}, o.right - o.left - price*s.opening, s.opening}
		for i := o.from; i < o.to; i++ {
			w.cost += costs[i]
		}
		if w.gain > 0 {
			out = append(out, w)
		}
	}
	return out
}
