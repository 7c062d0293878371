package output

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/store"
)

// piece is a stretch of a document's text that is shown in one way.
type piece struct {
	span     doc.Span
	chunk    int  // index of the record whose body it is in, -1 in a gap
	repeated bool // it is in a body, and a later chunk repeats it as overlap
}

// paint cuts a text into pieces that tile it. Records come in order of their
// start; where bodies overlap (windows, parents) the later one has what the
// earlier left. A span outside the text or inside a character is an error
// that names the record.
func paint(text string, rs []store.Record) ([]piece, error) {
	var pieces []piece
	at := 0
	repeats, err := repeated(text, rs)
	if err != nil {
		return nil, err
	}
	add := func(chunk, end int) {
		for at < end {
			for len(repeats) > 0 && repeats[0].End <= at {
				repeats = repeats[1:]
			}
			p := piece{doc.Span{Start: at, End: end}, chunk, false}
			if len(repeats) > 0 && chunk >= 0 {
				if r := repeats[0]; r.Start > at {
					p.span.End = min(end, r.Start)
				} else {
					p.span.End, p.repeated = min(end, r.End), true
				}
			}
			pieces, at = append(pieces, p), p.span.End
		}
	}
	for i, r := range rs {
		add(-1, r.Start)
		add(i, r.End)
	}
	add(-1, len(text))
	return pieces, nil
}

// repeated returns what overlaps repeat, as spans in order that share nothing.
func repeated(text string, rs []store.Record) ([]doc.Span, error) {
	var spans []doc.Span
	for _, r := range rs {
		from := r.Start - r.Overlap
		if r.Overlap < 0 || from < 0 || r.End < r.Start || r.End > len(text) || !border(text, from) || !border(text, r.Start) || !border(text, r.End) {
			return nil, fmt.Errorf("%s: bytes %d to %d (overlap %d) are no part of its document's text of %d bytes", r.ID, r.Start, r.End, r.Overlap, len(text))
		}
		if r.Overlap > 0 {
			spans = append(spans, doc.Span{Start: from, End: r.Start})
		}
	}
	slices.SortFunc(spans, func(a, b doc.Span) int { return a.Start - b.Start })
	joined := spans[:0]
	for _, s := range spans {
		if n := len(joined); n > 0 && s.Start <= joined[n-1].End {
			joined[n-1].End = max(joined[n-1].End, s.End)
			continue
		}
		joined = append(joined, s)
	}
	return joined, nil
}

func border(text string, i int) bool { return i == len(text) || utf8.RuneStart(text[i]) }
