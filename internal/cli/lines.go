package cli

import (
	"sort"
	"strings"
)

// lineIndex tells the lines of a text.
type lineIndex []int // where each line begins

func newLineIndex(text string) lineIndex {
	starts := lineIndex{0}
	for i := 0; ; {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			return starts
		}
		i += n + 1
		starts = append(starts, i)
	}
}

// at is the line of a byte, from 1.
func (l lineIndex) at(offset int) int {
	return sort.Search(len(l), func(i int) bool { return l[i] > offset })
}

// excerpt is the beginning of a text on one line, at most n letters of it.
func excerpt(text string, n int) string {
	// Of a long text only the beginning is looked at.
	if limit := 8 * n; len(text) > limit {
		text = strings.ToValidUTF8(text[:limit], "") + "…"
	}
	text = strings.Join(strings.Fields(text), " ")
	letters := 0
	for i := range text {
		if letters++; letters > n {
			return strings.TrimSpace(text[:i]) + "…"
		}
	}
	return text
}

// lineEnds makes the line ends of Windows and of old Macs those of a terminal.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// printable takes control characters out of a text that goes to a terminal, and
// keeps its lines.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		return visible(r)
	}, lineEnds.Replace(text))
}

// label is printable for a name, an id or a message that has to stay on its
// line: a file name may hold a line end.
func label(text string) string { return strings.Map(visible, text) }

func visible(r rune) rune {
	if r < ' ' || r == 0x7f || 0x80 <= r && r < 0xa0 || r == '\u2028' || r == '\u2029' {
		return '\ufffd'
	}
	return r
}
