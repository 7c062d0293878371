package xlsx

import (
	"context"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/office/opc"
)

// sheet is a sheet with what is in it.
type sheet struct {
	name    string
	part    string
	rels    opc.Relations
	rows    []row            // that hold something, in order
	merged  map[int64]area   // by the first cell
	covered map[int][]span   // columns that a merged cell of another row or column covers, by row
	links   map[int64]string // of cells
	headers []area           // rows of headers that the sheet itself tells
	frozen  int              // rows that stay when the sheet is scrolled
}

// span is a range of columns, both ends in it.
type span struct{ from, to int }

// row is a row of cells that hold something, in order.
type row struct {
	number int
	cells  []cell
}

// cell is a cell that holds something.
type cell struct {
	text   string
	column int32
	number bool // or a date, or a logical value
	bold   bool
}

func key(row, column int) int64 { return int64(row)<<32 | int64(column) }

// readSheet reads the cells of a sheet and what goes with them.
func (w *workbook) readSheet(ctx context.Context, e sheetEntry) (*sheet, error) {
	s := &sheet{name: e.name, part: e.part, merged: map[int64]area{}, covered: map[int][]span{}, links: map[int64]string{}}
	var err error
	if s.rels, err = w.p.Relations(ctx, e.part); err != nil {
		return nil, err
	}
	byID := make(map[string]string, len(s.rels))
	for _, r := range s.rels {
		if r.External {
			byID[r.ID] = r.Target
		}
	}
	t, err := w.p.Tokens(ctx, e.part)
	if err != nil {
		return nil, err
	}
	merges := 0
	for t.Next() {
		if t.Kind != opc.Start {
			continue
		}
		switch t.Name {
		case "x:row":
			w.readRow(t, s)
		case "x:mergeCell":
			if a, ok := parseArea(t.Attr("ref")); ok && a != (area{a.top, a.left, a.top, a.left}) {
				merges += s.merge(a, maxMerged-merges)
			}
		case "x:hyperlink":
			if target := byID[t.Attr("r:id")]; target != "" {
				if a, ok := parseArea(t.Attr("ref")); ok {
					s.links[key(a.top, a.left)] = target
				}
			}
		case "x:autoFilter":
			s.addHeader(t.Attr("ref"))
		case "x:pane":
			if rows, err := strconv.Atoi(t.Attr("ySplit")); err == nil && strings.HasPrefix(t.Attr("state"), "frozen") {
				s.frozen = rows
			}
		}
	}
	if err := t.Err(); err != nil {
		return nil, err
	}
	s.sort()
	return s, w.readTables(ctx, s)
}

// maxMerged is how many rows the merged cells of a sheet cover at most; those
// beyond are as if they weren't merged.
const maxMerged = 4 << 20

// merge keeps a merged cell and returns how many rows it covers.
func (s *sheet) merge(a area, budget int) int {
	rows := a.bottom - a.top + 1
	if rows > budget {
		return 0
	}
	s.merged[key(a.top, a.left)] = a
	for r := a.top; r <= a.bottom; r++ {
		from := a.left
		if r == a.top {
			from++
		}
		if from <= a.right {
			s.covered[r] = append(s.covered[r], span{from, a.right})
		}
	}
	return rows
}

// readRow reads the row whose Start was read last.
func (w *workbook) readRow(t *opc.Tokens, s *sheet) {
	number := 1
	if n := len(s.rows); n > 0 {
		number = s.rows[n-1].number + 1
	}
	if given, err := strconv.Atoi(t.Attr("r")); err == nil && given >= 1 && given <= maxRow {
		number = given
	}
	r := row{number: number}
	column := 0
	for depth := t.Depth; t.Next() && t.Depth >= depth; {
		if !t.Is(opc.Start, "x:c") {
			continue
		}
		column++
		if given := t.Attr("r"); given != "" {
			if _, c, ok := parseCell(given); ok {
				column = c
			}
		}
		c := w.readCell(t)
		if c.text = strings.TrimSpace(c.text); c.text != "" && column <= maxColumn {
			c.column = int32(column)
			r.cells = append(r.cells, c)
		}
	}
	s.rows = append(s.rows, r)
}

