package stat

import (
	"fmt"
	"math"
	"slices"
)

// Pair is one metric of two runs over the same questions in the same order.
type Pair struct{ A, B []float64 }

// Difference says by how much the mean of run A exceeds that of run B.
type Difference struct {
	Diff float64 `json:"diff"` // A − B, so positive where A has more
	Lo   float64 `json:"lo"`   // interval of Diff
	Hi   float64 `json:"hi"`
	// P is how often chance alone would make a difference at least as large,
	// either way: twice the share of resamples on the other side of 0 or at 0,
	// at most 1 (Efron and Tibshirani, 1993, 15.4; with one added above and
	// below, Davison and Hinkley, 1997, 4.2). It is never less than a
	// permutation of signs could reach: 2 in 2^m for m questions that differ. So
	// five questions prove nothing, however clear.
	P float64 `json:"p"`
	// Adjusted is P after Holm's correction over all differences of the call.
	Adjusted float64 `json:"p_adjusted"`
	Of       int     `json:"of"` // how many differences the correction is over
	// Detectable is the smallest true difference that questions like these would
	// show in four of five sets of this size: (z(1−α/2) + z(0.8)) times the
	// standard error of Diff. It is 0 where the runs don't differ anywhere, for
	// then nothing is known about it.
	Detectable float64 `json:"detectable"`
	Level      float64 `json:"level"`  // of the interval
	N          int     `json:"n"`      // questions
	Wins       int     `json:"wins"`   // questions where A has more
	Losses     int     `json:"losses"` // questions where B has more
}

// Paired compares two runs in one metric by the paired bootstrap.
func Paired(a, b []float64, s Settings) (Difference, error) {
	out, err := Differences([]Pair{{a, b}}, s)
	if err != nil {
		return Difference{}, err
	}
	return out[0], nil
}

// Differences compares many pairs over the same questions, and corrects their
// p-values together. What is one family of comparisons is the caller's choice:
// give it in one call. Very many pairs need more resamples; see
// Settings.For.
func Differences(pairs []Pair, s Settings) ([]Difference, error) {
	s, err := s.filled()
	if err != nil {
		return nil, err
	}
	columns := make([][]float64, len(pairs))
	for i, p := range pairs {
		if len(p.A) != len(p.B) {
			return nil, fmt.Errorf("pair %d: %d questions against %d; both runs must have answered the same ones", i, len(p.A), len(p.B))
		}
		columns[i] = make([]float64, len(p.A))
		for q := range p.A {
			columns[i][q] = p.A[q] - p.B[q]
		}
	}
	if err := check(columns); err != nil {
		return nil, err
	}
	out := make([]Difference, 0, len(pairs))
	for some := range slices.Chunk(columns, batch) {
		for i, means := range resample(some, s) {
			out = append(out, difference(some[i], means, s.Level))
		}
	}
	adjust(out)
	return out, nil
}

// difference judges one column of differences by its resampled means.
func difference(column, means []float64, level float64) Difference {
	d := Difference{Diff: mean(column), Level: level, N: len(column)}
	size := 0.0
	for _, v := range column {
		size += math.Abs(v)
	}
	zero := 1e-12 * size / float64(len(column)) // what rounding may leave of 0
	for _, v := range column {
		if v > zero {
			d.Wins++
		} else if v < -zero {
			d.Losses++
		}
	}
	below, above := 1, 1
	for _, m := range means {
		if m <= zero {
			below++
		}
		if m >= -zero {
			above++
		}
	}
	d.P = min(1, 2*float64(min(below, above))/float64(len(means)+1))
	d.P = max(d.P, min(1, math.Exp2(float64(1-d.Wins-d.Losses))))
	d.Detectable = (normal((1+level)/2) + normal(0.8)) * deviation(means)
	slices.Sort(means)
	d.Lo, d.Hi = ends(means, level)
	return d
}

func deviation(values []float64) float64 {
	m, sum := mean(values), 0.0
	for _, v := range values {
		sum += (v - m) * (v - m)
	}
	return math.Sqrt(sum / float64(len(values)-1))
}

// normal is the quantile of the standard normal distribution.
func normal(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

func adjust(all []Difference) {
	p := make([]float64, len(all))
	for i := range all {
		p[i] = all[i].P
	}
	for i, v := range Holm(p) {
		all[i].Adjusted, all[i].Of = v, len(all)
	}
}
