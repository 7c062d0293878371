package xlsx

import "sort"

// maxHeader is how many rows a header has at most.
const maxHeader = 6

// headerRows is how many of the first rows of a table are its header: what the
// sheet says of it, else what types and fonts tell.
func (s *sheet) headerRows(g region) int {
	if len(g.rows) < 2 {
		return 0
	}
	n := s.toldHeader(g)
	if n == 0 && looksLikeHeader(g.rows) {
		n = 1
	}
	if n == 0 {
		return 0
	}
	return min(s.widen(g, n), maxHeader, len(g.rows)-1)
}

// toldHeader is how many rows a filter, a table of the sheet or rows that stay
// when it is scrolled make the header, or 0.
func (s *sheet) toldHeader(g region) int {
	for _, h := range s.headers {
		if h.left <= g.right && g.left <= h.right && h.top >= g.top() && h.top < g.bottom() {
			if n := g.rowsUpTo(h.top); n <= maxHeader {
				return n
			}
		}
	}
	if s.frozen >= g.top() && s.frozen < g.bottom() {
		if n := g.rowsUpTo(s.frozen); n <= maxHeader && labels(g.rows[n-1]) {
			return n
		}
	}
	return 0
}

// rowsUpTo is how many rows of a region go up to a number.
func (g region) rowsUpTo(number int) int {
	return sort.Search(len(g.rows), func(i int) bool { return g.rows[i].number > number })
}

// looksLikeHeader reports whether the first of rows holds the names of the
// columns: it is labels, and it isn't poorer than the rows below. Without
// numbers below, and without a bold face of its own, short texts will do where
// they are complete.
func looksLikeHeader(rows []row) bool {
	first := rows[0]
	if len(first.cells) < 1 || !labels(first) {
		return false
	}
	body := rows[1:min(len(rows), 50)]
	widest, numbers, texts, boldBelow, longer := 0, 0, 0, 0, 0
	for _, r := range body {
		widest = max(widest, len(r.cells))
		for _, c := range r.cells {
			if c.number {
				numbers++
			} else {
				texts++
			}
			if c.bold {
				boldBelow++
			}
			if len(c.text) > maxLabel {
				longer++
			}
		}
	}
	years, bold := 0, 0
	for _, c := range first.cells {
		if c.number {
			years++
		}
		if c.bold {
			bold++
		}
	}
	full := len(first.cells) >= widest-1 && len(first.cells) > 1
	switch {
	case years == len(first.cells):
		return false
	case bold == len(first.cells) && 2*boldBelow < numbers+texts:
		return true
	case numbers > 0 || longer > 0:
		return full || 2*len(first.cells) >= widest && widest > 2
	}
	return full && !endsSentence(first)
}

// endsSentence reports whether a cell of the row ends as a sentence does.
func endsSentence(r row) bool {
	for _, c := range r.cells {
		if last := c.text[len(c.text)-1]; last == '.' || last == '!' {
			return true
		}
	}
	return false
}

// widen takes more rows into a header of n: those that its merged cells reach
// into, and the row of names below a merged cell over some of them.
func (s *sheet) widen(g region, n int) int {
	for i := 0; i < n && i < maxHeader && i < len(g.rows); i++ {
		for _, c := range g.rows[i].cells {
			m, ok := s.merged[key(g.rows[i].number, int(c.column))]
			if !ok {
				continue
			}
			last := m.bottom
			if m.right > m.left && (m.left > g.left || m.right < g.right) && i+1 < len(g.rows)-1 && namesBelow(g.rows[i+1]) {
				last = max(last, g.rows[i+1].number)
			}
			n = max(n, g.rowsUpTo(last))
		}
	}
	return n
}

// namesBelow reports whether the row below a group of columns names them: short
// texts or years, which come again for each group.
func namesBelow(r row) bool {
	for _, c := range r.cells {
		if c.number && !isYear(c.text) || len(c.text) > maxLabel {
			return false
		}
	}
	return true
}
