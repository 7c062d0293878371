package markdown

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// openFence reads the opening line of fenced code: three or more ` or ~ and an
// info string, in which a fence of ` has no `.
func (s *scanner) openFence(matched int) bool {
	text := s.content()
	mark, n := text[0], 1
	for n < len(text) && text[n] == mark {
		n++
	}
	info := trimLeft(text[n:])
	if n < 3 || mark == '`' && strings.IndexByte(info, '`') >= 0 {
		return false
	}
	s.begin(matched)
	s.leaf = leaf{kind: leafFenced, block: doc.Code, label: s.language(info), from: s.from(), end: s.line.end, mark: mark, width: n}
	return true
}

// inFence takes a line of fenced code. Blank lines count only once something
// follows, so that an unclosed fence doesn't end in blank lines.
func (s *scanner) inFence() {
	if s.line.blank() {
		return
	}
	s.leaf.end = s.line.end
	if s.src[s.line.text] == s.leaf.mark && s.line.indent() <= s.fenceIndent() && s.closesFence() {
		s.closeLeaf()
	}
}

// skipFence reads the lines, from start on, of the fenced code that is open
// outside all containers, and returns where the line after it begins. It looks
// for the fence's character only, not at each line.
func (s *scanner) skipFence(start int) int {
	for at := start; ; {
		i := strings.IndexByte(s.src[at:], s.leaf.mark)
		if i < 0 {
			break
		}
		at += i
		first, begins := s.beginsLine(start, at)
		if !begins {
			at++
			continue
		}
		s.nextLine(first)
		s.findText()
		if s.closesFence() {
			s.leaf.end = s.line.end
			s.closeLeaf()
			return s.line.next
		}
		at = s.line.next
	}
	if code := strings.TrimRight(s.src[start:], " \t\r\n"); code != "" {
		s.leaf.end = s.lineEnd(start + len(code))
	}
	return len(s.src)
}

// fenceIndent is how far a closing fence may be indented; in MDX components are,
// and what is in them.
func (s *scanner) fenceIndent() int {
	if s.dialect == MDX {
		return len(s.src)
	}
	return 3
}

// beginsLine reports whether only blanks stand on the line before at, as many as
// a fence may have, and where it begins; start is the beginning of a line before.
func (s *scanner) beginsLine(start, at int) (line int, ok bool) {
	line = at
	for most := s.fenceIndent(); line > start && at-line < most && s.src[line-1] == ' '; {
		line--
	}
	return line, line == start || s.src[line-1] == '\n' || s.src[line-1] == '\r'
}

func (s *scanner) closesFence() bool {
	text := s.content()
	for i := range len(text) {
		if text[i] != s.leaf.mark {
			return false
		}
	}
	return len(text) >= s.leaf.width
}

// openIndented opens code that is indented by four columns or more. Its
// indentation is its mark, so it is part of the span behind a parent's mark too.
func (s *scanner) openIndented(matched int) {
	s.begin(matched)
	from := s.line.start
	if s.line.marked {
		from = s.line.pos
		if s.line.rest > 0 { // the tab is the parent's too
			from++
		}
	}
	s.leaf = leaf{kind: leafIndented, block: doc.Code, from: from, end: s.line.end}
}

// inIndented takes a line of indented code; it reports false on the first line
// that isn't.
func (s *scanner) inIndented() bool {
	switch {
	case s.line.blank():
	case s.line.indent() >= 4:
		s.leaf.end = s.line.end
	default:
		return false
	}
	return true
}
