package sheet

import "strings"

// row is one row: its bytes without the line end, where the next one begins,
// and how many cells it has.
type row struct{ start, end, next, cells int }

// rows finds one row after the other. Line ends and quotes are sought once over
// the whole text; only rows with quotes are looked at cell by cell.
type rows struct {
	text string
	sep  byte
	// width is how many cells rows usually have; 0 where that isn't known.
	width int
	at    int // where the next row begins

	lf, cr, quote seeker
	open          bool // a quote was met that nothing closes up to the end of the text
	broken        int  // quotes that are not closed in their cell
	brokenAt      int  // the first of them
}

func newRows(text string, sep byte, at, width int) rows {
	return rows{text: text, sep: sep, width: width, at: at, lf: seeker{'\n', -1}, cr: seeker{'\r', -1}, quote: seeker{'"', -1}}
}

// seeker finds a byte from growing places, and remembers where it comes next.
type seeker struct {
	b    byte
	next int
}

func (s *seeker) from(text string, at int) int {
	if s.next < at {
		s.next = len(text)
		if i := strings.IndexByte(text[at:], s.b); i >= 0 {
			s.next = at + i
		}
	}
	return s.next
}

// next returns the next row, and false at the end of the text.
func (r *rows) next() (row, bool) {
	if r.at >= len(r.text) {
		return row{}, false
	}
	out := row{start: r.at}
	end, next := r.lineEnd(r.at)
	if r.quote.from(r.text, r.at) >= end {
		out.cells = 1 + strings.Count(r.text[r.at:end], string(rune(r.sep)))
	} else {
		out.cells, end, next = r.quoted(r.at)
	}
	out.end, out.next = end, next
	r.at = next
	return out, true
}

// lineEnd returns where the line that holds at ends and the next one begins.
func (r *rows) lineEnd(at int) (end, next int) {
	end = r.lf.from(r.text, at)
	next = min(end+1, len(r.text))
	if cr := r.cr.from(r.text, at); cr < end {
		if cr+1 < end || end == len(r.text) { // else it is CRLF
			next = cr + 1
		}
		end = cr
	}
	return end, next
}

// quoted goes through the row at at cell by cell.
func (r *rows) quoted(at int) (cells, end, next int) {
	for i := at; ; {
		cells++
		if open := skipBlanks(r.text, i, r.sep); open < len(r.text) && r.text[open] == '"' {
			i = open + 1
			if to, ok := r.closing(open); ok {
				i = to
			}
		}
		end, next = r.lineEnd(i)
		sep := strings.IndexByte(r.text[i:end], r.sep)
		if sep < 0 {
			return cells, end, next
		}
		i += sep + 1
	}
}

// closing finds the end of the cell in quotes that opens at open, behind its
// closing quote. It reports false, and keeps the place for a warning, where the
// quote is none: nothing closes it, or what it encloses could only be several
// rows.
//
// A quote closes the cell where a separator or line end follows; two are one
// character of it. A single one elsewhere is a mistake that many programs make
// and is taken as a character as long as the cell is on one line. Each search
// that fails ends at the next quote that is out of place, which could not be
// there if that failed before, or at the end of the text, and then no later one
// goes beyond its line: so all of them together are linear.
func (r *rows) closing(open int) (end int, ok bool) {
	limit := len(r.text)
	if r.open {
		limit, _ = r.lineEnd(open)
	}
	lines, stray := 0, false
	for at := open + 1; ; {
		i := strings.IndexByte(r.text[at:limit], '"')
		if i < 0 {
			r.open = r.open || limit == len(r.text)
			break
		}
		first := at + i
		lines += countLines(r.text[at:first])
		at = first
		for at < limit && r.text[at] == '"' {
			at++
		}
		single := (at-first)%2 == 1
		if single && endsCell(r.text, at, r.sep) {
			if stray && lines > 0 || lines >= fewestRows && r.holdsRows(r.text[open:at]) {
				break
			}
			return at, true
		}
		if stray = stray || single; stray && lines > 0 {
			break
		}
	}
	if r.broken++; r.broken == 1 {
		r.brokenAt = open
	}
	return 0, false
}

// fewestRows is how many line ends a cell must have to be suspected of being
// rows that an open quote swallowed.
const fewestRows = 4

// holdsRows reports whether all whole lines of a cell have as many separators
// as a row.
func (r *rows) holdsRows(cell string) bool {
	if r.width < 2 {
		return false
	}
	first, last := strings.IndexByte(cell, '\n'), strings.LastIndexByte(cell, '\n')
	if first < 0 || first == last {
		return false
	}
	for line := range strings.Lines(cell[first+1 : last]) {
		if strings.Count(line, string(rune(r.sep)))+1 != r.width {
			return false
		}
	}
	return true
}

func countLines(text string) int {
	n := strings.Count(text, "\n")
	if cr := strings.Count(text, "\r"); cr > 0 {
		n += cr - strings.Count(text, "\r\n")
	}
	return n
}

// endsCell reports whether at at, behind a quote, a cell ends.
func endsCell(text string, at int, sep byte) bool {
	at = skipBlanks(text, at, sep)
	return at == len(text) || text[at] == sep || text[at] == '\n' || text[at] == '\r'
}

func skipBlanks(text string, at int, sep byte) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') && text[at] != sep {
		at++
	}
	return at
}

// cellsOf returns the cells of a row without their quotes and outer blanks.
func (r *rows) cellsOf(of row) []string {
	var out []string
	line := newRows(r.text[:of.end], r.sep, of.start, r.width)
	for i := of.start; ; {
		open := skipBlanks(line.text, i, r.sep)
		from := i
		quoted := false
		if open < of.end && line.text[open] == '"' {
			i = open + 1
			if to, ok := line.closing(open); ok {
				i, quoted = to, true
			}
		}
		to := of.end
		if n := strings.IndexByte(line.text[i:], r.sep); n >= 0 {
			to = i + n
		}
		cell := strings.TrimSpace(line.text[from:to])
		if quoted {
			cell = strings.TrimSpace(strings.ReplaceAll(cell[1:len(cell)-1], `""`, `"`))
		}
		out = append(out, cell)
		if to == of.end {
			return out
		}
		i = to + 1
	}
}
