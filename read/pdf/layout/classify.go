package layout

import (
	"slices"
	"strings"
	"unicode"

	"github.com/pildora/pildora/read/pdf/page"
)

// classify says of each block of the document what it is, and joins those that
// are one.
func (t *typography) classify(blocks []*block, pages *page.Document) []*block {
	levels := markTagged(blocks)
	markContents(blocks)
	markCaptions(blocks)
	t.markFootnotes(blocks)
	blocks = t.markCode(blocks)
	if len(levels) != len(blocks) {
		levels = markTagged(blocks)
	}
	t.markHeadings(blocks, pages.Outline, levels)
	markItems(blocks)
	atTables(blocks)
	blocks = continued(blocks, t)
	return joinedTables(blocks)
}

// markTagged takes over what the structure of the file says of blocks, and
// returns the levels of its headings, 0 for what is none.
func markTagged(blocks []*block) []int {
	levels := make([]int, len(blocks))
	tagsOf := map[*sheet]*tags{}
	for i, b := range blocks {
		if b.elem < 0 || b.table != nil || b.kind == picture {
			continue
		}
		tags := tagsOf[b.sheet]
		if tags == nil {
			tags = newTags(b.sheet)
			tagsOf[b.sheet] = tags
		}
		typ, level := tags.typeOf(b.elem)
		switch typ {
		case "H":
			if len([]rune(b.text())) <= 2*headingLetters && len(b.text()) > 0 {
				b.kind, levels[i] = heading, level
			}
		case "Caption":
			b.kind = caption
		case "TOCI":
			b.kind = contents
		case "LI", "LBody":
			b.kind = item
		case "P":
			if b.marker.glyphs > 0 && ancestor(tags.elements, b.elem, "LI", "LBody") >= 0 {
				b.kind = item
			}
		}
	}
	return levels
}

// markContents finds the lines of tables of contents: dots lead from a title to
// a number.
func markContents(blocks []*block) {
	for _, b := range blocks {
		if b.kind == paragraph && b.table == nil && len(b.lines) <= 3 && isLeader(b.text()) {
			b.kind = contents
		}
	}
}

// markCode finds code: lines in type of one width, in a document whose text is
// not set so. Pieces that blank lines part are one.
func (t *typography) markCode(blocks []*block) []*block {
	if t.mono {
		return blocks
	}
	out := blocks[:0]
	for _, b := range blocks {
		if b.kind == paragraph && b.table == nil && b.all(func(l *line) bool { return l.mono }) && !b.marker.bullet {
			b.kind = code
			if n := len(out); n > 0 && out[n-1].kind == code && (out[n-1].last || out[n-1].sheet == b.sheet && out[n-1].column == b.column) {
				out[n-1].lines = append(out[n-1].lines, b.lines...)
				out[n-1].last = b.last
				continue
			}
		}
		out = append(out, b)
	}
	return out
}

// markItems finds the items of lists: blocks with a bullet, and runs of numbers
// or letters of which one follows the other.
func markItems(blocks []*block) {
	for i, b := range blocks {
		if b.kind != paragraph && b.kind != item || b.marker.glyphs == 0 {
			continue
		}
		if b.marker.bullet || b.kind == item {
			b.kind, b.run = item, b.marker.decimal
			continue
		}
		if sibling(blocks, i) != nil {
			b.kind, b.run = item, b.marker.decimal
		}
	}
}

// nearItems bounds how many blocks may stand between two items of one list.
const nearItems = 12

// sibling is a block before or after a numbered one whose number is the one
// before or the one after; nil where there is none near enough.
func sibling(blocks []*block, i int) *block {
	b := blocks[i]
	for j := i - 1; j >= 0 && i-j <= nearItems && blocks[j].kind != heading; j-- {
		if o := blocks[j]; o.marker.glyphs > 0 && !o.marker.bullet && o.follows(b) {
			return o
		}
	}
	for j := i + 1; j < len(blocks) && j-i <= nearItems && blocks[j].kind != heading; j++ {
		if o := blocks[j]; o.marker.glyphs > 0 && !o.marker.bullet && b.follows(o) {
			return o
		}
	}
	return nil
}

// follows reports whether o's number is the next after b's, in the same form.
func (b *block) follows(o *block) bool {
	return o.marker.value == b.marker.value+1 && o.marker.decimal == b.marker.decimal &&
		strings.Trim(b.marker.text, "().") != "" && b.marker.shape() == o.marker.shape()
}

// shape is a marker's form: what stands around its number, and of what kind
// that is.
func (m marker) shape() string {
	inner := strings.Trim(m.text, "().")
	before, after, _ := strings.Cut(m.text, inner)
	switch {
	case hasDigit(inner):
		return before + "1" + after
	case inner == strings.ToUpper(inner):
		return before + "A" + after
	}
	return before + "a" + after
}

