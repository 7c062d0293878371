package markdown

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// The seven ways a block of HTML begins and ends, numbered as in the
// specification (section 4.6).
const (
	htmlRaw     = 1 + iota // <script>, <pre>, <style>, <textarea>
	htmlComment            // <!-- -->
	htmlProcess            // <? ?>
	htmlDeclare            // <!X >
	htmlCDATA              // <![CDATA[ ]]>
	htmlBlock              // a tag of a block, up to a blank line
	htmlTag                // any complete tag alone on its line, up to a blank line

	// Comments of other dialects end as the first five do.
	htmlPercents = -iota // %% %%
	htmlBraced           // {/* */}
)

// openHTML opens a block of HTML. lazy says that the line could go on a
// paragraph: then a complete tag is text in it.
func (s *scanner) openHTML(matched int, lazy bool) bool {
	text := s.src[s.line.text:s.line.end]
	kind := htmlKind(text)
	if kind == 0 || kind == htmlTag && lazy {
		return false
	}
	s.begin(matched)
	s.leaf = leaf{kind: leafHTML, block: doc.HTML, from: s.from(), end: s.line.end, width: kind}
	if htmlEnds(kind, text) {
		s.closeLeaf()
	}
	return true
}

// inHTML takes a line of an open block; it reports false on the blank line
// that ends it.
func (s *scanner) inHTML() bool {
	if s.line.blank() {
		return s.leaf.width < htmlBlock
	}
	s.leaf.end = s.line.end
	if htmlEnds(s.leaf.width, s.src[s.line.text:s.line.end]) {
		s.closeLeaf()
	}
	return true
}

// htmlKind returns how a block of HTML begins with text, or 0.
func htmlKind(text string) int {
	switch {
	case len(text) < 2:
		return 0
	case text[1] == '?':
		return htmlProcess
	case text[1] == '!':
		return htmlBang(text[2:])
	}
	closing := text[1] == '/'
	name := text[1:]
	if closing {
		name = text[2:]
	}
	n := nameLength(name)
	if n == 0 {
		return 0
	}
	after := name[n:]
	name = name[:n]
	switch {
	case !closing && isRaw(name) && (after == "" || isBlank(after[0]) || after[0] == '>'):
		return htmlRaw
	case isBlockTag(name) && (after == "" || isBlank(after[0]) || after[0] == '>' || strings.HasPrefix(after, "/>")):
		return htmlBlock
	case (closing || !isRaw(name)) && isWholeTag(after, closing):
		return htmlTag
	}
	return 0
}

func htmlBang(after string) int {
	switch {
	case strings.HasPrefix(after, "--"):
		return htmlComment
	case strings.HasPrefix(after, "[CDATA["):
		return htmlCDATA
	case after != "" && isLetter(after[0]):
		return htmlDeclare
	}
	return 0
}

// htmlEnds reports whether a line ends a block of the first five kinds.
func htmlEnds(kind int, line string) bool {
	switch kind {
	case htmlRaw:
		return endsRaw(line)
	case htmlComment:
		return strings.Contains(line, "-->")
	case htmlProcess:
		return strings.Contains(line, "?>")
	case htmlDeclare:
		return strings.IndexByte(line, '>') >= 0
	case htmlCDATA:
		return strings.Contains(line, "]]>")
	case htmlPercents:
		return strings.Contains(line, percents.close)
	case htmlBraced:
		return strings.Contains(line, braced.close)
	}
	return false
}

// endsRaw reports whether a closing tag of any raw element is in the line.
func endsRaw(line string) bool {
	for {
		_, rest, found := strings.Cut(line, "</")
		if !found {
			return false
		}
		n := nameLength(rest)
		if n < len(rest) && rest[n] == '>' && isRaw(rest[:n]) {
			return true
		}
		line = rest
	}
}