// readCell reads the cell whose Start was read last, as it is shown.
func (w *workbook) readCell(t *opc.Tokens) cell {
	kind, style := t.Attr("t"), 0
	if given := t.Attr("s"); given != "" {
		style, _ = strconv.Atoi(given)
	}
	value, formula := "", false
	for depth := t.Depth; t.Next() && t.Depth >= depth; {
		switch {
		case t.Is(opc.Start, "x:v"):
			value = content(t)
		case t.Is(opc.Start, "x:is"):
			value = richText(t)
		case t.Is(opc.Start, "x:f"):
			formula = true
			t.Skip()
		}
	}
	if formula && value == "" {
		w.unsaved++
	}
	return w.shown(kind, style, value)
}

// shown is a value of a kind as a style shows it.
func (w *workbook) shown(kind string, style int, value string) cell {
	c := cell{text: value, bold: w.styles.isBold(style)}
	switch kind {
	case "s":
		i, err := strconv.Atoi(strings.TrimSpace(value))
		c.text = ""
		if err == nil && i >= 0 && i < len(w.strings) {
			c.text = w.strings[i]
		} else if value != "" {
			w.lost++
		}
	case "str":
		c.text = unescape(value)
	case "inlineStr":
	case "b":
		c.number = true
		c.text = "FALSE"
		if isTrue(strings.TrimSpace(value)) {
			c.text = "TRUE"
		}
		if value == "" {
			c.text = ""
		}
	case "e":
		c.number = true
	case "d":
		c.number = true
		c.text = strings.TrimSuffix(value, "T00:00:00")
	default:
		c.number = true
		c.text = w.styles.show(style, value)
	}
	return c
}

// sort brings rows and cells into order, where the file hasn't; of two cells at
// one place the later counts. Rows without cells go.
func (s *sheet) sort() {
	byNumber := func(a, b row) int { return a.number - b.number }
	byColumn := func(a, b cell) int { return int(a.column - b.column) }
	if !slices.IsSortedFunc(s.rows, byNumber) {
		slices.SortStableFunc(s.rows, byNumber)
	}
	kept := s.rows[:0]
	for _, r := range s.rows {
		if len(r.cells) == 0 {
			continue
		}
		if n := len(kept); n > 0 && kept[n-1].number == r.number {
			kept[n-1].cells = append(kept[n-1].cells, r.cells...)
			continue
		}
		kept = append(kept, r)
	}
	s.rows = kept
	for i := range s.rows {
		cells := s.rows[i].cells
		slices.SortStableFunc(cells, byColumn)
		last := cells[:0]
		for j, c := range cells {
			if j+1 < len(cells) && cells[j+1].column == c.column {
				continue
			}
			last = append(last, c)
		}
		s.rows[i].cells = last
	}
	for r, spans := range s.covered {
		s.covered[r] = apart(spans)
	}
}

// apart brings spans into order and joins those that touch.
func apart(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return a.from - b.from })
	out := spans[:1]
	for _, c := range spans[1:] {
		if last := &out[len(out)-1]; c.from <= last.to+1 {
			last.to = max(last.to, c.to)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// covers reports whether a merged cell reaches into some columns of a row that
// aren't those where it begins.
func (s *sheet) covers(row int, columns span) bool {
	spans := s.covered[row]
	i := sort.Search(len(spans), func(i int) bool { return spans[i].to >= columns.from })
	return i < len(spans) && spans[i].from <= columns.to
}

// readTables reads where the tables are that the sheet defines, for their
// headers.
func (w *workbook) readTables(ctx context.Context, s *sheet) error {
	for _, r := range s.rels {
		if r.Type != "table" || r.External {
			continue
		}
		t, err := w.optional(ctx, r.Target)
		if err != nil {
			return err
		}
		for t != nil && t.Next() {
			if !t.Is(opc.Start, "x:table") {
				continue
			}
			if t.Attr("headerRowCount") != "0" {
				s.addHeader(t.Attr("ref"))
			}
			break
		}
		if t != nil && t.Err() != nil {
			return t.Err()
		}
	}
	return nil
}

// maxHeaders is how many headers a sheet tells at most.
const maxHeaders = 1000

// addHeader takes the first row of an area as a header.
func (s *sheet) addHeader(ref string) {
	if a, ok := parseArea(ref); ok && len(s.headers) < maxHeaders {
		s.headers = append(s.headers, area{a.top, a.left, a.top, a.right})
	}
}

// origin leads to an area of the sheet.
func (s *sheet) origin(a area) doc.Origin { return doc.Origin{Part: quoted(s.name) + "!" + a.String()} }
