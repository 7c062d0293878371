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
var Graphemes Seeker = graphemeCutter{}

type graphemeCutter struct{}

// Cuts yields the borders between clusters.
func (c graphemeCutter) Cuts(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return Walk(c, d, s)
}

// Seek returns a cursor over the borders between clusters.
func (graphemeCutter) Seek(d *doc.Document, s doc.Span) Cursor {
	return &graphemeCursor{text: d.Text[:s.End], known: s.Start, start: s.Start}
}

// graphemeCursor counts clusters from the nearest place before where a border
// is certain, be it by the letters about it or because it was found before.
type graphemeCursor struct {
	text  string // up to the span's end
	start int
	known int // a border
}

func (c *graphemeCursor) Next(after int) int {
	at := c.before(after)
	c.known = at + clusterLen(c.text[at:])
	return c.known
}

func (c *graphemeCursor) Last(after, most int) int {
	c.known = c.before(min(most, len(c.text)-1))
	return max(after, c.known)
}

// before returns the last border at or before i.
func (c *graphemeCursor) before(i int) int {
	first := c.start
	if c.known <= i {
		first = c.known
	}
	at := i
	for at > first && !parted(c.text, at) {
		at--
	}
	for {
		next := at + clusterLen(c.text[at:])
		if next > i {
			return at
		}
		at = next
	}
}

// parted reports whether the bytes about i alone tell that a border between
// clusters lies there, which is 0 < i < len(text).
func parted(text string, i int) bool {
	if text[i] < utf8.RuneSelf && text[i-1] < utf8.RuneSelf {
		return text[i] != '\n' || text[i-1] != '\r'
	}
	if !utf8.RuneStart(text[i]) {
		return false
	}
	prev, _ := utf8.DecodeLastRuneInString(text[:i])
	next, _ := utf8.DecodeRuneInString(text[i:])
	return alone(prev) && alone(next)
}

// CutFunc makes a Cutter of a function.
type CutFunc func(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error]

// Cuts calls the function.
func (f CutFunc) Cuts(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return f(ctx, d, s)
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
	if parted(text, i) {
		return true
	}
	if !utf8.RuneStart(text[i]) || text[i] < utf8.RuneSelf && text[i-1] < utf8.RuneSelf {
		return false
	}
	prev, before := utf8.DecodeLastRuneInString(text[:i])
	next, width := utf8.DecodeRuneInString(text[i:])
	switch {
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

// alone are letters and marks that never join a cluster with their like.
func alone(r rune) bool {
	switch {
	case r < 0x300:
		return true
	case r < 0x2010:
		return 0x370 <= r && r < 0x483 || 0x5d0 <= r && r < 0x5eb || 0x620 <= r && r < 0x64b
	case r < 0x3041:
		return r < 0x2060 || 0x3000 <= r && r < 0x302a
	}
	return r < 0x3097 || 0x30a0 <= r && r < 0x3100 || 0x4e00 <= r && r < 0xa000 || 0xac00 <= r && r < 0xd7a4 || 0xff01 <= r && r < 0xff61
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
