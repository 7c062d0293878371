package report

import (
	"fmt"
	"html"
	"strings"
	"unicode"
)

// escape makes text from anywhere plain text of a page. Beside the signs of
// HTML it spells out what can't be seen and would change what is seen: control
// characters, and the marks that turn the direction of writing.
func escape(text string) string {
	if strings.IndexFunc(text, odd) < 0 {
		return html.EscapeString(text)
	}
	var b strings.Builder
	for _, r := range text {
		if odd(r) {
			fmt.Fprintf(&b, "‹U+%04X›", r)
		} else {
			b.WriteRune(r)
		}
	}
	return html.EscapeString(b.String())
}

func odd(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' || r == '\ufeff' ||
		0x202a <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069
}
