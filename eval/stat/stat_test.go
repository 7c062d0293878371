package stat_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/pildora/pildora/eval/stat"
	"pgregory.net/rapid"
)

// noise draws n values around a mean, normally distributed.
func noise(seed uint64, n int, mean, sd float64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 77))
	out := make([]float64, n)
	for i := range out {
		out[i] = mean + sd*rng.NormFloat64()
	}
	return out
}

func paired(t *testing.T, a, b []float64, s stat.Settings) stat.Difference {
	t.Helper()
	d, err := stat.Paired(a, b, s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestIdenticalRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 60).Draw(t, "a")
		d, err := stat.Paired(a, a, stat.Settings{Resamples: 100})
		if err != nil {
			t.Fatal(err)
		}
		want := stat.Difference{P: 1, Adjusted: 1, Of: 1, Level: .95, N: len(a)}
		if d != want {
			t.Fatalf("%+v", d)
		}
	})
}

// Swapping the runs turns the signs and nothing else.
func TestSwap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		values := rapid.SampledFrom([]float64{0, .1, .2, .3, 1})
		a, b := rapid.SliceOfN(values, n, n).Draw(t, "a"), rapid.SliceOfN(values, n, n).Draw(t, "b")
		s := stat.Settings{Resamples: 200, Seed: rapid.Uint64().Draw(t, "seed")}
		x, err := stat.Paired(a, b, s)
		if err != nil {
			t.Fatal(err)
		}
		y, err := stat.Paired(b, a, s)
		if err != nil {
			t.Fatal(err)
		}
		close := func(p, q float64) bool { return math.Abs(p-q) < 1e-12 }
		if !close(x.Diff, -y.Diff) || !close(x.Lo, -y.Hi) || !close(x.Hi, -y.Lo) || x.P != y.P || x.Wins != y.Losses || !close(x.Detectable, y.Detectable) {
			t.Fatalf("%+v\n%+v", x, y)
		}
		if !(x.P > 0 && x.P <= 1) || x.Lo > x.Hi {
			t.Fatalf("%+v", x)
		}
	})
}

