package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// found is everything that was measured of a section.
type found struct {
	best map[key]result
	out  map[string]string // contenders that gave nothing, and why
	slow map[key]bool      // left out because they would have taken too long
}

type key struct {
	contender string
	mb        int
}

// runner runs contenders.
type runner struct {
	settings settings
	self     string // our own program
}

// repetitions is how often one process repeats its work at most.
const repetitions = 7

// soon is the longest that a repetition may take for a contender to be
// measured in further rounds: who is slower is so by more than noise.
const soon = 0.25

// hang is when a process is ended that doesn't come back.
const hang = 90 * time.Second

// section measures all contenders in turn, for all rounds, each size in its
// turn too. What takes long is measured in the first round only.
func (r runner) section(ctx context.Context, s section) found {
	f := found{map[key]result{}, map[string]string{}, map[key]bool{}}
	for round := range r.settings.rounds {
		for _, mb := range r.settings.sizes {
			for _, c := range s.contenders {
				if f.out[c.name] == "" && ctx.Err() == nil {
					r.turn(ctx, f, c, mb, round)
				}
			}
		}
	}
	return f
}

// turn measures one contender over one file and keeps the better result.
func (r runner) turn(ctx context.Context, f found, c contender, mb, round int) {
	k := key{c.name, mb}
	if round > 0 && (f.slow[k] || f.best[k].CPU > soon) {
		return
	}
	expected := r.expected(f, c, mb)
	if expected > r.settings.patience.Seconds() {
		f.slow[k] = true
		return
	}
	n := min(repetitions, max(1, int(enough.Seconds()/max(expected, 1e-3))))
	got, err := r.run(ctx, c, filepath.Join(r.settings.data, fmt.Sprintf("mix_%d.md", mb)), n)
	if err != nil {
		if _, before := f.best[k]; !before {
			f.give(c, k, r.settings.sizes[0] == mb, err)
		}
		return
	}
	if old, ok := f.best[k]; ok {
		got = better(old, got)
	}
	f.best[k] = got
}

// give notes that a contender gave nothing: at all, or at this size.
func (f found) give(c contender, k key, first bool, err error) {
	if first {
		f.out[c.name] = err.Error()
		return
	}
	f.slow[k] = true
}

// better is the result with the faster best, and the fastest first repetition
// and smallest peak of both.
func better(a, b result) result {
	if b.CPU < a.CPU {
		a, b = b, a
	}
	if b.First > 0 && b.First < a.First {
		a.First = b.First
	}
	if a.Over == nil {
		a.Over, a.Longest, a.Lossless, a.Offsets = b.Over, b.Longest, b.Lossless, b.Offsets
	}
	return a
}

// expected is how many seconds one repetition will take, by how the sizes
// before went; 0 for the first.
func (r runner) expected(f found, c contender, mb int) float64 {
	last, before := result{}, result{}
	for _, size := range r.settings.sizes {
		if size >= mb {
			break
		}
		if f.slow[key{c.name, size}] {
			return math.Inf(1)
		}
		if got, ok := f.best[key{c.name, size}]; ok {
			before, last = last, got
		}
	}
	if last.CPU == 0 {
		return 0
	}
	steeper := 1.0
	if before.CPU > 0 {
		steeper = max(1, last.CPU/before.CPU*before.MB/last.MB)
	}
	return last.CPU * float64(mb) / last.MB * steeper
}

// run is one process.
func (r runner) run(ctx context.Context, c contender, file string, repeat int) (result, error) {
	if why := r.settings.missing(c); why != "" {
		return result{}, errors.New(why)
	}
	_, name, _ := strings.Cut(c.name, ":")
	argv := programs()[c.kind()].argv(r.settings, r.self, name, file, strconv.Itoa(repeat))
	out, err := r.command(ctx, argv)
	if err != nil {
		return result{}, err
	}
	return answer(c, out)
}

// command runs argv and returns what it printed. The error is the last line of
// its complaint.
func (r runner) command(ctx context.Context, argv []string, env ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, hang)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.WaitDelay = time.Second
	cmd.Env = append(os.Environ(), "PEERS_HOME="+r.settings.home, "PEERS_SPEED="+speedScript(), "CAP="+strconv.FormatFloat(enough.Seconds(), 'f', -1, 64), "BENCH_DATA="+r.settings.data)
	cmd.Env = append(cmd.Env, env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("no answer within %v", hang)
	case err != nil:
		return nil, errors.New(complaint(stderr.String(), err))
	}
	return stdout.Bytes(), nil
}

func speedScript() string {
	path, err := filepath.Abs(filepath.Join("..", "shared", "peers", "speed.py"))
	if err != nil {
		return ""
	}
	return path
}

// complaint is the line of a program's complaint that says most, short, and
// without paths.
func complaint(stderr string, err error) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	line := lines[len(lines)-1]
	for _, l := range lines {
		if strings.HasPrefix(l, "bench: ") || strings.Contains(l, "Error: ") || strings.HasPrefix(l, "panic: ") {
			line = l
		}
	}
	if line == "" {
		return err.Error()
	}
	var words []string
	for w := range strings.FieldsSeq(line) {
		if strings.Count(w, "/") > 1 {
			w = "…" + w[strings.LastIndexByte(w, '/'):]
		}
		words = append(words, w)
	}
	if line = strings.Join(words, " "); len(line) > 120 {
		line = strings.ToValidUTF8(line[:120], "") + "…"
	}
	return line
}

// answer finds the contender's line in what a program printed.
func answer(c contender, out []byte) (result, error) {
	_, name, _ := strings.Cut(c.name, ":")
	for line := range bytes.Lines(out) {
		var r result
		if err := json.Unmarshal(line, &r); err != nil {
			continue
		}
		if _, said, _ := strings.Cut(r.Peer, ":"); said == name {
			r.Peer = c.name
			return r, nil
		}
	}
	return result{}, fmt.Errorf("no result in its answer %.80q", out)
}
