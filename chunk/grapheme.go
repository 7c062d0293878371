package chunk

import (
	"context"
	"iter"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/pildora/pildora/doc"
)

// Graphemes cuts between any two grapheme clusters (UAX 29). Every packer has
// it as its last resort.
var Graphemes Cutter = CutFunc(graphemeCuts)

// CutFunc makes a Cutter of a function.
type CutFunc func(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error]

// Cuts calls the function.
func (f CutFunc) Cuts(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return f(ctx, d, s)
}

func graphemeCuts(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		text := d.Slice(s)
		for i := 0; i < len(text); {
			i += clusterLen(text[i:])
			if i < len(text) && !yield(s.Start+i, nil) {
				return
			}
		}
	}
}

// clusterLen returns the length of the first grapheme cluster of text, which
// is not empty.
func clusterLen(text string) int {
	// Two ASCII bytes in a row are two clusters, but for CR LF.
	if text[0] < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		if text[0] == '\r' && len(text) > 1 && text[1] == '\n' {
			return 2
		}
		return 1
	}
	g := graphemes.FromString(text)
	if !g.Next() || len(g.Value()) == 0 {
		return 1
	}
	return len(g.Value())
}

// atGrapheme reports whether i lies on a border between grapheme clusters. It
// looks back a bounded distance: where that doesn't decide, as in a long run
// of flags, it says no, for then only counting from the start tells.
func atGrapheme(text string, i int) bool {
	if i <= 0 || i >= len(text) {
		return true
	}
	if text[i] < utf8.RuneSelf && text[i-1] < utf8.RuneSelf {
		return text[i] != '\n' || text[i-1] != '\r'
	}
	if !utf8.RuneStart(text[i]) {
		return false
	}
	prev, before := utf8.DecodeLastRuneInString(text[:i])
	next, width := utf8.DecodeRuneInString(text[i:])
	switch {
	case alone(prev) && alone(next):
		return true
	case flag(prev) && flag(next):
		return flagsBefore(text, i)%2 == 0
	case clusterLen(text[i-before:i+width]) > before:
		return false
	case prev != '\u200d' && !unicode.Is(unicode.M, prev):
		return true // only joiners and marks tie what stands before them to what follows
	}
	start := lookBack(text, i)
	for start < i {
		start += clusterLen(text[start:])
	}
	return start == i
}

// alone are letters that never join a cluster with their like.
func alone(r rune) bool {
	return r < 0x300 || 0x370 <= r && r < 0x483 || 0x4e00 <= r && r < 0xa000 || 0x3041 <= r && r < 0x3097
}

func flag(r rune) bool { return 0x1f1e6 <= r && r <= 0x1f1ff }

// maxFlags is how many regional indicators, which pair up from the start of
// their run, are counted back.
const maxFlags = 64

// flagsBefore counts the run of regional indicators before i; where it is
// longer than is counted, the answer is odd.
func flagsBefore(text string, i int) int {
	for n := range maxFlags {
		r, width := utf8.DecodeLastRuneInString(text[:i])
		if !flag(r) {
			return n
		}
		i -= width
	}
	return 1
}

// lookBack returns a place before i from which clusters can be counted.
func lookBack(text string, i int) int {
	for range 48 {
		r, width := utf8.DecodeLastRuneInString(text[:i])
		i -= width
		if i == 0 || r < utf8.RuneSelf {
			return i
		}
	}
	return i
}
