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
var LongLines chunk.Cutter = chunk.CutFunc(func(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		if len(d.Blocks) == 0 {
			for at := range longLines(d, d.Whole(), s) {
				if !yield(at, nil) {
					return
				}
			}
			return
		}
		for _, b := range leaves(d, s) {
			if !prose(b.Kind) {
				continue
			}
			for at := range longLines(d, b.Span, b.Span.Intersect(s)) {
				if !yield(at, nil) {
					return
				}
			}
		}
	}
})

// longestWrapped is the length in bytes up to which a line may have been
// wrapped by hand or by an editor.
const longestWrapped = 160

// longLines yields the places in s after the line ends of leaf that stand next
// to a long line.
func longLines(d *doc.Document, leaf, s doc.Span) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := s.Start; at < s.End; {
			i := strings.IndexByte(d.Text[at:s.End], '\n')
			if i < 0 {
				return
			}
			end := at + i
			at = end + 1
			if at < s.End && (longBefore(d.Text, leaf, end) || longAfter(d.Text, leaf, at)) && !doc.IsBlank(d.Text[at:min(at+longestWrapped, s.End)]) && !yield(at) {
				return
			}
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
