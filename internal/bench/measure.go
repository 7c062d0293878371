package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/pildora/pildora/internal/cputime"
)

// result is what one contender says of one file: the JSON line that the peers'
// programs print too. Times are the least of all repetitions, in seconds.
type result struct {
	Peer     string  `json:"peer"`
	File     string  `json:"file"`
	MB       float64 `json:"mb"`
	Wall     float64 `json:"s"`
	CPU      float64 `json:"cpu"`
	First    float64 `json:"cpu_first,omitempty"` // processor time of the first repetition
	Count    int     `json:"n"`                   // chunks, tokens, sentences, blocks
	Before   float64 `json:"rss0"`                // MiB resident before the work
	Peak     float64 `json:"rss"`                 // MiB resident at most
	Lossless verdict `json:"lossless,omitempty"`
	Over     *int    `json:"over,omitempty"` // chunks over the limit
	Longest  int     `json:"maxlen,omitempty"`
	Offsets  verdict `json:"offs,omitempty"`
	Note     string  `json:"note,omitempty"`
}

// speed is in MB/s of processor time, 0 where nothing was measured.
func (r result) speed() float64 {
	if r.CPU <= 0 {
		return 0
	}
	return r.MB / r.CPU
}

// cold is the speed of the first repetition.
func (r result) cold() float64 {
	if r.First <= 0 {
		return 0
	}
	return r.MB / r.First
}

// enough is how long one process repeats its work, ours or a peer's, as far as
// the peer's program can be told.
const enough = time.Second

const warmUp = "Hello world. ¿Qué tal? This is fine.\n\n# Head\n\ntext here.\n"

// measureFile times a task over a file.
func measureFile(ctx context.Context, t task, path string, repetitions int) (result, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return result{}, err
	}
	do, err := t.make()
	if err != nil {
		return result{}, err
	}
	if _, err := do(ctx, []byte(warmUp)); err != nil {
		return result{}, err
	}
	debug.FreeOSMemory()
	r := result{Peer: "pildora:" + t.name, File: filepath.Base(path), MB: float64(len(data)) / 1e6, Before: resident("VmRSS")}
	forgetPeak()
	out, err := repeat(ctx, do, data, repetitions, &r)
	if err != nil {
		return r, err
	}
	r.Peak, r.Count = resident("VmHWM"), out.n
	if out.doc != nil {
		check(data, out, &r)
	}
	return r, nil
}

// repeat does the work until the repetitions or the time are used up, and
// returns what the last one made.
func repeat(ctx context.Context, do work, data []byte, repetitions int, r *result) (out output, err error) {
	began := time.Now()
	for i := range repetitions {
		out = output{}
		runtime.GC()
		clock, used := time.Now(), cputime.Process()
		if out, err = do(ctx, data); err != nil {
			return out, err
		}
		cpu, wall := (cputime.Process() - used).Seconds(), time.Since(clock).Seconds()
		if i == 0 {
			r.First, r.CPU, r.Wall = cpu, cpu, wall
		}
		r.CPU, r.Wall = min(r.CPU, cpu), min(r.Wall, wall)
		if time.Since(began) > enough {
			break
		}
	}
	return out, nil
}
