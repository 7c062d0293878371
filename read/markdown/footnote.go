package markdown

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// footnoteIndent is the indentation of a footnote's further lines, in columns.
const footnoteIndent = 4

// openFootnote opens the definition of a footnote, "[^name]: text". A name has
// no blanks and no brackets. It may interrupt a paragraph.
func (s *scanner) openFootnote(matched int) bool {
	text := s.src[s.line.text:s.line.end]
	if !strings.HasPrefix(text, "[^") {
		return false
	}
	n := strings.IndexAny(text[2:], "[] \t\x00")
	if n <= 0 || !strings.HasPrefix(text[2+n:], "]:") || s.depth(matched) >= maxDepth {
		return false
	}
	s.begin(matched)
	s.push(container{kind: doc.Footnote, need: footnoteIndent, end: s.line.end}, s.from(),
		doc.Block{Kind: doc.Footnote, Label: text[2 : 2+n]})
	s.takeMark(n + len("[^]:"))
	s.skip(s.line.indent())
	return true
}
