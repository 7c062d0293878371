package layout

import (
	"slices"
	"strings"
	"unicode"

	"github.com/pildora/pildora/read/pdf/page"
)

// line is a line of text in a region or a cell.
type line struct {
	sheet  *sheet
	glyphs []glyph // in reading order
	box    page.Box
	base   float32
	size   float32
	text   string
	gaps   []stretchX // white space wide enough to part columns, from left to right

	bold, italic, mono bool  // all of it
	font               int32 // of most of it, in the typefaces of the document
	color              uint32
	rtl                bool
	rule               float32         // how far below the line above a rule made of signs stands; 0 without one
	elem               int32           // the element of the structure that most of it belongs to, or -1
	notes              map[int]noteRef // references to notes, by the glyph at which they begin
}

// stretchX is a stretch from left to right.
type stretchX struct{ left, right float32 }

// linesOf makes lines of segments that stand in one region, from top to bottom.
func linesOf(segments []segment, s *sheet) []*line {
	order := slices.Clone(segments)
	slices.SortStableFunc(order, func(a, b segment) int { return compareFloat(b.base, a.base) })
	var lines []*line
	var now []segment
	flush := func() {
		if len(now) > 0 {
			lines = append(lines, newLine(now, s))
		}
		now = nil
	}
	base, size := float32(0), float32(0)
	for _, seg := range order {
		if len(now) > 0 && !joinsLine(now, &seg, base, size) {
			flush()
		}
		if len(now) == 0 || len(seg.glyphs) > 3 && seg.size > size {
			base, size = seg.base, seg.size
		}
		now = append(now, seg)
	}
	flush()
	return attached(lines, s)
}

func joinsLine(now []segment, seg *segment, base, size float32) bool {
	return abs(seg.base-base) <= 0.35*min(size, seg.size)
}

// attached puts lines of a few small characters, raised or lowered, into the
// line that they stand at.
func attached(lines []*line, s *sheet) []*line {
	drop := make([]bool, len(lines))
	for i, l := range lines {
		if len(l.glyphs) > 6 {
			continue
		}
		for _, j := range []int{i + 1, i - 1} {
			if j < 0 || j >= len(lines) || drop[j] || !l.isScriptOf(lines[j]) {
				continue
			}
			lines[j] = merged(lines[j], l, s)
			drop[i] = true
			break
		}
	}
	return deleteAt(lines, drop)
}

// isScriptOf reports whether l is a raised or lowered piece of m.
func (l *line) isScriptOf(m *line) bool {
	em := m.size
	return l.size < 0.85*em && abs(l.base-m.base) < scriptRise*em && len(m.glyphs) > len(l.glyphs) &&
		l.box.Left > m.box.Left-0.5*em && l.box.Right < m.box.Right+0.5*em+width(l.box)
}

func merged(m, l *line, s *sheet) *line {
	segments := append(segmentsOf(m.glyphs), segmentsOf(l.glyphs)...)
	for i := range segments {
		if seg := &segments[i]; seg.size < 0.85*m.size && seg.base > m.base+0.15*m.size {
			for j := range seg.glyphs {
				seg.glyphs[j].sup = true
			}
		}
	}
	return newLine(segments, s)
}

// newLine joins segments of one line from left to right, or the other way round
// where most is written so.
func newLine(segments []segment, s *sheet) *line {
	letters, rtl := 0, 0
	for i := range segments {
		for j := range segments[i].glyphs {
			switch r := segments[i].glyphs[j].r; {
			case isRTL(r):
				rtl++
			case unicode.IsLetter(r):
				letters++
			}
		}
	}
	l := &line{sheet: s, rtl: rtl > letters}
	slices.SortStableFunc(segments, func(a, b segment) int { return compareFloat(a.box.Left, b.box.Left) })
	if l.rtl {
		slices.Reverse(segments)
		for i := 0; i < len(segments); i++ { // what is read from left to right keeps its order
			end := i
			for end < len(segments) && !segments[end].rtl {
				end++
			}
			if end > i+1 {
				slices.Reverse(segments[i:end])
			}
			i = max(i, end-1)
		}
	}
	for i := range segments {
		l.add(&segments[i], i > 0)
	}
	l.finish()
	return l
}

