package markdown

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// openTags opens a block of JSX: lines of nothing but tags, so that they swallow
// no Markdown between them. In a paragraph only tags that close a component end
// it. Tags that go on over several lines are read only in MDX, outside of lists
// and quotes, whose marks would be in the way.
func (s *scanner) openTags(matched int, lazy bool) bool {
	at := s.line.text
	if s.dialect == CommonMark || !s.isComponent(at) {
		return false
	}
	end, open, depth := s.tags(at, s.line.end)
	if end < 0 && open && !lazy && s.looksAhead() {
		if end, _, depth = s.tags(at, len(s.src)); end < 0 {
			s.unclosed = true
		}
	}
	if end < 0 || lazy && (depth >= 0 || s.components == 0) {
		return false
	}
	s.components = max(0, s.components+depth)
	s.openRaw(matched, doc.HTML, "", end)
	return true
}

// openExpression opens an expression between braces that nothing follows on its
// last line.
func (s *scanner) openExpression(matched int) bool {
	at := s.line.text
	end := s.braces(at, s.line.end)
	if end < 0 && s.looksAhead() {
		if end = s.braces(at, len(s.src)); end < 0 {
			s.unclosed = true
		}
	}
	if end < 0 {
		return false
	}
	line, _, _ := cutLine(s.src, end)
	if trim(line) != "" {
		s.unclosed = s.unclosed || end > s.line.end
		return false
	}
	s.openRaw(matched, doc.HTML, "", end+len(line))
	return true
}

// openModule opens a run of JavaScript's import and export statements. It ends
// before a blank line outside of all brackets.
func (s *scanner) openModule(matched int) bool {
	if s.line.text > s.line.start || len(s.stack) > s.divisions || !isModule(s.src[s.line.text:s.line.end]) {
		return false
	}
	end, depth := -1, 1
	if !s.unclosed {
		end, depth = s.script(s.line.text, len(s.src), func(at, depth int) bool { return depth <= 0 && s.endsParagraph(at) })
	}
	if end < 0 && depth > 0 { // brackets that are never closed
		s.unclosed = true
		end, _ = s.script(s.line.text, len(s.src), func(at, _ int) bool { return s.endsParagraph(at) })
	}
	if end < 0 {
		end = len(s.src)
	}
	if s.src[end-1] == '\r' {
		end--
	}
	s.openRaw(matched, doc.Code, "js", end)
	return true
}

// looksAhead reports whether what isn't closed on this line may be sought on
// later ones: outside of containers that could end before, and never again once
// it was in vain, so that no text is read twice.
func (s *scanner) looksAhead() bool {
	return s.dialect == MDX && !s.unclosed && len(s.stack) == s.divisions
}

// openRaw opens a leaf that takes all lines up to the one that end lies on.
func (s *scanner) openRaw(matched int, kind doc.Kind, label string, end int) {
	s.begin(matched)
	s.leaf = leaf{kind: leafRaw, block: kind, label: label, from: s.from(), end: s.line.end, width: end}
	s.endRaw()
}

func (s *scanner) inRaw() {
	if !s.line.blank() {
		s.leaf.end = s.line.end
	}
	s.endRaw()
}

func (s *scanner) endRaw() {
	if s.line.end >= s.leaf.width {
		s.closeLeaf()
	}
}

// isComponent reports whether the tag at at is one of JSX: of a component, whose
// name has a capital or a dot, or in MDX of an element that Markdown stands in.
// HTML's own names in capitals are not meant.
func (s *scanner) isComponent(at int) bool {
	name := s.src[at+1 : s.line.end]
	name = strings.TrimPrefix(name, "/")
	n := 0
	for n < len(name) && isNameByte(name[n]) {
		n++
	}
	name = name[:n]
	if s.dialect == MDX && (name == "" || isWrapper(name)) {
		return true
	}
	if name == "" || isBlockTag(name) || isRaw(name) {
		return false
	}
	return strings.IndexByte(name, '.') > 0 || name[0] >= 'A' && name[0] <= 'Z' && strings.ToUpper(name) != name
}

// isWrapper reports the elements that Markdown is put in. Tables, lists and
// details stay HTML as a whole.
func isWrapper(name string) bool {
	switch name {
	case "div", "section", "article", "aside", "center", "main", "figure", "header", "footer", "nav", "span", "p":
		return true
	}
	return false
}

func isNameByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '.' || c == '-' || c == '_' || c == ':'
}

