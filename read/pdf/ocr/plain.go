package ocr

import (
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/read/pdf/page"
)

// rows is the least number of lines that a page is taken to have.
const rows = 60

// plain puts lines of text on a page one below the other, as nothing is known
// of where they stood: empty lines are gaps, and the boxes tell the order and
// not the place.
func plain(text string, width, height float32) []word {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\f", "\n", "\t", "    ").Replace(strings.TrimSpace(text))
	if text == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	longest := 1
	for _, l := range lines {
		longest = max(longest, utf8.RuneCountInString(l))
	}
	pitch := height / float32(max(rows, len(lines)+2))
	step := min(0.8*width/float32(longest), 0.5*pitch)
	var words []word
	for i, l := range lines {
		top := height - pitch*float32(i+1)
		bottom := top - 0.8*pitch
		line := page.Box{Left: 0.1 * width, Right: 0.1*width + step*float32(utf8.RuneCountInString(l)), Bottom: bottom, Top: top}
		at := 0
		for _, field := range strings.SplitAfter(l, " ") {
			n := utf8.RuneCountInString(field)
			if w := strings.TrimSpace(field); w != "" && len(words) < maxWords {
				box := line
				box.Left = 0.1*width + step*float32(at)
				box.Right = box.Left + step*float32(utf8.RuneCountInString(w))
				words = append(words, word{w, box, line, 0})
			}
			at += n
		}
	}
	return words
}
