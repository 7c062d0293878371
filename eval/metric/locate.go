package metric

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ChromaLocate finds a chunk in its document as Chroma's evaluation does: it
// drops one full stop at the chunk's end and takes the first place in the
// document where the rest stands; failing that, the first place where its words
// stand in order, whatever blanks are between them and in whatever case. (So
// the chunk loses its full stop, and a chunk whose text stands in the document
// twice is always found at the first place.) Chroma then tries the document's
// sentence that is most like the chunk, and gives up below 98 in 100; here that
// step is left out and the chunk isn't found.
func ChromaLocate(text, chunk string) (Span, bool) {
	chunk = strings.TrimSuffix(chunk, ".")
	if at := strings.Index(text, chunk); at >= 0 {
		start := utf8.RuneCountInString(text[:at])
		return Span{start, start + utf8.RuneCountInString(chunk)}, true
	}
	words := strings.Fields(chunk)
	if len(words) == 0 {
		return Span{}, true // nothing is found at the very beginning
	}
	start := 0
	for at := 0; at < len(text); start++ {
		if end := wordsAt(text, at, words); end >= 0 {
			return Span{start, start + utf8.RuneCountInString(text[at:end])}, true
		}
		_, width := utf8.DecodeRuneInString(text[at:])
		at += width
	}
	return Span{}, false
}

// wordsAt returns where the words end that begin at byte at, blanks between
// them aside; -1 where they don't stand there.
func wordsAt(text string, at int, words []string) int {
	for i, w := range words {
		if i > 0 {
			at = len(text) - len(strings.TrimLeftFunc(text[at:], unicode.IsSpace))
		}
		if at = foldedAt(text, at, w); at < 0 {
			return -1
		}
	}
	return at
}

// foldedAt returns where the word ends that begins at byte at, in any case.
func foldedAt(text string, at int, word string) int {
	for _, want := range word {
		got, width := utf8.DecodeRuneInString(text[at:])
		if width == 0 || got != want && !folds(got, want) {
			return -1
		}
		at += width
	}
	return at
}

func folds(a, b rune) bool {
	for f := unicode.SimpleFold(a); f != a; f = unicode.SimpleFold(f) {
		if f == b {
			return true
		}
	}
	return false
}
