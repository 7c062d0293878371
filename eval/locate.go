package eval

import (
	"strings"
	"unicode"

	"github.com/pildora/pildora/doc"
)

// solid is a text without its white space, and the way back: chunks of other
// programs are looked for in it, since many of them change blanks.
type solid struct {
	text string
	at   []int32 // byte of the document for every byte of text
}

func newSolid(text string) *solid {
	s := &solid{at: make([]int32, 0, len(text))}
	s.text = squeeze(text, func(i int) { s.at = append(s.at, int32(i)) })
	return s
}

// squeeze returns text without white space and tells where each byte that
// stays stood.
func squeeze(text string, tell func(at int)) string {
	var b strings.Builder
	b.Grow(len(text))
	for i, r := range text {
		if unicode.IsSpace(r) {
			continue
		}
		n := b.Len()
		b.WriteRune(r)
		for k := range b.Len() - n {
			tell(i + k)
		}
	}
	return b.String()
}

// locator finds the chunks of one document in their order.
type locator struct {
	solid *solid
	next  int // in solid.text, where the next chunk is looked for first
}

// find returns the span of a chunk's text, blanks ignored: its first place
// after the start of the chunk before it, else the first of all.
func (l *locator) find(text string) (doc.Span, bool) {
	body := squeeze(text, func(int) {})
	if body == "" {
		return doc.Span{}, false
	}
	at := -1
	if l.next <= len(l.solid.text) {
		if at = strings.Index(l.solid.text[l.next:], body); at >= 0 {
			at += l.next
		}
	}
	if at < 0 {
		at = strings.Index(l.solid.text, body)
	}
	if at < 0 {
		return doc.Span{}, false
	}
	l.next = at + 1
	return doc.Span{Start: int(l.solid.at[at]), End: int(l.solid.at[at+len(body)-1]) + 1}, true
}

// moved notes that a chunk was found elsewhere by its offsets.
func (l *locator) moved(s doc.Span) {
	lo, hi := 0, len(l.solid.at)
	for lo < hi {
		mid := (lo + hi) / 2
		if int(l.solid.at[mid]) < s.Start {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	l.next = lo + 1
}