// continued joins paragraphs and items that go on in the next column or on the
// next page; notes, captions, tables and pictures in between come after them.
func continued(blocks []*block, t *typography) []*block {
	for i, b := range blocks {
		if !b.flows() {
			continue
		}
		for at := i; ; {
			next := nextFlow(blocks, at)
			if next < 0 || !goesOn(b, blocks[next], t) {
				break
			}
			if o := blocks[next]; o.sheet == blocks[at].sheet && o.column == blocks[at].column && !(b.breaksOff() && startsLower(o.lines[0].text)) {
				break // space inside a column ends a paragraph, unless it's in the middle of a sentence
			}
			b.lines, b.early = append(b.lines, blocks[next].lines...), blocks[next].early
			blocks[next].kind = nothing
			at = next
		}
	}
	return withoutNothing(blocks)
}

// breaksOff reports whether a block ends in the middle of a sentence, in a line
// that is about as long as the others.
func (b *block) breaksOff() bool {
	last := b.lines[len(b.lines)-1]
	r := last.glyphs[len(last.glyphs)-1].r
	return len(b.lines) > 1 && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == ',') && width(last.box) > 0.5*width(b.box())
}

// nextFlow is the next block of running text after that at a place: of another
// column, or right below it; -1 where something else comes first.
func nextFlow(blocks []*block, at int) int {
	b, number := blocks[at], false
	for i, o := range blocks[at+1:] {
		if o.floats() || o.kind == tabular && o.sheet == b.sheet {
			continue
		}
		if o.isNumber() { // of a page, in the middle of one
			number = true
			continue
		}
		if o.flows() && o.marker.glyphs == 0 && (i == 0 || number || o.sheet != b.sheet || o.column != b.column) {
			return at + 1 + i
		}
		break
	}
	return -1
}

// isNumber reports whether a block is nothing but the number of a page.
func (b *block) isNumber() bool {
	if b.kind != paragraph || len(b.lines) != 1 {
		return false
	}
	_, _, ok := pageNumber(b.lines[0].text)
	return ok
}

// floats reports whether a block stands beside the running text.
func (b *block) floats() bool {
	return !b.sheet.main || b.kind == nothing || b.kind == footnote || b.kind == caption || b.kind == picture
}

func (b *block) flows() bool {
	return (b.kind == paragraph || b.kind == item) && b.table == nil && len(b.lines) > 0
}

// goesOn reports whether o is the rest of b: b doesn't end as a sentence and its
// last line is full, or it ends inside a word; o is set alike.
func goesOn(b, o *block, t *typography) bool {
	last, first := b.lines[len(b.lines)-1], o.lines[0]
	if abs(last.size-first.size) > 0.08*last.size || last.sheet.frame.turns != first.sheet.frame.turns || last.rtl != first.rtl {
		return false
	}
	lower := startsLower(first.text)
	if partsWord(last) && lower {
		return true
	}
	if endsSentence(last.text) || b.all(func(l *line) bool { return l.bold }) && !t.bold {
		return false
	}
	return lower || !b.early && len(b.lines) > 1
}

func withoutNothing(blocks []*block) []*block {
	out := blocks[:0]
	for _, b := range blocks {
		if b.kind != nothing {
			out = append(out, b)
		}
	}
	return out
}

// joinedTables joins tables that go on over pages or columns: with cells of the
// same widths, at the end of one and the start of the next. A header that comes
// again is dropped.
func joinedTables(blocks []*block) []*block {
	var open *block
	for _, b := range blocks {
		if b.kind != tabular {
			if b.kind != footnote && b.kind != picture {
				open = nil
			}
			continue
		}
		if open != nil && b.isNextTo(open) && sameColumns(open.table, b.table) && b.table.caption == nil {
			open.table.append(b.table)
			open.sheet, open.column = b.sheet, b.column
			b.kind = nothing
			continue
		}
		open = b
	}
	return withoutNothing(blocks)
}

// isNextTo reports whether a block stands on the page after that of another, or
// in the next column.
func (b *block) isNextTo(o *block) bool {
	return b.sheet.number == o.sheet.number+1 || b.sheet == o.sheet && b.column == o.column+1
}

func sameColumns(a, b *table) bool {
	if a.logical && b.logical {
		return a.columns == b.columns
	}
	if a.columns != b.columns || len(a.xs) != len(b.xs) || a.ruled != b.ruled {
		return false
	}
	const tolerance = 6
	for i := range a.xs {
		if abs(a.xs[i]-a.xs[0]-b.xs[i]+b.xs[0]) > tolerance {
			return false
		}
	}
	return true
}

// append adds the rows of a table that goes on this one.
func (t *table) append(more *table) {
	skip := 0
	if t.headers > 0 {
		skip = t.repeated(more)
	}
	for _, c := range more.cells {
		if c.row >= skip {
			c.row += t.rows - skip
			t.cells = append(t.cells, c)
		}
	}
	t.rows += more.rows - skip
}

// repeated is how many header rows of t come again at the top of more.
func (t *table) repeated(more *table) int {
	mine, theirs := t.top(t.headers), more.top(t.headers)
	same := slices.EqualFunc(mine, theirs, func(a, b cell) bool {
		return a.row == b.row && a.column == b.column && a.text() == b.text()
	})
	if !same {
		return 0
	}
	return t.headers
}

// top are the cells of the first rows; cells stand in the order of rows.
func (t *table) top(rows int) []cell {
	n := 0
	for n < len(t.cells) && t.cells[n].row < rows {
		n++
	}
	return t.cells[:n]
}
