package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// spent is what one run of the program took.
type spent struct {
	Wall time.Duration `json:"wall"`
	CPU  time.Duration `json:"cpu"`
	Peak float64       `json:"peak"` // MiB resident at most
}

// binary is the program, built anew into the folder of texts.
func (r runner) binary(ctx context.Context, dir string) (string, error) {
	path := filepath.Join(dir, "pildora")
	out, err := exec.CommandContext(ctx, "go", "build", "-o", path, "./cmd/pildora").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w: %s", err, out)
	}
	return path, nil
}

// spend runs a program, throws its output away and prints what it took. It is
// a process of its own because the system counts what was resident in a
// program's parent as the program's, and this one is small.
func spend(ctx context.Context, argv []string) error {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stderr = os.Stderr
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return err
	}
	p := cmd.ProcessState
	s := spent{Wall: time.Since(began), CPU: p.UserTime() + p.SystemTime(), Peak: peakOf(p)}
	return json.NewEncoder(os.Stdout).Encode(s)
}

// once runs the program with further environment variables.
func (r runner) once(ctx context.Context, env []string, argv ...string) (s spent, err error) {
	out, err := r.command(ctx, append([]string{r.self, "spend"}, argv...), env...)
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal(out, &s)
}

// many runs the program n times: the shortest and the middle time, the least
// processor time, the smallest peak.
func (r runner) many(ctx context.Context, n int, env []string, argv ...string) (best spent, middle time.Duration, err error) {
	var walls []time.Duration
	for i := range n {
		s, err := r.once(ctx, env, argv...)
		if err != nil {
			return best, 0, err
		}
		walls = append(walls, s.Wall)
		if i == 0 {
			best = s
		}
		best.Wall, best.CPU, best.Peak = min(best.Wall, s.Wall), min(best.CPU, s.CPU), min(best.Peak, s.Peak)
	}
	slices.Sort(walls)
	return best, walls[len(walls)/2], nil
}

// measured is a table of the program's figures, and which goals it reached.
type measured struct{ lines, goals []string }

func (m *measured) add(format string, args ...any) {
	m.lines = append(m.lines, fmt.Sprintf(format, args...))
}

// goal judges a figure, for the table of goals.
func (m *measured) goal(what, at, wanted, found string, reached bool) {
	verdict := "reached"
	if !reached {
		verdict = "**not reached**"
	}
	m.goals = append(m.goals, fmt.Sprintf("| **%s** | | %s | %s | %s | %s |", what, at, wanted, found, verdict))
}

// starts times the program from start to end over 10 KB.
func (r runner) starts(ctx context.Context, bin, dir string) (m measured, err error) {
	file := filepath.Join(dir, "ten.md")
	md, err := ordinary(r.settings.data)
	if err != nil {
		return m, err
	}
	if err := os.WriteFile(file, []byte(repeated(md, 10_000)), 0o644); err != nil {
		return m, err
	}
	m.add("| | shortest | middle | processor time | peak |\n| --- | ---: | ---: | ---: | ---: |")
	for _, c := range []struct {
		label string
		args  []string
	}{
		{"`pildora version`", []string{"version"}},
		{"`pildora chunk`, 1500 runes", []string{"chunk", "--unit", "chars", "--max", "1500", "--frame", "none", file}},
		{"`pildora chunk`, defaults (256 tokens of cl100k)", []string{"chunk", file}},
		{"`pildora chunk --tokenizer o200k`", []string{"chunk", "--tokenizer", "o200k", file}},
	} {
		best, middle, err := r.many(ctx, 15, nil, append([]string{bin}, c.args...)...)
		if err != nil {
			return m, err
		}
		m.add("| %s | %s | %s | %s | %.0f MiB |", c.label, ms(best.Wall), ms(middle), ms(best.CPU), best.Peak)
		if c.args[0] == "chunk" {
			m.goal(c.label, "10 KB", "≤ 40 ms", ms(best.Wall), best.Wall <= 40*time.Millisecond)
		}
	}
	return m, nil
}

func ms(d time.Duration) string { return fmt.Sprintf("%.0f ms", float64(d)/float64(time.Millisecond)) }

// folder writes the corpus's documents as files, up to so many bytes, and
// returns how many bytes and files there are.
func (r runner) folder(dir string, most int) (total, files int, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, 0, err
	}
	for text, err := range r.documents() {
		if err != nil {
			return total, files, err
		}
		if total += len(text); total > most {
			return total - len(text), files, nil
		}
		files++
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(files)+".md"), []byte(text), 0o644); err != nil {
			return total, files, err
		}
	}
	return total, files, nil
}

// documents yields the documents of the corpus, else pieces of the largest
// text.
func (r runner) documents() func(func(string, error) bool) {
	return func(yield func(string, error) bool) {
		f, err := os.Open(filepath.Join(r.settings.data, "docs.jsonl"))
		if err != nil {
			r.pieces(yield)
			return
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<26)
		for lines.Scan() {
			var d struct{ Text string }
			err := json.Unmarshal(lines.Bytes(), &d)
			if !yield(d.Text, err) || err != nil {
				return
			}
		}
	}
}

