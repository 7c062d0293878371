package layout

import (
	"strings"
	"unicode"

	"github.com/pildora/pildora/read/pdf/page"
)

// kind is what a block is.
type kind uint8

const (
	paragraph kind = iota
	heading
	item
	caption
	footnote
	code
	contents // a line of a table of contents
	tabular
	picture
	nothing // went into another block
)

// block is a piece of the document: lines that belong together, or a table.
type block struct {
	kind   kind
	level  int // of a heading, from 1
	lines  []*line
	marker marker
	run    bool // an item whose number goes on that of another, or the other way round
	table  *table
	label  string // a footnote's name; a picture's description

	sheet  *sheet
	column int  // of the sheet
	last   bool // of its column
	top    float32
	gap    float32 // from what stands above it in its column, in lines; large at the top
	elem   int32   // the structure element that it is, or -1
	early  bool    // its last line leaves room for another word
	center bool
}

func (b *block) text() string { return textOf(b.lines) }

func (b *block) box() (box page.Box) {
	for _, l := range b.lines {
		box = union(box, l.box)
	}
	return box
}

func (b *block) all(is func(*line) bool) bool {
	for _, l := range b.lines {
		if !is(l) {
			return false
		}
	}
	return len(b.lines) > 0
}

func (b *block) size() float32 {
	size, n := float32(0), 0
	for _, l := range b.lines {
		if len(l.glyphs) > n {
			size, n = l.size, len(l.glyphs)
		}
	}
	return size
}

// blocksOf are the blocks of a sheet in reading order.
func (s *sheet) blocksOf(t *typography) []*block {
	var out []*block
	tags := newTags(s)
	for i := range s.columns {
		c := &s.columns[i]
		first := len(out)
		atoms := c.atoms
		for start := 0; start <= len(c.lines); {
			if len(atoms) > 0 && (start == len(c.lines) || atoms[0].box.Top >= c.lines[start].box.Bottom) {
				out = append(out, &block{kind: tabular, table: atoms[0], sheet: s, column: i, top: atoms[0].box.Top, elem: -1})
				atoms = atoms[1:]
				continue
			}
			if start == len(c.lines) {
				break
			}
			end := len(c.lines)
			if len(atoms) > 0 {
				for end = start + 1; end < len(c.lines) && atoms[0].box.Top < c.lines[end].box.Bottom; end++ {
				}
			}
			out = append(out, s.stacked(c.lines[start:end], i, t, tags)...)
			start = end
		}
		if len(out) > first {
			out[len(out)-1].last = true
		}
	}
	return s.withPictures(out)
}

// stacked parts lines that stand above each other into tables and blocks.
func (s *sheet) stacked(lines []*line, column int, t *typography, tags *tags) []*block {
	var out []*block
	for start := 0; start < len(lines); {
		at, n := nextAligned(lines[start:], s)
		out = append(out, s.paragraphs(lines[start:start+at], column, t, tags)...)
		if n > 0 {
			tab := alignedTable(lines[start+at : start+at+n])
			out = append(out, &block{kind: tabular, table: tab, sheet: s, column: column, top: tab.box.Top, elem: -1})
		}
		start += at + n
	}
	return out
}

// paragraphs parts lines where one ends.
func (s *sheet) paragraphs(lines []*line, column int, t *typography, tags *tags) []*block {
	var out []*block
	p := parting{t: t, tags: tags, lines: lines, edges: edgesOf(lines)}
	for start := 0; start < len(lines); {
		end := start + 1
		for end < len(lines) && !p.parts(start, end) {
			end++
		}
		b := &block{lines: lines[start:end:end], sheet: s, column: column, top: lines[start].box.Top, elem: tags.blockOf(lines[start])}
		b.marker = markerOf(lines[start])
		b.early = p.early(end-1, lines[start])
		b.center = p.centered(start)
		b.gap = maxCoordinate
		if start > 0 {
			b.gap = (lines[start-1].base - lines[start].base) / t.leading(min(lines[start].size, lines[start-1].size))
		}
		out = append(out, b)
		start = end
	}
	return out
}

// parting finds out where blocks end.
type parting struct {
	t     *typography
	tags  *tags
	lines []*line
	edges []stretchX
}

// edgesOf says for each line how far the lines around it reach that are set alike.
func edgesOf(lines []*line) []stretchX {
	const around = 8
	out := make([]stretchX, len(lines))
	for i, l := range lines {
		e := stretchX{l.box.Left, l.box.Right}
		for j := max(0, i-around); j < min(len(lines), i+around+1); j++ {
			if m := lines[j]; abs(m.size-l.size) < 0.25*l.size {
				e.left, e.right = min(e.left, m.box.Left), max(e.right, m.box.Right)
			}
		}
		out[i] = e
	}
	return out
}

