package main

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/pildora/pildora/internal/cputime"
)

// grown is how a task's time grows with one kind of input.
type grown struct {
	Task     string    `json:"task"`
	Input    string    `json:"input"`
	MB       []float64 `json:"mb"`
	CPU      []float64 `json:"cpu"`      // least processor time for each size, in seconds
	Exponent float64   `json:"exponent"` // of time over size: 1 is linear
}

// How often one size is repeated: as long as the time lasts, and at least
// twice.
const (
	growthTime   = 400 * time.Millisecond
	growthRepeat = 12
	growthLeast  = 2
)

// growth times a task over 1, 2, 4 … MB of an input.
func growth(ctx context.Context, t task, in input, most int) (grown, error) {
	g := grown{Task: t.name, Input: in.name}
	md, err := ordinary(os.Getenv("BENCH_DATA"))
	if err != nil {
		return g, err
	}
	do, err := t.make()
	if err != nil {
		return g, err
	}
	if _, err := do(ctx, []byte(warmUp)); err != nil {
		return g, err
	}
	for mb := 1; mb <= most; mb *= 2 {
		data := []byte(in.text(md, mb*1_000_000))
		cpu, err := least(ctx, do, data)
		if err != nil {
			return g, err
		}
		g.MB, g.CPU = append(g.MB, float64(len(data))/1e6), append(g.CPU, cpu)
	}
	g.Exponent = exponent(g.MB, g.CPU)
	return g, nil
}

func least(ctx context.Context, do work, data []byte) (float64, error) {
	best, began := math.Inf(1), time.Now()
	for i := 0; i < growthLeast || i < growthRepeat && time.Since(began) < growthTime; i++ {
		runtime.GC()
		used := cputime.Process()
		if _, err := do(ctx, data); err != nil {
			return 0, err
		}
		best = min(best, (cputime.Process() - used).Seconds())
	}
	return best, nil
}

// ordinary is the largest Markdown file of a folder.
func ordinary(dir string) (string, error) {
	for _, name := range []string{"mix_16.md", "mix_4.md"} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
			return string(data), nil
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "mix_1.md"))
	return string(data), err
}

// exponent is the slope of the line through (log x, log y) by least squares:
// y grows as x to that power. It is NaN for fewer than two points.
func exponent(x, y []float64) float64 {
	var n, sx, sy, sxx, sxy float64
	for i := range x {
		if x[i] <= 0 || y[i] <= 0 {
			continue
		}
		a, b := math.Log(x[i]), math.Log(y[i])
		n, sx, sy, sxx, sxy = n+1, sx+a, sy+b, sxx+a*a, sxy+a*b
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}
