// Package semantic cuts where the meaning changes, as an embedding model sees
// it.
//
// Three ways are known. [Drift] looks at how far the vectors of neighbouring
// sentences lie apart and cuts where that is unusual (Kamradt, "5 Levels of
// Text Splitting", 2024, and the splitters after it). [Cluster] finds the
// partition whose chunks have the most similar sentences, by dynamic
// programming (Smith and Troynikov, "Evaluating Chunking Strategies for
// Retrieval", 2024). [DoubleMerge] joins neighbours that are alike and then
// looks one chunk further, over what stands between them.
//
// All of them choose among the ends of sentences, never elsewhere, and give the
// same cuts for the same model.
package semantic

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/embed"
)

// Threshold says from which distance on there is a border.
type Threshold struct {
	Kind Kind
	// Value is a percentile from 0 to 100 (Percentile, Gradient), a number of
	// standard deviations above the mean, of interquartile ranges above it, or
	// a distance (Absolute). 0 means the default of its kind.
	Value float64
}

// Kind is a way to find a threshold.
type Kind uint8

// The kinds of thresholds.
const (
	Percentile    Kind = iota // of the distances; 95
	Deviation                 // mean + Value·σ; 3
	Interquartile             // mean + Value·(q₃ - q₁); 1.5
	Gradient                  // percentile of how fast the distance changes; 95
	Absolute                  // the distance itself; 0.5
)

var kindNames = [...]string{"percentile", "deviation", "interquartile", "gradient", "absolute"}

func (k Kind) String() string { return kindNames[k] }

// Kinds lists the names of all kinds.
func Kinds() []string { return slices.Clone(kindNames[:]) }

// KindOf finds a kind by its name.
func KindOf(name string) (Kind, error) {
	if i := slices.Index(kindNames[:], name); i >= 0 {
		return Kind(i), nil
	}
	return 0, fmt.Errorf("threshold %q is none of %v", name, Kinds())
}

var defaults = [...]float64{Percentile: 95, Deviation: 3, Interquartile: 1.5, Gradient: 95, Absolute: 0.5}

// Options are how sentences are compared. Embedder and Sentences must be given.
type Options struct {
	Embedder embed.Embedder
	// Sentences gives the ends to choose from.
	Sentences chunk.Cutter
	// Window is how many sentences are embedded together, from 1 to 3: on
	// either side of a border, up to that many. 0 means 1.
	Window int
	// Threshold is what makes a border, for [Drift].
	Threshold Threshold
	// Smooth averages each distance with so many on either side, before the
	// threshold is found.
	Smooth int
}

// Curve is what [Drift] saw in a span: the ends of its sentences but the last,
// the distance of meaning over each, and from which distance on there is a
// border.
type Curve struct {
	Ends      []int
	Distances []float64 // 0 for the same meaning, 1 for none in common, at most 2
	Threshold float64
	Cuts      []int // those of Ends that are borders
}

// Drifter is what [Drift] returns: a cutter that can show its curve.
type Drifter struct{ o Options }

var _ chunk.Cutter = Drifter{}

// Drift returns a cutter at the ends of sentences over which the meaning
// changes unusually much.
func Drift(o Options) Drifter { return Drifter{o} }

// fewest is how many sentences a span has at least in which a change is looked
// for: of fewer none is unusual.
const fewest = 4

// Cuts yields the borders in a span.
func (d Drifter) Cuts(ctx context.Context, document *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		c, err := d.Curve(ctx, document, s)
		if err != nil {
			yield(0, err)
			return
		}
		for _, at := range c.Cuts {
			if !yield(at, nil) {
				return
			}
		}
	}
}

