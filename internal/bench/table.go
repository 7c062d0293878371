package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// figure writes a speed or a ratio with three digits that count.
func figure(v float64) string {
	switch {
	case v <= 0 || math.IsNaN(v) || math.IsInf(v, 0):
		return "–"
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// largest is the result of a contender at the largest size it was measured at.
func (f found) largest(c contender, sizes []int) (result, bool) {
	for _, mb := range slices.Backward(sizes) {
		if r, ok := f.best[key{c.name, mb}]; ok {
			return r, true
		}
	}
	return result{}, false
}

// ranked are the contenders that were measured, fastest first.
func (f found) ranked(s section, sizes []int) []contender {
	var in []contender
	for _, c := range s.contenders {
		if _, ok := f.largest(c, sizes); ok {
			in = append(in, c)
		}
	}
	slices.SortStableFunc(in, func(a, b contender) int {
		x, _ := f.largest(a, sizes)
		y, _ := f.largest(b, sizes)
		switch {
		case x.speed() > y.speed():
			return -1
		case x.speed() < y.speed():
			return 1
		}
		return 0
	})
	return in
}

// table shows a section: all speeds, how many times the first of ours is as
// fast, growth, memory, and what was checked.
func (f found) table(s section, sizes []int) []string {
	chunks := s.unit == "chunks"
	head, rule := "| |", "| --- |"
	column := func(title string) { head, rule = head+" "+title+" |", rule+" ---: |" }
	if s.cold {
		for _, mb := range sizes {
			column(fmt.Sprintf("cold, %d MB", mb))
		}
	}
	for _, mb := range sizes {
		column(map[bool]string{true: "warm, ", false: ""}[s.cold] + fmt.Sprintf("%d MB", mb))
	}
	lead := s.contenders[0]
	if lead.own() {
		column("ours is × as fast")
	}
	if len(sizes) > 1 {
		column("growth")
	}
	column("memory")
	if s.unit != "" {
		column(s.unit)
	}
	if chunks {
		for _, title := range []string{"lossless", "over the limit", "offsets"} {
			column(title)
		}
	}
	lines := []string{head, rule}
	for _, c := range f.ranked(s, sizes) {
		lines = append(lines, f.row(s, c, lead, sizes))
	}
	return lines
}

func (f found) row(s section, c, lead contender, sizes []int) string {
	cells := []string{label(c)}
	if s.cold {
		for _, mb := range sizes {
			cells = append(cells, figure(f.best[key{c.name, mb}].cold()))
		}
	}
	var xs, ys []float64
	for _, mb := range sizes {
		r := f.best[key{c.name, mb}]
		cells = append(cells, figure(r.speed()))
		if r.CPU > 0 {
			xs, ys = append(xs, r.MB), append(ys, r.CPU)
		}
	}
	if lead.own() {
		cells = append(cells, f.times(lead, c, sizes, s.cold))
	}
	if len(sizes) > 1 {
		cells = append(cells, figure(exponent(xs, ys)))
	}
	r, _ := f.largest(c, sizes)
	cells = append(cells, figure((r.Peak-r.Before)*(1<<20)/1e6/r.MB))
	if s.unit != "" {
		cells = append(cells, strconv.Itoa(f.best[key{c.name, sizes[0]}].Count))
	}
	if s.unit == "chunks" {
		cells = append(cells, f.checks(c, sizes)...)
	}
	return "| " + strings.Join(cells, " | ") + " |"
}

// label is a contender's name in a table, ours in bold.
func label(c contender) string {
	if !c.own() {
		return c.about
	}
	_, name, _ := strings.Cut(c.name, ":")
	about := c.about
	if t, err := taskOf(name); about == "" && err == nil {
		about = t.about
	}
	return "**" + about + "**"
}

// times is how many times as fast a is as b, at each size that both were
// measured at, and in brackets for the first repetition.
func (f found) times(a, b contender, sizes []int, cold bool) string {
	if a.name == b.name {
		return ""
	}
	var out []string
	for _, mb := range sizes {
		x, y := f.best[key{a.name, mb}], f.best[key{b.name, mb}]
		if x.speed() == 0 || y.speed() == 0 {
			continue
		}
		word := figure(x.speed() / y.speed())
		if cold && x.cold() > 0 && y.cold() > 0 {
			word = figure(x.cold()/y.cold()) + " cold, " + word
		}
		out = append(out, word)
	}
	if len(out) == 0 {
		return "–"
	}
	return strings.Join(out, " / ")
}

// checks are what was found of the chunks at any size where they were looked
// at.
func (f found) checks(c contender, sizes []int) []string {
	for _, mb := range slices.Backward(sizes) {
		r := f.best[key{c.name, mb}]
		if r.Lossless == "" && r.Over == nil {
			continue
		}
		over := "no limit"
		if r.Over != nil {
			over = "none"
			if *r.Over > 0 {
				over = fmt.Sprintf("%d, longest %d", *r.Over, r.Longest)
			}
		}
		return []string{inWords(r.Lossless), over, inWords(r.Offsets)}
	}
	return []string{"–", "–", "–"}
}

func inWords(v verdict) string {
	switch v {
	case "":
		return "–"
	case "exact":
		return "yes"
	case "but whitespace":
		return "blanks lost"
	}
	return string(v)
}
