package markdown

import "strings"

// line is the line being read and a cursor in it. Tabs advance to the next
// column divisible by four, and a parent's mark may take a part of a tab.
type line struct {
	start, end, next int // first byte, byte before the line end, byte after it
	pos, col         int // the cursor: what the matched containers left over
	rest             int // columns left of the tab at pos; 0 = all of them
	text, textCol    int // first byte after the cursor that is no blank, else end
	marked           bool
}

// marked says that a mark of a parent stands on the line before the cursor.

func (l *line) blank() bool { return l.text == l.end }

// indent is the width of the blanks before the text, in columns.
func (l *line) indent() int { return l.textCol - l.col }

// breaks finds line ends: LF, CR and CRLF. It remembers the next one of each
// kind, so that a text without one of them isn't searched again on every line.
type breaks struct{ lf, cr int }

// nextLine moves to the line that begins at start.
func (s *scanner) nextLine(start int) {
	if s.breaks.lf < start {
		s.breaks.lf = indexFrom(s.src, start, '\n')
	}
	if s.breaks.cr < start {
		s.breaks.cr = indexFrom(s.src, start, '\r')
	}
	end := min(s.breaks.lf, s.breaks.cr)
	next := end + 1
	if end == len(s.src) {
		next = end
	} else if end == s.breaks.cr && s.breaks.lf == end+1 {
		next = end + 2
	}
	s.line = line{start: start, end: end, next: next, pos: start}
}

func indexFrom(s string, from int, c byte) int {
	if i := strings.IndexByte(s[from:], c); i >= 0 {
		return from + i
	}
	return len(s)
}

// findText sets text and textCol after the cursor has passed a mark. Each blank
// of a line is seen once, however many containers are matched by it.
func (s *scanner) findText() {
	l := &s.line
	i, col := l.pos, l.col
	if l.rest > 0 {
		col += l.rest
		i++
	}
	for ; i < l.end; i++ {
		if c := s.src[i]; c == ' ' {
			col++
		} else if c == '\t' {
			col += 4 - col%4
		} else {
			break
		}
	}
	l.text, l.textCol = i, col
}

// skip moves the cursor n columns on; they must be blanks.
func (s *scanner) skip(n int) {
	l := &s.line
	for n > 0 {
		width := 1
		if s.src[l.pos] == '\t' {
			if width = l.rest; width == 0 {
				width = 4 - l.col%4
			}
		}
		if width > n {
			l.rest = width - n
			l.col += n
			return
		}
		l.rest = 0
		l.col += width
		l.pos++
		n -= width
	}
}

// takeMark moves the cursor behind a mark of n bytes at the text.
func (s *scanner) takeMark(n int) {
	l := &s.line
	l.pos, l.col, l.rest = l.text+n, l.textCol+n, 0
	l.marked = true
	s.findText()
}

// from is where a block begins whose first mark is the text of the line.
func (s *scanner) from() int {
	if s.line.marked {
		return s.line.text
	}
	return s.line.start
}

// content is the text of the line, without the blanks around it.
func (s *scanner) content() string {
	return trimRight(s.src[s.line.text:s.line.end])
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func trim(s string) string { return strings.Trim(s, " \t") }

func trimRight(s string) string {
	for len(s) > 0 && isBlank(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

func trimLeft(s string) string {
	for len(s) > 0 && isBlank(s[0]) {
		s = s[1:]
	}
	return s
}
