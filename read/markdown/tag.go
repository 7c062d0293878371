package markdown

import "strings"

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// nameLength returns the length of the tag name at the start of text.
func nameLength(text string) int {
	n := 0
	for n < len(text) && (isLetter(text[n]) || n > 0 && (isDigit(text[n]) || text[n] == '-')) {
		n++
	}
	return n
}

// isRaw reports an element whose content is not markup, or keeps blank lines.
func isRaw(name string) bool {
	return strings.EqualFold(name, "script") || strings.EqualFold(name, "pre") ||
		strings.EqualFold(name, "style") || strings.EqualFold(name, "textarea")
}

// isBlockTag reports the names that begin a block of HTML wherever they stand
// (start condition 6 of the specification).
func isBlockTag(name string) bool {
	var buf [len("blockquote")]byte // no name is longer
	if len(name) > len(buf) {
		return false
	}
	for i := range len(name) {
		buf[i] = name[i]
		if name[i] >= 'A' && name[i] <= 'Z' {
			buf[i] |= 0x20
		}
	}
	switch string(buf[:len(name)]) {
	case "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col",
		"colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure",
		"footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr",
		"html", "iframe", "legend", "li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol",
		"optgroup", "option", "p", "param", "search", "section", "summary", "table", "tbody", "td", "tfoot",
		"th", "thead", "title", "tr", "track", "ul":
		return true
	}
	return false
}

// isWholeTag reports whether rest, which follows a tag's name, ends that tag
// and the line.
func isWholeTag(rest string, closing bool) bool {
	for !closing {
		after, ok := cutAttribute(rest)
		if !ok {
			break
		}
		rest = after
	}
	rest = trimLeft(rest)
	if !closing {
		rest = strings.TrimPrefix(rest, "/")
	}
	return strings.HasPrefix(rest, ">") && trimLeft(rest[1:]) == ""
}

// cutAttribute takes blanks and an attribute, with its value if it has one,
// off the start of text.
func cutAttribute(text string) (rest string, ok bool) {
	rest = trimLeft(text)
	if rest == text || rest == "" || !isLetter(rest[0]) && rest[0] != '_' && rest[0] != ':' {
		return text, false
	}
	n := 1
	for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n]) || strings.IndexByte("_.:-", rest[n]) >= 0) {
		n++
	}
	rest = rest[n:]
	value, ok := strings.CutPrefix(trimLeft(rest), "=")
	if !ok {
		return rest, true
	}
	return cutValue(trimLeft(value))
}

func cutValue(text string) (rest string, ok bool) {
	if text == "" {
		return text, false
	}
	if quote := text[0]; quote == '"' || quote == '\'' {
		end := strings.IndexByte(text[1:], quote)
		return text[1+end+1:], end >= 0
	}
	n := strings.IndexAny(text, " \t\"'=<>`")
	if n < 0 {
		n = len(text)
	}
	return text[n:], n > 0
}