// tags reads tags, with blanks and in MDX expressions between them, up to the
// end of a line. It returns that end, or -1, and then whether limit was reached
// inside a tag; depth is how many more are opened than closed.
func (s *scanner) tags(at, limit int) (end int, open bool, depth int) {
	for at < limit {
		switch c := s.src[at]; {
		case isBlank(c):
			at++
		case c == '\n' || c == '\r':
			return at, false, depth
		case c == '<':
			next, change := s.tag(at, limit)
			if next < 0 {
				return -1, next == reachesEnd, 0
			}
			at, depth = next, depth+change
		case c == '{' && s.dialect == MDX:
			if at = s.braces(at, limit); at < 0 {
				return -1, true, 0
			}
		default:
			return -1, false, 0
		}
	}
	return at, false, depth
}

// What tag returns in place of an end.
const (
	isNoTag    = -1
	reachesEnd = -2
)

// tag reads the tag at at and returns where it ends and by how much it changes
// the depth.
func (s *scanner) tag(at, limit int) (end, change int) {
	i := at + 1
	change = 1
	if i < limit && s.src[i] == '/' {
		change = -1
		i++
	}
	for i < limit && isNameByte(s.src[i]) {
		i++
	}
	for begun := i; i < limit; i++ {
		switch c := s.src[i]; c {
		case '>':
			return i + 1, change
		case '/':
			if i+1 < limit && s.src[i+1] == '>' {
				return i + 2, 0
			}
			if i == begun {
				return isNoTag, 0
			}
		case '<':
			return isNoTag, 0
		case '"', '\'':
			n := strings.IndexByte(s.src[i+1:limit], c)
			if n < 0 {
				return reachesEnd, 0
			}
			i += n + 1
		case '{':
			if i = s.braces(i, limit) - 1; i < 0 {
				return reachesEnd, 0
			}
		case ' ', '\t', '\n', '\r':
		default:
			if i == begun {
				return isNoTag, 0
			}
		}
	}
	return reachesEnd, 0
}

// braces returns where the braces end that begin at at, or -1.
func (s *scanner) braces(at, limit int) int {
	end, _ := s.script(at, limit, func(_, depth int) bool { return depth == 0 })
	if end < 0 {
		return -1
	}
	return end + 1
}

// script reads JavaScript, as well as it can be without its grammar, and returns
// the first byte after which done holds, or -1: not inside of strings and
// comments, and told how many brackets are open. depth is how many are in the
// end.
func (s *scanner) script(at, limit int, done func(at, depth int) bool) (end, depth int) {
	for at < limit {
		switch c := s.src[at]; c {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			depth--
		case '"', '\'':
			at = stringEnd(s.src[:limit], at)
		case '`':
			n := strings.IndexByte(s.src[at+1:limit], '`')
			if n < 0 {
				return -1, depth
			}
			at += n + 1
		case '/':
			at = commentEnd(s.src[:limit], at)
		}
		if done(at, depth) {
			return at, depth
		}
		at++
	}
	return -1, depth
}

// stringEnd is the last byte of the string that begins at at: its quote, or the
// last one on its line, for it may be an apostrophe.
func stringEnd(text string, at int) int {
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case text[at]:
			return i
		case '\n', '\r':
			return i - 1
		case '\\':
			if i+1 < len(text) && text[i+1] != '\n' && text[i+1] != '\r' {
				i++
			}
		}
	}
	return len(text) - 1
}

// commentEnd is the last byte of the comment that begins at at, if one does.
func commentEnd(text string, at int) int {
	n := 0
	switch {
	case strings.HasPrefix(text[at:], "/*"):
		if n = strings.Index(text[at+2:], "*/"); n >= 0 {
			return at + 2 + n + 1
		}
	case strings.HasPrefix(text[at:], "//"):
		if n = strings.IndexAny(text[at:], "\n\r"); n >= 0 {
			return at + n - 1
		}
	default:
		return at
	}
	return len(text) - 1
}

// isModule reports whether a line begins a statement of a module, and no
// sentence.
func isModule(line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	rest = trimLeft(rest)
	switch word {
	case "import":
		return rest != "" && (strings.IndexByte("{*'\"", rest[0]) >= 0 || strings.Contains(rest, " from '") || strings.Contains(rest, ` from "`))
	case "export":
		next, _, _ := strings.Cut(rest, " ")
		switch next {
		case "const", "let", "var", "function", "function*", "class", "default", "async", "type", "interface", "enum", "{", "*":
			return true
		}
		return strings.HasPrefix(rest, "{")
	}
	return false
}

// endsParagraph reports whether at is a line end before a line that is blank, or
// a heading or a tag, which no statement goes on with.
func (s *scanner) endsParagraph(at int) bool {
	if s.src[at] != '\n' && (s.src[at] != '\r' || strings.HasPrefix(s.src[at+1:], "\n")) {
		return false
	}
	i := at + 1
	for i < len(s.src) && isBlank(s.src[i]) {
		i++
	}
	return i == len(s.src) || s.src[i] == '\n' || s.src[i] == '\r' || i == at+1 && (s.src[i] == '#' || s.src[i] == '<')
}
