package config

import (
	"fmt"
	"strconv"
	"strings"
)

// OverlapUnit says what an overlap is counted in.
type OverlapUnit uint8

// The units of overlap.
const (
	NoOverlap         OverlapUnit = iota
	OverlapUnits                  // in the unit of max
	OverlapPercent                // of max
	OverlapSentences              // whole sentences
	OverlapParagraphs             // whole paragraphs
)

// Overlap is how much of the text before a body is repeated: at most N of
// Unit. The zero value is none.
type Overlap struct {
	N    int
	Unit OverlapUnit
}

// String writes the overlap so that [ParseOverlap] reads it back.
func (o Overlap) String() string {
	switch o.Unit {
	case OverlapUnits:
		return strconv.Itoa(o.N)
	case OverlapPercent:
		return strconv.Itoa(o.N) + "%"
	case OverlapSentences:
		return strconv.Itoa(o.N) + "s"
	case OverlapParagraphs:
		return strconv.Itoa(o.N) + "p"
	}
	return "none"
}

// ParseOverlap reads "none", "10%" (of max), "64" (in the unit of max), "2s"
// (sentences) or "1p" (paragraphs). Zero of anything is none. The error says
// what is wanted.
func ParseOverlap(text string) (Overlap, error) {
	t := strings.TrimSpace(text)
	if t == "none" {
		return Overlap{}, nil
	}
	unit := OverlapUnits
	for _, u := range []struct {
		suffix string
		unit   OverlapUnit
	}{{"%", OverlapPercent}, {"s", OverlapSentences}, {"p", OverlapParagraphs}} {
		if n, ok := strings.CutSuffix(t, u.suffix); ok {
			t, unit = strings.TrimSpace(n), u.unit
			break
		}
	}
	n, err := strconv.Atoi(t)
	if err != nil || n < 0 {
		return Overlap{}, fmt.Errorf("%q is no overlap; wanted none, 10%% (of max), 64 (in the unit), 2s (sentences) or 1p (paragraphs)", text)
	}
	if n == 0 {
		return Overlap{}, nil
	}
	return Overlap{n, unit}, nil
}

// limit returns the overlap's bound in units of max, and whether it has one:
// sentences and paragraphs are bounded only by the room that there is.
func (o Overlap) limit(limit int) (int, bool) {
	switch o.Unit {
	case OverlapUnits:
		return o.N, true
	case OverlapPercent:
		if o.N >= 100 {
			return limit, true // also spares the product an overflow
		}
		return limit/100*o.N + limit%100*o.N/100, true
	}
	return 0, o.Unit == NoOverlap
}
