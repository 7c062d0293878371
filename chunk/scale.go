package chunk

import (
	"reflect"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
)

// scale answers whether a body, with its frame and overlap, fits.
type scale struct {
	doc     *doc.Document
	limits  Limits
	part    size.Measure // of parts of a text: Limits.Measure without what it adds to each, special
	special int
	heading heading
	region  doc.Span
	ruler   size.Ruler   // over the text of base; nil where the measure can't prepare
	far     size.Reacher // the ruler, where it is one
	bound   size.Bounded // likewise
	base    doc.Span     // holds the region
	parts   []doc.Span   // that Limits.Rendering writes otherwise
	edges   edges
	most    int      // longest body tried, in bytes, with a measure that can't prepare
	found   [3]reach // what the ruler said last, by turns
	turn    int
}

// reach is how far spans that begin at start measure at most limit: surely up
// to fits, surely no longer behind over.
type reach struct{ start, limit, fits, over int }

// trial is a chunk being tried: its text begins at from, which lies before
// start by the overlap.
type trial struct {
	from, start int
	bare        bool // without a frame
	plain       bool // as it stands in the document, whatever Limits.Rendering says
	framed      bool // before, after and fixed are known
	before      []Part
	after       []Part
	fixed       int // what the frame measures by itself
}

// margin is how far from the limit, in units of the measure, an estimate of
// frame plus body is trusted.
const margin = 8

// begin makes s ready for the region of d. It measures with the ruler of by,
// where that covers the region and has the measure of l; by may be nil.
func (s *scale) begin(d *doc.Document, region doc.Span, l Limits, by *scale) {
	*s = scale{doc: d, limits: l, region: region}
	s.part, s.special = size.Bare(l.Measure)
	if l.Rendering != nil {
		s.parts = l.Rendering.Parts(d)
	}
	// No unit is known to be this long, and without prefix sums each trial
	// costs its length.
	s.most = 1<<14 + 256*min(l.Max, 1<<20)
	if by.covers(d, region, l.Measure) {
		s.base, s.ruler, s.far, s.bound = by.base, by.ruler, by.far, by.bound
	} else {
		s.prepare(region)
	}
	s.enter(region)
}

// covers reports whether s has a ruler of measure m over the region of d.
func (s *scale) covers(d *doc.Document, region doc.Span, m size.Measure) bool {
	return s != nil && s.ruler != nil && s.doc == d && s.base.Contains(region) && same(s.limits.Measure, m)
}

// same reports whether two measures are known to be one.
func same(a, b size.Measure) bool {
	return reflect.ValueOf(a).Comparable() && reflect.ValueOf(b).Comparable() && a == b
}

// move makes s ready for another region of the document, behind which others
// may follow up to end. Small regions share one ruler.
func (s *scale) move(region doc.Span, end int) {
	if s.ruler != nil && !s.base.Contains(region) {
		upto := min(end, region.Start+shared)
		for upto < len(s.doc.Text) && !utf8.RuneStart(s.doc.Text[upto]) {
			upto++
		}
		s.prepare(doc.Span{Start: region.Start, End: max(region.End, upto)})
	}
	s.enter(region)
}

// shared is how many bytes a ruler covers that may serve more than one region.
const shared = 1 << 16

func (s *scale) prepare(base doc.Span) {
	if p, ok := s.limits.Measure.(size.Preparer); ok {
		s.base, s.ruler = base, p.Prepare(s.doc.Slice(base))
		s.far, _ = s.ruler.(size.Reacher)
		s.bound, _ = s.ruler.(size.Bounded)
	}
}

func (s *scale) enter(region doc.Span) {
	s.region = region
	s.edges.begin(s.doc.Text, region)
	for i := range s.found {
		s.found[i].start = -1
	}
}

// size measures the narrowed text of span.
func (s *scale) size(span doc.Span) int {
	if s.ruler != nil {
		return s.ruler.Size(doc.Span{Start: span.Start - s.base.Start, End: span.End - s.base.Start})
	}
	return s.limits.Measure.Size(s.doc.Slice(span))
}

// reach asks the ruler how far spans from start on fit.
func (s *scale) reach(start, limit int) reach {
	if s.far == nil {
		return reach{start, limit, start, s.region.End}
	}
	for _, r := range s.found {
		if r.start == start && r.limit == limit {
			return r
		}
	}
	fits, over := s.far.Reach(start-s.base.Start, limit)
	r := reach{start, limit, min(fits+s.base.Start, s.region.End), min(over+s.base.Start, s.region.End)}
	s.found[s.turn] = r
	s.turn = (s.turn + 1) % len(s.found)
	return r
}

