package atom

import (
	"sort"

	"github.com/pildora/pildora/doc"
)

// Parted counts the tokens of spans of a text in which some stretches are one
// token each, whatever is around them, and part what is between. It is not safe
// for concurrent use.
type Parted struct {
	counter Counter
	parts   []part
	last    int // the part whose ruler used the counter last
}

// part is a stretch that is a token, or one between with its ruler.
type part struct {
	span   doc.Span
	before int // the tokens of all parts before
	ruler  *Ruler
}

// NewParted counts the whole text by the counter once, and then answers by the
// counter ask, which is its own. The tokens are in order and don't overlap.
func NewParted(text string, once, ask Counter, tokens []doc.Span) *Parted {
	p := &Parted{counter: ask}
	n, done := 0, 0
	between := func(end int) {
		if done < end {
			r := NewRuler(text[done:end], once, ask)
			p.parts = append(p.parts, part{doc.Span{Start: done, End: end}, n, r})
			n += r.total
		}
	}
	for _, s := range tokens {
		between(s.Start)
		p.parts = append(p.parts, part{span: s, before: n})
		n++
		done = s.End
	}
	between(len(text))
	return p
}

// Size is the number of tokens of a span; false where it begins or ends inside
// a token, so that what is left of that is no token any more.
func (p *Parted) Size(s doc.Span) (tokens int, ok bool) {
	if s.Start >= s.End {
		return 0, true
	}
	first := sort.Search(len(p.parts), func(i int) bool { return p.parts[i].span.End > s.Start })
	last := sort.Search(len(p.parts), func(i int) bool { return p.parts[i].span.End >= s.End })
	a, b := &p.parts[first], &p.parts[last]
	if a.ruler == nil && a.span.Start < s.Start || b.ruler == nil && s.End < b.span.End {
		return 0, false
	}
	if first == last {
		return p.within(first, s), true
	}
	return p.within(first, s) + b.before - p.parts[first+1].before + p.within(last, s), true
}

// within counts what of the span lies in a part.
func (p *Parted) within(i int, s doc.Span) int {
	t := &p.parts[i]
	if t.ruler == nil {
		return 1
	}
	if p.last != i {
		p.counter.Forget()
		t.ruler.tail.base = -1
		p.last = i
	}
	start, end := max(s.Start, t.span.Start), min(s.End, t.span.End)
	return t.ruler.Size(doc.Span{Start: start - t.span.Start, End: end - t.span.Start})
}
