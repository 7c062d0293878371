package sheet

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
)

// builder makes the blocks of one text.
type builder struct {
	text    string
	header  Header
	dialect dialect
	rows    rows
	blocks  []doc.Block
	table   int // index of the table, or -1 before it
	uneven  int // rows of another width than the first
	odd     int // start of the first of them
}

// begin finds out the dialect. A line that names the separator is metadata.
func (b *builder) begin(sep byte, media string) {
	b.table = -1
	b.dialect = dialectOf(b.text, sep, media)
	d := b.dialect
	b.rows = newRows(b.text, d.sep, d.start, d.width)
	if mark := markEnd(b.text); d.start > mark {
		b.blocks = append(b.blocks, doc.Block{Kind: doc.FrontMatter, Parent: -1, Span: doc.Span{Start: mark, End: d.start}, Label: "sep"})
	}
}

// checkEvery is how many rows are read between two looks at the context.
const checkEvery = 1 << 12

func (b *builder) run(ctx context.Context) error {
	first := b.first()
	for n := 0; ; {
		if n++; n%checkEvery == 1 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		r, ok := b.rows.next()
		if !ok {
			break
		}
		if doc.IsBlank(b.text[r.start:r.end]) {
			continue
		}
		if first.titles > 0 {
			first.titles--
			b.blocks = append(b.blocks, doc.Block{Kind: doc.Paragraph, Parent: -1, Span: doc.Span{Start: r.start, End: r.end}})
			continue
		}
		b.add(r, first)
	}
	if b.table >= 0 {
		b.blocks[b.table].Span.End = b.blocks[len(b.blocks)-1].Span.End
	}
	return ctx.Err()
}

// maxGuess is for how many rows there is room from the start.
const maxGuess = 1 << 20

// head is what the first rows are.
type head struct {
	titles int  // lines over the table
	header bool // the row after them is the header
	cells  int  // of that row
}

func (b *builder) first() head {
	d := b.dialect
	r, found := sample(b.text, d.sep, d.start, d.width)
	h := head{titles: d.title}
	if len(found) <= d.title {
		return head{}
	}
	found = found[d.title:]
	h.cells = found[0].cells
	if most := found[len(found)-1].next - found[0].start; most > 0 {
		b.blocks = slices.Grow(b.blocks, 8+min(maxGuess, len(found)*((len(b.text)-d.start)/most+1)))
	}
	switch b.header {
	case Present:
		h.header = true
	case Detect:
		cells := make([][]string, len(found))
		for i := range found {
			cells[i] = r.cellsOf(found[i])
		}
		h.header = hasHeader(cells)
	}
	return h
}

// add adds a row to the table, which begins with the first one.
func (b *builder) add(r row, first head) {
	span := doc.Span{Start: r.start, End: r.end}
	block := doc.Block{Kind: doc.Row, Span: span}
	if b.table < 0 {
		b.table = len(b.blocks)
		b.blocks = append(b.blocks, doc.Block{Kind: doc.Table, Parent: -1, Span: span, Label: string(rune(b.dialect.sep))})
		if first.header {
			block.Level = 1
		}
	}
	block.Parent = int32(b.table)
	b.blocks = append(b.blocks, block)
	if first.cells > 1 && r.cells != first.cells {
		if b.uneven++; b.uneven == 1 {
			b.odd = r.start
		}
	}
}

// warnings say what is odd about the rows, with the lines.
func (b *builder) warnings() []string {
	var out []string
	if n := b.rows.broken; n > 0 {
		out = append(out, fmt.Sprintf("%s not closed in the cell and taken as a character of it, the first in line %d", counted(n, "quote"), b.line(b.rows.brokenAt)))
	}
	if b.uneven > 0 {
		out = append(out, fmt.Sprintf("%s with more or fewer cells than the first, the first of them in line %d", counted(b.uneven, "row"), b.line(b.odd)))
	}
	return out
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// line is the number of the line that holds at.
func (b *builder) line(at int) int { return 1 + strings.Count(b.text[:at], "\n") }
