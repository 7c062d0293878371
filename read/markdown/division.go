package markdown

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// maxDivisions is how deep fenced divisions nest. They take no byte of the lines
// in them, so their number bounds what a line costs.
const maxDivisions = 32

// title is where a block's title begins in the text of its line; 0 where there
// is none.
type title int

// openDivision opens what stands between fences of three or more colons (Pandoc,
// Quarto, Docusaurus, VitePress, MyST) or slashes (MkDocs): "::: note Title",
// ":::note[Title]", "::: {.callout-note}", ":::{note} Title", "/// note | Title".
// It is one only if a fence that could close it comes later.
func (s *scanner) openDivision(matched int) bool {
	text := s.content()
	mark, width := text[0], 1
	for width < len(text) && text[width] == mark {
		width++
	}
	if s.dialect == CommonMark || width < 3 || s.divisions == maxDivisions || s.depth(matched) >= maxDepth {
		return false
	}
	name, t := colonTitle(text, width)
	if mark == '/' {
		name, t = slashTitle(text, width)
	}
	if name == "" || !s.fenceFollows(mark) {
		return false
	}
	s.begin(matched)
	s.push(container{kind: doc.Detail, marker: mark, width: width, end: s.line.end}, s.from(), doc.Block{Kind: calloutKind(name), Label: name})
	s.divisions++
	s.takeTitle(t)
	s.options = true
	return true
}

// takeOption takes a line right below the fence of a division as one of its
// marks, if it is an option: "    open: true" with slashes, ":class: x" with
// colons.
func (s *scanner) takeOption(matched int) bool {
	top := &s.stack[len(s.stack)-1]
	if s.options = matched == len(s.stack) && s.isOption(top.marker); !s.options {
		return false
	}
	top.end = s.line.end
	return true
}

func (s *scanner) isOption(mark byte) bool {
	text := s.content()
	if mark == ':' {
		n := nameLength(strings.TrimPrefix(text, ":"))
		return text[0] == ':' && n > 0 && strings.HasPrefix(text[1+n:], ":") && (len(text) == n+2 || isBlank(text[n+2]))
	}
	n := nameLength(text)
	return s.line.indent() >= admonitionIndent && n > 0 && strings.HasPrefix(text[n:], ":") && (len(text) == n+1 || isBlank(text[n+1]))
}

// closeDivision reads a closing fence: of colons it closes the innermost division
// whose fence isn't longer, of slashes one whose fence is as long.
func (s *scanner) closeDivision(matched int) bool {
	text := s.content()
	if s.divisions == 0 || len(text) < 3 || !isRun(text) {
		return false
	}
	found := -1
	for i := min(matched, len(s.stack)) - 1; i >= 0; i-- {
		c := &s.stack[i]
		if c.kind != doc.Detail || c.marker != text[0] {
			continue
		}
		if c.width == len(text) || c.width < len(text) && c.marker == ':' {
			found = i
			break
		}
		if found < 0 && c.marker == ':' {
			found = i // Pandoc asks for no length
		}
	}
	if found < 0 {
		return false
	}
	s.closeTo(found + 1)
	s.stack[found].end = s.line.end
	s.closeTo(found)
	return true
}

// isRun reports whether text is one byte again and again.
func isRun(text string) bool {
	for i := 1; i < len(text); i++ {
		if text[i] != text[0] {
			return false
		}
	}
	return true
}

// fenceFollows reports whether a line that is nothing but three or more marks
// comes after this one. The last one is sought once.
func (s *scanner) fenceFollows(mark byte) bool {
	seen := &s.lastFence[0]
	if mark == '/' {
		seen = &s.lastFence[1]
	}
	return seen.at(func() int { return lastFence(s.src, strings.Repeat(string(mark), 3)) }) >= s.line.next
}

// place is where something stands last in a text, once it was sought.
type place struct {
	sought bool
	offset int // -1: nowhere
}

func (p *place) at(seek func() int) int {
	if !p.sought {
		*p = place{true, seek()}
	}
	return p.offset
}

func lastFence(text, fence string) int {
	for end := len(text); ; {
		i := strings.LastIndex(text[:end], fence)
		if i < 0 {
			return -1
		}
		end = strings.LastIndexAny(text[:i], "\n\r") + 1
		line, _, _ := cutLine(text, end)
		if line = strings.Trim(line, " \t>"); line != "" && isRun(line) {
			return end
		}
	}
}

// colonTitle reads the name of a division and where its title begins in text,
// whose first width bytes are the fence.
func colonTitle(text string, width int) (name string, t title) {
	text = trimRight(strings.TrimRight(text, ":"))
	if len(text) <= width {
		return "", 0
	}
	at := width + blanksAt(text[width:])
	if text[at] != '{' {
		n := nameLength(text[at:])
		name, at = text[at:at+n], at+n
		switch rest := text[at:]; {
		case n == 0 || rest != "" && strings.IndexByte(" \t[{", rest[0]) < 0:
			return "", 0
		case rest != "" && rest[0] == '[':
			return name, title(at)
		}
		at += blanksAt(text[at:])
	}
	if at < len(text) && text[at] == '{' {
		end := strings.IndexByte(text[at:], '}')
		if end < 0 {
			return "", 0
		}
		if name == "" {
			name = attributeName(text[at+1 : at+end])
		}
		at += end + 1
		at += blanksAt(text[at:])
	}
	if at == len(text) {
		return name, 0
	}
	return name, title(at)
}

// attributeName is what a list of attributes calls its block: a bare word, else
// its first class, else its name.
func attributeName(attributes string) string {
	name := "div"
	for field := range strings.FieldsSeq(attributes) {
		switch {
		case field[0] == '.':
			return field[1:]
		case field[0] == '#' && name == "div":
			name = field[1:]
		case nameLength(field) == len(field):
			return field
		}
	}
	return name
}

// slashTitle is colonTitle for "name | title".
func slashTitle(text string, width int) (name string, t title) {
	at := width + blanksAt(text[width:])
	n := nameLength(text[at:])
	name, at = text[at:at+n], at+n
	at += blanksAt(text[at:])
	if at == len(text) {
		return name, 0
	}
	if text[at] != '|' {
		return "", 0
	}
	at++
	at += blanksAt(text[at:])
	if at == len(text) {
		return name, 0
	}
	return name, title(at)
}

// blanksAt counts the blanks that text begins with.
func blanksAt(text string) int { return len(text) - len(trimLeft(text)) }

// takeTitle takes the rest of the line as the marks of the container that it has
// opened, and its title as a paragraph in it.
func (s *scanner) takeTitle(t title) {
	if t > 0 {
		s.emit(doc.Block{Kind: doc.Paragraph, Span: doc.Span{Start: s.line.text + int(t), End: s.line.end}})
	}
	s.takeMark(s.line.end - s.line.text)
}

// calloutKind is the kind of block that a name stands for: a callout is a remark
// beside the text, like a quotation; anything else groups what is in it.
func calloutKind(name string) doc.Kind {
	name = strings.TrimPrefix(strings.ToLower(name), "callout-")
	switch name {
	case "abstract", "admonition", "attention", "bug", "callout", "caution", "check", "cite", "danger", "error", "example", "fail",
		"failure", "faq", "help", "hint", "important", "info", "missing", "note", "question", "quote", "seealso", "success",
		"summary", "tip", "tldr", "todo", "warning":
		return doc.Quote
	}
	return doc.Detail
}
