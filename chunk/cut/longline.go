package cut

import (
	"context"
	"iter"
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// LongLines cuts prose at the line ends that nobody wrapped there: those next
// to a line longer than anybody wraps text to. Such text has a paragraph a
// line, also where a format's rules make one paragraph of it all.
var LongLines chunk.Seeker = longLineCutter{}

type longLineCutter struct{}

// Cuts yields the starts of lines next to such line ends.
func (c longLineCutter) Cuts(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return chunk.Walk(c, d, s)
}

// Seek returns a cursor over the same places.
func (longLineCutter) Seek(d *doc.Document, s doc.Span) chunk.Cursor {
	return &longLineCursor{d, s}
}

type longLineCursor struct {
	doc  *doc.Document
	span doc.Span
}

func (c *longLineCursor) Next(after int) int {
	d := c.doc
	if len(d.Blocks) == 0 {
		return nextLongLine(d, d.Whole(), c.span, after)
	}
	rest := doc.Span{Start: after, End: c.span.End}
	for _, b := range leaves(d, rest) {
		if !prose(b.Kind) {
			continue
		}
		if in := b.Span.Intersect(c.span); after < in.End {
			if at := nextLongLine(d, b.Span, in, max(after, in.Start)); at < in.End {
				return at
			}
		}
	}
	return c.span.End
}

func (c *longLineCursor) Last(after, most int) int { return lastOf(c, after, min(most, c.span.End-1)) }

// lastOf is Last by Next, for a cursor whose Next is quick: the last cut behind
// after and at or before most.
func lastOf(c interface{ Next(int) int }, after, most int) int {
	for {
		at := c.Next(after)
		if at > most {
			return after
		}
		after = at
	}
}

// longestWrapped is the length in bytes up to which a line may have been
// wrapped by hand or by an editor.
const longestWrapped = 160

// nextLongLine returns the first place in s behind after that follows a line
// end of leaf next to a long line, or the end of s.
func nextLongLine(d *doc.Document, leaf, s doc.Span, after int) int {
	for at := after; ; {
		i := strings.IndexByte(d.Text[at:s.End], '\n')
		if i < 0 {
			return s.End
		}
		end := at + i
		at = end + 1
		if at < s.End && (longBefore(d.Text, leaf, end) || longAfter(d.Text, leaf, at)) && !doc.IsBlank(d.Text[at:min(at+longestWrapped, s.End)]) {
			return at
		}
	}
}

// longBefore reports whether the line that ends at end is long.
func longBefore(text string, leaf doc.Span, end int) bool {
	from := end - longestWrapped
	return from >= leaf.Start && strings.IndexByte(text[from:end], '\n') < 0
}

// longAfter reports whether the line that begins at start is long.
func longAfter(text string, leaf doc.Span, start int) bool {
	to := start + longestWrapped
	return to <= leaf.End && strings.IndexByte(text[start:to], '\n') < 0
}
