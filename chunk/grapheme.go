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
// looks back a bounded distance, so in runs longer than that of characters
// that join both ways it may call a border an inside, never the reverse for
// marks, joiners and pairs.
func atGrapheme(text string, i int) bool {
	if i <= 0 || i >= len(text) {
		return true
	}
	if text[i] < utf8.RuneSelf && text[i-1] < utf8.RuneSelf {
		return text[i] != '\n' || text[i-1] != '\r'
	}
	next, _ := utf8.DecodeRuneInString(text[i:])
	if !utf8.RuneStart(text[i]) {
		return false
	}
	if text[i-1] == '\n' || text[i-1] == '\r' {
		return true
	}
	if unicode.In(next, unicode.M) || next == '\u200d' || 0x1f3fb <= next && next <= 0x1f3ff {
		_, width := utf8.DecodeLastRuneInString(text[:i])
		return clusterLen(text[i-width:i+utf8.RuneLen(next)]) == width // it joins whatever is no control
	}
	start := lookBack(text, i)
	for start < i {
		start += clusterLen(text[start:])
	}
	return start == i
}

// lookBack returns a place before i from which clusters can be counted.
func lookBack(text string, i int) int {
	start := i
	for n := 0; n < 48 && start > 0; n++ {
		r, width := utf8.DecodeLastRuneInString(text[:start])
		start -= width
		if r < utf8.RuneSelf {
			return start
		}
	}
	// Regional indicators pair up from the start of their run: keep parity.
	run := start
	for run > 0 && start-run < 1<<12 {
		r, width := utf8.DecodeLastRuneInString(text[:run])
		if r < 0x1f1e6 || r > 0x1f1ff {
			break
		}
		run -= width
	}
	return run
}
