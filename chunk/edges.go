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
	end, tail  int         // text[tail:end] is blank, and what stands before tail is not
	far        map[int]int // tails of ends behind long runs of blanks
}

// trim is doc.Trim(text, {from, end}).
func (e *edges) trim(from, end int) doc.Span {
	lead := e.skip(from)
	if lead >= end {
		return doc.Span{Start: from, End: from}
	}
	tail := e.back(end)
	// From here on the run of blanks before lead matters only where it is
	// short enough to be an indentation, and then doc.Trim is cheap.
	first := max(from, lead-2*indent)
	return doc.Trim(e.text, doc.Span{Start: first, End: tail})
}

// indent is above the longest run that doc.Trim takes for an indentation.
const indent = 80

func (e *edges) skip(from int) int {
	if e.from <= from && from < e.lead {
		return e.lead
	}
	e.from = from
	e.lead = from
	for e.lead < e.region.End {
		r, width := utf8.DecodeRuneInString(e.text[e.lead:])
		if !doc.IsBlank(string(r)) {
			break
		}
		e.lead += width
	}
	return e.lead
}

func (e *edges) back(end int) int {
	if tail, ok := e.far[end]; ok {
		return tail
	}
	at := end
	for at > e.region.Start && at != e.end {
		r, width := utf8.DecodeLastRuneInString(e.text[:at])
		if !doc.IsBlank(string(r)) {
			break
		}
		at -= width
	}
	if at == e.end && at != end && at > e.tail {
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