// The number of workers decides nothing, nor does the company of other pairs,
// the correction aside.
func TestDeterministic(t *testing.T) {
	var pairs []stat.Pair
	for i := range 150 {
		pairs = append(pairs, stat.Pair{A: noise(uint64(i), 90, .5, .2), B: noise(uint64(i+1000), 90, .5, .2)})
	}
	run := func(workers int) []stat.Difference {
		out, err := stat.Differences(pairs, stat.Settings{Resamples: 1300, Seed: 9, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	one := run(1)
	for _, workers := range []int{2, 3, 16, 0} {
		if !reflect.DeepEqual(one, run(workers)) {
			t.Errorf("%d workers differ from one", workers)
		}
	}
	for _, i := range []int{0, 63, 64, 149} {
		alone := paired(t, pairs[i].A, pairs[i].B, stat.Settings{Resamples: 1300, Seed: 9})
		with := one[i]
		with.Adjusted, with.Of = alone.Adjusted, alone.Of
		if alone != with {
			t.Errorf("pair %d alone: %+v, with others %+v", i, alone, with)
		}
	}
	other := paired(t, pairs[0].A, pairs[0].B, stat.Settings{Resamples: 1300, Seed: 10})
	if other.Lo == one[0].Lo {
		t.Error("another seed draws the same")
	}
}

// The figures are the same on every machine: a hand-made set, fixed seed.
func TestFixed(t *testing.T) {
	a := []float64{1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1}
	b := []float64{0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1, 0, 0, 1, 0}
	d := paired(t, a, b, stat.Settings{Seed: 1})
	if d.Diff != 6./16 || d.Wins != 7 || d.Losses != 1 || d.N != 16 {
		t.Errorf("%+v", d)
	}
	if d.Lo != .0625 || d.Hi != .6875 {
		t.Errorf("interval %v to %v", d.Lo, d.Hi)
	}
	// standard error by formula: sd of the differences (dividing by n) over √n
	se := math.Sqrt((8./16 - 36./256) / 16)
	if want := (1.959964 + .841621) * se; math.Abs(d.Detectable/want-1) > .02 {
		t.Errorf("detectable %v, by formula %v", d.Detectable, want)
	}
	if !(d.P > .005 && d.P < .05) {
		t.Errorf("p = %v", d.P)
	}
}

// However clear, m questions that differ cannot give less than 2 in 2^m.
func TestFewQuestionsProveNothing(t *testing.T) {
	zero := make([]float64, 20)
	for m, want := range map[int]float64{0: 1, 1: 1, 2: .5, 3: .25, 5: .0625} {
		a := make([]float64, 20)
		for i := range m {
			a[i] = 1
		}
		if d := paired(t, a[:max(m, 1)], zero[:max(m, 1)], stat.Settings{Resamples: 1000}); d.P != want {
			t.Errorf("%d of %d questions: p = %v, want %v", m, m, d.P, want)
		}
		if d := paired(t, a, zero, stat.Settings{Resamples: 1000}); d.P < want {
			t.Errorf("%d of 20 questions: p = %v, below %v", m, d.P, want)
		}
	}
}

// Where the mean is known, about 95 of 100 intervals hold it; and where there is
// no difference, p is about uniform.
func TestCoverage(t *testing.T) {
	const runs, n = 400, 120
	covered, mean95, low, half := 0, 0, 0, 0
	for i := range uint64(runs) {
		a, b := noise(2*i, n, .6, .3), noise(2*i+1, n, .5, .3)
		s := stat.Settings{Resamples: 500, Seed: i}
		if d := paired(t, a, b, s); d.Lo <= .1 && .1 <= d.Hi {
			covered++
		}
		m, err := stat.Mean(a, s)
		if err != nil {
			t.Fatal(err)
		}
		if m.Lo <= .6 && .6 <= m.Hi {
			mean95++
		}
		for j := range b {
			b[j] += .1
		}
		switch d := paired(t, a, b, s); {
		case d.P < .05:
			low++
			fallthrough
		case d.P < .5:
			half++
		}
	}
	t.Logf("of %d: difference covered %d, mean covered %d, p < 0.05 %d, p < 0.5 %d", runs, covered, mean95, low, half)
	for name, c := range map[string][3]int{
		"difference covered": {covered, 364, 394}, "mean covered": {mean95, 364, 394}, "p < 0.05": {low, 6, 36}, "p < 0.5": {half, 165, 235},
	} {
		if c[0] < c[1] || c[0] > c[2] {
			t.Errorf("%s: %d of %d, expected %d to %d", name, c[0], runs, c[1], c[2])
		}
	}
}

// A true difference of the detectable size is found about four times in five.
func TestDetectable(t *testing.T) {
	const runs, n = 300, 100
	delta := paired(t, noise(1, n, .5, .2), noise(2, n, .5, .2), stat.Settings{}).Detectable
	if want := 2.8016 * math.Sqrt(2*.04/n); math.Abs(delta/want-1) > .2 {
		t.Errorf("detectable %v, by formula %v", delta, want)
	}
	delta, found := 2.8016*math.Sqrt(2*.04/n), 0
	for i := range uint64(runs) {
		d := paired(t, noise(1000+2*i, n, .5+delta, .2), noise(1001+2*i, n, .5, .2), stat.Settings{Resamples: 500, Seed: i})
		if d.Significant() {
			found++
		}
	}
	t.Logf("%d of %d found", found, runs)
	if found < 215 || found > 265 {
		t.Errorf("%d of %d found, expected about 240", found, runs)
	}
}

func TestMeans(t *testing.T) {
	out, err := stat.Means([][]float64{{0, 1, 0, 1}, {.5, .5, .5, .5}}, stat.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if out[0].Mean != .5 || out[0].Lo != 0 || out[0].Hi != 1 || out[0].N != 4 {
		t.Errorf("%+v", out[0])
	}
	if (out[1] != stat.Interval{Mean: .5, Lo: .5, Hi: .5, N: 4}) {
		t.Errorf("%+v", out[1])
	}
	if none, err := stat.Means(nil, stat.Settings{}); err != nil || len(none) != 0 {
		t.Errorf("no columns: %v, %v", none, err)
	}
}

func TestRefuses(t *testing.T) {
	one := []float64{1}
	for want, call := range map[string]func() error{
		"no questions":   func() error { _, err := stat.Mean(nil, stat.Settings{}); return err },
		"no value":       func() error { _, err := stat.Mean([]float64{1, math.NaN()}, stat.Settings{}); return err },
		"+Inf":           func() error { _, err := stat.Mean([]float64{math.Inf(1)}, stat.Settings{}); return err },
		"2 questions ag": func() error { _, err := stat.Paired([]float64{1, 2}, one, stat.Settings{}); return err },
		"the first has":  func() error { _, err := stat.Means([][]float64{one, {1, 2}}, stat.Settings{}); return err },
		"resamples":      func() error { _, err := stat.Mean(one, stat.Settings{Resamples: 5}); return err },
		"level":          func() error { _, err := stat.Mean(one, stat.Settings{Level: 95}); return err },
	} {
		if err := call(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

func BenchmarkDifferences(b *testing.B) {
	var pairs []stat.Pair
	for i := range uint64(40) {
		pairs = append(pairs, stat.Pair{A: noise(i, 500, .5, .2), B: noise(i+100, 500, .5, .2)})
	}
	for b.Loop() {
		if _, err := stat.Differences(pairs, stat.Settings{}); err != nil {
			b.Fatal(err)
		}
	}
}

// With few resamples, or with very many pairs, a difference that no resample
// contradicts used to be insignificant after the correction: its p-value could
// not get small enough.
func TestClearDifferencesStaySignificantAmongMany(t *testing.T) {
	for _, c := range []struct{ pairs, resamples int }{{36, 100}, {300, 10_000}} {
		pairs := make([]stat.Pair, c.pairs)
		for i := range pairs {
			for q := range 30 {
				pairs[i].A = append(pairs[i].A, 1+float64(q%3))
				pairs[i].B = append(pairs[i].B, float64(q%2)/10)
			}
		}
		found, err := stat.Differences(pairs, stat.Settings{Resamples: c.resamples}.For(c.pairs))
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range found {
			if !d.Significant() {
				t.Fatalf("%d pairs, %d resamples: difference %d of %.2f has p %.4f, corrected %.4f", c.pairs, c.resamples, i, d.Diff, d.P, d.Adjusted)
			}
		}
	}
}
