package enrich

import (
	"sort"

	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
)

// tables remembers the tables of one block of raw HTML, so that a long one isn't
// read once for each body in it.
type tables struct {
	doc   *doc.Document
	block int
	found []cut.HTMLTable
}

// in returns the tables of a block.
func (t *tables) in(d *doc.Document, block int) []cut.HTMLTable {
	if t.doc != d || t.block != block {
		*t = tables{d, block, cut.HTMLTables(d.Text, d.Blocks[block].Span)}
	}
	return t.found
}

// header is the header of the table in which a body begins that begins inside
// of a block.
func (t *tables) header(d *doc.Document, body doc.Span, block int) (h header) {
	found := t.in(d, block)
	at := firstLetter(d, body)
	i := sort.Search(len(found), func(i int) bool { return found[i].Span.End > at })
	if i == len(found) || found[i].Span.Start >= at || at < found[i].Header.End {
		return h
	}
	if head := found[i].Header; !head.Empty() {
		h.rows, h.html = doc.Trim(d.Text, head), true
	}
	if row, inside := found[i].Row(at); inside {
		if cell := cut.FirstHTMLCell(d.Text[:row.End], row.Start); cell.End <= at {
			h.add(cell)
		}
	}
	return h
}

// firstLetter is where a body begins, its indentation left out.
func firstLetter(d *doc.Document, body doc.Span) int {
	for body.Start < body.End && (d.Text[body.Start] == ' ' || d.Text[body.Start] == '\t') {
		body.Start++
	}
	return body.Start
}
