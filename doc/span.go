package doc

import "fmt"

// Span is a half-open range of bytes: Start is in it, End is not.
type Span struct{ Start, End int }

// Len returns the length in bytes.
func (s Span) Len() int { return s.End - s.Start }

// Empty reports whether no byte lies in s.
func (s Span) Empty() bool { return s.End <= s.Start }

// Contains reports whether o lies wholly in s.
func (s Span) Contains(o Span) bool { return s.Start <= o.Start && o.End <= s.End }

// Overlaps reports whether s and o share a byte.
func (s Span) Overlaps(o Span) bool { return s.Start < o.End && o.Start < s.End }

// Intersect returns what s and o share; it is empty where they share nothing.
func (s Span) Intersect(o Span) Span {
	r := Span{max(s.Start, o.Start), min(s.End, o.End)}
	if r.End < r.Start {
		r.End = r.Start
	}
	return r
}

// String writes the span as "start:end".
func (s Span) String() string { return fmt.Sprintf("%d:%d", s.Start, s.End) }
