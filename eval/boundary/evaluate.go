package boundary

import (
	"context"
	"fmt"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// Options say how cuts are compared. The zero value counts words and tolerates
// nothing.
type Options struct {
	Unit Unit
	// Window is the k of Pk and WindowDiff, in Unit; 0 means half of the
	// reference's mean segment.
	Window int
	// Tolerance is how far a boundary may be off for Match, in Unit.
	Tolerance int
}

// Scores are all figures of a comparison.
type Scores struct {
	Units       int // length of the text
	True, Cuts  int // boundaries of the reference, and of what is judged
	Window      int // the k that was used
	Pk          float64
	WindowDiff  float64
	AMI         float64
	BoundaryAMI float64
	Match
}

// Scores returns all figures.
func (c Comparison) Scores(o Options) Scores {
	k := o.Window
	if k < 1 {
		k = c.Window()
	}
	return Scores{
		Units: c.ref.N, True: len(c.ref.Bounds), Cuts: len(c.hyp.Bounds), Window: k,
		Pk: c.Pk(k), WindowDiff: c.WindowDiff(k), AMI: c.AMI(), BoundaryAMI: c.BoundaryAMI(), Match: c.Match(o.Tolerance),
	}
}

// Cuts returns where sp cuts d: the byte at which each chunk's body but the
// first begins. Of nested chunks the outermost count (Level 0); overlap is no
// part of a body.
func Cuts(ctx context.Context, sp chunk.Splitter, d *doc.Document) ([]int, error) {
	var cuts []int
	for c, err := range sp.Split(ctx, d, d.Whole()) {
		if err != nil {
			return nil, fmt.Errorf("cutting %s: %w", d.URI, err)
		}
		if c.Level == 0 && c.Span.Start > 0 {
			cuts = append(cuts, c.Span.Start)
		}
	}
	return cuts, nil
}

// Evaluate compares where sp cuts d with the true boundaries, given as byte
// offsets: both results of [Stitch].
func Evaluate(ctx context.Context, sp chunk.Splitter, d *doc.Document, truth []int, o Options) (Scores, error) {
	cuts, err := Cuts(ctx, sp, d)
	if err != nil {
		return Scores{}, err
	}
	return EvaluateCuts(d.Text, truth, cuts, o)
}

// EvaluateCuts compares cuts of a text with the true boundaries, both given as
// byte offsets in any order.
func EvaluateCuts(text string, truth, cuts []int, o Options) (Scores, error) {
	ref, err := Project(text, truth, o.Unit)
	if err != nil {
		return Scores{}, fmt.Errorf("true boundaries: %w", err)
	}
	hyp, err := Project(text, cuts, o.Unit)
	if err != nil {
		return Scores{}, err
	}
	c, err := Compare(ref, hyp)
	if err != nil {
		return Scores{}, err
	}
	return c.Scores(o), nil
}
