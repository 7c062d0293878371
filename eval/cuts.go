package eval

import (
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/store"
)

// bodies finds what the records of one document hold whole.
type bodies struct {
	spans []doc.Span // by start
	reach []int      // the farthest end of spans[:i+1]
}

// bodiesOf orders the records' bodies by document.
func bodiesOf(rs []store.Record) map[string]*bodies {
	out := map[string]*bodies{}
	for i := range rs {
		b := out[rs[i].DocID]
		if b == nil {
			b = &bodies{}
			out[rs[i].DocID] = b
		}
		b.spans = append(b.spans, doc.Span{Start: rs[i].Start, End: rs[i].End})
	}
	for _, b := range out {
		slices.SortFunc(b.spans, func(x, y doc.Span) int { return x.Start - y.Start })
		for i, s := range b.spans {
			if i > 0 {
				s.End = max(s.End, b.reach[i-1])
			}
			b.reach = append(b.reach, s.End)
		}
	}
	return out
}

// after is the number of bodies that begin at or before byte at.
func (b *bodies) after(at int) int {
	i, _ := slices.BinarySearchFunc(b.spans, at+1, func(s doc.Span, at int) int { return s.Start - at })
	return i
}

// whole reports whether one body holds all of s.
func (b *bodies) whole(s doc.Span) bool {
	if b == nil {
		return false
	}
	i := b.after(s.Start)
	return i > 0 && b.reach[i-1] >= s.End
}

// borders are where bodies end inside s, and where they begin, unless there is
// only white space between that and the border before.
func (b *bodies) borders(text string, s doc.Span) []int {
	if b == nil {
		return nil
	}
	var all []int
	for _, x := range b.spans {
		for _, at := range [2]int{x.Start, x.End} {
			if s.Start < at && at < s.End {
				all = append(all, at)
			}
		}
	}
	slices.Sort(all)
	var out []int
	for i, at := range all {
		if i == 0 || !doc.IsBlank(text[all[i-1]:at]) {
			out = append(out, at)
		}
	}
	return out
}

// tight is s without the white space at its ends.
func tight(text string, s doc.Span) doc.Span {
	body := strings.TrimRightFunc(text[s.Start:s.End], blank)
	s.End = s.Start + len(body)
	s.Start = s.End - len(strings.TrimLeftFunc(body, blank))
	return s
}

// cutting judges which answers are held whole.
type cutting struct {
	corpus *Corpus
	bodies map[string]*bodies
	tokens size.Measure
	limit  int // answers up to it are short
	stats  *ChunkStats
	cut    [2]int // of all answers, of short ones
}

// question counts the answers of q and returns where they are parted.
func (c *cutting) question(q *Asked) []int {
	var borders []int
	if len(q.Alternatives) > 0 {
		whole := c.all(q, q.Spans, nil)
		longest := c.longest(q, q.Spans)
		for _, a := range q.Alternatives {
			whole = whole || c.all(q, []Place{a}, nil)
		}
		if !whole {
			c.all(q, q.Spans, &borders)
		}
		c.count(longest, whole)
		return borders
	}
	for _, p := range q.Spans {
		c.count(c.longest(q, []Place{p}), c.all(q, []Place{p}, &borders))
	}
	return borders
}

// all reports whether each place is held whole, and collects the borders in
// those that aren't.
func (c *cutting) all(q *Asked, places []Place, borders *[]int) bool {
	held := true
	for _, p := range places {
		id := q.DocOf(p)
		s := tight(c.corpus.byID[id].Text, p.Span())
		if c.bodies[id].whole(s) {
			continue
		}
		held = false
		if borders != nil {
			*borders = append(*borders, c.bodies[id].borders(c.corpus.byID[id].Text, s)...)
		}
	}
	return held
}

func (c *cutting) longest(q *Asked, places []Place) int {
	n := 0
	for _, p := range places {
		n = max(n, c.tokens.Size(c.corpus.byID[q.DocOf(p)].Slice(p.Span())))
	}
	return n
}

func (c *cutting) count(tokens int, whole bool) {
	c.stats.Answers++
	short := 2*tokens <= c.limit
	if short {
		c.stats.Short++
	}
	if whole {
		return
	}
	c.cut[0]++
	if short {
		c.cut[1]++
	}
}

// done writes the shares.
func (c *cutting) done() {
	c.stats.Cut, c.stats.ShortCut = ratio(c.cut[0], c.stats.Answers), ratio(c.cut[1], c.stats.Short)
}
