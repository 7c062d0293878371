package markdown

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// directives are what templates put alone on a line: shortcodes of Hugo and
// Quarto, tags of Liquid and Jinja, inclusions of MkDocs. They are no prose.
var directives = [...]struct{ open, close string }{
	{"{{<", ">}}"}, {"{{%", "%}}"}, {"{%", "%}"}, {"{*", "*}"}, {"{!", "!}"},
}

// openDirective reads a directive alone on its line.
func (s *scanner) openDirective(matched int) bool {
	text := s.content()
	for _, d := range directives {
		if strings.HasPrefix(text, d.open) && strings.HasSuffix(text, d.close) && len(text) >= len(d.open)+len(d.close) {
			s.begin(matched)
			s.emit(doc.Block{Kind: doc.HTML, Span: doc.Span{Start: s.from(), End: s.line.end}})
			return true
		}
	}
	return false
}

// remark is a kind of comment that Markdown itself doesn't have.
type remark struct {
	open, close string
	html        int // how its block ends
}

var (
	percents = remark{"%%", "%%", htmlPercents}
	braced   = remark{"{/*", "*/}", htmlBraced}
)

// openRemark opens a comment: nothing may follow its end on the line, and the
// end must come.
func (s *scanner) openRemark(matched int, r remark, lastEnd *place) bool {
	inner, ok := strings.CutPrefix(s.content(), r.open)
	if !ok {
		return false
	}
	_, after, closed := strings.Cut(inner, r.close)
	if closed && after != "" || !closed && lastEnd.at(func() int { return strings.LastIndex(s.src, r.close) }) < s.line.end {
		return false
	}
	s.begin(matched)
	s.leaf = leaf{kind: leafHTML, block: doc.HTML, from: s.from(), end: s.line.end, width: r.html}
	if closed {
		s.closeLeaf()
	}
	return true
}

// openBlockName reads the name that Obsidian gives to the block before: "^name".
func (s *scanner) openBlockName(matched int) bool {
	text := s.content()
	for i := 1; i < len(text); i++ {
		if c := text[i]; !isLetter(c) && !isDigit(c) && c != '-' {
			return false
		}
	}
	if len(text) < 2 {
		return false
	}
	s.begin(matched)
	s.emit(doc.Block{Kind: doc.Definition, Label: text, Span: doc.Span{Start: s.from(), End: s.line.end}})
	return true
}

// openCaption reads Pandoc's caption of the table before: ": text".
func (s *scanner) openCaption(matched int) bool {
	text := s.content()
	if s.dialect == CommonMark || len(text) < 3 || !isBlank(text[1]) || len(s.blocks) == 0 || s.blocks[len(s.blocks)-1].Kind != doc.Row {
		return false
	}
	s.begin(matched)
	s.emit(doc.Block{Kind: doc.Caption, Span: doc.Span{Start: s.from(), End: s.line.end}})
	return true
}
