package metric

import (
	"fmt"
	"sort"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
)

// Tokenizer says where the tokens of a text end, in bytes, in order.
// [github.com/pildora/pildora/size/token.Tokenizer] is one.
type Tokenizer interface{ Offsets(text string) []int }

// Document is a text prepared to be measured: running sums over its code
// points, eight bytes each, so that any span is measured in constant time. The
// text itself is not kept.
//
// Tokens are those of the whole document, and a token belongs to the code
// point that it ends in; so the tokens of two spans side by side add up, which
// those of two chunks counted alone do not. The difference is a token or two a
// chunk.
type Document struct {
	id     string
	solid  []int32 // solid[i]: non-blank ones among the first i code points
	tokens []int32 // tokens[i]: tokens that end in the first i code points
}

// NewDocument prepares a text. Without a tokenizer the document has no tokens,
// and nothing can be asked of it at a budget. In text that isn't UTF-8 each
// wrong byte is a code point, as in Go's range loop.
func NewDocument(id, text string, t Tokenizer) *Document {
	n := utf8.RuneCountInString(text)
	d := &Document{id: id, solid: make([]int32, n+1)}
	var ends []int
	if t != nil {
		ends = t.Offsets(text)
		d.tokens = make([]int32, n+1)
	}
	i, past := 0, 0
	for at := 0; at < len(text); i++ {
		_, width := utf8.DecodeRuneInString(text[at:])
		d.solid[i+1] = d.solid[i]
		if !doc.IsBlank(text[at : at+width]) {
			d.solid[i+1]++
		}
		at += width
		for past < len(ends) && ends[past] <= at {
			past++
		}
		if d.tokens != nil {
			d.tokens[i+1] = int32(past)
		}
	}
	return d
}

// ID returns the id that the document was made with.
func (d *Document) ID() string { return d.id }

// Len returns the length of the text in code points.
func (d *Document) Len() int { return len(d.solid) - 1 }

// Solid returns the number of non-blank code points in s, which lies in the
// document.
func (d *Document) Solid(s Span) int {
	if s.empty() {
		return 0
	}
	return int(d.solid[s.End] - d.solid[s.Start])
}

// Tokens returns the number of tokens that end in s, which lies in the
// document; 0 where the document has no tokens.
func (d *Document) Tokens(s Span) int {
	if s.empty() || d.tokens == nil {
		return 0
	}
	return int(d.tokens[s.End] - d.tokens[s.Start])
}

// cut returns the beginning of s that n tokens pay for: up to the end of the
// n-th token, or all of s where it has no more than that.
func (d *Document) cut(s Span, n int) Span {
	if d.Tokens(s) <= n {
		return s
	}
	if n <= 0 {
		return Span{s.Start, s.Start}
	}
	until := d.tokens[s.Start] + int32(n)
	end := s.Start + sort.Search(s.Len(), func(i int) bool { return d.tokens[s.Start+i] >= until })
	if d.tokens[end] > until {
		end-- // a code point of several tokens that cannot all be paid
	}
	return Span{s.Start, end}
}

// check reports a span that does not lie in the document.
func (d *Document) check(s Span) error {
	if s.Start < 0 || s.End < s.Start || s.End > d.Len() {
		return fmt.Errorf("span %v does not lie in document %q of %d code points", s, d.id, d.Len())
	}
	return nil
}
