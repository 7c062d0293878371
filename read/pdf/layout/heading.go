package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/pildora/pildora/read/pdf/page"
)

// How sure it is that a block is a heading.
type certainty uint8

const (
	no     certainty = iota
	maybe            // by its weight, capitals or number alone, in the type of the text
	likely           // by larger type, or by several signs
	told             // the file says so
)

const (
	headingLetters = 160 // the most characters
	headingLines   = 4
)

// style is how headings of one level are set.
type style struct {
	size         int // in half points
	bold, italic bool
	caps         bool
}

func compareStyles(a, b style) int {
	if c := cmp.Compare(b.size, a.size); c != 0 {
		return c
	}
	return cmp.Compare(a.weight(), b.weight())
}

func (s style) weight() int {
	w := 0
	if !s.bold {
		w += 4
	}
	if !s.caps {
		w += 2
	}
	if s.italic {
		w++
	}
	return w
}

// candidate is a block that may be a heading.
type candidate struct {
	at        int // in the blocks
	block     *block
	certainty certainty
	style     style
	depth     int // of its number, 0 without
	level     int // that the file tells, or 0
}

// markHeadings finds headings among blocks and gives them levels.
func (t *typography) markHeadings(blocks []*block, outline []page.Entry, tagged []int) {
	entries := newOutline(outline)
	var found []candidate
	for i, b := range blocks {
		if b.kind != paragraph && !(b.kind == heading && tagged[i] > 0) || b.table != nil {
			continue
		}
		c := candidate{at: i, block: b, style: t.styleOf(b)}
		c.depth, _ = sectionDepth(b.text())
		if level := entries.match(b); level > 0 {
			c.certainty, c.level = told, level
		} else if tagged[i] > 0 {
			c.certainty, c.level = told, tagged[i]
		} else {
			c.certainty = t.certaintyOf(blocks, i)
		}
		if c.certainty > no {
			found = append(found, c)
		}
	}
	found = t.sifted(found, blocks)
	setLevels(found)
	for _, c := range found {
		c.block.kind, c.block.level = heading, c.level
	}
}

func (t *typography) styleOf(b *block) style {
	upper, lower := cases(b.text())
	s := style{
		size: int(b.size()*2 + 0.5),
		bold: b.all(func(l *line) bool { return l.bold }), italic: b.all(func(l *line) bool { return l.italic }),
		caps: upper >= 3 && lower == 0,
	}
	if s.bold && !t.bold || b.size() > 1.06*t.size {
		s.caps = false // it stands out as it is: a title may just be an abbreviation
	}
	return s
}

// certaintyOf judges a block by how it is set, what it says and what follows.
func (t *typography) certaintyOf(blocks []*block, i int) certainty {
	b := blocks[i]
	text := b.text()
	depth, _ := sectionDepth(text)
	const columns = 2 // as many gaps are of a row
	if !b.sheet.main || depth == 0 && b.size() < 1.18*t.size && beforeTable(blocks, i) && slices.ContainsFunc(b.lines, func(l *line) bool { return len(l.gaps) > 0 }) || !headingText(text) || len(b.lines) > headingLines || len(b.lines) == 1 && len(b.lines[0].gaps) >= columns || b.marker.bullet || b.all(func(l *line) bool { return l.mono }) && !t.mono {
		return no
	}
	s := t.styleOf(b)
	size := b.size() / t.size
	bold := s.bold && !t.bold
	caps := s.caps && !t.caps
	switch {
	case b.atFoot():
		return no
	case size >= 1.18, size >= 1.06 && (bold || caps || depth > 0 || b.face() != t.font):
		return likely
	case size < 0.95:
		return no
	case (bold || caps) && depth > 0 && b.stands():
		return likely
	case bold && b.stands() && introduces(blocks, i):
		return maybe
	case (b.face() != t.font || b.lines[0].color != t.color) && len(b.lines) == 1 && b.early && b.gap > 1.3 && introduces(blocks, i):
		return maybe
	case s.italic && len(b.lines) == 1 && b.early && text[0] != '(' && introduces(blocks, i) && !blocks[i+1].all(func(l *line) bool { return l.italic }):
		return maybe
	case depth > 0 && (s.italic || b.center || b.face() != t.font) && b.stands() && introduces(blocks, i):
		return maybe
	case caps && (b.center || depth > 0) && introduces(blocks, i):
		return maybe
	case depth > 0 && len(b.lines) == 1 && b.gap > 1.3 && beforeTable(blocks, i):
		return maybe
	case depth > 1 && b.stands() && introduces(blocks, i) && len(b.lines) == 1 && b.gap > 1.3:
		return maybe
	}
	return no
}

