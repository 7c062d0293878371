// Package cputime tells how much processor time the process has used, and for
// tests of growth whether work on a larger input takes too much of it: on a
// machine that others use too, the clock tells nothing.
package cputime

import (
	"fmt"
	"math"
	"runtime"
	"time"
)

const (
	// tries is how often Grows measures before it believes a bad result.
	tries = 5
	// measurable is the processor time that outweighs what else the process
	// does meanwhile: the garbage collector of an earlier test, a tick of the
	// clock. Work that takes less is repeated, and the mean taken.
	measurable = 30 * time.Millisecond
	// longest bounds the repetitions where the system doesn't say how much
	// time has been used.
	longest = 1 << 20
)

// Grows returns an error if large takes more than times^1.5 times the
// processor time of small, where it is the same work on an input that is times
// as large. Linear work takes about times as long, n·log n little more, and
// quadratic work times²; what lies between the bound and linear is left to
// caches and to the garbage collector, which a test cannot command. Inputs are
// large enough where quadratic work on the larger one would take seconds.
//
// Other work on the machine can only add to a ratio, so the least of some tries
// counts, and one good one is enough. Both functions are called many times, small
// more often than large, and do the same each time: what one remembers of an
// earlier call would make it look too fast. The processor remembers too: random
// inputs of a few kilobytes are read several times as fast as longer ones.
func Grows(times int, small, large func()) error {
	return grows(Process, times, small, large)
}

// grows is Grows by any clock.
func grows(clock func() time.Duration, times int, small, large func()) error {
	most := math.Pow(float64(times), 1.5)
	least := math.Inf(1)
	var a, b time.Duration
	for range tries {
		s, l := mean(clock, small), mean(clock, large)
		if ratio := float64(l) / float64(max(s, 1)); ratio < least {
			least, a, b = ratio, s, l
		}
		if least <= most {
			return nil
		}
	}
	return fmt.Errorf("%d times the input takes %.1f times as long (%v, %v): linear is %d, quadratic %d", times, least, a, b, times, times*times)
}

// mean is the time of one call of work, out of as many as take long enough.
func mean(clock func() time.Duration, work func()) time.Duration {
	runtime.GC()
	calls, spent := 0, time.Duration(0)
	for more := 1; spent < measurable && calls < longest; more *= 2 {
		start := clock()
		for range more {
			work()
		}
		spent += clock() - start
		calls += more
	}
	return spent / time.Duration(calls)
}
