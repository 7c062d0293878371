// Package cputime tells how much processor time the process has used, for
// tests of growth: on a machine that others use too, the clock tells nothing.
package cputime

import (
	"runtime"
	"time"
)

// tries is how often Ratio measures before it believes a bad result.
const tries = 6

// Ratio is how many times the processor time of small the processor time of
// large is: the least of some tries, for other work can only add to it. It
// stops trying at a ratio of enough. What takes less than a millisecond counts
// as one.
func Ratio(enough float64, small, large func()) float64 {
	best := 0.0
	for try := range tries {
		a, b := spent(small), spent(large)
		if r := float64(b) / float64(max(a, time.Millisecond)); try == 0 || r < best {
			best = r
		}
		if best <= enough {
			break
		}
	}
	return best
}

func spent(work func()) time.Duration {
	runtime.GC()
	start := Process()
	work()
	return Process() - start
}
