package layout

import (
	"strings"
	"unicode"

	"github.com/pildora/pildora/read/pdf/page"
)

// outline finds the blocks that the file's bookmarks lead to.
type outline struct {
	byPage map[int][]int // of the entries not found yet
	list   []page.Entry
	keys   []string
	found  []bool
}

// maxEntries bounds the bookmarks that are looked at.
const maxEntries = 20_000

func newOutline(entries []page.Entry) *outline {
	entries = entries[:min(len(entries), maxEntries)]
	o := &outline{byPage: map[int][]int{}, list: entries, found: make([]bool, len(entries))}
	for i, e := range entries {
		o.keys = append(o.keys, matchKey(e.Title))
		if e.Page > 0 && o.keys[i] != "" {
			o.byPage[e.Page] = append(o.byPage[e.Page], i)
		}
	}
	return o
}

// match is the level of the bookmark that leads to a block, or 0. Each bookmark
// is found once, on its page.
func (o *outline) match(b *block) int {
	entries := o.byPage[b.sheet.number]
	if len(entries) == 0 || len(b.lines) > headingLines {
		return 0
	}
	text := b.text()
	if len(text) > 2*headingLetters {
		return 0
	}
	key := matchKey(text)
	const most = 64 // entries of a page that are tried
	tried := 0
	for _, i := range entries {
		if o.found[i] {
			continue
		}
		if tried++; tried > most {
			break
		}
		if sameTitle(key, o.keys[i]) {
			o.found[i] = true
			return max(1, min(o.list[i].Level, 6))
		}
	}
	return 0
}

// matchKey is a title's letters and digits in lower case.
func matchKey(title string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

// sameTitle reports whether two titles are the same but for the number in front.
func sameTitle(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	if a == b {
		return true
	}
	if len(a) < len(b) {
		a, b = b, a
	}
	front, ok := strings.CutSuffix(a, b)
	const longestNumber = 12
	return ok && len(b) >= 3 && len(front) <= longestNumber && numberLike(front)
}

// numberLike reports whether a key is a section's number, with its word or without.
func numberLike(front string) bool {
	word := strings.TrimRightFunc(front, func(r rune) bool { return unicode.IsDigit(r) })
	return word == "" || len([]rune(word)) == 1 || sectionWords[word] > 0 || roman(word) > 0 || sectionWords[strings.TrimRight(word, "ivxlc")] > 0
}