// Curve looks at a span and says what it sees.
func (d Drifter) Curve(ctx context.Context, document *doc.Document, s doc.Span) (Curve, error) {
	ends, err := chunk.CutsOf(ctx, d.o.Sentences, document, s)
	if err != nil || len(ends)+1 < fewest {
		return Curve{Ends: ends}, err
	}
	before, after, err := d.o.sides(ctx, document, s, ends)
	if err != nil {
		return Curve{}, err
	}
	c := Curve{Ends: ends, Distances: make([]float64, len(ends))}
	for i := range ends {
		c.Distances[i] = 1 - embed.Dot(before[i], after[i])
	}
	c.Distances = smooth(c.Distances, d.o.Smooth)
	measured := c.Distances
	if d.o.Threshold.Kind == Gradient {
		measured = gradient(c.Distances)
	}
	c.Threshold = d.o.Threshold.of(measured)
	for i, v := range measured {
		if v > c.Threshold {
			c.Cuts = append(c.Cuts, ends[i])
		}
	}
	return c, nil
}

// sides are the vectors of what stands before and after each end: a window of
// sentences, within the span.
func (o Options) sides(ctx context.Context, d *doc.Document, s doc.Span, ends []int) (before, after [][]float32, err error) {
	borders := slices.Concat([]int{s.Start}, ends, []int{s.End})
	window := min(max(o.Window, 1), 3)
	at := map[doc.Span]int{}
	var texts []string
	add := func(from, to int) int {
		w := doc.Span{Start: borders[max(from, 0)], End: borders[min(to, len(borders)-1)]}
		if i, ok := at[w]; ok {
			return i
		}
		at[w] = len(texts)
		texts = append(texts, d.Slice(d.Body(w)))
		return len(texts) - 1
	}
	left, right := make([]int, len(ends)), make([]int, len(ends))
	for i := range ends { // the i-th end is border i+1
		left[i], right[i] = add(i+1-window, i+1), add(i+1, i+1+window)
	}
	vectors, err := o.embed(ctx, d, texts)
	if err != nil {
		return nil, nil, err
	}
	for i := range ends {
		before, after = append(before, vectors[left[i]]), append(after, vectors[right[i]])
	}
	return before, after, nil
}

func (o Options) embed(ctx context.Context, d *doc.Document, texts []string) ([][]float32, error) {
	vectors, err := embed.Checked(ctx, o.Embedder, embed.Passage, texts)
	if err != nil {
		return nil, fmt.Errorf("%s: embedding its sentences: %w", d.URI, err)
	}
	return vectors, nil
}

// smooth averages each value with n on either side.
func smooth(v []float64, n int) []float64 {
	if n <= 0 {
		return v
	}
	sums := make([]float64, len(v)+1)
	for i, x := range v {
		sums[i+1] = sums[i] + x
	}
	out := make([]float64, len(v))
	for i := range v {
		from, to := max(0, i-n), min(len(v), i+n+1)
		out[i] = (sums[to] - sums[from]) / float64(to-from)
	}
	return out
}

// gradient is how fast a curve changes, by central differences.
func gradient(v []float64) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		from, to := max(0, i-1), min(len(v)-1, i+1)
		if to > from {
			out[i] = (v[to] - v[from]) / float64(to-from)
		}
	}
	return out
}

// of finds the threshold over some distances.
func (t Threshold) of(v []float64) float64 {
	value := t.Value
	if value == 0 {
		value = defaults[t.Kind]
	}
	switch t.Kind {
	case Percentile, Gradient:
		return percentile(v, value)
	case Deviation:
		mean, deviation := moments(v)
		return mean + value*deviation
	case Interquartile:
		mean, _ := moments(v)
		return mean + value*(percentile(v, 75)-percentile(v, 25))
	}
	return value
}

func moments(v []float64) (mean, deviation float64) {
	for _, x := range v {
		mean += x / float64(len(v))
	}
	for _, x := range v {
		deviation += (x - mean) * (x - mean) / float64(len(v))
	}
	return mean, math.Sqrt(deviation)
}

// percentile interpolates between the two nearest ranks.
func percentile(v []float64, p float64) float64 {
	sorted := slices.Sorted(slices.Values(v))
	at := min(max(p, 0), 100) / 100 * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (sorted[high]-sorted[low])*(at-float64(low))
}
