package main

import "fmt"

// tie is the factor below which two speeds on a shared machine are level.
const tie = 1.5

// goalLines judges the goals of a section: one row each.
func (f found) goalLines(s section, sizes []int) []string {
	var lines []string
	for _, g := range s.goals {
		if line, ok := f.judge(s, g, sizes); ok {
			lines = append(lines, line)
		}
	}
	return lines
}

// judge compares at the size that the goal names, or the largest that both
// were measured at.
func (f found) judge(s section, g goal, sizes []int) (string, bool) {
	at, best := 0, 0.0
	for _, mb := range sizes {
		ours, peer := f.best[key{g.ours, mb}], f.best[key{g.than, mb}]
		if ours.speed() == 0 || peer.speed() == 0 || g.mb != 0 && g.mb != mb {
			continue
		}
		at, best = mb, ours.speed()/peer.speed()
		if s.cold && peer.cold() > 0 && ours.cold() > 0 {
			best = ours.cold() / peer.cold()
		}
	}
	if at == 0 {
		return "", false
	}
	found := "reached"
	switch {
	case best >= g.times:
	case best*tie >= g.times && g.times <= 1:
		found = "a tie"
	default:
		found = "**not reached**"
	}
	kind := ""
	if s.cold {
		kind = ", cold"
	}
	return fmt.Sprintf("| %s | %s | %d MB%s | %s × | %s × | %s |", label(contender{name: g.ours}), s.label(g.than), at, kind, figure(g.times), figure(best), found), true
}

// label is a contender's name as the section's table has it.
func (s section) label(name string) string {
	for _, c := range s.contenders {
		if c.name == name {
			return label(c)
		}
	}
	return name
}
