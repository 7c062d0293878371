package enrich

import (
	"sort"
	"strings"
	"sync"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
)

// Fields writes the rows of tables as lines "column: value", with a blank line
// between rows. Each row then says by itself what its values are. Cells without
// text are left out; where a body holds rows, the header row isn't written. It
// writes tables whose reader found rows and a header row; those of raw HTML stay
// as they are. The zero value is ready.
type Fields struct{ known sync.Pool } // of *fields

var _ chunk.Rendering = (*Fields)(nil)

// fields is what is known of one document.
type fields struct {
	doc    *doc.Document
	spans  []doc.Span // of the tables
	tables []int      // their blocks
	table  int        // whose names are known; -1: none
	names  []string   // of its columns
	row    int        // whose cells are known, 0: none; so a long row is read once
	cells  []doc.Span
}

// Parts are the tables that have a header row.
func (f *Fields) Parts(d *doc.Document) []doc.Span {
	k := f.of(d)
	defer f.known.Put(k)
	return k.spans
}

// Render writes body with its tables as lines.
func (f *Fields) Render(d *doc.Document, body doc.Span) string {
	k := f.of(d)
	defer f.known.Put(k)
	var b strings.Builder
	at := body.Start
	for i := k.from(at); i < len(k.spans) && k.spans[i].Start < body.End; i++ {
		in := k.spans[i].Intersect(body)
		b.WriteString(d.Text[at:in.Start])
		b.WriteString(k.lines(k.tables[i], in))
		at = in.End
	}
	b.WriteString(d.Text[at:body.End])
	return b.String()
}

// Field is the first cell of a row as a line, for the pieces behind it; empty
// where that cell has no text.
func (f *Fields) Field(d *doc.Document, row int) string {
	k := f.of(d)
	defer f.known.Put(k)
	k.know(int(d.Blocks[row].Parent))
	span := d.Blocks[row].Span
	if cells := k.cellsOf(row); len(cells) > 1 {
		span.End = cells[0].End
	}
	var b strings.Builder
	k.write(&b, row, span)
	return strings.TrimSuffix(b.String(), "\n")
}

func (f *Fields) of(d *doc.Document) *fields {
	k, _ := f.known.Get().(*fields)
	if k == nil || k.doc != d {
		k = &fields{doc: d, table: -1}
		k.find()
	}
	return k
}

func (k *fields) find() {
	for i, b := range k.doc.Blocks {
		if b.Kind == doc.Table && i+1 < len(k.doc.Blocks) && headed(k.doc.Blocks[i+1]) {
			k.spans, k.tables = append(k.spans, b.Span), append(k.tables, i)
		}
	}
}

func headed(b doc.Block) bool { return b.Kind == doc.Row && b.Level == 1 }

// from is the index of the first table that ends behind at.
func (k *fields) from(at int) int {
	return sort.Search(len(k.spans), func(i int) bool { return k.spans[i].End > at })
}

// lines writes the rows of a table that lie in the span in; where that holds
// nothing but header, as it stands.
func (k *fields) lines(table int, in doc.Span) string {
	d := k.doc
	k.know(table)
	var b strings.Builder
	rows := false
	for i := d.BlockFrom(in.Start); i < len(d.Blocks) && d.Blocks[i].Span.Start < in.End; i++ {
		row := d.Blocks[i]
		if row.Kind != doc.Row || row.Level == 1 || int(row.Parent) != table {
			continue
		}
		if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n\n") {
			b.WriteByte('\n')
		}
		rows = true
		k.write(&b, i, in)
	}
	if !rows || b.Len() == 0 {
		return d.Slice(in)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// cellsOf are the cells of a row.
func (k *fields) cellsOf(row int) []doc.Span {
	if k.row != row {
		k.row, k.cells = row, cut.Cells(k.doc, k.doc.Blocks[row])
	}
	return k.cells
}

// write writes what lies in the span in of a row, a line for each cell.
func (k *fields) write(b *strings.Builder, row int, in doc.Span) {
	cells := k.cellsOf(row)
	first := sort.Search(len(cells), func(i int) bool { return cells[i].End > in.Start })
	for i := first; i < len(cells) && cells[i].Start < in.End; i++ {
		text := cellText(k.doc.Slice(cells[i].Intersect(in)))
		if text == "" {
			continue
		}
		if i < len(k.names) && k.names[i] != "" {
			b.WriteString(k.names[i] + ": ")
		}
		b.WriteString(text + "\n")
	}
}

// know finds the names of a table's columns: of several header rows, the texts
// one below the other.
func (k *fields) know(table int) {
	if k.table == table {
		return
	}
	k.table, k.names = table, nil
	for i := table + 1; i < len(k.doc.Blocks) && headed(k.doc.Blocks[i]); i++ {
		row := k.doc.Blocks[i]
		if n := delimiterLine(k.doc.Slice(row.Span)); n >= 0 {
			row.Span.End = row.Span.Start + n
		}
		for j, cell := range cut.Cells(k.doc, row) {
			if j == len(k.names) {
				k.names = append(k.names, "")
			}
			k.names[j] = strings.TrimSpace(k.names[j] + " " + cellText(k.doc.Slice(cell)))
		}
	}
}

// delimiterLine is where the line end before the delimiter line of a header row
// stands, or -1.
func delimiterLine(row string) int {
	i := strings.LastIndexByte(row, '\n')
	if i < 0 || strings.Trim(row[i:], " \t\r\n>|:-") != "" {
		return -1
	}
	return i
}

// cellText is the text of a cell in one line, without escapes of bars.
func cellText(cell string) string {
	return oneLine(strings.ReplaceAll(cell, `\|`, "|"))
}