// sure returns a place up to which every end of the trial's chunk surely
// keeps within limit; the chunk's start, where that isn't known. It is all that
// is to be known where no end behind it does.
func (s *scale) sure(t *trial, limit int) (end int, all bool) {
	if s.far == nil {
		return t.start, false
	}
	framed := s.limits.Frame != nil && !t.bare
	if framed {
		if !t.framed {
			return t.start, false
		}
		limit = min(limit, limit-margin-t.fixed)
	}
	start, ok := s.edges.start(t.from)
	if !ok || limit < 0 {
		return t.start, false
	}
	r := s.reach(start, limit)
	fits := r.fits
	for fits > start && fits < s.region.End && !utf8.RuneStart(s.doc.Text[fits]) {
		fits-- // a measure in bytes may end inside a blank
	}
	// What is blank behind the end of a body doesn't count.
	end, all = s.edges.past(fits), !framed && r.fits == r.over
	if s.rewritten(doc.Span{Start: t.start, End: s.region.End}) {
		return s.untilPart(t.start, end), false
	}
	return end, all
}

// within reports whether the trial's chunk, ended at end, measures at most
// limit.
func (s *scale) within(t *trial, end, limit int) bool {
	if !t.plain && s.rewritten(doc.Span{Start: t.start, End: end}) {
		return s.withinRendered(t, end, limit)
	}
	if s.bound != nil && (s.limits.Frame == nil || t.bare) && s.bound.Most(end-t.from) <= limit {
		return true
	}
	start, ok := s.edges.start(t.from)
	if !ok {
		return true
	}
	r := s.reach(start, limit)
	if end <= r.fits && (s.limits.Frame == nil || t.bare) {
		return true
	}
	body := s.edges.trim(t.from, end)
	if body.Empty() {
		return true
	}
	switch {
	case body.End > r.over:
		return false
	case body.End <= r.fits:
		if s.limits.Frame == nil || t.bare {
			return true
		}
	case s.ruler == nil && body.Len() > s.most || s.beyond(body, limit):
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
	c := s.chunk(*t, end)
	return s.whole(&c) <= limit
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
		if s.sizeOf(doc.Span{Start: body.Start, End: at}) > 2*limit+64 {
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
	return s.sizeOf(body) + t.fixed
}

// frame asks once for the trial's frame.
func (s *scale) frame(t *trial, end int) {
	if t.framed {
		return
	}
	t.framed = true
	t.before, t.after = s.limits.Frame(s.doc, s.edges.trim(t.start, end))
	for _, p := range t.after {
		t.fixed += s.part.Size(p.Content(s.doc)) + 1
	}
	_, n := s.head(t.before)
	t.fixed += n
}

// bare reports whether the body alone fits where its frame has no room; plain
// says that it does so only as it stands in the document.
func (s *scale) bare(a, end int) (ok, plain bool) {
	body := s.edges.trim(a, end)
	rewritten := s.rewritten(body)
	switch {
	case s.limits.Frame == nil && !rewritten:
		return false, false
	case body.Empty() || !s.beyond(body, s.limits.Max) && s.sizeOf(body) <= s.limits.Max:
		return true, false
	}
	return rewritten && s.size(body) <= s.limits.Max, true
}

// exact measures c, written out, as a whole, and reports whether it fits.
func (s *scale) exact(c *Chunk) bool {
	c.Size = s.whole(c)
	return c.Size <= s.limits.Max
}

// chunk makes the trial's chunk, ended at end, with the frame of that body.
func (s *scale) chunk(t trial, end int) Chunk {
	c := Chunk{Span: doc.Span{Start: t.start, End: end}, plain: t.plain}
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
// gave way at all. Parts that all stay are not copied.
func kept(parts []Part, short bool) ([]Part, bool) {
	n := 0
	for _, p := range parts {
		short = short || p.Short
		if p.Text != "" || !p.Span.Empty() {
			n++
		}
	}
	if n == len(parts) {
		return parts, short
	}
	out := make([]Part, 0, n)
	for _, p := range parts {
		if p.Text != "" || !p.Span.Empty() {
			out = append(out, p)
		}
	}
	return out, short
}
