package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// settings is what the environment asks for.
type settings struct {
	home     string        // PEERS_HOME: where the peers are; empty means none
	rounds   int           // BENCH_ROUNDS: how often all contenders take their turn
	sizes    []int         // BENCH_SIZES: sizes of the Markdown files, in MB, ascending
	growth   int           // BENCH_GROWTH: the largest text of the growth tables, in MB; 0 leaves them out
	sections []string      // BENCH_SECTIONS: names of the sections to measure; empty means all
	goBench  time.Duration // BENCH_TIME: how long each Go benchmark runs; 0 leaves them out
	patience time.Duration // BENCH_PATIENCE: the longest that one repetition of a contender may be expected to take
	data     string        // folder of the texts, made where it is missing
}

func newSettings(env func(string) string) (settings, error) {
	s := settings{home: env("PEERS_HOME")}
	var err error
	number := func(name string, otherwise int) int {
		n, e := strconv.Atoi(or(env(name), strconv.Itoa(otherwise)))
		if e != nil || n < 0 {
			err = fmt.Errorf("%s is %q, want a number", name, env(name))
		}
		return n
	}
	span := func(name, otherwise string) time.Duration {
		d, e := time.ParseDuration(or(env(name), otherwise))
		if e != nil || d < 0 {
			err = fmt.Errorf("%s is %q, want a time such as %s", name, env(name), otherwise)
		}
		return d
	}
	s.rounds = max(1, number("BENCH_ROUNDS", 3))
	s.growth = number("BENCH_GROWTH", 64)
	s.goBench = span("BENCH_TIME", "300ms")
	s.patience = span("BENCH_PATIENCE", "4s")
	if s.sizes, err = parseSizes(or(env("BENCH_SIZES"), "1,4,16"), err); err != nil {
		return s, err
	}
	if v := env("BENCH_SECTIONS"); v != "" {
		s.sections = strings.Split(v, ",")
	}
	return s, s.place()
}

func parseSizes(list string, err error) ([]int, error) {
	var sizes []int
	for word := range strings.SplitSeq(list, ",") {
		n, e := strconv.Atoi(word)
		if e != nil || n < 1 || n > 1024 {
			return nil, fmt.Errorf("BENCH_SIZES has %q, want sizes in MB such as 1,4,16", word)
		}
		sizes = append(sizes, n)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes), err
}

// place finds the folder of the texts: the peers' corpus, else one of our own.
func (s *settings) place() error {
	var err error
	if s.home != "" {
		if s.home, err = filepath.Abs(s.home); err != nil {
			return err
		}
		if s.data = filepath.Join(s.home, "corpus"); exists(filepath.Join(s.data, "mix_1.md")) {
			return nil
		}
	}
	s.data, err = filepath.Abs(filepath.Join("bin", "bench-data"))
	return err
}

// wants reports whether a section is asked for.
func (s settings) wants(section string) bool {
	return len(s.sections) == 0 || slices.Contains(s.sections, section)
}

func or(v, otherwise string) string {
	if v == "" {
		return otherwise
	}
	return v
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
