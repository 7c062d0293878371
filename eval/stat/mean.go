package stat

import (
	"math"
	"slices"
)

// Interval is a mean over questions and where it would lie with other
// questions of the same kind: the percentile interval of the bootstrap (Efron
// and Tibshirani, An Introduction to the Bootstrap, 1993, 13.3).
type Interval struct {
	Mean float64 `json:"mean"`
	Lo   float64 `json:"lo"`
	Hi   float64 `json:"hi"`
	N    int     `json:"n"` // questions
}

// Mean returns the mean of one metric over questions with its interval.
func Mean(values []float64, s Settings) (Interval, error) {
	out, err := Means([][]float64{values}, s)
	if err != nil {
		return Interval{}, err
	}
	return out[0], nil
}

// Means does so for several metrics over the same questions, a column each.
func Means(columns [][]float64, s Settings) ([]Interval, error) {
	s, err := s.filled()
	if err == nil {
		err = check(columns)
	}
	if err != nil {
		return nil, err
	}
	out := make([]Interval, 0, len(columns))
	for some := range slices.Chunk(columns, batch) {
		for i, means := range resample(some, s) {
			slices.Sort(means)
			one := Interval{Mean: mean(some[i]), N: len(some[i])}
			one.Lo, one.Hi = ends(means, s.Level)
			out = append(out, one)
		}
	}
	return out, nil
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// ends returns the ends of the interval that holds level of the sorted values,
// with as many outside on either side.
func ends(sorted []float64, level float64) (lo, hi float64) {
	return quantile(sorted, (1-level)/2), quantile(sorted, (1+level)/2)
}

// quantile interpolates linearly between the sorted values (type 7 of Hyndman
// and Fan, 1996).
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := min(int(at), len(sorted)-1)
	j := min(i+1, len(sorted)-1)
	return sorted[i] + (at-math.Floor(at))*(sorted[j]-sorted[i])
}
