package stat

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
)

const (
	// block is how many resamples are drawn from one stream of random numbers,
	// by whichever worker takes the block.
	block = 125
	// batch is how many columns are resampled together: with 10,000 resamples
	// that keeps 5 MB.
	batch = 64
)

// resample returns for each column the means over s.Resamples resamples. All
// columns have the same length, and see the same draws.
//
// A resample is a number of times for each question, and its means are the
// products of those with the rows of a matrix, so the work is one pass over
// adjacent numbers for each question drawn at all (63 % of them).
func resample(columns [][]float64, s Settings) [][]float64 {
	n, width := len(columns[0]), len(columns)
	rows := make([]float64, n*width)
	out := make([][]float64, width)
	for c, column := range columns {
		out[c] = make([]float64, s.Resamples)
		for q, v := range column {
			rows[q*width+c] = v
		}
	}
	blocks := (s.Resamples + block - 1) / block
	var taken atomic.Int64
	var done sync.WaitGroup
	for range min(s.Workers, blocks) {
		done.Go(func() {
			times, sums := make([]int32, n), make([]float64, width)
			for b := int(taken.Add(1)) - 1; b < blocks; b = int(taken.Add(1)) - 1 {
				rng := rand.New(rand.NewPCG(s.Seed, uint64(b)))
				for r := b * block; r < min((b+1)*block, s.Resamples); r++ {
					draw(rng, times)
					weigh(rows, times, sums)
					for c, sum := range sums {
						out[c][r] = sum / float64(n)
					}
				}
			}
		})
	}
	done.Wait()
	return out
}

// draw counts how often each question is drawn.
func draw(rng *rand.Rand, times []int32) {
	clear(times)
	n := uint32(len(times))
	for range times {
		times[rng.Uint32N(n)]++
	}
}

// weigh sums up the rows, each as often as it was drawn.
func weigh(rows []float64, times []int32, sums []float64) {
	clear(sums)
	width := len(sums)
	for q, t := range times {
		if t == 0 {
			continue
		}
		weight, row := float64(t), rows[q*width:(q+1)*width]
		for c, v := range row {
			sums[c] += float64(weight * v) // converted: never fused, the same everywhere
		}
	}
}
