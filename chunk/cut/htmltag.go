package cut

import (
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
)

// htmlTag is a tag or comment in raw HTML.
type htmlTag struct {
	span    doc.Span
	name    string // in lower case; empty of a comment or declaration
	closing bool
}

// htmlTags returns the tags and comments in the part in of a text. One that
// doesn't end reaches to the end of the part. What stands in a script or style
// is no tag.
func htmlTags(text string, in doc.Span) []htmlTag {
	var tags []htmlTag
	for at := in.Start; ; {
		i := strings.IndexByte(text[at:in.End], '<')
		if i < 0 {
			return tags
		}
		at += i
		tag, ok := htmlTagAt(text[:in.End], at)
		if !ok {
			at++
			continue
		}
		tags = append(tags, tag)
		at = tag.span.End
		if !tag.closing && (tag.name == "script" || tag.name == "style") {
			at = rawEnd(text[:in.End], at, tag.name)
		}
	}
}

// htmlTagAt reads the tag that begins at at.
func htmlTagAt(text string, at int) (tag htmlTag, ok bool) {
	rest := text[at+1:]
	tag.span = doc.Span{Start: at, End: len(text)}
	switch {
	case strings.HasPrefix(rest, "!--"):
		if i := strings.Index(rest, "-->"); i >= 0 {
			tag.span.End = at + 1 + i + len("-->")
		}
		return tag, true
	case strings.HasPrefix(rest, "!"), strings.HasPrefix(rest, "?"):
		if i := strings.IndexByte(rest, '>'); i >= 0 {
			tag.span.End = at + 1 + i + 1
		}
		return tag, true
	case strings.HasPrefix(rest, "/"):
		tag.closing, rest = true, rest[1:]
	}
	n := 0
	for n < len(rest) && n < longestName && letterOrDigit(rest[n]) {
		n++
	}
	if n == 0 || '0' <= rest[0] && rest[0] <= '9' {
		return tag, false
	}
	tag.name = strings.ToLower(rest[:n])
	if end := tagEnd(rest[n:]); end >= 0 {
		tag.span.End = len(text) - len(rest) + n + end
	}
	return tag, true
}

// longestName bounds the names of tags that are told apart, in bytes.
const longestName = 32

func letterOrDigit(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
}

// tagEnd is where the attributes of a tag end, its > included, or -1.
func tagEnd(s string) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '>':
			return i + 1
		case '"', '\'':
			n := strings.IndexByte(s[i+1:], c)
			if n < 0 {
				return -1
			}
			i += n + 1
		}
	}
	return -1
}

// rawEnd is where the closing tag of a raw element begins, or the text ends.
func rawEnd(text string, at int, name string) int {
	for {
		i := strings.Index(text[at:], "</")
		if i < 0 {
			return len(text)
		}
		at += i
		if after := text[at+2:]; len(after) >= len(name) && strings.EqualFold(after[:len(name)], name) {
			return at
		}
		at += 2
	}
}

// rowspan is how many rows a cell with this tag reaches into, at least one; 0
// says all that are left of its group.
func rowspan(tag string) int {
	const attribute = "rowspan"
	for i := 0; i+len(attribute) < len(tag); i++ {
		if tag[i]|0x20 != 'r' || !strings.EqualFold(tag[i:i+len(attribute)], attribute) {
			continue
		}
		value := strings.TrimLeft(tag[i+len(attribute):], " \t\r\n=\"'")
		n := 0
		for n < len(value) && '0' <= value[n] && value[n] <= '9' {
			n++
		}
		if rows, err := strconv.Atoi(value[:n]); err == nil {
			return rows
		}
	}
	return 1
}
