package markup

import (
	"strconv"

	"github.com/pildora/pildora/doc"
)

// Cell is a cell of a table. Spans below 2 are none.
type Cell struct {
	Src              doc.Span
	Colspan, Rowspan int
	Header           bool
	Write            func() // its content
}

// Table is a table whose first rows are its header.
type Table struct {
	Src     doc.Span
	Caption func() // nil where it has none
	Headers int
	Rows    [][]Cell
}

// Table writes a table.
func (w *Writer) Table(t Table) {
	if t.Headers == 0 && len(t.Rows) > 1 {
		t.noHeader()
	}
	t.Headers = min(t.Headers, len(t.Rows))
	w.Open("table", t.Src)
	if t.Caption != nil {
		w.Open("caption", t.Src)
		t.Caption()
		w.Close()
	}
	for i, row := range t.Rows {
		if !w.Going() {
			break
		}
		if i == 0 && t.Headers > 0 {
			w.Open("thead", t.Src)
		}
		w.row(row, i < t.Headers, t.Src)
		if i+1 == t.Headers {
			w.Close()
		}
	}
	w.Close()
}

// noHeader says that a table has no header, where its first row would look like
// one: in HTML, what begins a row as its header does so.
func (t *Table) noHeader() {
	for _, row := range t.Rows {
		for _, c := range row {
			if c.Header {
				return
			}
		}
	}
	if last := t.Rows[len(t.Rows)-1]; len(last) > 0 {
		last[0].Header = true
	}
}

func (w *Writer) row(row []Cell, header bool, src doc.Span) {
	if len(row) > 0 {
		src = row[0].Src
	}
	w.Open("tr", src)
	for _, c := range row {
		tag := "td"
		if header || c.Header {
			tag = "th"
		}
		var attrs []string
		if c.Colspan > 1 {
			attrs = append(attrs, "colspan", strconv.Itoa(c.Colspan))
		}
		if c.Rowspan > 1 {
			attrs = append(attrs, "rowspan", strconv.Itoa(c.Rowspan))
		}
		w.Open(tag, c.Src, attrs...)
		c.Write()
		w.Close()
	}
	w.Close()
}
