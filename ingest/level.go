package ingest

import (
	"errors"
	"slices"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/store"
)

// ErrLevels is the error of a splitter that makes parents of parents: records
// know chunks, and parents that deliver them.
var ErrLevels = errors.New("a parent in a parent can't be recorded; cut on two levels")

// Delivery are the limits of what is delivered: of parents, where there are any.
func (c Cutting) Delivery() chunk.Limits {
	if c.Parents.Measure != nil {
		return c.Parents
	}
	return c.Limits
}

// level is the chunks of one role, in order. They tile the document, or what of
// it is cut on two levels.
type level struct {
	pages [][]placed // full but for the last one, so that growing copies nothing
	n     int
}

// page is how many chunks a page has.
const page = 32

func (l *level) add(p placed) {
	if l.n%page == 0 {
		l.pages = append(l.pages, make([]placed, 0, page))
	}
	last := len(l.pages) - 1
	l.pages[last] = append(l.pages[last], p)
	l.n++
}

func (l *level) at(i int) *placed { return &l.pages[i/page][i%page] }

// track makes the records of one level, one after the other, each tied to its
// neighbours.
type track struct {
	*writer
	level      *level
	made       int
	here, next store.Record
}

func newTrack(c *Cut, l *level, role string) *track {
	t := &track{writer: newWriter(c, l, role), level: l}
	if l.n > 0 {
		t.record(&t.next, l.at(0))
	}
	return t
}

// step makes the next record. It is valid until the next step.
func (t *track) step() *store.Record {
	prev := t.here.ID
	t.here = t.next
	t.made++
	t.here.Num, t.here.Prev = t.made, prev
	if t.made < t.level.n {
		t.record(&t.next, t.level.at(t.made))
		t.here.Next = t.next.ID
	}
	return &t.here
}

// panes are where the windows of one level begin and end.
type panes struct{ start, end cursor }

// window is the window of a chunk, nil where it has no more than its body.
func (w *writer) window(c *placed) *store.Window {
	d, span := w.doc, w.doc.Body(c.Window)
	if c.Window.Empty() || span == c.body {
		return nil
	}
	start, end := w.panes.start.to(d.Text, span.Start), w.panes.end.to(d.Text, span.End)
	with := chunk.Chunk{Span: span, Before: slices.DeleteFunc(slices.Clone(c.Before), func(p chunk.Part) bool { return p.Role == chunk.Overlap })}
	return &store.Window{Start: span.Start, End: span.End, StartRune: start.rune, EndRune: end.rune, StartLine: start.line, EndLine: end.line,
		Pages: w.pages(span), Tokens: w.cutting.Tokens.Size(chunk.Embed(d, with)), Text: d.Slice(span)}
}
