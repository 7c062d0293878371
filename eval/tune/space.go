package tune

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/pildora/pildora/ingest"
)

// Space is what may be chosen: the most important dimension first. It is data:
// whoever has more to choose (a threshold, sizes of parents and children,
// weights) adds a dimension.
type Space []Dimension

// Dimension is one setting with the values that are tried beside the one that
// the default has.
type Dimension struct {
	// Key is the setting's name in the settings file.
	Key    string
	Values []string
	// Set sets a value. It is called in the order of the dimensions.
	Set func(r *ingest.Recipe, value string) error
}

// Standard is the space of the recipes that need no model: strategy, size,
// frame, target and overlap. strategies are the names tried; none means those
// known to this package.
func Standard(strategies ...string) Space {
	if len(strategies) == 0 {
		strategies = []string{"cascade", "structural", "recursive", "sentence", "fixed"}
	}
	return Space{Strategy(strategies...), Max("128", "192", "384", "512", "768", "1024"), Frame("none", "breadcrumb"), Target("60%"), Overlap("10%")}
}

// Strategy chooses among strategies by name.
func Strategy(names ...string) Dimension {
	return Dimension{"strategy", names, func(r *ingest.Recipe, v string) error { r.Strategy = v; return nil }}
}

// Max chooses the limit, in the recipe's unit. What the default sets in the
// same unit (target, min, overlap) grows and shrinks along.
func Max(values ...string) Dimension {
	return Dimension{"max", values, func(r *ingest.Recipe, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 {
			return fmt.Errorf("max %q: must be a number from 1", v)
		}
		old := max(1, r.Max)
		for _, p := range []*int{&r.Target, &r.Min, &r.Overlap.Size} {
			*p = *p * n / old
		}
		r.Max = n
		return nil
	}}
}

// Target chooses the size aimed at, as a share of max ("60%"), or "0" for max.
func Target(values ...string) Dimension {
	return Dimension{"target", values, func(r *ingest.Recipe, v string) error {
		share, err := percent(v)
		if err != nil {
			return fmt.Errorf("target %q: %w", v, err)
		}
		r.Target = int(float64(r.Max)*share/100 + 0.5)
		r.Min = min(r.Min, max(r.Target, 0))
		return nil
	}}
}

// Overlap chooses how much text before a chunk is repeated: "none", "10%" of
// max, "2s" sentences, "1p" paragraphs.
func Overlap(values ...string) Dimension {
	return Dimension{"overlap", values, func(r *ingest.Recipe, v string) (err error) {
		r.Overlap = ingest.Overlap{}
		n := 0
		switch {
		case v == "none":
		case strings.HasSuffix(v, "s"):
			n, err = strconv.Atoi(strings.TrimSuffix(v, "s"))
			r.Overlap.Sentences = n
		case strings.HasSuffix(v, "p"):
			n, err = strconv.Atoi(strings.TrimSuffix(v, "p"))
			r.Overlap.Paragraphs = n
		default:
			r.Overlap.Percent, err = percent(v)
		}
		if err != nil || n < 0 {
			return fmt.Errorf("overlap %q: must be none, a percentage, or a number of sentences (2s) or paragraphs (1p)", v)
		}
		return nil
	}}
}

// Frame chooses what stands around a body: "none", or parts joined by "+".
func Frame(values ...string) Dimension {
	return Dimension{"frame", values, func(r *ingest.Recipe, v string) error {
		r.Frame = nil
		if v != "none" {
			r.Frame = strings.Split(v, "+")
		}
		return nil
	}}
}

func percent(v string) (float64, error) {
	n, err := strconv.ParseFloat(strings.TrimSuffix(v, "%"), 64)
	if err != nil || !(n >= 0 && n < 100) || n > 0 && !strings.HasSuffix(v, "%") {
		return 0, fmt.Errorf("must be a percentage below 100, such as 60%%")
	}
	return n, nil
}

// around yields recipes of the space, nearest to base first: those that differ
// in one setting, then in two, and so on; of those that differ in as many the
// ones in more important dimensions first, and within the same dimensions in
// an order that depends on the seed. Some may be equal to others.
func (s Space) around(base ingest.Recipe, seed uint64) iter.Seq2[ingest.Recipe, error] {
	return func(yield func(ingest.Recipe, error) bool) {
		rng := rand.New(rand.NewPCG(seed, 1))
		for many := 1; many <= len(s); many++ {
			for _, dims := range subsets(len(s), many) {
				points := s.points(dims)
				rng.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
				for _, p := range points {
					r, err := s.at(base, dims, p)
					if !yield(r, err) || err != nil {
						return
					}
				}
			}
		}
	}
}

// subsets lists the choices of k among n, those with small members first.
func subsets(n, k int) [][]int {
	var out [][]int
	var grow func(from int, picked []int)
	grow = func(from int, picked []int) {
		if len(picked) == k {
			out = append(out, slices.Clone(picked))
			return
		}
		for i := from; i < n; i++ {
			grow(i+1, append(picked, i))
		}
	}
	grow(0, nil)
	sum := func(p []int) (n int) {
		for _, i := range p {
			n += i
		}
		return n
	}
	slices.SortStableFunc(out, func(a, b []int) int { return sum(a) - sum(b) })
	return out
}

// points lists all values of some dimensions, one of each.
func (s Space) points(dims []int) [][]string {
	out := [][]string{nil}
	for _, d := range dims {
		var next [][]string
		for _, p := range out {
			for _, v := range s[d].Values {
				next = append(next, append(slices.Clone(p), v))
			}
		}
		out = next
	}
	return out
}

func (s Space) at(base ingest.Recipe, dims []int, values []string) (ingest.Recipe, error) {
	r := base
	r.Frame = slices.Clone(base.Frame)
	for i, d := range dims {
		if err := s[d].Set(&r, values[i]); err != nil {
			return r, fmt.Errorf("search space: %w", err)
		}
	}
	return r, nil
}

// Name names a recipe by what is usually asked: strategy and max, and what
// else it sets.
func Name(r ingest.Recipe) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s@%d", r.Strategy, r.Max)
	if r.Unit != "tokens" {
		b.WriteString(" " + r.Unit)
	}
	if r.Target > 0 {
		fmt.Fprintf(&b, " target %d", r.Target)
	}
	if r.Min > 0 {
		fmt.Fprintf(&b, " min %d", r.Min)
	}
	if o := overlapText(r.Overlap); o != "none" {
		b.WriteString(" overlap " + o)
	}
	b.WriteString(" frame " + frameText(r.Frame))
	return b.String()
}

func frameText(parts []string) string {
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, "+")
}

func overlapText(o ingest.Overlap) string {
	switch {
	case o.Paragraphs > 0:
		return strconv.Itoa(o.Paragraphs) + "p"
	case o.Sentences > 0:
		return strconv.Itoa(o.Sentences) + "s"
	case o.Percent > 0:
		return strconv.FormatFloat(o.Percent, 'f', -1, 64) + "%"
	case o.Size > 0:
		return strconv.Itoa(o.Size)
	}
	return "none"
}
