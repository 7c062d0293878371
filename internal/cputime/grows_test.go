package cputime

import (
	"math"
	"strings"
	"testing"
	"time"
)

// orders are how work can grow, in steps for an input of n.
var orders = []struct {
	name  string
	steps func(n int) int
	good  bool
}{
	{"constant", func(int) int { return 1000 }, true},
	{"linear", func(n int) int { return n }, true},
	{"n·log n", func(n int) int { return int(float64(n) * math.Log2(float64(n))) }, true},
	{"quadratic", func(n int) int { return n * n }, false},
	{"cubic", func(n int) int { return n * n * n }, false},
}

// TestGrowsCounts counts steps instead of time: one is a nanosecond. A collector
// that takes 3 ms now and then is more than the whole small input needs.
func TestGrowsCounts(t *testing.T) {
	for _, o := range orders {
		for _, times := range []int{4, 8, 16} {
			for _, noisy := range []bool{false, true} {
				var now time.Duration
				calls := 0
				work := func(n int) func() {
					return func() {
						now += time.Duration(o.steps(n))
						if calls++; noisy && calls%64 == 0 {
							now += 3 * time.Millisecond
						}
					}
				}
				const n = 1000
				err := grows(func() time.Duration { return now }, times, work(n), work(times*n))
				if (err == nil) != o.good {
					t.Errorf("%s, %d times, noisy %t: %v", o.name, times, noisy, err)
				}
			}
		}
	}
}

// TestGrowsForgives holds that one good try is enough, and that a bad one alone
// is not believed.
func TestGrowsForgives(t *testing.T) {
	var now time.Duration
	larges := 0
	small := func() { now += time.Millisecond }
	clock := func() time.Duration { return now }
	if err := grows(clock, 16, small, func() { now += time.Second }); err == nil || !strings.Contains(err.Error(), "16 times the input takes 1000.0 times as long") {
		t.Errorf("always a second: %v", err)
	}
	calm := func() {
		if larges++; larges < tries {
			now += time.Second
		} else {
			now += 40 * time.Millisecond
		}
	}
	if err := grows(clock, 16, small, calm); err != nil {
		t.Errorf("good at the last try: %v", err)
	}
}

// TestGrowsStopsWithoutClock holds that a clock that stands still doesn't hang.
func TestGrowsStopsWithoutClock(t *testing.T) {
	calls := 0
	if err := grows(func() time.Duration { return 0 }, 16, func() { calls++ }, func() { calls++ }); err != nil || calls > 4*longest {
		t.Errorf("%v after %d calls", err, calls)
	}
}

var sink uint64

// TestGrowsByProcessor does real work of each order.
func TestGrowsByProcessor(t *testing.T) {
	work := func(steps int) func() {
		return func() {
			x := sink | 1
			for range steps {
				x = x*6364136223846793005 + 1442695040888963407
			}
			sink = x
		}
	}
	for _, o := range orders[:4] {
		const n = 1 << 10
		if err := Grows(16, work(o.steps(n)), work(o.steps(16*n))); (err == nil) != o.good {
			t.Errorf("%s: %v", o.name, err)
		}
	}
}
