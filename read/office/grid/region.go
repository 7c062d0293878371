package grid

import "slices"

// region is a part of a sheet that belongs together: rows of cells, all of
// them between two columns.
type region struct {
	rows        []Row
	left, right int
	own         bool // rows is no part of the sheet's
}

func (g region) top() int    { return g.rows[0].Number }
func (g region) bottom() int { return g.rows[len(g.rows)-1].Number }

func (g region) area() Area { return Area{g.top(), g.left, g.bottom(), g.right} }

// wide reports whether some row holds more than one cell.
func (g region) wide() bool {
	return slices.ContainsFunc(g.rows, func(r Row) bool { return len(r.Cells) > 1 })
}

// regions parts a sheet: at blank rows, where the cells of two rows stand
// beside each other only, and at blank columns between two tables. What a
// blank row parts from its header is joined again.
func (s *Sheet) regions() []region {
	var out []region
	for start := 0; start < len(s.rows); {
		end := start + 1
		for end < len(s.rows) && s.goesOn(s.rows[end-1], s.rows[end]) {
			end++
		}
		out = append(out, besides(s.rows[start:end])...)
		start = end
	}
	return s.join(out)
}

// goesOn reports whether a row belongs to the one before it.
func (s *Sheet) goesOn(before, r Row) bool {
	if r.Number-before.Number > 1 && !s.coveredFrom(before.Number, r.Number) {
		return false
	}
	if len(before.Cells) == 1 || len(r.Cells) == 1 {
		return true
	}
	a, b := extent(before), extent(r)
	return a.from <= b.to && b.from <= a.to || s.covers(before.Number, b) || s.covers(r.Number, a)
}

// coveredFrom reports whether merged cells fill the rows between two.
func (s *Sheet) coveredFrom(above, below int) bool {
	for r := above + 1; r < below; r++ {
		if len(s.covered[r]) == 0 {
			return false
		}
	}
	return true
}

// extent is from the first cell of a row to its last.
func extent(r Row) span {
	return span{int(r.Cells[0].Column), int(r.Cells[len(r.Cells)-1].Column)}
}

// besides parts rows at blank columns that have a table on either side.
func besides(rows []Row) []region {
	var used []span // ranges of columns without a blank one in it
	var columns []int
	seen := map[int32]bool{}
	for _, r := range rows {
		for _, c := range r.Cells {
			if !seen[c.Column] {
				seen[c.Column] = true
				columns = append(columns, int(c.Column))
			}
		}
	}
	slices.Sort(columns)
	for _, c := range columns {
		if n := len(used); n > 0 && used[n-1].to == c-1 {
			used[n-1].to = c
			continue
		}
		used = append(used, span{c, c})
	}
	all := region{rows: rows, left: columns[0], right: columns[len(columns)-1]}
	if len(used) == 1 || len(used) > maxBesides {
		return []region{all}
	}
	out := []region{cut(rows, used[0])}
	for _, columns := range used[1:] {
		last := &out[len(out)-1]
		g := cut(rows, columns)
		if !last.isTable() || !g.isTable() {
			*last = cut(rows, span{last.left, g.right})
			continue
		}
		out = append(out, g)
	}
	return out
}

// maxBesides is how many tables stand beside each other at most.
const maxBesides = 16

// cut is what rows hold between two columns.
func cut(rows []Row, columns span) region {
	g := region{left: columns.from, right: columns.to}
	for _, r := range rows {
		from, _ := slices.BinarySearchFunc(r.Cells, columns.from, func(c Cell, at int) int { return int(c.Column) - at })
		to, _ := slices.BinarySearchFunc(r.Cells, columns.to+1, func(c Cell, at int) int { return int(c.Column) - at })
		if from < to {
			g.rows = append(g.rows, Row{r.Number, r.Cells[from:to:to]})
		}
	}
	return g
}

// isTable reports whether a region is one by itself: two rows and columns or
// more, the first row of labels, maybe below a title.
func (g region) isTable() bool {
	rows := g.rows
	for len(rows) > 2 && len(rows[0].Cells) == 1 {
		rows = rows[1:]
	}
	return g.right > g.left && len(rows) > 1 && len(rows[0].Cells) > 1 && labels(rows[0])
}

// labels reports whether a row holds names of columns, as far as it can tell
// by itself: texts, short, no two the same.
func labels(r Row) bool {
	seen := make(map[string]bool, len(r.Cells))
	for _, c := range r.Cells {
		if c.Number && !isYear(c.Text) || len(c.Text) > maxLabel || seen[c.Text] {
			return false
		}
		seen[c.Text] = true
	}
	return true
}

// maxLabel is the longest name of a column, in bytes; what is longer is prose.
const maxLabel = 120

func isYear(s string) bool { return len(s) == 4 && "1900" <= s && s <= "2100" }

// join joins what one blank row parts and doesn't look as if it began anew: a
// table's rows below its header, a sum below its rows.
func (s *Sheet) join(parts []region) []region {
	var out []region
	for _, g := range parts {
		if n := len(out); n > 0 && out[n-1].takes(g) {
			last := &out[n-1]
			if !last.own {
				last.rows, last.own = slices.Clone(last.rows), true
			}
			last.rows = append(last.rows, g.rows...)
			continue
		}
		out = append(out, g)
	}
	return out
}

// takes reports whether g, below a region, is more of it.
func (g region) takes(more region) bool {
	first := more.rows[0]
	head := g.rows[:min(len(g.rows), maxTitles+maxHeader)]
	return more.top()-g.bottom() == 2 && more.left >= g.left && more.right <= g.right && len(first.Cells) > 1 &&
		slices.ContainsFunc(first.Cells, func(c Cell) bool { return c.Number }) &&
		slices.ContainsFunc(head, func(r Row) bool { return len(r.Cells) > 1 && labels(r) })
}
