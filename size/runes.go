package size

import (
	"sort"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// Size counts the code points of text.
func (runesMeasure) Size(text string) int {
	if len(text) >= 2*block && valid(text) {
		return runes(text)
	}
	return utf8.RuneCountInString(text)
}

// Prepare keeps no more than the text. Text that isn't UTF-8 is counted anew
// for each span.
func (m runesMeasure) Prepare(text string) Ruler {
	if !valid(text) {
		return direct{m, text}
	}
	return &runesRuler{text: text}
}

// direct measures each span as a text of its own.
type direct struct {
	measure Measure
	text    string
}

func (r direct) Size(s doc.Span) int { return r.measure.Size(r.text[s.Start:s.End]) }

// runesRuler counts the runes of spans. Short spans are counted as they are
// asked about, eight bytes at a time. For long ones the runes before every
// stride-th byte are kept, as far as they were needed.
type runesRuler struct {
	text   string
	before []int // before[i]: runes that begin before byte i*stride
	// the span that Reach found or Size counted last, and its runes: most
	// questions are about spans that begin there and end a little before, or
	// behind
	last  doc.Span
	count int
}

var _ interface {
	Reacher
	Bounded
} = (*runesRuler)(nil)

// Most is one rune a byte.
func (*runesRuler) Most(bytes int) int { return bytes }

// stride is how far apart, in bytes, counts are kept.
const stride = 1024

// Size counts the runes of the span.
func (r *runesRuler) Size(s doc.Span) int {
	switch {
	case s.Start == s.End:
		return 0
	case !atBorder(r.text, s.Start) || !atBorder(r.text, s.End):
		return utf8.RuneCountInString(r.text[s.Start:s.End])
	case s.Start == r.last.Start && s.End > r.last.End:
		r.count += r.runes(r.last.End, s.End)
	case s.Start == r.last.Start && r.last.End-s.End < s.Len():
		r.count -= r.runes(s.End, r.last.End)
	default:
		r.count = r.runes(s.Start, s.End)
	}
	r.last = s
	return r.count
}

// Reach finds where the runes from start on reach limit.
func (r *runesRuler) Reach(start, limit int) (fits, over int) {
	if !atBorder(r.text, start) {
		return start, len(r.text)
	}
	end, left := start, limit
	if limit > 2*stride {
		end = r.jump(start, limit)
		left -= r.runes(start, end)
	}
	for left > 0 && end < len(r.text) {
		to := end + min(left, len(r.text)-end) // so many bytes are at most so many runes
		left -= runes(r.text[end:to])
		end = to
	}
	for !atBorder(r.text, end) {
		end++
	}
	r.last, r.count = doc.Span{Start: start, End: end}, limit-left
	return end, end
}

// jump returns the last place with a kept count that is surely not beyond
// limit runes from start, or start.
func (r *runesRuler) jump(start, limit int) int {
	first := (start + stride - 1) / stride
	base := r.runes(start, min(first*stride, len(r.text)))
	for r.before = r.upTo(first); len(r.before)*stride <= len(r.text); r.before = r.upTo(len(r.before)) {
		if r.before[len(r.before)-1]-r.before[first]+base > limit {
			break
		}
	}
	n := sort.Search(len(r.before)-first, func(i int) bool { return r.before[first+i]-r.before[first]+base > limit })
	if n == 0 {
		return start
	}
	return (first + n - 1) * stride
}

// runes counts the runes between two borders.
func (r *runesRuler) runes(from, to int) int {
	first, last := (from+stride-1)/stride, to/stride
	if last-first < 2 {
		return runes(r.text[from:to])
	}
	r.before = r.upTo(last)
	return runes(r.text[from:first*stride]) + r.before[last] - r.before[first] + runes(r.text[last*stride:to])
}

// upTo returns r.before with counts up to the i-th at least, where the text
// reaches so far.
func (r *runesRuler) upTo(i int) []int {
	before := r.before
	if len(before) == 0 {
		before = append(before, 0)
	}
	for n := len(before); n <= i && n*stride <= len(r.text); n++ {
		before = append(before, before[n-1]+runes(r.text[(n-1)*stride:n*stride]))
	}
	return before
}
