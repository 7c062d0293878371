package chunk

import (
	"context"

	"github.com/pildora/pildora/doc"
)

// Gauge measures spans of one document, with the frames that they would have,
// against limits. It is not safe for concurrent use.
type Gauge struct {
	scale *scale
	run   piecewise
}

// NewGauge prepares the measure of l for the region of d that will be asked
// about.
func NewGauge(d *doc.Document, region doc.Span, l Limits) *Gauge {
	g := &Gauge{scale: &scale{}}
	g.scale.begin(d, region, l, nil)
	g.run.ruler = g.scale
	return g
}

// Fits reports whether body, with its frame and without overlap, measures at
// most limit.
func (g *Gauge) Fits(body doc.Span, limit int) bool {
	t := trial{from: body.Start, start: body.Start}
	return g.scale.within(&t, body.End, limit)
}

// Chunk makes one chunk of body, and reports whether it fits Limits.Max,
// measured as a whole.
func (g *Gauge) Chunk(body doc.Span) (Chunk, bool) {
	t := trial{from: body.Start, start: body.Start}
	if !g.scale.within(&t, body.End, g.scale.limits.Max) {
		return Chunk{}, false
	}
	c := g.scale.chunk(t, body.End)
	return c, g.scale.exact(&c)
}

// Holds reports what Chunk does, and mostly in less time.
func (g *Gauge) Holds(body doc.Span) bool {
	if g.scale.limits.Frame == nil && g.scale.ruler != nil && g.scale.special == 0 {
		return g.Fits(body, g.scale.limits.Max) // a body without a frame is all of its chunk
	}
	_, ok := g.Chunk(body)
	return ok
}

// Split cuts s by a splitter as its own Split does. Where that is one of this
// package with the measure of the gauge, the text is not prepared again, and
// what one call needed to be allocated serves the next. It reports whether to
// go on: no error was yielded, and more is wanted.
func (g *Gauge) Split(ctx context.Context, by Splitter, s doc.Span, yield func(Chunk, error) bool) bool {
	return g.run.split(ctx, by, g.scale.doc, s, s.End, yield)
}

// GraphemeBorder reports whether i lies on a border between grapheme clusters
// of text, as far as a bounded look back tells.
func GraphemeBorder(text string, i int) bool { return atGrapheme(text, i) }
