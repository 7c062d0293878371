package chunk

import "github.com/pildora/pildora/doc"

// Gauge answers whether spans of one document, with the frames that they would
// have, keep to limits. It is not safe for concurrent use.
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

// Size is what the text of body measures by itself.
func (g *Gauge) Size(body doc.Span) int {
	return g.scale.estimate(&trial{from: body.Start, start: body.Start}, body.End)
}
