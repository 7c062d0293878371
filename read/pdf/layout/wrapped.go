package layout

import (
	"slices"
	"strings"
	"unicode"

	"github.com/pildora/pildora/read/pdf/page"
)

// Columns of a few lines look like the rows of a table, or like labels and what
// stands behind them. What tells them apart is that text goes on from line to
// line: it breaks off where the next word had no more room, in the middle of a
// sentence. Cells don't, each is a whole of its own. Scripts without lower case
// don't show it; there nothing is decided here.

const (
	firstIndent = 3   // ems: how far the first line of a paragraph is indented at most
	edgeNear    = 0.5 // ems: how far the left sides of a column's lines are apart
	nextLine    = 1.8 // ems: the largest distance of two lines of one paragraph
	shortWord   = 3   // letters: words like "and", "de", "to" end no cell
	gutterBlank = 2   // how much wider than a blank between words a gutter is
)

// wrapsAround reports whether what stands on either side of a white column is
// text that goes on from line to line there.
func (p *parter) wrapsAround(items []piece, g page.Box) bool {
	if p.rtl {
		return false
	}
	left, ok := p.beside(items, g, false)
	if !ok {
		return false
	}
	right, ok := p.beside(items, g, true)
	if !ok {
		return false
	}
	if right.left-left.right < gutterBlank*max(left.blank, right.blank) {
		return false
	}
	l, r := left.wrapping(), right.wrapping()
	signs := l.signs + r.signs
	if last, first := left.rows[len(left.rows)-1], right.rows[0]; breaksOffShort(last) && startsLower(glyphText(first.glyphs)) {
		signs++
	}
	const (
		fewestSigns = 2
		partSigns   = 4 // of so many line ends, one at least
		partAgainst = 6 // of so many line ends, one at most
	)
	ends := len(left.rows) + len(right.rows) - 2
	return l.goesOn > 0 && r.goesOn > 0 && (l.against+r.against)*partAgainst <= ends && signs >= max(fewestSigns, ends/partSigns)
}

// stack is a column's lines, one below the other.
type stack struct {
	rows        []*segment
	left, right float32
	blank       float32 // the widest between two words
}

// beside is the column next to a white one, on its right or its left side; false
// where there is none whose lines begin at one place.
func (p *parter) beside(items []piece, g page.Box, right bool) (stack, bool) {
	var segments []*segment
	x, edge := middleX(g), float32(maxCoordinate)
	for i := range items {
		it := &items[i]
		if y := middleY(it.box); y > g.Top || y < g.Bottom || middleX(it.box) < x == right {
			continue
		}
		if it.segment < 0 {
			return stack{}, false
		}
		segments = append(segments, &p.sheet.segments[it.segment])
		edge = min(edge, it.box.Left)
	}
	if !right {
		edge = lastEdge(segments)
	}
	return stackAt(segments, edge)
}

// lastEdge is where the segment begins that begins furthest to the right.
func lastEdge(segments []*segment) float32 {
	edge := float32(-maxCoordinate)
	for _, s := range segments {
		edge = max(edge, s.box.Left)
	}
	return edge
}

// stackAt makes a stack of the segments that begin at about edge. What begins
// elsewhere stands in other columns; false where it doesn't, where two stand on
// one line, or where there are fewer than two.
func stackAt(segments []*segment, edge float32) (stack, bool) {
	s := stack{left: maxCoordinate, right: -maxCoordinate}
	for _, seg := range segments {
		if abs(seg.box.Left-edge) > firstIndent*seg.size {
			continue
		}
		s.rows = append(s.rows, seg)
		s.left, s.right = min(s.left, seg.box.Left), max(s.right, seg.box.Right)
		s.blank = max(s.blank, widestBlank(seg.glyphs))
	}
	if len(s.rows) < 2 {
		return s, false
	}
	for _, seg := range segments {
		if abs(seg.box.Left-edge) > firstIndent*seg.size && overlap(s.left, s.right, seg.box.Left, seg.box.Right) > 0 {
			return s, false
		}
	}
	slices.SortStableFunc(s.rows, func(a, b *segment) int { return compareFloat(b.base, a.base) })
	for i, seg := range s.rows {
		text := glyphText(seg.glyphs)
		if seg.box.Left-s.left > edgeNear*seg.size && (startsLower(text) || i > 0 && !endsSentence(glyphText(s.rows[i-1].glyphs))) {
			return s, false
		}
		if i > 0 && s.rows[i-1].base-seg.base < edgeNear*seg.size {
			return s, false
		}
	}
	return s, true
}

// widestBlank is how wide the widest blank between two words is.
func widestBlank(glyphs []glyph) float32 {
	widest := float32(0)
	for i := 1; i < len(glyphs); i++ {
		if glyphs[i].blank {
			widest = max(widest, glyphs[i].box.Left-glyphs[i-1].box.Right)
		}
	}
	return widest
}

// wrapping is what the line ends of a column say of it.
type wrapping struct {
	goesOn  int // a sentence goes on in the next line, whose first word had no room
	against int // neither is the sentence at its end nor does it go on
	signs   int // of sentences: their ends, and lines that end in a word that ends no cell
}

func (s *stack) wrapping() wrapping {
	reach := map[int]float32{} // how far lines of one size go
	for _, r := range s.rows {
		key := sizeKey(r.size)
		if old, ok := reach[key]; !ok || r.box.Right > old {
			reach[key] = r.box.Right
		}
	}
	var w wrapping
	for i, a := range s.rows {
		text := glyphText(a.glyphs)
		ended := endsSentence(text)
		if ended && !strings.HasSuffix(text, ":") && strings.Contains(text, " ") || strings.Contains(text, ". ") {
			w.signs++
		}
		if i+1 == len(s.rows) {
			break
		}
		b := s.rows[i+1]
		short, lower := breaksOffShort(a), startsLower(glyphText(b.glyphs))
		const blank, tolerance = 0.25, 0.1 // ems
		full := a.box.Right+wordWidth(b.glyphs)+(blank+tolerance)*a.size > reach[sizeKey(a.size)]
		switch {
		case ended || !setAlike(a, b): // the end of a paragraph, or a heading
		case !full || !lower && !short || a.base-b.base > nextLine*a.size:
			w.against++
		case lower:
			w.goesOn++
			if short {
				w.signs++
			}
		} // else a name, or a noun in German: it says nothing
	}
	return w
}

// setAlike reports whether two segments are in one size and weight.
func setAlike(a, b *segment) bool {
	bold := func(s *segment) bool { return mainGlyph(s.glyphs).flags&page.Bold != 0 }
	return abs(a.size-b.size) <= 0.06*max(a.size, b.size) && bold(a) == bold(b)
}

// breaksOffShort reports whether a segment ends with a short word in lower case,
// a comma or a hyphen: what ends neither a sentence nor a cell.
func breaksOffShort(s *segment) bool {
	last := s.glyphs[len(s.glyphs)-1].r
	if last == ',' || last == '-' || last == softHyphen {
		return true
	}
	letters := 0
	for i := len(s.glyphs) - 1; i >= 0; i-- {
		g := &s.glyphs[i]
		if !unicode.IsLower(g.r) {
			return false
		}
		letters++
		if g.blank {
			return letters <= shortWord
		}
	}
	return false
}
