package question

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// maxPlaces is how many occurrences of a text are told apart. A text that
// occurs more often is ambiguous whatever else is known.
const maxPlaces = 256

// source is a document's text with what finding and counting need of it, each
// computed when first asked for.
type source struct {
	text string
	x    *index
	bare *bare
}

func (s *source) index() *index {
	if s.x == nil {
		s.x = newIndex(s.text)
	}
	return s.x
}

// find returns the places of text, at most maxPlaces+1, in order: exact ones,
// or else those that differ in white space only. Places may overlap.
func (s *source) find(text string) []doc.Span {
	if found := s.exact(text); len(found) > 0 {
		return found
	}
	return s.loose(text)
}

func (s *source) exact(text string) []doc.Span {
	var found []doc.Span
	for _, at := range occurrences(s.text, text) {
		found = append(found, doc.Span{Start: at, End: at + len(text)})
	}
	return found
}

// loose finds text without regard to white space on either side.
func (s *source) loose(text string) []doc.Span {
	needle := newBare(text)
	if needle.text == "" {
		return nil
	}
	if s.bare == nil {
		s.bare = newBare(s.text)
	}
	var found []doc.Span
	for _, at := range occurrences(s.bare.text, needle.text) {
		last := s.bare.at[at+len(needle.text)-1]
		found = append(found, doc.Span{Start: int(s.bare.at[at]), End: int(last) + 1})
	}
	return found
}

func occurrences(text, part string) []int {
	if part == "" {
		return nil
	}
	var found []int
	for from := 0; len(found) <= maxPlaces; {
		i := strings.Index(text[from:], part)
		if i < 0 {
			break
		}
		found = append(found, from+i)
		_, n := utf8.DecodeRuneInString(text[from+i:])
		from += i + n
	}
	return found
}

// bare is a text without its white space, and where each byte of it stood.
type bare struct {
	text string
	at   []int32
}

func newBare(text string) *bare {
	var b strings.Builder
	at := make([]int32, 0, len(text))
	for i, r := range text {
		if unicode.IsSpace(r) || r == '\ufeff' {
			continue
		}
		_, n := utf8.DecodeRuneInString(text[i:])
		b.WriteString(text[i : i+n])
		for j := range n {
			at = append(at, int32(i+j))
		}
	}
	return &bare{b.String(), at}
}
