package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

const head = `# Benchmarks

Written by ` + "`make bench`" + `; don't edit by hand. It times ours alone, or with ` + "`PEERS_HOME`" + ` set to what
` + "`scripts/bench-peers.sh FOLDER`" + ` made (by pip, cargo, go and npm; about twenty minutes once), ours and the peers of
` + "`../shared/peers`" + ` in turn.

` + "```" + `
scripts/bench-peers.sh ~/peers
PEERS_HOME=~/peers make bench                                                    # everything: some twenty minutes
PEERS_HOME=~/peers BENCH_ROUNDS=1 BENCH_SIZES=1 BENCH_GROWTH=0 BENCH_TIME=0 make bench   # a look: some three minutes
` + "```" + `

` + "`BENCH_SECTIONS=structural,tokens`" + ` measures only these; the names stand in brackets behind the titles. A peer that
isn't there, or can't do it, is left out by name.

Every figure is a process of its own: it loads the file, does its work on a short text, then on the file up to seven
times or for about a second. MB/s are millions of bytes by seconds of processor time, user and system, of all
threads (so a garbage collector counts), best of the repetitions and of the rounds, in which all contenders of a table
take turns. What takes over 0.25 seconds is measured in the first round only; "–" is what would have taken longer than
the patience lasts, or can't be told. On a shared machine a gap under 1.5 times is a tie.

Ours runs from the bytes of a file to the spans of its chunks: charset, language, blocks, cuts. The peers get decoded text.
*Growth* is the power of size with which time grows, by least squares over logarithms. *Memory* is what was resident at
most beyond what was before, as a multiple of the text. *Lossless*: the chunks in a row give the text. *Over the limit*:
chunks longer than asked for, measured anew. *Offsets*: do the offsets that come with the chunks lead to their text; ours
are checked byte for byte against the file on each run, the peers' by their own programs, on one size.
`

// report measures and writes the document. Interrupted, it returns what there
// is with the error.
func report(ctx context.Context, s settings) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	about, err := s.texts()
	if err != nil {
		return "", err
	}
	began := time.Now()
	d := writing{runner: runner{s, self}}
	d.sections(ctx)
	d.whole(ctx)
	d.growth(ctx)
	d.benchmarks(ctx)
	lines := []string{head, "- Machine: " + machine(), "- Measured: " + commit(), "- Data: " + about,
		fmt.Sprintf("- Settings: rounds %d, sizes %s MB, growth to %d MB, patience %v; it took %v", s.rounds, sizeList(s.sizes), s.growth, s.patience,
			time.Since(began).Round(time.Second))}
	for _, v := range s.versions() {
		lines = append(lines, "- "+v)
	}
	lines = append(lines, d.missing()...)
	lines = append(lines, d.goals()...)
	return strings.Join(append(lines, d.body...), "\n") + "\n", ctx.Err()
}

// writing is the document while it grows.
type writing struct {
	runner
	body     []string
	verdicts []string
	left     []string // what was left out
}

func (d *writing) add(lines ...string) { d.body = append(d.body, lines...) }

func (d *writing) titled(title, name string) {
	d.add("", fmt.Sprintf("## %s (%s)", title, name), "")
	fmt.Fprintf(os.Stderr, "%s %s\n", time.Now().Format("15:04:05"), name)
}

func (d *writing) sections(ctx context.Context) {
	for _, s := range sections() {
		if !d.settings.wants(s.name) || ctx.Err() != nil {
			continue
		}
		d.titled(s.title, s.name)
		f := d.section(ctx, s)
		d.add(s.about, "")
		d.add(f.table(s, d.settings.sizes)...)
		d.verdicts = append(d.verdicts, f.goalLines(s, d.settings.sizes)...)
		for _, c := range s.contenders {
			if why := f.out[c.name]; why != "" {
				d.left = append(d.left, fmt.Sprintf("%s (%s): %s", label(c), s.name, why))
			}
		}
	}
}

// part is something that is measured of the program as people run it.
type part struct {
	title, name string
	do          func(ctx context.Context, bin, dir string) (measured, error)
}

