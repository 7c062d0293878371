package chunk

import "github.com/pildora/pildora/doc"

// Gauge measures spans of one document, with the frames that they would have,
// against limits. It is not safe for concurrent use.
type Gauge struct{ scale *scale }

// NewGauge prepares the measure of l for the region of d that will be asked
// about.
func NewGauge(d *doc.Document, region doc.Span, l Limits) *Gauge {
	return &Gauge{newScale(d, region, l)}
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

// GraphemeBorder reports whether i lies on a border between grapheme clusters
// of text, as far as a bounded look back tells.
func GraphemeBorder(text string, i int) bool { return atGrapheme(text, i) }
