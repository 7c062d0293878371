package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// benchmark is a line of `go test -bench`: values by their units.
type benchmark struct {
	pkg, name string
	values    map[string]float64
}

// goBenchmarks runs all Go benchmarks of the module.
func goBenchmarks(ctx context.Context, each time.Duration) ([]benchmark, error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", ".", "-benchmem", "-benchtime", each.String(), "./...")
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	found := parseBenchmarks(string(out))
	if err != nil && len(found) == 0 {
		return nil, fmt.Errorf("go test -bench: %w: %s", err, complaints.String())
	}
	return found, nil
}

// parseBenchmarks reads what go test printed.
func parseBenchmarks(out string) []benchmark {
	var found []benchmark
	pkg := ""
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		if len(words) == 2 && words[0] == "pkg:" {
			pkg = words[1][strings.LastIndex(words[1], "/pildora")+len("/pildora"):]
			pkg = or(strings.TrimPrefix(pkg, "/"), "pildora")
			continue
		}
		if b, ok := parseBenchmark(words); ok {
			b.pkg = pkg
			found = append(found, b)
		}
	}
	return found
}

// parseBenchmark reads one line: name, number of runs, and pairs of a value
// and its unit.
func parseBenchmark(words []string) (benchmark, bool) {
	if len(words) < 4 || !strings.HasPrefix(words[0], "Benchmark") {
		return benchmark{}, false
	}
	if _, err := strconv.Atoi(words[1]); err != nil {
		return benchmark{}, false
	}
	b := benchmark{name: strings.TrimPrefix(words[0], "Benchmark"), values: map[string]float64{}}
	if i := strings.LastIndexByte(b.name, '-'); i > 0 {
		if _, err := strconv.Atoi(b.name[i+1:]); err == nil {
			b.name = b.name[:i] // the number of cores
		}
	}
	for i := 2; i+1 < len(words); i += 2 {
		v, err := strconv.ParseFloat(words[i], 64)
		if err != nil {
			return benchmark{}, false
		}
		b.values[words[i+1]] = v
	}
	return b, true
}

// speed is in MB/s, of processor time where the benchmark says so.
func (b benchmark) speed() string {
	for _, unit := range []string{"MB/cpu-s", "MB/s"} {
		if v := b.values[unit]; v > 0 {
			return figure(v)
		}
	}
	return ""
}

func benchTable(found []benchmark) []string {
	lines := []string{"| package | benchmark | MB/s | time each | bytes each | allocations each |", "| --- | --- | ---: | ---: | ---: | ---: |"}
	for _, b := range found {
		lines = append(lines, fmt.Sprintf("| %s | %s | %s | %s | %.0f | %.0f |", b.pkg, b.name, b.speed(),
			time.Duration(b.values["ns/op"]).Round(10*time.Nanosecond), b.values["B/op"], b.values["allocs/op"]))
	}
	return lines
}
