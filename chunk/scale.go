package chunk

import (
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
)

// scale answers whether a body, with its frame and overlap, fits.
type scale struct {
	doc    *doc.Document
	limits Limits
	region doc.Span
	ruler  size.Ruler // over the region's text; nil where the measure can't prepare
	edges  edges
	reach  int // longest body tried, in bytes, with a measure that can't prepare
}

// trial is a chunk being tried: its text begins at from, which lies before
// start by the overlap.
type trial struct {
	from, start int
	bare        bool // without a frame
	framed      bool // before, after and fixed are known
	before      []Part
	after       []Part
	fixed       int // what the frame measures by itself
}

// margin is how far from the limit, in units of the measure, an estimate of
// frame plus body is trusted.
const margin = 8

func newScale(d *doc.Document, region doc.Span, l Limits) *scale {
	s := &scale{doc: d, limits: l, region: region, edges: edges{text: d.Text, region: region}}
	if p, ok := l.Measure.(size.Preparer); ok {
		s.ruler = p.Prepare(d.Slice(region))
	}
	// No unit is known to be this long, and without prefix sums each trial
	// costs its length.
	s.reach = 1<<14 + 256*min(l.Max, 1<<20)
	return s
}

// size measures the narrowed text of span.
func (s *scale) size(span doc.Span) int {
	if s.ruler != nil {
		return s.ruler.Size(doc.Span{Start: span.Start - s.region.Start, End: span.End - s.region.Start})
	}
	return s.limits.Measure.Size(s.doc.Slice(span))
}

// within reports whether the trial's chunk, ended at end, measures at most
// limit.
func (s *scale) within(t *trial, end, limit int) bool {
	body := s.edges.trim(t.from, end)
	if body.Empty() {
		return true
	}
	if s.ruler == nil && body.Len() > s.reach || s.beyond(body, limit) {
		return false
	}
	n := s.size(body)
	if n > limit || s.limits.Frame == nil || t.bare {
		return n <= limit
	}
	s.frame(t, end)
	switch n += t.fixed; {
	case n <= limit-margin:
		return true
	case n > limit+margin:
		return false
	}
	return s.limits.Measure.Size(Embed(s.doc, s.chunk(*t, end))) <= limit
}

// beyond reports whether a prefix of body already measures far more than
// limit, so that the rest of a long text need not be measured for each chunk of
// it. A measure that falls to less than half when text is added would be
// misjudged; the chunk would then end earlier than it might.
func (s *scale) beyond(body doc.Span, limit int) bool {
	for step := 4*limit + 256; step < body.Len()/2; step *= 2 {
		at := body.Start + step
		for !utf8.RuneStart(s.doc.Text[at]) {
			at++
		}
		if s.size(doc.Span{Start: body.Start, End: at}) > 2*limit+64 {
			return true
		}
	}
	return false
}

// estimate is about what the trial's chunk, ended at end, measures.
func (s *scale) estimate(t *trial, end int) int {
	body := s.edges.trim(t.from, end)
	if body.Empty() {
		return 0
	}
	return s.size(body) + t.fixed
}

// frame asks once for the trial's frame.
func (s *scale) frame(t *trial, end int) {
	if t.framed {
		return
	}
	t.framed = true
	t.before, t.after = s.limits.Frame(s.doc, s.edges.trim(t.start, end))
	for _, p := range t.after {
		t.fixed += s.limits.Measure.Size(p.Content(s.doc)) + 1
	}
	if text := Head(s.doc, t.before); text != "" {
		t.fixed += s.limits.Measure.Size(text)
	}
}

// bare reports whether the body alone fits where its frame has no room.
func (s *scale) bare(a, end int) bool {
	if s.limits.Frame == nil {
		return false
	}
	body := s.edges.trim(a, end)
	return body.Empty() || !s.beyond(body, s.limits.Max) && s.size(body) <= s.limits.Max
}

// exact measures c, written out, as a whole, and reports whether it fits.
func (s *scale) exact(c *Chunk) bool {
	if s.ruler == nil || len(c.Before) > 0 || len(c.After) > 0 {
		c.Size = s.limits.Measure.Size(Embed(s.doc, *c))
	} else if body := s.edges.trim(c.Span.Start, c.Span.End); body.Empty() {
		c.Size = 0
	} else {
		c.Size = s.size(body)
	}
	return c.Size <= s.limits.Max
}

// chunk makes the trial's chunk, ended at end, with the frame of that body.
func (s *scale) chunk(t trial, end int) Chunk {
	c := Chunk{Span: doc.Span{Start: t.start, End: end}}
	body := s.edges.trim(t.start, end)
	if body.Empty() {
		return c
	}
	short := t.bare
	if s.limits.Frame != nil && !t.bare {
		before, after := s.limits.Frame(s.doc, body)
		c.Before, short = kept(before, short)
		c.After, short = kept(after, short)
	}
	if short {
		c.Warnings = append(c.Warnings, WarnFrame)
	}
	if from := s.edges.trim(t.from, end).Start; from < body.Start {
		c.Before = append(c.Before[:len(c.Before):len(c.Before)], Part{Role: Overlap, Span: doc.Span{Start: from, End: body.Start}})
	}
	return c
}

// kept leaves out the parts that gave way wholly, and says whether any part
// gave way at all.
func kept(parts []Part, short bool) ([]Part, bool) {
	out := parts[:0:0]
	for _, p := range parts {
		short = short || p.Short
		if p.Text != "" || !p.Span.Empty() {
			out = append(out, p)
		}
	}
	return out, short
}
