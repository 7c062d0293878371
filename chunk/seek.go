package chunk

import (
	"iter"

	"github.com/pildora/pildora/doc"
)

// Seeker is a Cutter that finds its cuts from anywhere in a span. A packer
// that knows how far a chunk may reach asks it for the last cut before that
// place, and so never looks at what lies between.
type Seeker interface {
	Cutter
	// Seek returns a cursor over the cuts that Cuts yields for s.
	Seek(d *doc.Document, s doc.Span) Cursor
}

// Cursor finds cuts of one span, in any order. Places asked about lie in the
// span, on rune borders. What is asked in ascending order costs time linear in
// the bytes passed over. A Cursor is used by one goroutine at a time.
type Cursor interface {
	// Next returns the first cut behind after, or the span's end.
	Next(after int) int
	// Last returns the last cut behind after and at or before most, or after
	// where there is none.
	Last(after, most int) int
}

// Walk yields all cuts of s, in order: what a Seeker's Cuts returns.
func Walk(c Seeker, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		if s.Empty() {
			return
		}
		cursor := c.Seek(d, s)
		for at := cursor.Next(s.Start); at < s.End && yield(at, nil); {
			at = cursor.Next(at)
		}
	}
}
