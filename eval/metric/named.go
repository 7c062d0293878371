package metric

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// ranked are the metrics of a ranking of ids, by the name they have in reports.
func ranked() map[string]func(ranking, gold []string, k int) float64 {
	return map[string]func(ranking, gold []string, k int) float64{
		"hit": HitRate, "recall": Recall, "precision": Precision, "mrr": ReciprocalRank,
		"map": AveragePrecision, "ap": AveragePrecision, "ndcg": NDCG,
	}
}

// Ranked computes the metric of that name for a ranking of ids: "hit",
// "recall", "precision", "mrr", "map" (or "ap") or "ndcg", for the whole
// ranking, or for its beginning as in "recall@5". Precision needs a k.
func Ranked(name string, ranking, gold []string) (float64, error) {
	base, at, cut := strings.Cut(name, "@")
	f, ok := ranked()[base]
	if !ok {
		names := slices.Sorted(maps.Keys(ranked()))
		return 0, fmt.Errorf("metric %q: no such metric of a ranking; there are %s", name, strings.Join(names, ", "))
	}
	k := All
	if cut {
		var err error
		if k, err = strconv.Atoi(at); err != nil || k < 1 {
			return 0, fmt.Errorf("metric %q: k must be a number from 1, not %q", name, at)
		}
	} else if base == "precision" {
		return 0, fmt.Errorf("metric %q: precision needs a k, as in precision@5", name)
	}
	return f(ranking, gold, k), nil
}
