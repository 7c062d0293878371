package onig

import "unicode/utf8"

// scan works out, from the back of a text to the front, where the match of each
// instruction of a program ends: at one place that follows from what holds
// there for instructions further on, and at the next place. A split takes its
// second way only where the first leads nowhere, so the match is the one that
// going back and forth finds. As nothing is tried twice, the time is the length
// of the text times the size of the program, and of its parts'.
//
// A part that looks ahead, or is atomic, has a scan that goes along. One that
// looks behind has a scan that is as many characters further as it is wide.
type scan struct {
	re         *Regexp
	text       string
	program    *program
	parts      []part // as program.parts
	at         int    // place; beyond the text at first, and -1 in front of it
	here, next []int  // by instruction: the end of its match, or -1
}

// part is what has a program of its own. Behind an atomic group all of the
// match may be long, so a scan keeps what follows there at each place.
type part struct {
	*scan
	kept *ends // nil where the part is not atomic
}

// ends has the end of a match, or -1, by where it begins, the last place first.
type ends struct {
	last int
	list []int
}

func (e *ends) of(at int) int { return e.list[e.last-at] }

// put sets the end at a place in front of all others.
func (e *ends) put(at, end int) {
	for len(e.list) < e.last-at {
		e.list = append(e.list, -1) // inside a character
	}
	e.list = append(e.list, end)
}

// scan returns the ends of the matches from all places of text from at on.
func (re *Regexp) scan(text string, at int) *ends {
	s := newScan(re, text, re.plain)
	out := &ends{last: len(text), list: make([]int, 0, len(text)-at+1)}
	for s.at > at {
		s.back()
		out.put(s.at, s.here[0])
	}
	return out
}

func newScan(re *Regexp, text string, p *program) *scan {
	s := &scan{
		re: re, text: text, program: p, at: len(text) + 1,
		here: make([]int, len(p.code)), next: make([]int, len(p.code)),
	}
	for _, pc := range p.parts {
		i := &p.code[pc]
		sub := part{scan: newScan(re, text, i.sub)}
		for range i.width {
			sub.back()
		}
		if i.op == opAtomic {
			sub.kept = &ends{last: len(text)}
		}
		s.parts = append(s.parts, sub)
	}
	return s
}

// back goes to the place before, which is the end of the text at first.
func (s *scan) back() {
	c := rune(-1)
	switch {
	case s.at > len(s.text):
		s.at--
	case s.at <= 0:
		s.at = -1
		return
	default:
		var n int
		c, n = utf8.DecodeLastRuneInString(s.text[:s.at])
		s.at -= n
	}
	for i := range s.parts {
		s.parts[i].back()
	}
	s.here, s.next = s.next, s.here
	for _, pc := range s.program.order {
		s.here[pc] = s.end(pc, c)
	}
	for i, pc := range s.program.parts {
		if kept := s.parts[i].kept; kept != nil {
			kept.put(s.at, s.here[pc+1])
		}
	}
}

// end returns where the match from an instruction on ends; c is the character
// that follows, or -1.
func (s *scan) end(pc int, c rune) int {
	switch i := &s.program.code[pc]; i.op {
	case opSet:
		if i.set.Has(c) {
			return s.next[pc+1]
		}
	case opTake:
		if i.set.Has(c) {
			return s.next[i.x]
		}
		return s.here[i.y]
	case opSplit:
		if end := s.here[i.x]; end >= 0 {
			return end
		}
		return s.here[i.y]
	case opJump:
		return s.here[i.x]
	case opAnchor:
		if s.re.anchored(s.text, i.kind, s.at) {
			return s.here[pc+1]
		}
	case opLook:
		if s.parts[i.x].matches() != i.negated {
			return s.here[pc+1]
		}
	case opAtomic:
		return s.afterAtomic(s.parts[i.x], pc+1)
	case opMatch:
		return s.at
	}
	return -1
}

func (s *scan) matches() bool { return s.at >= 0 && s.here[0] >= 0 }

// afterAtomic returns where the match ends that goes on at instruction pc behind
// an atomic group.
func (s *scan) afterAtomic(group part, pc int) int {
	switch end := group.here[0]; end {
	case -1:
		return -1
	case s.at:
		return s.here[pc]
	default:
		return group.kept.of(end)
	}
}

// inOrder returns the instructions such that each comes behind those that it may
// lead to without a character. There is no circle of these, as what may be
// empty is never repeated without a limit.
func (p *program) inOrder() []int {
	out := make([]int, 0, len(p.code))
	seen := make([]bool, len(p.code))
	var visit func(pc int)
	visit = func(pc int) {
		if seen[pc] {
			return
		}
		seen[pc] = true
		switch i := &p.code[pc]; i.op {
		case opTake:
			visit(i.y)
		case opSplit:
			visit(i.x)
			visit(i.y)
		case opJump:
			visit(i.x)
		case opAnchor, opLook:
			visit(pc + 1)
		case opAtomic:
			if i.empty {
				visit(pc + 1)
			}
		}
		out = append(out, pc)
	}
	for pc := range p.code {
		visit(pc)
	}
	return out
}
