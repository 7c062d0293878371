package chunk

import (
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// edges narrows spans as [doc.Trim] does, remembering what it scanned, so that
// trying one end after the other inside a long run of blanks stays linear.
type edges struct {
	text   string
	region doc.Span

	from, lead int         // text[from:lead] is blank, and lead is the end of the region or not blank
	first      int         // where a body that begins at from or in those blanks begins; -1 if not known
	firstOf    int         // the from that first is known of
	at, ahead  int         // text[at:ahead] is blank, likewise, behind some end
	end, tail  int         // text[tail:end] is blank, and what stands before tail is not
	last       int         // the tail of the region's end; -1 if not known
	far        map[int]int // tails of ends behind long runs of blanks
}

func (e *edges) begin(text string, region doc.Span) {
	*e = edges{text: text, region: region, from: -1, firstOf: -1, at: -1, end: -1, last: -1}
}

// trim is doc.Trim(text, {from, end}).
func (e *edges) trim(from, end int) doc.Span {
	if lead := e.skip(from); lead >= end {
		return doc.Span{Start: from, End: from}
	}
	first, _ := e.start(from)
	return doc.Span{Start: first, End: e.back(end)}
}

// start returns where a body whose span begins at from begins, which doesn't
// depend on where it ends; false where nothing but blanks follows.
func (e *edges) start(from int) (int, bool) {
	if from == e.firstOf {
		return e.first, true
	}
	lead := e.skip(from)
	if lead >= e.region.End {
		return from, false
	}
	if lead == from { // no blanks to give back
		e.firstOf, e.first = from, from
		return from, true
	}
	_, width := utf8.DecodeRuneInString(e.text[lead:])
	// The run of blanks before lead matters only where it is short enough to be
	// an indentation, and then doc.Trim is cheap.
	first := max(from, lead-2*indent)
	e.firstOf, e.first = from, doc.Trim(e.text, doc.Span{Start: first, End: lead + width}).Start
	return e.first, true
}

// indent is above the longest run that doc.Trim takes for an indentation.
const indent = 80

func (e *edges) skip(from int) int {
	if from < e.from || e.lead <= from {
		e.from, e.lead = from, e.scan(from)
	}
	return e.lead
}

// past returns the end of the blanks that begin at i.
func (e *edges) past(i int) int {
	if i < e.at || e.ahead <= i {
		e.at, e.ahead = i, e.scan(i)
	}
	return e.ahead
}

// scan returns the first place from i on that isn't blank, or the region's end.
func (e *edges) scan(i int) int {
	for i < e.region.End {
		width := blankAt(e.text, i)
		if width == 0 {
			break
		}
		i += width
	}
	return i
}

// back returns where the blanks before end begin.
func (e *edges) back(end int) int {
	if end == e.region.End {
		if e.last < 0 {
			e.last = e.before(end)
		}
		return e.last
	}
	return e.before(end)
}

func (e *edges) before(end int) int {
	if len(e.far) > 0 {
		if tail, ok := e.far[end]; ok {
			return tail
		}
	}
	at := end
	for at > e.region.Start && at != e.end {
		width := blankBefore(e.text, at)
		if width == 0 {
			break
		}
		at -= width
	}
	if at == e.end {
		at = e.tail
	}
	if end-at > 64 {
		if e.far == nil {
			e.far = map[int]int{}
		}
		e.far[end] = at
	}
	e.end, e.tail = end, at
	return at
}

// blankAt returns the length of the blank at i, or 0 where there is none.
func blankAt(text string, i int) int {
	if c := text[i]; c < utf8.RuneSelf {
		return asciiBlank(c)
	}
	_, width := utf8.DecodeRuneInString(text[i:])
	if doc.IsBlank(text[i : i+width]) {
		return width
	}
	return 0
}

// blankBefore returns the length of the blank that ends at i, or 0.
func blankBefore(text string, i int) int {
	if c := text[i-1]; c < utf8.RuneSelf {
		return asciiBlank(c)
	}
	_, width := utf8.DecodeLastRuneInString(text[:i])
	if doc.IsBlank(text[i-width : i]) {
		return width
	}
	return 0
}

// blanks are the ASCII letters that doc.IsBlank takes for white space.
const blanks = 1<<' ' | 1<<'\t' | 1<<'\n' | 1<<'\v' | 1<<'\f' | 1<<'\r' | 1<<0x1c | 1<<0x1d | 1<<0x1e | 1<<0x1f

// asciiBlank is 1 where c is one of them.
func asciiBlank(c byte) int { return int(uint64(blanks) >> c & 1) }
