package layout

import (
	"slices"
	"strings"

	"github.com/pildora/pildora/read/pdf/page"
)

// tags are the structure elements of a page, as far as they are believed.
type tags struct {
	elements []page.Element
	block    []int32 // of each element: the innermost block element that it lies in, or -1
}

// maxNesting bounds how far parents of elements are followed.
const maxNesting = 64

// newTags looks at a sheet's structure. It is not believed where most of the
// text has no element of a block, or all of it the same.
func newTags(s *sheet) *tags {
	elements := s.source.Elements
	if len(elements) == 0 {
		return &tags{}
	}
	t := &tags{elements: elements, block: make([]int32, len(elements))}
	for i := range elements {
		t.block[i] = -1
		for e, depth := int32(i), 0; e >= 0 && int(e) < len(elements) && depth < maxNesting; e, depth = elements[e].Parent, depth+1 {
			if isBlockType(elements[e].Type) {
				t.block[i] = e
				break
			}
		}
	}
	lines, known, first, several := 0, 0, int32(-1), false
	for _, c := range s.columns {
		for _, l := range c.lines {
			lines++
			b := t.blockOf(l)
			if b < 0 {
				continue
			}
			known++
			if first >= 0 && b != first {
				several = true
			}
			first = b
		}
	}
	if known*5 < lines*4 || !several && lines > 3 {
		return &tags{}
	}
	return t
}

// isBlockType reports whether an element of a type is a block of text.
func isBlockType(typ string) bool {
	switch typ {
	case "P", "H", "Title", "LI", "LBody", "TH", "TD", "Caption", "Note", "FENote", "TOCI", "Code", "BibEntry":
		return true
	}
	return headingLevel(typ) > 0
}

// headingLevel is that of a type "H1" to "H6"; 0 for others.
func headingLevel(typ string) int {
	if len(typ) == 2 && typ[0] == 'H' && typ[1] >= '1' && typ[1] <= '6' {
		return int(typ[1] - '0')
	}
	return 0
}

// blockOf is the element that a line's block is, or -1.
func (t *tags) blockOf(l *line) int32 {
	if l.elem < 0 || int(l.elem) >= len(t.block) {
		return -1
	}
	return t.block[l.elem]
}

// together reports whether the structure says that two lines are of one block,
// or of two; known is false where it says nothing.
func (t *tags) together(a, b *line) (same, known bool) {
	x, y := t.blockOf(a), t.blockOf(b)
	if x < 0 || y < 0 {
		return false, false
	}
	if x == y {
		// Producers without paragraphs put everything into one element.
		return true, a.base-b.base < 2.2*max(a.size, b.size) && abs(a.size-b.size) < 0.2*a.size
	}
	return false, true
}

// typeOf is the type of a block's element, and the level of a heading: that of
// "H1", or how deep the sections lie in each other for a plain "H".
func (t *tags) typeOf(elem int32) (typ string, level int) {
	if elem < 0 || int(elem) >= len(t.elements) {
		return "", 0
	}
	typ = t.elements[elem].Type
	if n := headingLevel(typ); n > 0 {
		return "H", n
	}
	if typ == "Title" {
		return "H", 1
	}
	if typ == "H" {
		level = 1
		for e, depth := t.elements[elem].Parent, 0; e >= 0 && int(e) < len(t.elements) && depth < maxNesting; e, depth = t.elements[e].Parent, depth+1 {
			if strings.HasPrefix(t.elements[e].Type, "Sect") {
				level++
			}
		}
		return "H", min(level, 6)
	}
	return typ, 0
}

// withPictures puts the pictures that are described among the blocks of a sheet,
// before the first that stands below them.
func (s *sheet) withPictures(blocks []*block) []*block {
	if !s.main {
		return blocks
	}
	const maxPictures = 500
	seen := map[int32]bool{}
	for _, m := range s.images[:min(len(s.images), maxPictures)] {
		alt, elem := s.described(m.Element)
		if alt == "" || seen[elem] {
			continue
		}
		seen[elem] = true
		b := &block{kind: picture, label: alt, sheet: s, top: m.Box.Top, elem: elem, lines: []*line{{sheet: s, box: m.Box, elem: elem}}}
		at := len(blocks)
		for i, o := range blocks {
			if o.kind != picture && o.top <= m.Box.Top && overlap(o.left(), o.right(), m.Box.Left, m.Box.Right) > 0 {
				at, b.column = i, o.column
				break
			}
		}
		blocks = append(blocks[:at:at], append([]*block{b}, blocks[at:]...)...)
	}
	return blocks
}

func (b *block) left() float32 {
	if b.table != nil {
		return b.table.box.Left
	}
	return b.box().Left
}

func (b *block) right() float32 {
	if b.table != nil {
		return b.table.box.Right
	}
	return b.box().Right
}

// describes reports whether an alternative text says anything: not just that
// there is a picture, or where.
func describes(alt string) bool {
	lower := strings.ToLower(alt)
	return alt != "" && !slices.Contains(noAlt, lower) && !strings.Contains(lower, "://") &&
		!slices.ContainsFunc([]string{".png", ".jpg", ".jpeg", ".gif", ".svg", ".bmp", ".tif", ".emf", ".wmf"}, func(s string) bool { return strings.HasSuffix(lower, s) })
}

// noAlt are alternative texts that describe nothing.
var noAlt = []string{"figure", "figura", "image", "imagen", "picture", "graphic", "photo", "logo"}

// described is the alternative text of a picture's element or of what it lies
// in, and that element.
func (s *sheet) described(elem int32) (string, int32) {
	elements := s.source.Elements
	for depth := 0; elem >= 0 && int(elem) < len(elements) && depth < 4; elem, depth = elements[elem].Parent, depth+1 {
		if alt := strings.Join(strings.Fields(elements[elem].Alt), " "); describes(alt) {
			return alt, elem
		}
	}
	return "", -1
}
