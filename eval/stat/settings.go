package stat

import (
	"fmt"
	"math"
	"runtime"
)

// Settings of the resampling. The zero value is 10,000 resamples, intervals of
// 95 %, and a worker a CPU.
type Settings struct {
	Resamples int     // 0 for 10,000; at least 100
	Seed      uint64  // one is as good as another
	Level     float64 // of intervals, 0 for 0.95; the level of tests is 1−Level
	Workers   int     // 0 for one a CPU; no influence on results
}

func (s Settings) filled() (Settings, error) {
	if s.Resamples == 0 {
		s.Resamples = 10_000
	}
	if s.Level == 0 {
		s.Level = 0.95
	}
	if s.Workers <= 0 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	if s.Resamples < 100 {
		return s, fmt.Errorf("%d resamples: at least 100 are needed", s.Resamples)
	}
	if !(s.Level > 0 && s.Level < 1) {
		return s, fmt.Errorf("level %v: it must be between 0 and 1, such as 0.95", s.Level)
	}
	return s, nil
}

// For returns settings with as many resamples as it takes, at least, that a
// difference which none of them contradicts is significant as one of so many
// pairs: the smallest p-value of n resamples is 2/(n+1), and Holm multiplies it
// by the number of pairs.
func (s Settings) For(pairs int) Settings {
	if f, err := s.filled(); err == nil {
		s.Resamples = max(f.Resamples, int(math.Ceil(2.5*float64(pairs)/(1-f.Level))))
	}
	return s
}

// largest is the largest value whose squares and sums stay finite.
const largest = 1e100

// check reports what cannot be resampled: no questions, or columns that are
// not of one length, or hold what is no number or too large to be squared.
func check(columns [][]float64) error {
	for i, c := range columns {
		if len(c) == 0 {
			return fmt.Errorf("column %d: no questions", i)
		}
		if len(c) != len(columns[0]) {
			return fmt.Errorf("column %d has %d questions, the first has %d", i, len(c), len(columns[0]))
		}
		for q, v := range c {
			if !(math.Abs(v) <= largest) {
				return fmt.Errorf("column %d, question %d: %v is no value to average", i, q, v)
			}
		}
	}
	return nil
}
