package grid

import (
	"sort"
	"strings"
)

// maxHeader is how many rows a header has at most.
const maxHeader = 6

// headerRows is how many of the first rows of a table are its header: what the
// sheet says of it, else what types and fonts tell.
func (s *Sheet) headerRows(g region) int {
	if len(g.rows) < 2 {
		return 0
	}
	n := s.toldHeader(g)
	if n == 0 && g.looksLikeHeader() {
		n = 1
	}
	if n == 0 {
		return 0
	}
	return min(s.widen(g, n), maxHeader, len(g.rows)-1)
}

// toldHeader is how many rows a filter, a table of the sheet or rows that stay
// when it is scrolled make the header, or 0.
func (s *Sheet) toldHeader(g region) int {
	for _, h := range s.headers {
		if h.Left <= g.right && g.left <= h.Right && h.Top >= g.top() && h.Top < g.bottom() {
			if n := g.rowsUpTo(h.Top); n <= maxHeader {
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
	return sort.Search(len(g.rows), func(i int) bool { return g.rows[i].Number > number })
}

// looksLikeHeader reports whether the first row holds the names of the columns:
// it is labels, and it isn't poorer than the rows below. Without numbers below,
// and without a bold face of its own, short texts will do where they are
// complete. Years are names where the corner before them is empty.
func (g region) looksLikeHeader() bool {
	first := g.rows[0]
	if !labels(first) {
		return false
	}
	head, body := count(g.rows[:1], g.left), count(g.rows[1:min(len(g.rows), maxLooked)], g.left)
	rows := min(len(g.rows), maxLooked) - 1
	corner := int(first.Cells[0].Column) > g.left && 2*body.named >= rows
	full := len(first.Cells) >= body.widest-1 && len(first.Cells) > 1
	switch {
	case 2*body.colons >= rows && head.colons > 0: // a form
		return false
	case corner:
		return true
	case head.numbers == len(first.Cells):
		return false
	case head.bold == len(first.Cells) && 2*body.bold < body.cells:
		return true
	case body.numbers > 0 || body.long > 0:
		return full || 2*len(first.Cells) >= body.widest && body.widest > 2 || body.widest == 1 && body.numbers == body.cells
	}
	return full && !endsSentence(first)
}

// maxLooked is how many rows are looked at to tell a header.
const maxLooked = 50

// counts is what there is of kinds of cells in some rows.
type counts struct {
	widest, cells, numbers, bold, long int
	named, colons                      int // rows with a text in the first column, and with one that ends with a colon
}

func count(rows []Row, left int) counts {
	var n counts
	for _, r := range rows {
		n.widest = max(n.widest, len(r.Cells))
		n.cells += len(r.Cells)
		for _, c := range r.Cells {
			if c.Number {
				n.numbers++
			}
			if c.Bold {
				n.bold++
			}
			if len(c.Text) > maxLabel {
				n.long++
			}
		}
		if c := r.Cells[0]; int(c.Column) == left && !c.Number {
			n.named++
			if strings.HasSuffix(c.Text, ":") {
				n.colons++
			}
		}
	}
	return n
}

// endsSentence reports whether a cell of the row ends as a sentence does.
func endsSentence(r Row) bool {
	for _, c := range r.Cells {
		if last := c.Text[len(c.Text)-1]; last == '.' || last == '!' {
			return true
		}
	}
	return false
}

// widen takes more rows into a header of n: those that its merged cells reach
// into, and the row of names below a merged cell over some of them.
func (s *Sheet) widen(g region, n int) int {
	for i := 0; i < n && i < maxHeader && i < len(g.rows); i++ {
		for _, c := range g.rows[i].Cells {
			m, ok := s.merged[key(g.rows[i].Number, int(c.Column))]
			if !ok {
				continue
			}
			last := m.Bottom
			if m.Right > m.Left && (m.Left > g.left || m.Right < g.right) && i+1 < len(g.rows)-1 && namesBelow(g.rows[i+1]) {
				last = max(last, g.rows[i+1].Number)
			}
			n = max(n, g.rowsUpTo(last))
		}
	}
	return n
}

// namesBelow reports whether the row below a group of columns names them: short
// texts or years, which come again for each group.
func namesBelow(r Row) bool {
	for _, c := range r.Cells {
		if c.Number && !isYear(c.Text) || len(c.Text) > maxLabel {
			return false
		}
	}
	return true
}
