package question

import (
	"cmp"
	"fmt"
	"slices"
)

// Fault names what is wrong with a question.
type Fault string

// The faults. Those of [Fault.Kept] cost a question a part that can be done
// without; all others cost the set the question.
const (
	EmptySet        Fault = "empty-set"        // no question at all
	NoQuestion      Fault = "no-question"      // the text of the question is blank
	NoAnswer        Fault = "no-answer"        // no span, or one with neither offsets nor text
	Unanswerable    Fault = "unanswerable"     // the set says that there is no answer
	DuplicateID     Fault = "duplicate-id"     // the id stands earlier in the set
	UnknownDocument Fault = "unknown-document" // no document has that id
	SpanOutside     Fault = "span-outside"     // offsets outside the text, reversed, or inside a character
	SpanUnits       Fault = "span-units"       // bytes and code points are different places
	SpanMismatch    Fault = "span-mismatch"    // another text stands at the offsets
	NotFound        Fault = "not-found"        // the text is not in its document
	Ambiguous       Fault = "ambiguous"        // the text occurs several times
	BadPassage      Fault = "bad-passage"      // kept without its passage
	BadAlternative  Fault = "bad-alternative"  // kept without that alternative
	Moved           Fault = "moved"            // kept: the text stands nearby, and the span was moved there
)

// Kept reports whether a question with this fault stays in the set.
func (f Fault) Kept() bool { return f == BadPassage || f == BadAlternative || f == Moved }

// Problem is one thing wrong with one question.
type Problem struct {
	Fault   Fault
	ID      string // of the question; may be empty
	Index   int    // of the question in its set, from 0; -1 where the set is meant
	Message string // what was found and where, for a person
}

// String is one line: the question, the fault and the message.
func (p Problem) String() string {
	if name := p.name(); name != "" {
		return fmt.Sprintf("%s: %s: %s", name, p.Fault, p.Message)
	}
	return fmt.Sprintf("%s: %s", p.Fault, p.Message)
}

// Detail is String without the fault, for a list of problems of one fault.
func (p Problem) Detail() string {
	if name := p.name(); name != "" {
		return name + ": " + p.Message
	}
	return p.Message
}

// name is the question's id, or its place; empty for a problem of the file.
func (p Problem) name() string {
	switch {
	case p.ID != "":
		return p.ID
	case p.Index >= 0:
		return fmt.Sprintf("question %d", p.Index+1)
	}
	return ""
}

// Tally is how many problems have one fault.
type Tally struct {
	Fault Fault
	Count int
}

// Count counts problems by fault, most frequent first, then by name.
func Count(ps []Problem) []Tally {
	byFault := map[Fault]int{}
	for _, p := range ps {
		byFault[p.Fault]++
	}
	var out []Tally
	for f, n := range byFault {
		out = append(out, Tally{f, n})
	}
	slices.SortFunc(out, func(a, b Tally) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Fault, b.Fault))
	})
	return out
}
