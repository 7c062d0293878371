package metric_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"

	"github.com/pildora/pildora/eval/metric"
)

type judged struct {
	Ranking []string       `json:"ranking"`
	Grades  map[string]int `json:"grades"`
}

// trec_eval agrees, on 2,000 random rankings with up to 12 judged ids.
func TestAgainstTrecEval(t *testing.T) {
	bin := python(t, "pytrec_eval")
	rng := rand.New(rand.NewPCG(4, 2))
	var in bytes.Buffer
	var all []judged
	for range 2000 {
		one := judged{Grades: map[string]int{}}
		for _, id := range rng.Perm(40)[:1+rng.IntN(30)] {
			one.Ranking = append(one.Ranking, fmt.Sprint(id))
		}
		for range 1 + rng.IntN(12) {
			one.Grades[fmt.Sprint(rng.IntN(40))] = rng.IntN(4)
		}
		all = append(all, one)
		line, err := json.Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	cmd := exec.Command(bin, "testdata/trec.py")
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	got := jsonl[map[string]float64](t, string(out))
	if len(got) != len(all) {
		t.Fatalf("%d answers to %d rankings", len(got), len(all))
	}
	worst, at, compared := 0.0, "", 0
	for i, j := range all {
		for name, ours := range j.ours() {
			theirs, ok := got[i][name]
			if !ok {
				t.Fatalf("trec_eval gives no %s: %v", name, got[i])
			}
			compared++
			if d := math.Abs(ours - theirs); d > worst {
				worst, at = d, fmt.Sprintf("%s of ranking %d: %v, trec_eval %v", name, i, ours, theirs)
			}
		}
	}
	t.Logf("%d values compared, largest difference %.2g (%s)", compared, worst, at)
	if worst > 1e-9 {
		t.Error("differs from trec_eval: ", at)
	}
}

// ours are the same measures under trec_eval's names.
func (j judged) ours() map[string]float64 {
	var gold []string
	grades := map[string]float64{}
	for id, g := range j.Grades {
		grades[id] = float64(g)
		if g > 0 {
			gold = append(gold, id)
		}
	}
	out := map[string]float64{
		"recip_rank": metric.ReciprocalRank(j.Ranking, gold, metric.All),
		"map":        metric.AveragePrecision(j.Ranking, gold, metric.All),
		"ndcg":       metric.GradedNDCG(j.Ranking, grades, metric.All),
	}
	for _, k := range []int{1, 5, 10} {
		out[fmt.Sprintf("success_%d", k)] = metric.HitRate(j.Ranking, gold, k)
		out[fmt.Sprintf("recall_%d", k)] = metric.Recall(j.Ranking, gold, k)
		out[fmt.Sprintf("P_%d", k)] = metric.Precision(j.Ranking, gold, k)
		out[fmt.Sprintf("map_cut_%d", k)] = metric.AveragePrecision(j.Ranking, gold, k)
		out[fmt.Sprintf("ndcg_cut_%d", k)] = metric.GradedNDCG(j.Ranking, grades, k)
	}
	return out
}
