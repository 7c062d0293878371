package output

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// escaper writes text that no reader, HTML parser or bidi algorithm can take
// for more than text.
//
// The five signs of HTML become references. CR LF and CR become LF, as every
// HTML parser would make them. What can't be seen and would change what is
// seen is spelled out: control characters as their pictures (NUL as ␀), the
// byte order mark, and the bidi embeddings, overrides and isolates that can
// show code in another order than it runs in. Joiners stay: emoji and several
// scripts are written with them.
type escaper struct {
	mark bool   // put spelled-out characters in an element of their own
	next string // what follows the text: a CR at its end may be half a line end
}

// write appends text, escaped, to b.
func (e escaper) write(b *strings.Builder, text string) {
	plain := 0 // what lies from here on has not been written yet
	for i, r := range text {
		ref, other := e.reference(text, i, r)
		if !other {
			continue
		}
		b.WriteString(text[plain:i])
		b.WriteString(ref)
		plain = i + max(1, utf8.RuneLen(r))
	}
	b.WriteString(text[plain:])
}

// reference returns what stands for the rune at i; other is false where it
// stands for itself.
func (e escaper) reference(text string, i int, r rune) (ref string, other bool) {
	switch r {
	case '<':
		return "&lt;", true
	case '>':
		return "&gt;", true
	case '&':
		return "&amp;", true
	case '"':
		return "&#34;", true
	case '\'':
		return "&#39;", true
	case '\r':
		if strings.HasPrefix(text[i+1:], "\n") || i+1 == len(text) && strings.HasPrefix(e.next, "\n") {
			return "", true
		}
		return "\n", true
	}
	s := spelled(r)
	if s != "" && e.mark {
		return fmt.Sprintf(`<b class=x title="U+%04X">%s</b>`, r, s), true
	}
	return s, s != ""
}

// spelled returns a visible form of a character that has none, "" for others.
func spelled(r rune) string {
	switch {
	case r == '\t' || r == '\n':
		return ""
	case r < 0x20:
		return string('\u2400' + r)
	case r == 0x7f:
		return "\u2421"
	case r == '\ufeff':
		return "[BOM]"
	case 0x80 <= r && r < 0xa0, 0x202a <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069, 0xfdd0 <= r && r <= 0xfdef, r&0xfffe == 0xfffe:
		return fmt.Sprintf("[U+%04X]", r)
	}
	return ""
}

// escape returns text for an attribute in double quotes or for content.
func escape(text string) string {
	var b strings.Builder
	escaper{}.write(&b, text)
	return b.String()
}
