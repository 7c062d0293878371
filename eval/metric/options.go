package metric

import (
	"fmt"
	"math"
	"strconv"
)

// Options say which figures a Scorer gives. What is left out isn't computed.
type Options struct {
	// K are the numbers of passages for hit, doc_hit, recall, precision, iou,
	// f1 and whole.
	K []int
	// Depth are the numbers of passages for mrr and ndcg.
	Depth []int
	// Budgets are numbers of retrieved tokens, growing, for recall, precision,
	// iou, f1 and auc.
	Budgets []int
	// Free adds the figures at budgets with Context not paid for, named
	// "recall_free@1000t", "auc_free" and so on.
	Free bool
	// Overlap is how much of the shorter of an answer's span and a passage the
	// two must share for the passage to be a hit, 0 to 1. With 0 one non-blank
	// code point is enough.
	Overlap float64
	// Chroma computes recall, precision, iou and f1 at K, and precision_omega,
	// as Chroma's evaluation does; see chroma.go.
	Chroma bool
}

// Standard returns the options of Pildora's reports: five passages, ten for
// mrr and ndcg, and budgets of 250, 500, 1,000, 2,000 and 4,000 tokens.
func Standard() Options {
	return Options{K: []int{5}, Depth: []int{10}, Budgets: []int{250, 500, 1000, 2000, 4000}}
}

func (o Options) check() error {
	for _, k := range append(append([]int{}, o.K...), o.Depth...) {
		if k < 1 {
			return fmt.Errorf("k = %d: at least one passage must be looked at", k)
		}
	}
	for i, b := range o.Budgets {
		if b < 1 || i > 0 && b <= o.Budgets[i-1] {
			return fmt.Errorf("budgets %v: they must be numbers of tokens from 1, each larger than the one before", o.Budgets)
		}
	}
	if !(o.Overlap >= 0 && o.Overlap <= 1) {
		return fmt.Errorf("overlap %v: it must be within 0 and 1", o.Overlap)
	}
	return nil
}

// weights are the trapezoid rule over the logarithm of the budget, summing up
// to 1: for budgets that double four times 1/8, 1/4, 1/4, 1/4, 1/8.
func weights(budgets []int) []float64 {
	w := make([]float64, len(budgets))
	if len(w) < 2 {
		for i := range w {
			w[i] = 1
		}
		return w
	}
	total := math.Log2(float64(budgets[len(budgets)-1]) / float64(budgets[0]))
	for i := range len(budgets) - 1 {
		half := math.Log2(float64(budgets[i+1])/float64(budgets[i])) / total / 2
		w[i] += half
		w[i+1] += half
	}
	return w
}

// overK are the figures at each K, in order; overlaps those at budgets too.
func overK() []string    { return append([]string{"hit", "doc_hit"}, append(overlaps(), "whole")...) }
func overlaps() []string { return []string{"recall", "precision", "iou", "f1"} }

// names lists the figures in the order in which Score gives them.
func (o Options) names(pool bool) []string {
	var out []string
	for _, k := range o.K {
		for _, name := range overK() {
			out = append(out, name+"@"+strconv.Itoa(k))
		}
	}
	for _, k := range o.Depth {
		out = append(out, "mrr@"+strconv.Itoa(k), "ndcg@"+strconv.Itoa(k))
	}
	out = append(out, "map")
	out = o.budgeted(out, "")
	if o.Free {
		out = o.budgeted(out, "_free")
	}
	if pool {
		out = append(out, "precision_omega")
	}
	return out
}

func (o Options) budgeted(out []string, suffix string) []string {
	for _, b := range o.Budgets {
		for _, name := range overlaps() {
			out = append(out, fmt.Sprintf("%s%s@%dt", name, suffix, b))
		}
	}
	if len(o.Budgets) > 0 {
		out = append(out, "auc"+suffix)
	}
	return out
}
