package markdown

import "github.com/pildora/pildora/doc"

// listMark is the marker of an item.
type listMark struct {
	width int  // bytes, which are columns too
	kind  byte // - + * or the delimiter . )
	one   bool // may interrupt a paragraph: a bullet, or the number 1
}

func (m listMark) level() uint8 {
	if m.kind == '.' || m.kind == ')' {
		return 1
	}
	return 0
}

// maxDigits is how long the number of an item may be.
const maxDigits = 9

// listMark reads a marker at the text of the line; width is 0 where there is
// none.
func (s *scanner) listMark() listMark {
	i, end := s.line.text, s.line.end
	m := listMark{width: 1, kind: s.src[i], one: true}
	if c := s.src[i]; c >= '0' && c <= '9' {
		for m.width < end-i && m.width < maxDigits && isDigit(s.src[i+m.width]) {
			m.width++
		}
		if i+m.width >= end || s.src[i+m.width] != '.' && s.src[i+m.width] != ')' {
			return listMark{}
		}
		m.kind = s.src[i+m.width]
		m.one = isOne(s.src[i : i+m.width])
		m.width++
	}
	if after := i + m.width; after < end && !isBlank(s.src[after]) {
		return listMark{}
	}
	return m
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isOne reports whether digits are the number one, however many zeros before.
func isOne(digits string) bool {
	for i := 0; i < len(digits)-1; i++ {
		if digits[i] != '0' {
			return false
		}
	}
	return digits[len(digits)-1] == '1'
}

// openItem opens an item, and a list where it doesn't go on one. interrupts
// says that the line would otherwise go on a paragraph: then the item must not
// be empty and its number must be one.
func (s *scanner) openItem(matched int, interrupts bool) bool {
	m := s.listMark()
	if m.width == 0 || interrupts && (!m.one || trimLeft(s.src[s.line.text+m.width:s.line.end]) == "") {
		return false
	}
	goesOn := matched > 0 && s.stack[matched-1].kind == doc.List && s.stack[matched-1].marker == m.kind
	if goesOn {
		s.closeTo(matched)
	} else {
		if s.depth(matched)+2 > maxDepth {
			return false
		}
		s.begin(matched)
		s.push(container{kind: doc.List, marker: m.kind}, s.from(), doc.Block{Kind: doc.List, Level: m.level()})
	}
	indent := s.line.indent()
	s.push(container{kind: doc.Item, end: s.line.end}, s.line.text, doc.Block{Kind: doc.Item})
	s.takeMark(m.width)
	s.stack[len(s.stack)-1].need = indent + m.width + s.takePadding()
	return true
}

// takePadding moves the cursor over the blanks that belong to a marker and
// returns their columns: one to four, but one where nothing or indented code
// follows.
func (s *scanner) takePadding() int {
	n := s.line.indent()
	if s.line.blank() {
		return 1
	}
	if n > 4 {
		n = 1
	}
	s.skip(n)
	return n
}
