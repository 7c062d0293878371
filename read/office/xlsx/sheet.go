package xlsx

import (
	"context"
	"strconv"
	"strings"

	"github.com/pildora/pildora/read/office/grid"
	"github.com/pildora/pildora/read/office/opc"
)

// sheet is a sheet, and what its part leads to.
type sheet struct {
	*grid.Sheet
	rels opc.Relations
	last int // row that was read
}

// readSheet reads the cells of a sheet and what goes with them.
func (w *workbook) readSheet(ctx context.Context, e sheetEntry) (*sheet, error) {
	s := &sheet{Sheet: grid.New(e.name)}
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
	for t.Next() {
		if t.Kind != opc.Start {
			continue
		}
		switch t.Name {
		case "x:row":
			w.readRow(t, s)
		case "x:mergeCell":
			if a, ok := grid.ParseArea(t.Attr("ref")); ok {
				s.Merge(a)
			}
		case "x:hyperlink":
			if target := byID[t.Attr("r:id")]; target != "" {
				if a, ok := grid.ParseArea(t.Attr("ref")); ok {
					s.Link(a.Top, a.Left, target)
				}
			}
		case "x:autoFilter":
			s.header(t.Attr("ref"))
		case "x:pane":
			if rows, err := strconv.Atoi(t.Attr("ySplit")); err == nil && strings.HasPrefix(t.Attr("state"), "frozen") {
				s.Freeze(rows)
			}
		}
	}
	if err := t.Err(); err != nil {
		return nil, err
	}
	return s, w.readTables(ctx, s)
}

// readRow reads the row whose Start was read last.
func (w *workbook) readRow(t *opc.Tokens, s *sheet) {
	s.last++
	if given, err := strconv.Atoi(t.Attr("r")); err == nil && given >= 1 && given <= grid.MaxRow {
		s.last = given
	}
	r := grid.Row{Number: s.last}
	column := 0
	for depth := t.Depth; t.Next() && t.Depth >= depth; {
		if !t.Is(opc.Start, "x:c") {
			continue
		}
		column++
		if given := t.Attr("r"); given != "" {
			if _, c, ok := grid.ParseCell(given); ok {
				column = c
			}
		}
		c := w.readCell(t)
		if c.Text = strings.TrimSpace(c.Text); c.Text != "" && column <= grid.MaxColumn {
			c.Column = int32(column)
			r.Cells = append(r.Cells, c)
		}
	}
	s.Add(r)
}

// readCell reads the cell whose Start was read last, as it is shown.
func (w *workbook) readCell(t *opc.Tokens) grid.Cell {
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
func (w *workbook) shown(kind string, style int, value string) grid.Cell {
	c := grid.Cell{Text: value, Bold: w.styles.isBold(style)}
	switch kind {
	case "s":
		i, err := strconv.Atoi(strings.TrimSpace(value))
		c.Text = ""
		if err == nil && i >= 0 && i < len(w.strings) {
			c.Text = w.strings[i]
		} else if value != "" {
			w.lost++
		}
	case "str":
		c.Text = unescape(value)
	case "inlineStr":
	case "b":
		c.Number = true
		c.Text = "FALSE"
		if isTrue(strings.TrimSpace(value)) {
			c.Text = "TRUE"
		}
		if value == "" {
			c.Text = ""
		}
	case "e":
		c.Number = true
	case "d":
		c.Number = true
		c.Text = strings.TrimSuffix(value, "T00:00:00")
	default:
		c.Number = true
		c.Text = w.styles.show(style, value)
	}
	return c
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
				s.header(t.Attr("ref"))
			}
			break
		}
		if t != nil && t.Err() != nil {
			return t.Err()
		}
	}
	return nil
}

// header takes the first row of an area as a header.
func (s *sheet) header(ref string) {
	if a, ok := grid.ParseArea(ref); ok {
		s.Header(a)
	}
}
