package chunk

import (
	"errors"
	"fmt"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
)

// ErrLimits is wrapped by the errors that [Limits.Validate] returns.
var ErrLimits = errors.New("impossible limits")

// Limits bound a chunk. All lengths are of the embedded string (see [Embed]),
// in Measure.
type Limits struct {
	// Max is never exceeded, but by one grapheme cluster longer than it.
	Max int
	// Target is where a chunk stops taking in further pieces; a piece that
	// fits Max is not cut because it exceeds Target. Zero means Max.
	Target int
	// Min is what a chunk should at least have: below it, it goes on past
	// Target, and a short last one is evened out with the one before it as far
	// as Max allows. Zero means no minimum.
	Min     int
	Measure size.Measure
	// Frame says what stands around a body; nil means nothing. It must keep to
	// its share of Max by itself. It is asked about bodies as they grow, so it
	// should be quick; it is safe for concurrent use.
	Frame func(d *doc.Document, body doc.Span) (before, after []Part)
	// Rendering says how bodies are written; nil means as they stand.
	Rendering Rendering
	// Overlap says what is repeated of the text before a body.
	Overlap Overlapping
}

// Overlapping says how much of the text right before a body is repeated, in
// whole units. The repeated text starts after the start of the chunk before,
// lies within what is split (so never in another section), and gives way where
// the body needs the room.
type Overlapping struct {
	// Max is the most that is repeated, in Limits.Measure, but without what a
	// size.Plus adds to a whole text.
	Max int
	// Count, where positive, asks for exactly that many units of Units[0], of
	// at most half of Limits.Max, instead of as many as Max allows.
	Count int
	// Units are the units to repeat whole, best first: a finer one is used
	// where none of the coarser ones fits. Where Count is zero, grapheme
	// clusters are the last resort.
	Units []Cutter
	// Sections says that nothing before the heading in force at a body is
	// repeated, where a run of headings had to be parted.
	Sections bool
	// Firm says that the overlap does not give way to the end of the text or a
	// better cut: a sliding window.
	Firm bool
}

func (o Overlapping) wanted() bool { return o.Max > 0 || o.Count > 0 }

// Validate checks that the limits can be kept.
func (l Limits) Validate() error {
	switch {
	case l.Measure == nil:
		return fmt.Errorf("%w: no measure", ErrLimits)
	case l.Max <= 0:
		return fmt.Errorf("%w: max is %d, must be at least 1", ErrLimits, l.Max)
	case l.Target < 0 || l.Target > l.Max:
		return fmt.Errorf("%w: target is %d, must lie between 0 and max, which is %d", ErrLimits, l.Target, l.Max)
	case l.Min < 0 || l.Min > l.Max:
		return fmt.Errorf("%w: min is %d, must lie between 0 and max, which is %d", ErrLimits, l.Min, l.Max)
	case l.Target > 0 && l.Min > l.Target:
		return fmt.Errorf("%w: min is %d, above target, which is %d", ErrLimits, l.Min, l.Target)
	case l.Overlap.Max < 0 || l.Overlap.Count < 0:
		return fmt.Errorf("%w: overlap is negative", ErrLimits)
	case l.Overlap.Max >= l.Max:
		return fmt.Errorf("%w: overlap is %d, must be below max, which is %d", ErrLimits, l.Overlap.Max, l.Max)
	}
	return nil
}

func (l Limits) soft() int {
	if l.Target > 0 {
		return l.Target
	}
	return l.Max
}