// face is the typeface of a block's first line.
func (b *block) face() int32 { return b.lines[0].font }

// atFoot reports whether a block stands so low on its page that nothing can
// follow it there.
func (b *block) atFoot() bool {
	_, h := b.sheet.frame.size()
	return b.lines[len(b.lines)-1].base < 0.07*h
}

// stands reports whether a block stands by itself: its line isn't full, or
// there is room above it.
func (b *block) stands() bool { return b.early || b.gap > 1.3 || b.center }

// headingText reports whether a text may be that of a heading: it has letters,
// isn't long, and doesn't end as a sentence or in the middle of one.
func headingText(text string) bool {
	runes := []rune(text)
	if len(runes) > headingLetters || len(runes) < 2 || isLeader(text) || isCaption(text) {
		return false
	}
	letters, signs := 0, 0
	for _, r := range runes {
		if unicode.IsLetter(r) {
			letters++
		}
		if strings.ContainsRune("(){}[];*=_<>", r) {
			signs++
		}
	}
	const ofCode = 6
	if letters < 2 || letters*3 < len(runes) || signs >= ofCode {
		return false
	}
	last := runes[len(runes)-1]
	if strings.ContainsRune(",;…", last) {
		return false
	}
	if last == '.' {
		return len(strings.Fields(text)) <= 8 && strings.Count(text, ". ") < 2
	}
	return true
}

func beforeTable(blocks []*block, i int) bool { return i+1 < len(blocks) && blocks[i+1].table != nil }

// introduces reports whether text follows a block below it, or a smaller
// heading, a list or a table.
func introduces(blocks []*block, i int) bool {
	if i+1 >= len(blocks) {
		return false
	}
	b, next := blocks[i], blocks[i+1]
	if next.table != nil {
		return true
	}
	if next.kind == footnote || next.kind == nothing || len(next.lines) == 0 {
		return false
	}
	nb := next.all(func(l *line) bool { return l.bold })
	bb := b.all(func(l *line) bool { return l.bold })
	if next.marker.glyphs > 0 && nb == bb {
		return b.marker.glyphs == 0
	}
	return nb != bb || len(next.lines) > 1 || len(next.text()) > 2*len(b.text()) && len(next.text()) > 60
}

// sifted drops candidates that are one of many in a row: labels of a form, the
// lines of a cover page, items in bold type.
func (t *typography) sifted(found []candidate, blocks []*block) []candidate {
	const inRow = 3
	var out []candidate
	found = withoutItems(found, blocks)
	found = withoutHeads(found)
	slanted := map[style]int{}
	for _, c := range found {
		if c.certainty == maybe && c.style.italic && !c.style.bold {
			slanted[c.style]++
		}
	}
	found = slices.DeleteFunc(found, func(c candidate) bool { // one line in italics is emphasis
		return slanted[c.style] == 1 && c.certainty == maybe
	})
	alike := func(a, b style) bool { return a.size == b.size && a.bold == b.bold }
	for start := 0; start < len(found); {
		end := start + 1
		for end < len(found) && found[end].at == found[end-1].at+1 && alike(found[end].style, found[start].style) {
			end++
		}
		for _, c := range found[start:end] {
			if end-start >= inRow && c.certainty < told && (c.certainty == maybe || c.depth == 0) {
				continue
			}
			out = append(out, c)
		}
		start = end
	}
	return out
}

// withoutItems drops numbered candidates of which the next one of the same
// numbers is none although it looks like them: they are items of a list.
func withoutItems(found []candidate, blocks []*block) []candidate {
	is := make(map[*block]bool, len(found))
	for _, c := range found {
		is[c.block] = true
	}
	return slices.DeleteFunc(found, func(c candidate) bool {
		if c.certainty == told || c.block.marker.glyphs == 0 || c.block.marker.bullet {
			return false
		}
		o := sibling(blocks, c.at)
		return o != nil && !is[o] && o.lines[0].bold == c.block.lines[0].bold && sizeKey(o.size()) == sizeKey(c.block.size())
	})
}

// withoutHeads drops candidates at the top of a page right above one in larger
// type: the heads of short documents, which don't come again.
func withoutHeads(found []candidate) []candidate {
	var out []candidate
	for i, c := range found {
		if i+1 < len(found) && c.certainty < told && c.depth == 0 && c.block.gap == maxCoordinate && c.block.column == 0 {
			if next := found[i+1]; next.at == c.at+1 && float32(next.style.size) > 1.1*float32(c.style.size) && next.block.sheet == c.block.sheet {
				continue
			}
		}
		out = append(out, c)
	}
	return out
}
