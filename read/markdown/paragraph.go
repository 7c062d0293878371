package markdown

import "github.com/pildora/pildora/doc"

// paraLine is a line of an open paragraph: where a block begins that begins on
// it, its first byte that is no blank, and its end.
type paraLine struct{ from, text, end int }

// addText goes on with the open paragraph or opens one. What the containers'
// marks left of the line is its text.
func (s *scanner) addText() {
	if s.leaf.kind != leafParagraph {
		s.leaf = leaf{kind: leafParagraph}
	}
	s.para = append(s.para, paraLine{s.from(), s.line.text, s.line.end})
}

// closeParagraph writes lines down: link definitions first, then what is left.
func (s *scanner) closeParagraph(lines []paraLine) {
	lines = s.takeDefinitions(lines)
	if len(lines) > 0 {
		s.emit(doc.Block{Kind: doc.Paragraph, Span: doc.Span{Start: lines[0].from, End: lines[len(lines)-1].end}})
	}
	s.leaf.kind, s.para = noLeaf, s.para[:0]
}
