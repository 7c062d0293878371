// Package plain takes the marks off inline Markdown.
package plain

import (
	"regexp"
	"strings"
)

var (
	link     = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	note     = regexp.MustCompile(`\[\^[^\]]*\]`)
	entities = strings.NewReplacer("**", "", "__", "", "`", "", `\|`, "|", `\*`, "*", `\_`, "_", "<br>", " ", "<br/>", " ", "&nbsp;", " ", "&amp;", "&")
	tags     = regexp.MustCompile(`</?[A-Za-z][^<>]*>`)
	anchor   = regexp.MustCompile(`\s*\{:?\s*[#.][^{}]*\}\s*$`) // of a heading: { #name }
	emphasis = regexp.MustCompile(`(^|[\s(«"“¿¡])[*_]([^*_\s][^*_]*)[*_]`)
)

// marks are the characters without one of which a text has no marks.
const marks = "*_`[<{\\&"

// Text is inline Markdown as text: of links what they show, of emphasis, code
// and tags what they hold, of references to footnotes nothing. It is for short
// texts: a title, a sentence, a cell.
func Text(inline string) string {
	if !strings.ContainsAny(inline, marks) {
		return strings.TrimSpace(inline)
	}
	text := tags.ReplaceAllString(anchor.ReplaceAllString(inline, ""), "")
	text = note.ReplaceAllString(link.ReplaceAllString(text, "$1"), "")
	text = emphasis.ReplaceAllString(entities.Replace(text), "$1$2")
	return strings.TrimSpace(text)
}
