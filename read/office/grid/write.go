package grid

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/convert"
)

const (
	// maxTitles is how many lines of title a table has.
	maxTitles = 4
	// maxTitle is the longest, in bytes.
	maxTitle = 200
	// minNote is the shortest text below a table that is a note on it and not
	// the label of a last row, in bytes.
	minNote = 40
)

// writeRegion writes the rows of a region: as text where it is only one column
// of it, else as a table, with lines of one cell above it as its title and such
// of prose below as paragraphs.
func (s *Sheet) writeRegion(b *convert.Builder, g region) {
	if !g.wide() && !s.isColumn(g) {
		s.writeLines(b, g.rows)
		return
	}
	titles := 0
	for g.wide() && titles < len(g.rows)-1 && len(g.rows[titles].Cells) == 1 && !g.rows[titles].Cells[0].Number {
		titles++
	}
	above := g.rows[:titles]
	g.rows = g.rows[titles:]
	end := len(g.rows)
	for g.wide() && end > 1 && isNote(g, g.rows[end-1]) {
		end--
	}
	below := g.rows[end:]
	g.rows = g.rows[:end]
	caption := len(above) <= maxTitles
	for _, r := range above {
		caption = caption && len(r.Cells[0].Text) <= maxTitle
	}
	if !caption {
		s.writeLines(b, above)
		above = nil
	}
	s.writeTable(b, g, above)
	s.writeLines(b, below)
}

// isColumn reports whether a region of one column is a list under its name and
// not lines of text.
func (s *Sheet) isColumn(g region) bool {
	return len(g.rows) > 2 && g.left == g.right && s.headerRows(g) > 0 &&
		!slices.ContainsFunc(g.rows, func(r Row) bool { return len(r.Cells[0].Text) > maxLabel })
}

// isNote reports whether the last row of a table is a note on it.
func isNote(g region, r Row) bool {
	if len(r.Cells) != 1 || r.Cells[0].Number || int(r.Cells[0].Column) != g.left {
		return false
	}
	text := r.Cells[0].Text
	return len(text) >= minNote || strings.HasPrefix(text, "*")
}

// writeLines writes each row as a paragraph.
func (s *Sheet) writeLines(b *convert.Builder, rows []Row) {
	for _, r := range rows {
		for _, c := range r.Cells {
			at := s.Origin(Area{r.Number, int(c.Column), r.Number, int(c.Column)})
			b.Open("p", at)
			s.writeText(b, r.Number, c, at, true)
			b.Close()
		}
	}
}

// writeText writes what a cell shows.
func (s *Sheet) writeText(b *convert.Builder, row int, c Cell, at doc.Origin, breaks bool) {
	target := s.links[key(row, int(c.Column))]
	if target != "" {
		b.Open("a", at, "href", target)
	}
	if breaks {
		for i, line := range strings.Split(strings.ReplaceAll(c.Text, "\r\n", "\n"), "\n") {
			if i > 0 {
				b.Void("br", at)
			}
			b.Text(line, at)
		}
	} else {
		b.Text(c.Text, at)
	}
	if target != "" {
		b.Close()
	}
}

// writeTable writes the rows of a region, with lines of title.
func (s *Sheet) writeTable(b *convert.Builder, g region, titles []Row) {
	t := table{sheet: s, b: b, region: g, columns: g.columns()}
	t.sparse = len(g.rows)*len(t.columns) > maxSparse+16*g.cells()
	header := s.headerRows(g)
	if header > 0 {
		b.Open("table", s.Origin(g.area()))
	} else {
		b.Open("table", s.Origin(g.area()), "x-header", "none")
	}
	for _, r := range titles {
		at := s.Origin(Area{r.Number, int(r.Cells[0].Column), r.Number, int(r.Cells[0].Column)})
		b.Open("caption", at)
		s.writeText(b, r.Number, r.Cells[0], at, false)
		b.Close()
	}
	if header > 0 {
		b.Open("thead", s.Origin(g.area()))
		for _, r := range g.rows[:header] {
			t.row(r, "th")
		}
		b.Close()
	}
	for _, r := range g.rows[header:] {
		t.row(r, "td")
	}
	b.Close()
}

// maxSparse is how many empty cells a table has at least before it counts how
// few others there are; a table of hardly anything else closes up.
const maxSparse = 1 << 20

// table is a region being written as a table.
type table struct {
	sheet   *Sheet
	b       *convert.Builder
	region  region
	columns []int // that hold something
	sparse  bool
}

// columns are the columns in which a region holds something.
func (g region) columns() []int {
	seen := map[int32]bool{}
	for _, r := range g.rows {
		for _, c := range r.Cells {
			seen[c.Column] = true
		}
	}
	out := make([]int, 0, len(seen))
	for c := range seen {
		out = append(out, int(c))
	}
	slices.Sort(out)
	return out
}

// cells is how many cells hold something.
func (g region) cells() int {
	n := 0
	for _, r := range g.rows {
		n += len(r.Cells)
	}
	return n
}

// row writes a row. Empty cells hold the places of those behind them; what a
// merged cell covers has none.
func (t *table) row(r Row, tag string) {
	at := t.sheet.Origin(Area{r.Number, t.region.left, r.Number, t.region.right})
	t.b.Open("tr", at)
	next := 0 // in columns
	for _, c := range r.Cells {
		i := next
		if !t.sparse {
			i = sort.SearchInts(t.columns, int(c.Column))
		}
		for ; next < i; next++ {
			if !t.sheet.covers(r.Number, span{t.columns[next], t.columns[next]}) {
				t.b.Open(tag, at)
				t.b.Close()
			}
		}
		if t.sheet.covers(r.Number, span{int(c.Column), int(c.Column)}) {
			continue // behind a merged cell, and not shown
		}
		t.b.Open(tag, at, t.spans(r.Number, int(c.Column))...)
		t.sheet.writeText(t.b, r.Number, c, at, false)
		t.b.Close()
		next = i + 1
	}
	t.b.Close()
}

// spans are the attributes of a merged cell: how many of the table's rows and
// columns it covers.
func (t *table) spans(row, column int) []string {
	m, ok := t.sheet.merged[key(row, column)]
	if !ok || t.sparse {
		return nil
	}
	var attrs []string
	if wide := sort.SearchInts(t.columns, m.Right+1) - sort.SearchInts(t.columns, m.Left); wide > 1 {
		attrs = append(attrs, "colspan", strconv.Itoa(wide))
	}
	from, to := t.region.rowsUpTo(m.Top-1), t.region.rowsUpTo(m.Bottom)
	if to-from > 1 {
		attrs = append(attrs, "rowspan", strconv.Itoa(to-from))
	}
	return attrs
}