func (r runner) pieces(yield func(string, error) bool) {
	md, err := ordinary(r.settings.data)
	for err == nil && len(md) > 20_000 {
		at := 20_000 + strings.IndexByte(md[20_000:], '\n') + 1
		if !yield(md[:at], nil) {
			return
		}
		md = md[at:]
	}
	if err != nil {
		yield("", err)
	}
}

// cores times the program over a folder on one core and on two.
func (r runner) cores(ctx context.Context, bin, dir string) (m measured, err error) {
	folder := filepath.Join(dir, "many")
	total, files, err := r.folder(folder, 16_000_000)
	if err != nil {
		return m, err
	}
	m.add("%d files, %.1f MB, written as JSONL with all fields of a record; wall time, best of %d.\n", files, float64(total)/1e6, coreRuns)
	m.add("| | one core | two cores | gain | peak |\n| --- | ---: | ---: | ---: | ---: |")
	for _, c := range []struct {
		label string
		args  []string
	}{
		{"structural, 1500 runes", []string{"--strategy", "structural", "--unit", "chars", "--max", "1500"}},
		{"structural, 512 tokens of cl100k", []string{"--strategy", "structural", "--max", "512"}},
	} {
		one, two, err := r.twoCores(ctx, append(append([]string{bin, "chunk"}, c.args...), folder))
		if err != nil {
			return m, err
		}
		speed := func(s spent) string { return figure(float64(total) / 1e6 / s.Wall.Seconds()) }
		gain := one.Wall.Seconds() / two.Wall.Seconds()
		m.add("| %s | %s MB/s | %s MB/s | %.2f | %.0f MiB |", c.label, speed(one), speed(two), gain, two.Peak)
		m.goal("two cores: "+c.label, "16 MB", "≥ 1.70 ×", fmt.Sprintf("%.2f ×", gain), gain >= 1.7)
	}
	return m, nil
}

const coreRuns = 5

// twoCores takes turns between one core and two.
func (r runner) twoCores(ctx context.Context, argv []string) (one, two spent, err error) {
	for i := range coreRuns {
		a, err := r.once(ctx, []string{"GOMAXPROCS=1"}, append(slices.Clone(argv), "-j", "1")...)
		if err != nil {
			return one, two, err
		}
		b, err := r.once(ctx, []string{"GOMAXPROCS=2"}, append(slices.Clone(argv), "-j", "2")...)
		if err != nil {
			return one, two, err
		}
		if i == 0 {
			one, two = a, b
		}
		one.Wall, two.Wall, two.Peak = min(one.Wall, a.Wall), min(two.Wall, b.Wall), min(two.Peak, b.Peak)
	}
	return one, two, nil
}

// memory tells the peak over one document of 16 MB, and over more and more
// documents.
func (r runner) memory(ctx context.Context, bin, dir string) (m measured, err error) {
	small, large := filepath.Join(dir, "small.md"), filepath.Join(dir, "large.md")
	md, err := ordinary(r.settings.data)
	if err != nil {
		return m, err
	}
	for path, n := range map[string]int{small: 10_000, large: 16_000_000} {
		if err := os.WriteFile(path, []byte(repeated(md, n)), 0o644); err != nil {
			return m, err
		}
	}
	m.add("`pildora chunk --strategy structural --unit chars --max 1500`, the smallest of three peaks.\n")
	m.add("| | peak | above the first | that by the document |\n| --- | ---: | ---: | ---: |")
	peak := func(path string) (float64, error) {
		s, _, err := r.many(ctx, 3, nil, bin, "chunk", "--unit", "chars", "--max", "1500", "--strategy", "structural", path)
		return s.Peak, err
	}
	least, err := peak(small)
	if err != nil {
		return m, err
	}
	m.add("| one document of 10 KB | %.0f MiB | | |", least)
	one, err := peak(large)
	if err != nil {
		return m, err
	}
	times := (one - least) * (1 << 20) / 16e6
	m.add("| one document of 16 MB | %.0f MiB | %.0f MiB | %.1f |", one, one-least, times)
	m.goal("peak memory beyond that of 10 KB, by the document", "16 MB", "≤ 3.0 ×", fmt.Sprintf("%.1f ×", times), times <= 3)
	return m, r.manyDocuments(dir, peak, least, &m)
}

// manyDocuments tells the peak over four and sixteen times as many documents.
func (r runner) manyDocuments(dir string, peak func(string) (float64, error), least float64, m *measured) error {
	var peaks []float64
	for _, most := range []int{1_000_000, 4_000_000, 16_000_000} {
		folder := filepath.Join(dir, "many"+strconv.Itoa(most))
		total, files, err := r.folder(folder, most)
		if err != nil {
			return err
		}
		p, err := peak(folder)
		if err != nil {
			return err
		}
		peaks = append(peaks, p)
		m.add("| %d documents, %.1f MB together | %.0f MiB | %.0f MiB | |", files, float64(total)/1e6, p, p-least)
	}
	more := peaks[2] / peaks[1]
	m.goal("peak memory over four times as many documents", "4 to 16 MB", "constant", fmt.Sprintf("%.2f ×", more), more < 1.25)
	return nil
}
