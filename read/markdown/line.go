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

// nextLine moves to the line that begins at start and ends in LF, CR, CRLF or
// the end of the text.
func (s *scanner) nextLine(start int) {
	end := s.lineEnd(start)
	next := min(end+1, len(s.src))
	if next < len(s.src) && s.src[end] == '\r' && s.src[next] == '\n' {
		next++
	}
	l := &s.line
	l.start, l.end, l.next, l.pos = start, end, next, start
	l.col, l.rest, l.marked = 0, 0, false
}

// window is how far a line end is looked for at a time, so that a long line
// passes through the cache once.
const window = 4096

// lineEnds remembers how far both kinds of line end were looked for: from the
// line on no LF stands before lf and no CR before cr. Texts use one of them, so
// the other must not be looked for line by line.
type lineEnds struct{ lf, cr int }

// lineEnd returns where the line ends that start is in.
func (s *scanner) lineEnd(start int) int {
	e := &s.ends
	if e.lf < start {
		lf := s.seek('\n', start)
		if e.lf = lf; lf < e.cr && s.src[lf] == '\n' { // nearly always
			return lf
		}
	}
	return s.farLineEnd(start)
}

// farLineEnd is lineEnd where one of the two wasn't looked for far enough.
func (s *scanner) farLineEnd(start int) int {
	e := &s.ends
	for {
		for e.cr < e.lf && (e.cr < start || s.src[e.cr] != '\r') {
			e.cr = s.seek('\r', max(start, e.cr))
		}
		if e.cr < e.lf || e.lf == len(s.src) || s.src[e.lf] == '\n' {
			return min(e.cr, e.lf)
		}
		e.lf = s.seek('\n', e.lf)
	}
}

// seek returns where c stands first from at on, or where it stopped looking.
func (s *scanner) seek(c byte, at int) int {
	w := s.src[at:min(at+window, len(s.src))]
	if i := strings.IndexByte(w, c); i >= 0 {
		return at + i
	}
	return at + len(w)
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
