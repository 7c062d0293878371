package xlsx

import (
	"context"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/convert"
)

// write writes a sheet: its name, its regions, its comments, what is drawn on
// it. An empty one leaves nothing.
func (w *workbook) write(ctx context.Context, b *convert.Builder, e sheetEntry) error {
	s, err := w.readSheet(ctx, e)
	if err != nil {
		return err
	}
	notes, err := w.comments(ctx, s)
	if err != nil {
		return err
	}
	drawn, err := w.drawings(ctx, s)
	if err != nil {
		return err
	}
	if len(s.rows) == 0 && len(notes) == 0 && len(drawn) == 0 {
		return nil
	}
	whole := doc.Origin{Part: quoted(s.name)}
	b.Open("h2", whole)
	b.Text(s.name, whole)
	b.Close()
	for _, g := range s.regions() {
		s.writeRegion(b, g)
	}
	for _, n := range notes {
		n.write(b, s)
	}
	for _, d := range drawn {
		d.write(b, whole)
	}
	return ctx.Err()
}

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
func (s *sheet) writeRegion(b *convert.Builder, g region) {
	if !g.wide() && !s.isColumn(g) {
		s.writeLines(b, g.rows)
		return
	}
	titles := 0
	for g.wide() && titles < len(g.rows)-1 && len(g.rows[titles].cells) == 1 && !g.rows[titles].cells[0].number {
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
		caption = caption && len(r.cells[0].text) <= maxTitle
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
func (s *sheet) isColumn(g region) bool {
	return len(g.rows) > 2 && g.left == g.right && s.headerRows(g) > 0 &&
		!slices.ContainsFunc(g.rows, func(r row) bool { return len(r.cells[0].text) > maxLabel })
}

// isNote reports whether the last row of a table is a note on it.
func isNote(g region, r row) bool {
	if len(r.cells) != 1 || r.cells[0].number || int(r.cells[0].column) != g.left {
		return false
	}
	text := r.cells[0].text
	return len(text) >= minNote || strings.HasPrefix(text, "*")
}

// writeLines writes each row as a paragraph.
func (s *sheet) writeLines(b *convert.Builder, rows []row) {
	for _, r := range rows {
		for _, c := range r.cells {
			at := s.origin(area{r.number, int(c.column), r.number, int(c.column)})
			b.Open("p", at)
			s.writeText(b, r.number, c, at, true)
			b.Close()
		}
	}
}

// writeText writes what a cell shows.
func (s *sheet) writeText(b *convert.Builder, row int, c cell, at doc.Origin, breaks bool) {
	target := s.links[key(row, int(c.column))]
	if target != "" {
		b.Open("a", at, "href", target)
	}
	if breaks {
		for i, line := range strings.Split(strings.ReplaceAll(c.text, "\r\n", "\n"), "\n") {
			if i > 0 {
				b.Void("br", at)
			}
			b.Text(line, at)
		}
	} else {
		b.Text(c.text, at)
	}
	if target != "" {
		b.Close()
	}
}

// writeTable writes the rows of a region, with lines of title.
func (s *sheet) writeTable(b *convert.Builder, g region, titles []row) {
	t := table{sheet: s, b: b, region: g, columns: g.columns()}
	t.sparse = len(g.rows)*len(t.columns) > maxSparse+16*g.cells()
	header := s.headerRows(g)
	if header > 0 {
		b.Open("table", s.origin(g.area()))
	} else {
		b.Open("table", s.origin(g.area()), "x-header", "none")
	}
	for _, r := range titles {
		at := s.origin(area{r.number, int(r.cells[0].column), r.number, int(r.cells[0].column)})
		b.Open("caption", at)
		s.writeText(b, r.number, r.cells[0], at, false)
		b.Close()
	}
	if header > 0 {
		b.Open("thead", s.origin(g.area()))
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
	sheet   *sheet
	b       *convert.Builder
	region  region
	columns []int // that hold something
	sparse  bool
}

// columns are the columns in which a region holds something.
func (g region) columns() []int {
	seen := map[int32]bool{}
	for _, r := range g.rows {
		for _, c := range r.cells {
			seen[c.column] = true
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
		n += len(r.cells)
	}
	return n
}

// row writes a row. Empty cells hold the places of those behind them; what a
// merged cell covers has none.
func (t *table) row(r row, tag string) {
	at := t.sheet.origin(area{r.number, t.region.left, r.number, t.region.right})
	t.b.Open("tr", at)
	next := 0 // in columns
	for _, c := range r.cells {
		i := next
		if !t.sparse {
			i = sort.SearchInts(t.columns, int(c.column))
		}
		for ; next < i; next++ {
			if !t.sheet.covers(r.number, span{t.columns[next], t.columns[next]}) {
				t.b.Open(tag, at)
				t.b.Close()
			}
		}
		if t.sheet.covers(r.number, span{int(c.column), int(c.column)}) {
			continue // behind a merged cell, and not shown
		}
		t.b.Open(tag, at, t.spans(r.number, int(c.column))...)
		t.sheet.writeText(t.b, r.number, c, at, false)
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
	if wide := sort.SearchInts(t.columns, m.right+1) - sort.SearchInts(t.columns, m.left); wide > 1 {
		attrs = append(attrs, "colspan", strconv.Itoa(wide))
	}
	from, to := t.region.rowsUpTo(m.top-1), t.region.rowsUpTo(m.bottom)
	if to-from > 1 {
		attrs = append(attrs, "rowspan", strconv.Itoa(to-from))
	}
	return attrs
}
