package text

import (
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// marker is what an item begins with.
type marker struct {
	kind  rune // the bullet; 'a' for letters, '1' for numbers
	after byte // of numbers and letters: what follows them, . or )
	open  bool // they stand between parentheses
	value int
	width int // bytes, with the blanks after it; 0: no mark
}

// markAt is the mark that a line begins with, which must have text after it.
func markAt(line string) marker {
	r, n := utf8.DecodeRuneInString(line)
	m := marker{kind: r}
	switch r {
	case '-', '*', '+', '•', '·', '◦', '▪', '‣', '–':
	case 'o':
		if !strings.HasPrefix(line[n:], "  ") && !strings.HasPrefix(line[n:], "\t") {
			return marker{}
		}
	default:
		if m, n = ordinal(line); n == 0 {
			return marker{}
		}
	}
	rest := strings.TrimLeft(line[n:], " \t")
	if blanks := len(line) - n - len(rest); blanks == 0 || rest == "" {
		return marker{}
	}
	m.width = len(line) - len(rest)
	return m
}

// ordinal reads "1.", "12)", "(3)", "a)", "(b)", and how long it is.
func ordinal(line string) (m marker, n int) {
	if m.open = strings.HasPrefix(line, "("); m.open {
		n++
	}
	start := n
	for n < len(line) && n-start < 3 && isDigit(line[n]) {
		m.value = m.value*10 + int(line[n]-'0')
		n++
	}
	if m.kind = '1'; n == start {
		if n == len(line) || line[n] < 'a' || line[n] > 'z' {
			return m, 0
		}
		m.kind, m.value = 'a', int(line[n]-'a')+1
		n++
	}
	if n == len(line) || line[n] != ')' && (line[n] != '.' || m.open) {
		return m, 0
	}
	m.after = line[n]
	return m, n + 1
}

// continues reports whether an item with mark next goes on the list of the one
// with mark m.
func (m marker) continues(next marker) bool {
	if next.width == 0 || m.kind != next.kind || m.after != next.after || m.open != next.open {
		return false
	}
	return m.after == 0 || next.value == m.value+1
}

// items takes the items off lines of which two or more have marks that go on, at
// one indentation, with the prose before them, and returns how many lines that
// are.
func (s *scanner) items(lines []doc.Span) int {
	begin, count := -1, 0
	var last marker
	var starts []int
	at := 0
	for i, l := range lines {
		line := s.text[l.Start:l.End]
		col := indent(line)
		m := markAt(trim(line))
		switch {
		case begin < 0 && m.width > 0:
			begin, at, last = i, col, m
			starts, count = append(starts[:0], i), 1
		case begin >= 0 && col == at && last.continues(m):
			last = m
			starts = append(starts, i)
			count++
		case begin >= 0 && col < at:
			if count >= 2 {
				s.addItems(lines[:i], starts)
				return i
			}
			begin, count = -1, 0
		case begin >= 0 && count == 1 && m.width > 0 && col == at:
			begin, last = i, m
			starts[0] = i
		}
	}
	if count < 2 {
		return 0
	}
	s.addItems(lines, starts)
	return len(lines)
}

func (s *scanner) addItems(lines []doc.Span, starts []int) {
	if starts[0] > 0 {
		s.single(lines[:starts[0]])
	}
	for k, from := range starts {
		to := len(lines)
		if k+1 < len(starts) {
			to = starts[k+1]
		}
		line := s.text[lines[from].Start:lines[from].End]
		s.add(piece{form: item, mark: markAt(trim(line))}, lines[from:to])
	}
}

// listEnd is where the list ends that piece i begins: items that go on, and
// between them paragraphs that are indented more than the marks.
func listEnd(pieces []piece, i int) (end, items int) {
	const between = 4 // paragraphs of one item at most
	first, last := pieces[i], pieces[i].mark
	end, items = i+1, 1
	for {
		next := end
		for next < len(pieces) && next-end < between && pieces[next].form == prose && pieces[next].indent > first.indent+1 {
			next++
		}
		if next == len(pieces) || pieces[next].form != item || pieces[next].indent != first.indent || !last.continues(pieces[next].mark) {
			return end, items
		}
		last = pieces[next].mark
		end = next + 1
		items++
	}
}
