package layout

import (
	"strconv"
	"unicode"
)

// markFootnotes finds the footnotes: blocks in small type at the foot of a
// page, below everything else of their column, that begin with a mark; those
// that go on one. A note whose number is raised in the text above is led to
// from there.
func (t *typography) markFootnotes(blocks []*block) {
	taken := map[string]bool{}
	for start := 0; start < len(blocks); {
		end := start + 1
		for end < len(blocks) && blocks[end].sheet.source == blocks[start].sheet.source {
			end++
		}
		t.pageFootnotes(blocks[start:end], taken)
		start = end
	}
}

func (t *typography) pageFootnotes(blocks []*block, taken map[string]bool) {
	end := len(blocks)
	for end > 0 {
		// The notes of one column stand at its end.
		start := end
		for start > 0 && blocks[start-1].column == blocks[end-1].column && blocks[start-1].sheet == blocks[end-1].sheet {
			start--
		}
		t.columnFootnotes(blocks[start:end], blocks, taken)
		end = start
	}
}

func (t *typography) columnFootnotes(column, all []*block, taken map[string]bool) {
	first := len(column)
	for first > 0 && t.isSmall(column[first-1]) {
		first--
	}
	for first < len(column) && noteMark(column[first]) == "" {
		first++
	}
	var note *block
	const most = 200 // notes of a column; more are text in small type
	for _, b := range column[first:min(len(column), first+most)] {
		mark := noteMark(b)
		if mark == "" {
			if note != nil {
				note.lines = append(note.lines, b.lines...)
				b.kind = nothing
			}
			continue
		}
		name, ok := referTo(all, b, mark, taken)
		note = nil
		if ok {
			b.kind, b.label, note = footnote, name, b
		}
	}
}

// isSmall reports whether a block is a paragraph of smaller type.
func (t *typography) isSmall(b *block) bool {
	return b.kind == paragraph && b.table == nil && b.size() < 0.95*t.size
}

// noteMark is the number or sign that a note begins with, or empty.
func noteMark(b *block) string {
	n := noteGlyphs(b.lines[0])
	if n == 0 {
		return ""
	}
	return glyphText(b.lines[0].glyphs[:n])
}

// noteGlyphs is how many glyphs a note's mark has.
func noteGlyphs(l *line) int {
	const longest = 3
	n := 0
	for n < len(l.glyphs) && n < longest && (n == 0 || !l.glyphs[n].blank) && unicode.IsDigit(l.glyphs[n].r) && l.glyphs[n].r < 0x80 {
		n++
	}
	if n == 0 && (l.glyphs[0].r == '*' || l.glyphs[0].r == '†' || l.glyphs[0].r == '‡') {
		n = 1
	}
	if n == 0 || n >= len(l.glyphs) {
		return 0
	}
	next := &l.glyphs[n]
	switch {
	case l.glyphs[0].sup || l.glyphs[0].r > 0x80 || l.glyphs[0].r == '*':
		return n
	case next.r == ')' && n+1 < len(l.glyphs):
		return n + 1
	case next.blank && unicode.IsLetter(next.r):
		return n
	}
	return 0
}

// referTo finds the raised mark of a note in the text of the page and makes it
// a reference; it returns the note's name.
func referTo(blocks []*block, note *block, mark string, taken map[string]bool) (string, bool) {
	for _, b := range blocks {
		if b == note || b.kind == footnote || b.kind == nothing || b.table != nil {
			continue
		}
		for _, l := range b.lines {
			at := raised(l, mark)
			if at < 0 {
				continue
			}
			name := freeName(mark, note.sheet.number, taken)
			taken[name] = true
			if l.notes == nil {
				l.notes = map[int]noteRef{}
			}
			l.notes[at] = noteRef{len([]rune(mark)), name}
			return name, true
		}
	}
	return "", false
}

// noteRef is a reference to a note in a line.
type noteRef struct {
	glyphs int
	name   string
}

// raised is where a mark stands raised in a line, apart from other raised
// glyphs; -1 where it doesn't.
func raised(l *line, mark string) int {
	want := []rune(mark)
	for i := 0; i < len(l.glyphs); i++ {
		if !l.glyphs[i].sup {
			continue
		}
		end := i
		for end < len(l.glyphs) && l.glyphs[end].sup {
			end++
		}
		if _, used := l.notes[i]; !used && i > 0 && end-i == len(want) && string(want) == glyphText(l.glyphs[i:end]) {
			return i
		}
		i = end
	}
	return -1
}

// freeName is a name for a note that no other has: its number, else with its page.
func freeName(mark string, page int, taken map[string]bool) string {
	name := ""
	for _, r := range mark {
		if unicode.IsDigit(r) {
			name += string(r)
		}
	}
	if name == "" {
		name = "n"
	}
	if !taken[name] {
		return name
	}
	name += "-" + strconv.Itoa(page)
	for i, base := 2, name; taken[name]; i++ {
		name = base + "-" + strconv.Itoa(i)
	}
	return name
}