// early reports whether line i leaves room for the first word of next.
func (p *parting) early(i int, next *line) bool {
	l, e := p.lines[i], p.edges[i]
	room := e.right - l.box.Right
	if l.rtl {
		room = l.box.Left - e.left
	}
	if p.centered(i) {
		room *= 2
	}
	return room > wordWidth(next.glyphs)+0.8*l.size
}

// centered reports whether a line stands in the middle and fills it by far not.
func (p *parting) centered(i int) bool {
	l, e := p.lines[i], p.edges[i]
	left, right := l.box.Left-e.left, e.right-l.box.Right
	if left <= 1.5*l.size || right <= 1.5*l.size || abs(left-right) >= 1.5*l.size {
		return false
	}
	for _, j := range []int{i - 1, i + 1} { // a line set at the side of its neighbour is in its place by chance
		if j < 0 || j >= len(p.lines) {
			continue
		}
		m := p.lines[j]
		if abs(m.base-l.base) < 2*p.t.leading(l.size) && abs(m.box.Left-l.box.Left) < 0.4*l.size {
			return false
		}
	}
	return true
}

// parts reports whether a block that began at line start ends before line i.
func (p *parting) parts(start, i int) bool {
	a, b := p.lines[i-1], p.lines[i]
	if same, known := p.tags.together(a, b); known {
		return !same
	}
	em := max(a.size, b.size)
	distance := a.base - b.base
	if b.rule < 1.2*p.t.leading(em) {
		distance -= b.rule // it underlines
	}
	switch {
	case abs(a.size-b.size) > 0.06*em, a.font != b.font && abs(a.size-b.size) > 0.03*em:
		return true
	case distance <= 0 || distance > 1.38*p.t.leading(em):
		return true
	case a.rtl != b.rtl:
		return true
	case isLeader(a.text) || isLeader(b.text):
		return true
	}
	lower := startsLower(b.text)
	early := p.early(i-1, b)
	if a.mono != b.mono && !p.t.mono && (early || distance > 1.15*p.t.leading(em) || abs(a.box.Left-b.box.Left) > 0.8*em) {
		return true // else a line of a paragraph that happens to be all code
	}
	if m := markerOf(b); m.glyphs > 0 && (m.bullet || early || endsSentence(a.text) || strings.HasSuffix(a.text, ";") || strings.HasSuffix(a.text, ",")) {
		if first := markerOf(p.lines[start]); m.bullet || first.glyphs > 0 || early || endsSentence(a.text) {
			return true
		}
	}
	if a.bold != b.bold && (early || !lower) {
		return true
	}
	if !p.t.mono && a.mono && b.mono {
		return false // code: its lines end where they like
	}
	if p.centered(i-1) && p.centered(i) {
		return early && !(a.bold && b.bold && !p.t.bold || a.size > 1.1*p.t.size)
	}
	if early && !lower && !goesOnAfter(a) {
		return true
	}
	return p.indented(start, i, early)
}

// indented reports whether the indentation of line i says that a paragraph begins.
func (p *parting) indented(start, i int, early bool) bool {
	a, b := p.lines[i-1], p.lines[i]
	in := b.box.Left - a.box.Left
	if b.rtl {
		in = a.box.Right - b.box.Right
	}
	em := b.size
	ended := early || endsSentence(a.text)
	switch {
	case in > 0.8*em: // further in
		if m := markerOf(p.lines[start]); m.glyphs > 0 && i-start == 1 {
			return false // below an item's marker
		}
		return ended && !startsLower(b.text)
	case in < -0.8*em: // further out
		if i-start == 1 {
			return early && !startsLower(b.text) // the first line of a paragraph was indented
		}
		return ended || !startsLower(b.text)
	}
	return false
}

// goesOnAfter reports whether a line ends with a sign that something follows.
func goesOnAfter(l *line) bool {
	last := &l.glyphs[len(l.glyphs)-1]
	return strings.ContainsRune(",(/", last.r) || !last.blank && strings.ContainsRune("-–—", last.r)
}

func startsLower(s string) bool {
	for _, r := range s {
		return unicode.IsLower(r)
	}
	return false
}

// endsSentence reports whether a text ends as a sentence or what introduces a
// list does, closing marks aside.
func endsSentence(s string) bool {
	s = strings.TrimRight(s, "\"'”’»)]")
	if s == "" {
		return false
	}
	r := []rune(s[max(0, len(s)-4):])
	return strings.ContainsRune(".:!?…。！？؟۔", r[len(r)-1])
}
