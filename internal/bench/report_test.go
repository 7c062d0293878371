package main

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestAnswerIsTheContendersOwn(t *testing.T) {
	out := []byte("a warning\n{\"peer\":\"rs:chunkr_rec\",\"cpu\":1,\"mb\":1}\n{\"peer\":\"rs:chunkr_md\",\"cpu\":2,\"mb\":1,\"offs\":true,\"over\":3}\n")
	r, err := answer(contender{name: "chunkr:chunkr_md"}, out)
	if err != nil || r.CPU != 2 || r.Peer != "chunkr:chunkr_md" || r.Offsets != "yes" || *r.Over != 3 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := answer(contender{name: "py:other"}, out); err == nil {
		t.Error("another's line was taken")
	}
}

func TestComplaintNamesNoPath(t *testing.T) {
	got := complaint("Traceback\n  File \"x\"\nFileNotFoundError: no /home/someone/peers/vocab/a.json here\n", errors.New("exit status 1"))
	if want := "FileNotFoundError: no …/a.json here"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := complaint("", errors.New("exit status 1")); got != "exit status 1" {
		t.Errorf("%q", got)
	}
}

func TestExpectedFollowsGrowth(t *testing.T) {
	r := runner{settings: settings{sizes: []int{1, 4, 16}}}
	f := found{map[key]result{{"py:a", 1}: {MB: 1, CPU: 1}, {"py:a", 4}: {MB: 4, CPU: 16}}, nil, map[key]bool{{"py:b", 4}: true}}
	a, b := contender{name: "py:a"}, contender{name: "py:b"}
	for mb, want := range map[int]float64{1: 0, 4: 4, 16: 256} {
		if got := r.expected(f, a, mb); got != want {
			t.Errorf("%d MB is expected to take %v s, want %v", mb, got, want)
		}
	}
	if got := r.expected(f, b, 16); !math.IsInf(got, 1) {
		t.Errorf("what was too slow at 4 MB is expected to take %v s at 16", got)
	}
}

func TestBetterKeepsTheBestOfBoth(t *testing.T) {
	over := 2
	a := result{CPU: 1, First: 5, Over: &over, Lossless: "exact"}
	b := result{CPU: 0.5, First: 7}
	for _, got := range []result{better(a, b), better(b, a)} {
		if got.CPU != 0.5 || got.First != 5 || got.Over != &over || got.Lossless != "exact" {
			t.Errorf("%+v", got)
		}
	}
}

func TestTableAndGoals(t *testing.T) {
	over := 1
	s := section{name: "x", unit: "chunks",
		contenders: []contender{{"pildora:fixed", "ours"}, {"py:slow", "theirs"}, {"py:gone", "gone"}},
		goals:      []goal{{"pildora:fixed", "py:slow", 30, 0}, {"pildora:fixed", "py:slow", 2, 1}, {"py:slow", "pildora:fixed", 1, 0}, {"pildora:fixed", "py:gone", 1, 0}}}
	f := found{map[key]result{
		{"py:slow", 1}:       {MB: 1, CPU: 0.1, Count: 7, Lossless: "but whitespace", Over: &over, Longest: 1600},
		{"pildora:fixed", 1}: {MB: 1, CPU: 0.04, Count: 9},
		{"pildora:fixed", 4}: {MB: 4, CPU: 0.16, Lossless: "exact", Over: new(int), Offsets: "ok (byte)"},
	}, map[string]string{"py:gone": "isn't there"}, map[key]bool{}}
	got := strings.Join(f.table(s, []int{1, 4}), "\n")
	want := `| | 1 MB | 4 MB | ours is × as fast | growth | memory | chunks | lossless | over the limit | offsets |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| **ours** | 25.0 | 25.0 |  | 1.00 | – | 9 | yes | none | ok (byte) |
| theirs | 10.0 | – | 2.50 | – | – | 7 | blanks lost | 1, longest 1600 | – |`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	goals := f.goalLines(s, []int{1, 4})
	if len(goals) != 3 || !strings.Contains(goals[0], "| 30.0 × | 2.50 × | **not reached** |") || !strings.Contains(goals[1], "| 2.00 × | 2.50 × | reached |") ||
		!strings.Contains(goals[2], "| 1.00 × | 0.40 × | **not reached** |") {
		t.Errorf("goals:\n%s", strings.Join(goals, "\n"))
	}
}

func TestParseBenchmarks(t *testing.T) {
	got := parseBenchmarks("goos: linux\npkg: github.com/pildora/pildora/lex/sentence\nBenchmarkEnds/es/own-2   100   1500 ns/op   69.5 MB/s   12 B/op   3 allocs/op\n" +
		"BenchmarkBroken\nok  \tgithub.com/pildora/pildora/lex/sentence\t1.2s\npkg: github.com/pildora/pildora\nBenchmarkA 5 2 ns/op\n")
	if len(got) != 2 || got[0].pkg != "lex/sentence" || got[0].name != "Ends/es/own" || got[0].speed() != "69.5" || got[0].values["allocs/op"] != 3 || got[1].pkg != "pildora" {
		t.Errorf("%+v", got)
	}
}

func TestSettings(t *testing.T) {
	env := map[string]string{"BENCH_SIZES": "4,1,4", "BENCH_ROUNDS": "2", "BENCH_TIME": "2s", "BENCH_SECTIONS": "tokens,growth"}
	s, err := newSettings(func(name string) string { return env[name] })
	if err != nil || !slices.Equal(s.sizes, []int{1, 4}) || s.rounds != 2 || s.goBench != 2*time.Second || !s.wants("growth") || s.wants("fixed") {
		t.Errorf("%+v, %v", s, err)
	}
	for name, bad := range map[string]string{"BENCH_SIZES": "1,x", "BENCH_ROUNDS": "-1", "BENCH_TIME": "soon", "BENCH_GROWTH": "big"} {
		if _, err := newSettings(func(n string) string {
			if n == name {
				return bad
			}
			return ""
		}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s=%s: %v", name, bad, err)
		}
	}
}

// TestSectionsAreSound: names are known and stand once, every goal is about
// contenders of its section, and every contender has a program.
func TestSectionsAreSound(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range sections() {
		if seen[s.name] {
			t.Errorf("two sections %s", s.name)
		}
		seen[s.name] = true
		names := map[string]bool{}
		for _, c := range s.contenders {
			if names[c.name] {
				t.Errorf("%s: two contenders %s", s.name, c.name)
			}
			names[c.name] = true
			if _, ok := programs()[c.kind()]; !ok {
				t.Errorf("%s: nothing runs %s", s.name, c.name)
			}
			if _, name, _ := strings.Cut(c.name, ":"); c.own() {
				if _, err := taskOf(name); err != nil {
					t.Error(err)
				}
			}
		}
		for _, g := range s.goals {
			if !names[g.ours] || !names[g.than] {
				t.Errorf("%s: a goal names %s and %s", s.name, g.ours, g.than)
			}
		}
	}
	for _, name := range grownTasks {
		if _, err := taskOf(name); err != nil {
			t.Error(err)
		}
	}
}