// add appends a segment.
func (l *line) add(seg *segment, more bool) {
	at := len(l.glyphs)
	if !more {
		l.glyphs = slices.Clip(seg.glyphs) // most lines are one segment, and share its glyphs
	} else {
		l.glyphs = append(l.glyphs, seg.glyphs...)
		last := l.glyphs[at-1].box
		left, right := last.Right, seg.box.Left
		if seg.box.Left < last.Left {
			left, right = seg.box.Right, last.Left
		}
		em := max(seg.size, l.glyphs[at-1].size)
		if right-left > 0.15*em {
			l.glyphs[at].blank = true
		}
	}
	l.box = union(l.box, seg.box)
}

// columnGap is from where on white space may part columns, in ems.
const columnGap = 0.8

// findGaps finds the white space in the line that may part columns.
func (l *line) findGaps() {
	for i := 1; i < len(l.glyphs); i++ {
		a, b := &l.glyphs[i-1], &l.glyphs[i]
		left, right := a.box.Right, b.box.Left
		if b.box.Right <= a.box.Left {
			left, right = b.box.Right, a.box.Left
		}
		if right-left >= columnGap*max(a.size, b.size) {
			l.gaps = append(l.gaps, stretchX{left, right})
		}
	}
	slices.SortFunc(l.gaps, func(a, b stretchX) int { return compareFloat(a.left, b.left) })
}

// finish works out what is known of a line as a whole.
func (l *line) finish() {
	l.findGaps()
	main := mainGlyph(l.glyphs)
	l.base, l.size, l.font, l.color = main.base, main.size, main.font, main.color
	l.text = glyphText(l.glyphs)
	l.elem = main.elem
	bold, italic, mono, allMono, seen, votes := 0, 0, 0, 0, 0, 0
	for i := range l.glyphs {
		g := &l.glyphs[i]
		switch {
		case votes == 0:
			l.elem, votes = g.elem, 1
		case g.elem == l.elem:
			votes++
		default:
			votes--
		}
		isMono := g.flags&page.Mono != 0 && g.r < firstSquare
		if isMono {
			allMono++
		}
		if !unicode.IsLetter(g.r) && !unicode.IsDigit(g.r) {
			continue
		}
		seen++
		if g.flags&page.Bold != 0 {
			bold++
		}
		if g.flags&page.Italic != 0 {
			italic++
		}
		if isMono {
			mono++
		}
	}
	l.bold = seen > 0 && bold*20 >= seen*19
	l.italic = seen > 0 && italic*20 >= seen*19
	l.mono = seen > 0 && mono*5 >= seen*4 || seen == 0 && allMono == len(l.glyphs)
}

// firstSquare is from where on scripts are square, whose fonts say that all of
// their glyphs are of one width, and mean nothing by it.
const firstSquare = '\u2500'

// glyphText is the text of glyphs, with one blank wherever white space stands
// between two.
func glyphText(glyphs []glyph) string {
	var b strings.Builder
	b.Grow(len(glyphs) + len(glyphs)/4)
	for i := range glyphs {
		if glyphs[i].blank && i > 0 {
			b.WriteByte(' ')
		}
		if glyphs[i].r == softHyphen && i+1 < len(glyphs) {
			continue
		}
		b.WriteRune(glyphs[i].r)
	}
	return b.String()
}

// isRule reports whether a line is but a rule made of signs.
func (l *line) isRule() bool {
	const fewest = 4
	for i := range l.glyphs {
		if r := l.glyphs[i].r; r != l.glyphs[0].r || r != '-' && r != '=' && r != '─' && r != '—' && r != '~' {
			return false
		}
	}
	return len(l.glyphs) >= fewest
}

// withoutRules drops the rules that are made of signs. The line below one knows
// how much room it took.
func withoutRules(lines []*line) []*line {
	kept := lines[:0]
	room := float32(0)
	for _, l := range lines {
		if l.isRule() {
			if n := len(kept); n > 0 {
				room = kept[n-1].base - l.base
			}
			continue
		}
		l.rule, room = room, 0
		kept = append(kept, l)
	}
	return kept
}

// textOf is the text of lines, joined by blanks.
func textOf(lines []*line) string {
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return lines[0].text
	}
	var b strings.Builder
	for i, l := range lines {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(l.text)
	}
	return b.String()
}

// wordWidth is how wide the first word of glyphs is.
func wordWidth(glyphs []glyph) float32 {
	var b page.Box
	for i := range glyphs {
		if i > 0 && glyphs[i].blank {
			break
		}
		b = union(b, glyphs[i].box)
	}
	return width(b)
}
