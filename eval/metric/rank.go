package metric

import (
	"math"
	"slices"
)

// All, given as k, looks at the whole ranking. A k below 1 looks at nothing,
// which gives 0.
const All = math.MaxInt

// HitRate is 1 where one of the gold ids is among the first k of the ranking,
// and 0 otherwise; its mean over questions is the hit rate, also called
// success@k (trec_eval, success).
func HitRate(ranking, gold []string, k int) float64 {
	g, _ := judge(ranking, gold)
	return ratio(float64(min(1, g.count(k))), 1)
}

// Recall is the share of the gold ids that are among the first k (Manning,
// Raghavan and Schütze, Introduction to Information Retrieval, 8.3; trec_eval,
// recall).
func Recall(ranking, gold []string, k int) float64 {
	g, relevant := judge(ranking, gold)
	return ratio(float64(g.count(k)), float64(relevant))
}

// Precision is the number of gold ids among the first k, divided by k, also
// where the ranking is shorter than k (trec_eval, P).
func Precision(ranking, gold []string, k int) float64 {
	g, _ := judge(ranking, gold)
	return ratio(float64(g.count(k)), float64(k))
}

// ReciprocalRank is 1 over the place of the first gold id among the first k;
// its mean over questions is the MRR (Voorhees, The TREC-8 Question Answering
// Track Report, 1999; trec_eval, recip_rank).
func ReciprocalRank(ranking, gold []string, k int) float64 {
	g, _ := judge(ranking, gold)
	return g.reciprocal(k)
}

// AveragePrecision is the precision at the place of each gold id found among
// the first k, summed and divided by the number of all gold ids, found or not;
// its mean over questions is the MAP (Manning et al., 8.4; trec_eval, map and
// map_cut). Where there are more gold ids than k it cannot reach 1.
func AveragePrecision(ranking, gold []string, k int) float64 {
	g, relevant := judge(ranking, gold)
	return g.average(relevant, k)
}

// NDCG is the normalised discounted cumulative gain of the first k where each
// gold id is worth the same (Järvelin and Kekäläinen, Cumulated gain-based
// evaluation of IR techniques, 2002, with the discount log2(1+place);
// trec_eval, ndcg_cut).
func NDCG(ranking, gold []string, k int) float64 {
	g, relevant := judge(ranking, gold)
	return ratio(g.discounted(k), ideal(relevant, k))
}

// GradedNDCG is NDCG where grades says what each id is worth, linearly as in
// trec_eval; for the exponential form of Burges et al. (2005) give 2^grade−1.
// Ids without a grade, and grades that are not positive and finite, are worth
// nothing.
func GradedNDCG(ranking []string, grades map[string]float64, k int) float64 {
	best := make(gains, 0, len(grades))
	for _, v := range grades {
		if worth(v) {
			best = append(best, v)
		}
	}
	if len(best) == 0 {
		return 0
	}
	slices.SortFunc(best, func(a, b float64) int {
		if a > b {
			return -1
		} else if a < b {
			return 1
		}
		return 0
	})
	top := best[0] // grades are scaled by it, so that no sum overflows
	for i := range best {
		best[i] /= top
	}
	got, seen := make(gains, len(ranking)), make(map[string]bool, len(ranking))
	for i, id := range ranking {
		if v := grades[id]; worth(v) && !seen[id] {
			got[i] = v / top
		}
		seen[id] = true
	}
	return ratio(got.discounted(k), best.discounted(k))
}

func worth(v float64) bool { return v > 0 && !math.IsInf(v, 1) }

// judge turns a ranking into gains of 1, each gold id at its first place only,
// and counts the different gold ids.
func judge(ranking, gold []string) (gains, int) {
	open := make(map[string]bool, len(gold))
	for _, id := range gold {
		open[id] = true
	}
	relevant := len(open)
	g := make(gains, len(ranking))
	for i, id := range ranking {
		if open[id] {
			g[i] = 1
			open[id] = false
		}
	}
	return g, relevant
}

// ideal is the discounted gain of the best ranking there can be: all relevant
// results first, each worth 1.
func ideal(relevant, k int) float64 {
	sum := 0.0
	for i := range min(relevant, k) {
		sum += 1 / math.Log2(float64(i+2))
	}
	return sum
}