// whole measures the program as people run it.
func (d *writing) whole(ctx context.Context) {
	parts := []part{
		{"From start to end over 10 KB", "start", d.starts},
		{"Two cores", "cores", d.cores},
		{"Memory", "memory", d.memory},
	}
	parts = slices.DeleteFunc(parts, func(p part) bool { return !d.settings.wants(p.name) })
	if len(parts) == 0 {
		return
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		d.left = append(d.left, "the program: "+err.Error())
		return
	}
	defer os.RemoveAll(dir)
	bin, err := d.binary(ctx, dir)
	if err != nil {
		d.left = append(d.left, "the program: "+complaint("", err))
		return
	}
	for _, p := range parts {
		d.titled(p.title, p.name)
		m, err := p.do(ctx, bin, dir)
		if err != nil {
			d.left = append(d.left, p.name+": "+complaint("", err))
		}
		d.add(m.lines...)
		d.verdicts = append(d.verdicts, m.goals...)
	}
}

// grownTasks are the tasks whose growth is looked at.
var grownTasks = [...]string{"structural", "cascade", "recursive", "sentence", "fixed", "structural_cl100k", "count_cl100k", "sentences_all", "markdown"}

// growth shows how the time of every strategy grows on ordinary and on hostile
// input.
func (d *writing) growth(ctx context.Context) {
	if d.settings.growth < 2 || !d.settings.wants("growth") {
		return
	}
	d.titled("Growth", "growth")
	d.add(fmt.Sprintf("The power of size with which processor time grows over 1, 2, 4 … %d MB, and in brackets MB/s at the largest.", d.settings.growth), "")
	head, rule := "| |", "| --- |"
	for _, in := range inputs() {
		head, rule = head+" "+in.about+" |", rule+" ---: |"
	}
	d.add(head, rule)
	worst := grown{}
	for _, name := range grownTasks {
		row := "| **" + name + "** |"
		for _, in := range inputs() {
			g, err := d.grow(ctx, name, in.name)
			if err != nil {
				d.left = append(d.left, fmt.Sprintf("growth of %s on %s: %s", name, in.name, err))
				row += " – |"
				continue
			}
			if g.Exponent > worst.Exponent {
				worst = g
			}
			last := len(g.MB) - 1
			row += fmt.Sprintf(" %.2f (%s) |", g.Exponent, figure(g.MB[last]/g.CPU[last]))
		}
		d.add(row)
	}
	verdict := "reached"
	if worst.Exponent > 1.05 {
		verdict = "**not reached**"
	}
	d.verdicts = append(d.verdicts, fmt.Sprintf("| growth of every strategy | the worst: %s on %s | 1–%d MB | ≤ 1.05 | %.2f | %s |",
		worst.Task, worst.Input, d.settings.growth, worst.Exponent, verdict))
}

func (d *writing) grow(ctx context.Context, name, in string) (grown, error) {
	out, err := d.command(ctx, []string{d.self, "grow", name, in, strconv.Itoa(d.settings.growth)})
	if err != nil {
		return grown{}, err
	}
	var g grown
	return g, json.Unmarshal(out, &g)
}

func (d *writing) benchmarks(ctx context.Context) {
	if d.settings.goBench == 0 || !d.settings.wants("go") {
		return
	}
	d.titled("Go benchmarks", "go")
	found, err := goBenchmarks(ctx, d.settings.goBench)
	if err != nil {
		d.left = append(d.left, "Go benchmarks: "+complaint("", err))
		return
	}
	d.add(fmt.Sprintf("`go test -bench . -benchmem -benchtime %v ./...`; MB/s of processor time where a benchmark asks for that, else of the clock.",
		d.settings.goBench), "")
	d.add(benchTable(found)...)
}

func (d *writing) missing() []string {
	if len(d.left) == 0 {
		return nil
	}
	lines := []string{"", "Left out:", ""}
	for _, l := range d.left {
		lines = append(lines, "- "+l)
	}
	return lines
}

func (d *writing) goals() []string {
	if len(d.verdicts) == 0 {
		return nil
	}
	return append([]string{"", "## Goals", "", "How many times as fast as the other ours was to be, and is; or what else was wanted. Two speeds within a factor of 1.5 are a tie.", "",
		"| ours | other | at | wanted | found | |", "| --- | --- | --- | ---: | ---: | --- |"}, d.verdicts...)
}

func sizeList(sizes []int) string {
	var words []string
	for _, n := range sizes {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, ", ")
}
