package tune

import "math/rand/v2"

// resamplesOfWins is enough for a share to two digits.
const resamplesOfWins = 2000

// wins is the share of bootstrap resamples of the questions in which the
// track's choice has the highest mean of its finalists; a tie goes to the one
// nearer to the default, as it does in the choice.
func (t *tuning) wins(k *track, qs []int) float64 {
	rng := rand.New(rand.NewPCG(t.Seed, 2))
	times := make([]int, len(qs))
	won := 0
	for range resamplesOfWins {
		clear(times)
		for range qs {
			times[rng.IntN(len(qs))]++
		}
		best, most := -1, 0.0
		for _, c := range k.alive {
			sum := 0.0
			values := t.table.rows[c].values[t.Metric]
			for i, n := range times {
				sum += float64(n) * values[qs[i]]
			}
			switch eps := same * float64(len(qs)); {
			case best < 0 || sum > most+eps, sum > most-eps && c < best:
				best, most = c, sum
			}
		}
		if best == k.choice() {
			won++
		}
	}
	return float64(won) / resamplesOfWins
}
