package onig

import "unicode/utf8"

// machine matches one text.
type machine struct {
	re     *Regexp
	text   string
	stack  []thread
	budget int // steps left to the fast program
	failed *failures
}

// thread is a way that is left to try. A run that may give back characters has
// a low mark.
type thread struct {
	pc, at int
	low    int // opRun: how far back it may go; -1 otherwise
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

func (m *machine) match(at int) int {
	if m.failed == nil {
		if end, ok := m.run(m.re.fast, at, nil); ok {
			return end
		}
		m.failed = &failures{first: at, words: (len(m.re.plain.code) + 63) / 64}
		m.stack = m.stack[:0]
	}
	end, _ := m.run(m.re.plain, at, m.failed)
	if end >= 0 {
		m.failed.forget(end) // what was passed at the end of a match has not failed
	}
	return end
}

// run returns where the program's match from at ends, or -1; ok is false where
// it takes too many steps.
func (m *machine) run(p *program, at int, failed *failures) (end int, ok bool) {
	base := len(m.stack)
	pc := 0
	for {
		if failed == nil {
			if m.budget--; m.budget < 0 {
				return -1, false
			}
		} else if failed.mark(pc, at) {
			goto back
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
			if !m.anchored(i.kind, at) {
				goto back
			}
			pc++
		case opLook:
			found, ok := m.look(i, at, failed != nil)
			if !ok {
				return -1, false
			}
			if found == i.negated {
				goto back
			}
			pc++
		case opAtomic:
			end, ok := m.sub(i.sub, at, failed != nil)
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

// sub runs a part by itself.
func (m *machine) sub(p *program, at int, remember bool) (end int, ok bool) {
	var failed *failures
	if remember {
		failed = &failures{first: at, words: (len(p.code) + 63) / 64}
	}
	return m.run(p, at, failed)
}

func (m *machine) look(i *instruction, at int, remember bool) (found, ok bool) {
	if i.behind {
		for range i.width {
			if at == 0 {
				return false, true
			}
			_, n := utf8.DecodeLastRuneInString(m.text[:at])
			at -= n
		}
	}
	end, ok := m.sub(i.sub, at, remember)
	return end >= 0, ok
}

func (m *machine) anchored(kind anchorKind, at int) bool {
	text := m.text
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
		border := (at > 0 && m.re.word.Has(before)) != (m.re.word.at(text, at) > 0)
		return border == (kind == wordBorder)
	}
	return false
}

// failures remembers at which places instructions were entered in vain: a
// column of bits a place.
type failures struct {
	first, words int
	columns      []uint64
}

// mark reports whether the instruction was entered at that place before, and
// notes that it is.
func (f *failures) mark(pc, at int) bool {
	column := (at - f.first) * f.words
	for len(f.columns) < column+f.words {
		f.columns = append(f.columns, 0)
	}
	word := &f.columns[column+pc/64]
	bit := uint64(1) << (pc % 64)
	was := *word&bit != 0
	*word |= bit
	return was
}

func (f *failures) forget(at int) {
	column := (at - f.first) * f.words
	if column+f.words <= len(f.columns) {
		clear(f.columns[column : column+f.words])
	}
}
