package whole

import (
	"strings"

	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
)

// Find returns the pills that the detectors find in d, containers left out.
// fits says whether a span would fit one chunk; it is asked about pills with
// the headings right before them.
func Find(d *doc.Document, fits func(doc.Span) bool) []Pill {
	found := pill.Find(d, d.Whole()).Proper()
	out := make([]Pill, len(found))
	for i, p := range found {
		s := solid(d, p.Span)
		out[i] = Pill{Kind: p.Kind.String(), Span: s, Parent: int(p.Parent), Series: int(p.Series), Fits: fits(doc.Span{Start: p.Head, End: s.End})}
	}
	return out
}

// solid is s without blanks at its ends, its first line's indentation included:
// others leave that out of their chunks, and it answers nothing.
func solid(d *doc.Document, s doc.Span) doc.Span {
	text := d.Slice(s)
	s.Start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	s.End -= len(text) - len(strings.TrimRight(text, " \t\r\n"))
	return s
}

// indented is where the line begins on which only blanks stand before at, else
// at.
func indented(d *doc.Document, at int) int {
	i := len(strings.TrimRight(d.Text[:at], " \t"))
	if i == 0 || d.Text[i-1] == '\n' {
		return i
	}
	return at
}
