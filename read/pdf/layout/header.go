package layout

import (
	"slices"
	"strings"
	"unicode"
)

// markHeader decides how many rows at the top are header rows: those that are
// marked, bold or shaded while the rows below aren't; else the first, where it
// has words over columns of numbers, or short words over all columns.
func (t *table) markHeader() {
	if t.rows < 2 {
		return
	}
	rows := t.byRow()
	marked := 0
	for marked < t.rows-1 && distinct(rows[marked], (*cell).stressed) {
		marked++
	}
	if marked > 0 && (marked == 1 || marked <= t.rows/2) {
		t.headers = t.spanned(rows, stacked(rows[:marked]))
		return
	}
	if first := rows[0]; t.labels(first) && (t.overNumbers(rows) || t.rows > 2 && t.allShort(first)) {
		t.headers = t.spanned(rows, 1)
	}
}

// stacked is how many of the marked rows at the top are header rows: those after
// the first only below a cell that spans columns.
func stacked(rows [][]*cell) int {
	n := 1
	for n < len(rows) && slices.ContainsFunc(rows[n-1], func(c *cell) bool { return c.colspan > 1 }) {
		n++
	}
	return n
}

// spanned is how many rows the cells of the first n rows reach over, if that
// leaves any rows.
func (t *table) spanned(rows [][]*cell, n int) int {
	end := n
	for r := 0; r < n; r++ {
		for _, c := range rows[r] {
			end = max(end, r+c.rowspan)
		}
	}
	if end >= t.rows {
		return n
	}
	return end
}

func (t *table) byRow() [][]*cell {
	rows := make([][]*cell, t.rows)
	for i := range t.cells {
		rows[t.cells[i].row] = append(rows[t.cells[i].row], &t.cells[i])
	}
	return rows
}

func distinct(row []*cell, is func(*cell) bool) bool {
	n := 0
	for _, c := range row {
		if len(c.lines) == 0 {
			continue
		}
		if !is(c) {
			return false
		}
		n++
	}
	return n > 0
}

func (c *cell) stressed() bool {
	if c.header || c.shaded {
		return true
	}
	for _, l := range c.lines {
		if !l.bold {
			return false
		}
	}
	return true
}

// labels reports whether a row has text in all columns but perhaps the first,
// and no numbers.
func (t *table) labels(row []*cell) bool {
	columns := 0
	for _, c := range row {
		text := c.text()
		if text != "" {
			columns += c.colspan
		} else if c.column > 0 {
			return false
		}
		if isNumber(text) && !isYear(text) {
			return false
		}
	}
	return columns >= 2 && columns >= t.columns-1
}

// overNumbers reports whether most cells below the first row, but those of the
// first column, are numbers.
func (t *table) overNumbers(rows [][]*cell) bool {
	numbers, all := 0, 0
	for _, row := range rows[1:] {
		for _, c := range row {
			if c.column == 0 || len(c.lines) == 0 {
				continue
			}
			all++
			if isNumber(c.text()) {
				numbers++
			}
		}
	}
	return numbers*2 > all
}

// allShort reports whether no cell of a row is longer than a label.
func (t *table) allShort(row []*cell) bool {
	const label = 40
	for _, c := range row {
		if text := c.text(); len([]rune(text)) > label || strings.HasSuffix(text, ".") || strings.HasSuffix(text, ":") {
			return false
		}
	}
	return true
}

// isNumber reports whether most of a text's characters are digits and what
// stands around them: signs, units of money, per cent.
func isNumber(s string) bool {
	digits, letters := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return digits > 0 && letters <= digits/2 || s == "-" || s == "–" || s == "—"
}

func isYear(s string) bool {
	return len(s) == 4 && s >= "1800" && s <= "2100"
}
