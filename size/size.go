// Package size measures texts: in bytes, runes, words or, in [size/token],
// tokens of one tokenizer.
//
// A [Measure] is asked about a finished string and its answer is the truth. A
// measure need be neither additive nor monotone: BPE counts can fall when a
// letter is added. A [Ruler] answers the same question about spans of one
// prepared text, quickly.
package size

import "github.com/pildora/pildora/doc"

// Measure says how long a text is. Size is safe for concurrent use, never
// negative, and zero for the empty text.
type Measure interface{ Size(text string) int }

// Ruler measures spans of one text. Size(s) is exactly what the Measure it
// came from says of text[s.Start:s.End]. A Ruler may remember where the last
// call began: calls with one Start and a growing End cost amortised time
// linear in the bytes passed over, so growing a span step by step is cheap. It
// is therefore not safe for concurrent use.
type Ruler interface{ Size(s doc.Span) int }

// Reacher is a Ruler that answers for many ends at once, so that a search for
// the longest span that fits asks Size only about the few ends near the limit.
// Reach costs about as much as one Size.
type Reacher interface {
	Ruler
	// Reach bounds the spans that begin at start: each that ends at or before
	// fits measures at most limit, and each that ends behind over measures more.
	// Ends between the two must be asked about one by one. start <= fits <= over
	// <= the text's length. An answer may be loose (fits == start, over == the
	// text's length is always right), but what a Ruler answers for one start and
	// limit doesn't depend on what it was asked before.
	Reach(start, limit int) (fits, over int)
}

// Bounded is a Ruler that knows how long a span is at most by its bytes alone,
// so that a short one is known to fit without being looked at.
type Bounded interface {
	Ruler
	// Most is what no span of so many bytes, between borders of runes, exceeds;
	// math.MaxInt where that isn't known.
	Most(bytes int) int
}

// Preparer is a Measure that can prepare a text once and then measure its
// spans in far less time than reading them.
type Preparer interface {
	Measure
	Prepare(text string) Ruler
}

// Func makes a Measure of a function.
type Func func(text string) int

// Size calls the function.
func (f Func) Size(text string) int { return f(text) }
