// Package cut holds the cutters that strategies are composed of: separators,
// blocks, sections, sentences, words.
//
// Every cutter finds its cuts as they are asked for, keeps no state between
// calls, and leaves nothing out: a separator stays with the text before it.
// Those whose cuts show in the text about them are [chunk.Seeker]s.
package cut

import (
	"context"
	"iter"
	"regexp"
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// After cuts after each run of sep. For "\n\n" a run of blank lines of any
// kind of line end counts. An empty sep never cuts.
func After(sep string) chunk.Cutter {
	switch {
	case sep == "\n\n":
		return BlankLines
	case sep == "" || overlapsItself(sep):
		return overlapping(sep)
	}
	return after(sep)
}

// overlapsItself reports whether sep ends as it begins, so that two of it may
// share bytes: then it depends on where the search began which of them count.
func overlapsItself(sep string) bool {
	for i := 1; i < len(sep); i++ {
		if strings.HasPrefix(sep, sep[i:]) {
			return true
		}
	}
	return false
}

// overlapping is a separator that overlaps itself: it is sought from the start
// of the span.
func overlapping(sep string) chunk.Cutter {
	return chunk.CutFunc(func(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
		return func(yield func(int, error) bool) {
			text := d.Slice(s)
			for at := 0; sep != ""; {
				i := strings.Index(text[at:], sep)
				if i < 0 {
					return
				}
				for at += i + len(sep); strings.HasPrefix(text[at:], sep); {
					at += len(sep)
				}
				if at >= len(text) || !yield(s.Start+at, nil) {
					return
				}
			}
		}
	})
}

// after is a separator that doesn't overlap itself: each of it in a span
// counts, wherever the search begins.
type after string

// Cuts yields the ends of the runs of the separator.
func (c after) Cuts(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return chunk.Walk(c, d, s)
}

// Seek returns a cursor over the ends of the runs.
func (c after) Seek(d *doc.Document, s doc.Span) chunk.Cursor {
	return &afterCursor{text: d.Text[:s.End], start: s.Start, sep: string(c)}
}

type afterCursor struct {
	text  string // up to the span's end
	start int
	sep   string
}

func (c *afterCursor) Next(after int) int {
	from := max(c.start, after-len(c.sep)+1)
	i := strings.Index(c.text[from:], c.sep)
	if i < 0 {
		return len(c.text)
	}
	at := from + i + len(c.sep)
	for strings.HasPrefix(c.text[at:], c.sep) {
		at += len(c.sep)
	}
	return at
}

func (c *afterCursor) Last(after, most int) int {
	most = min(most, len(c.text)-1)
	from := max(c.start, after-len(c.sep)+1)
	for {
		at := c.endBefore(from, most)
		if at <= after {
			return after
		}
		if !strings.HasPrefix(c.text[at:], c.sep) {
			return at
		}
		// The run goes on: its end is out of reach, and no other is in it.
		for most = at - len(c.sep); most-len(c.sep) >= from && c.text[most-len(c.sep):most] == c.sep; {
			most -= len(c.sep)
		}
	}
}

// endBefore returns the end of the last separator that begins at or after from
// and ends at or before most, or -1.
func (c *afterCursor) endBefore(from, most int) int {
	last := c.sep[len(c.sep)-1]
	for {
		i := lastByte(c.text, from, most, last)
		if i < 0 {
			return -1
		}
		if at := i + 1 - len(c.sep); at >= from && c.text[at:i+1] == c.sep {
			return i + 1
		}
		most = i
	}
}

// Match cuts after each match of re that is not empty. Matches are sought
// inside the span only: ^, $ and \b see its ends, and what stands before a match
// as it is in the text, never the cut before it. So they are all sought at
// once, when the first is asked for.
func Match(re *regexp.Regexp) chunk.Cutter {
	return chunk.CutFunc(func(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
		return func(yield func(int, error) bool) {
			text := d.Slice(s)
			for _, m := range re.FindAllStringIndex(text, -1) {
				if m[1] > m[0] && m[1] < len(text) && !yield(s.Start+m[1], nil) {
					return
				}
			}
		}
	})
}
