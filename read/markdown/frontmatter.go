package markdown

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// takeFrontMatter writes the front matter down, if the text begins with it, and
// returns where the lines after it (and after a byte order mark) begin.
func (s *scanner) takeFrontMatter() int {
	start := 0
	if strings.HasPrefix(s.src, doc.BOM) {
		start = len(doc.BOM)
	}
	text := s.src[start:]
	label := ""
	switch {
	case strings.HasPrefix(text, "---"):
		label = "yaml"
	case strings.HasPrefix(text, "+++"):
		label = "toml"
	default:
		return start
	}
	size, next := frontMatter(text, label)
	if size == 0 {
		return start
	}
	s.emit(doc.Block{Kind: doc.FrontMatter, Label: label, Span: doc.Span{Start: start, End: start + size}})
	return start + next
}

// frontMatter returns the length of the front matter at the start of text and
// where the line after it begins. It is front matter only if it is closed and
// every line in it may stand in a mapping; else text begins with a rule, or
// with text, and both are 0.
func frontMatter(text, label string) (size, next int) {
	fence := text[:3]
	line, _, at := cutLine(text, 0)
	if trimRight(line) != fence {
		return 0, 0
	}
	keys := false
	for first := true; at < len(text); first = false {
		line, end, after := cutLine(text, at)
		fields := trimRight(line)
		if fields == fence || label == "yaml" && fields == "..." {
			if !keys {
				return 0, 0
			}
			return end, after
		}
		plausible, key := yamlLine(fields)
		if label == "toml" {
			plausible, key = tomlLine(fields, keys)
		}
		if !plausible || first && fields == "" {
			return 0, 0
		}
		keys = keys || key
		at = after
	}
	return 0, 0
}

// cutLine returns the line at start, where it ends and where the next begins.
func cutLine(text string, start int) (line string, end, next int) {
	n := strings.IndexAny(text[start:], "\n\r")
	if n < 0 {
		return text[start:], len(text), len(text)
	}
	end = start + n
	next = end + 1
	if text[end] == '\r' && next < len(text) && text[next] == '\n' {
		next++
	}
	return text[start:end], end, next
}

// yamlLine reports whether a line may stand in a YAML mapping at the top level,
// and whether it has a key. Indented lines belong to the value above, as do
// items of a sequence and closing brackets.
func yamlLine(line string) (plausible, key bool) {
	if line == "" || isBlank(line[0]) {
		return true, false
	}
	switch line[0] {
	case '#', ']', '}':
		return true, false
	case '-':
		return line == "-" || isBlank(line[1]), false
	case '"', '\'':
		end := strings.IndexByte(line[1:], line[0])
		if end < 0 {
			return false, false
		}
		line = trimLeft(line[1+end+1:])
		key = line == ":" || strings.HasPrefix(line, ": ") || strings.HasPrefix(line, ":\t")
		return key, key
	}
	for i := 1; i < len(line); i++ {
		if line[i] == ':' && (i+1 == len(line) || isBlank(line[i+1])) {
			return true, true
		}
	}
	return false, false
}

// tomlLine is yamlLine for TOML. After the first key anything may stand in a
// string of several lines.
func tomlLine(line string, keys bool) (plausible, key bool) {
	line = trimLeft(line)
	if line == "" || line[0] == '#' {
		return true, false
	}
	key = line[0] == '[' || strings.IndexByte(line, '=') > 0
	return key || keys, key
}
