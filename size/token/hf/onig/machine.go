package onig

import "unicode/utf8"

// machine matches one text.
type machine struct {
	re     *Regexp
	text   string
	stack  []thread
	budget int // steps left
	ends   *ends
}

// mostThreads bounds the ways left to try, and so the memory of a machine.
const mostThreads = 1 << 18

// thread is a way that is left to try. A run that may give back characters has
// a low mark.
type thread struct {
	pc, at int
	low    int // opRun: how far back it may go; -1 otherwise
}

// each calls yield with each match, as Regexp.Each does.
func (m *machine) each(yield func(start, end int)) {
	text := m.text
	for at, last := 0, -1; at <= len(text); {
		start, end := m.search(at)
		if start < 0 {
			return
		}
		if start == end && end == last {
			if at == len(text) {
				return
			}
			_, n := utf8.DecodeRuneInString(text[at:])
			at += n
			continue
		}
		at, last = end, end
		yield(start, end)
	}
}

// search returns the first match that begins at or behind at, or -1.
func (m *machine) search(at int) (start, end int) {
	for {
		if end := m.match(at); end >= 0 {
			return at, end
		}
		if at >= len(m.text) {
			return -1, -1
		}
		_, n := utf8.DecodeRuneInString(m.text[at:])
		at += n
	}
}

// match returns where the match from at ends, or -1. Once the machine has taken
// too many steps or has too much left to try, a scan of the rest of the text
// answers for good.
func (m *machine) match(at int) int {
	if m.ends == nil {
		end, ok := m.run(m.re.fast, at)
		if ok {
			return end
		}
		m.stack = nil
		m.ends = m.re.scan(m.text, at)
	}
	return m.ends.of(at)
}

// run returns where the program's match from at ends, or -1; ok is false where
// it takes too many steps.
func (m *machine) run(p *program, at int) (end int, ok bool) {
	base := len(m.stack)
	pc := 0
	for {
		if m.budget--; m.budget < 0 || len(m.stack) > mostThreads {
			return -1, false
		}
		switch i := &p.code[pc]; i.op {
		case opSet:
			n := i.set.at(m.text, at)
			if n == 0 {
				goto back
			}
			at += n
			pc++
		case opRun, opRunAll:
			low, high := m.measure(i, at)
			if low < 0 {
				goto back
			}
			if i.op == opRun && high > low {
				m.stack = append(m.stack, thread{pc, high, low})
			}
			at = high
			pc++
		case opSplit:
			m.stack = append(m.stack, thread{i.y, at, -1})
			pc = i.x
		case opJump:
			pc = i.x
		case opAnchor:
			if !m.re.anchored(m.text, i.kind, at) {
				goto back
			}
			pc++
		case opLook:
			found, ok := m.look(i, at)
			if !ok {
				return -1, false
			}
			if found == i.negated {
				goto back
			}
			pc++
		case opAtomic:
			end, ok := m.run(i.sub, at)
			if !ok {
				return -1, false
			}
			if end < 0 {
				goto back
			}
			at = end
			pc++
		case opMatch:
			m.stack = m.stack[:base]
			return at, true
		}
		continue
	back:
		n := len(m.stack)
		if n == base {
			return -1, true
		}
		t := &m.stack[n-1]
		pc, at = t.pc, t.at
		if t.low < 0 {
			m.stack = m.stack[:n-1]
			continue
		}
		_, size := utf8.DecodeLastRuneInString(m.text[:at])
		at -= size
		pc++
		if t.at = at; at <= t.low {
			m.stack = m.stack[:n-1]
		}
	}
}

// measure returns how far a run goes at least and at most, or -1 where it has
// too few characters.
func (m *machine) measure(i *instruction, at int) (low, high int) {
	low = -1
	if i.x == 0 {
		low = at
	}
	n := 0
	start := at
	for i.y < 0 || n < i.y {
		size := i.set.at(m.text, at)
		if size == 0 {
			break
		}
		at += size
		if n++; n == i.x {
			low = at
		}
	}
	m.budget -= (at - start) / 8
	return low, at
}

func (m *machine) look(i *instruction, at int) (found, ok bool) {
	if i.behind {
		m.budget -= i.width / 8
		for range i.width {
			if at == 0 {
				return false, true
			}
			_, n := utf8.DecodeLastRuneInString(m.text[:at])
			at -= n
		}
	}
	end, ok := m.run(i.sub, at)
	return end >= 0, ok
}

// anchored reports whether a place in text is of a kind.
func (re *Regexp) anchored(text string, kind anchorKind, at int) bool {
	switch kind {
	case lineStart:
		return at == 0 || text[at-1] == '\n' && at < len(text)
	case lineEnd:
		return at == len(text) || text[at] == '\n'
	case textStart:
		return at == 0
	case textEnd:
		return at == len(text)
	case textEndNewline:
		return at == len(text) || at == len(text)-1 && text[at] == '\n'
	case wordBorder, noWordBorder:
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		border := (at > 0 && re.word.Has(before)) != (re.word.at(text, at) > 0)
		return border == (kind == wordBorder)
	}
	return false
}
