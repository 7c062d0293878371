package pill

import (
	"slices"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// chain is a run of blocks under one parent, each of which opens an entry, with
// no heading between them.
type chain struct {
	at  []int // the blocks that open an entry
	end int   // the first block after them that can't belong to the last: a heading, or one outside the parent
}

// chains finds the runs of blocks that open an entry: of the blocks with one of
// the bits of mask those that opens accepts, or the items that they open.
func (p *Page) chains(mask Cue, opens func(i int) bool) []chain {
	var anchors []int32
	for i := range p.Marked(mask) {
		if opens(i) {
			anchors = append(anchors, int32(p.Opener(i)))
		}
	}
	return p.chained(anchors)
}

// chained makes runs of the blocks that open an entry, which are in order.
func (p *Page) chained(blocks []int32) []chain {
	if len(blocks) == 0 {
		return nil
	}
	if p.anchors == nil {
		p.anchors = make([]bool, len(p.Doc.Blocks))
	}
	anchors := p.anchors // all false before and after
	for _, i := range blocks {
		anchors[i] = true
	}
	var out []chain
	for _, i := range blocks {
		i := int(i)
		if !anchors[i] {
			continue
		}
		anchors[i] = false
		c := chain{at: []int{i}, end: p.Next(i)}
		for j := p.After(i); ; j = p.After(j) {
			if j < 0 || p.Doc.Blocks[j].Kind == doc.Heading {
				break
			}
			if anchors[j] {
				c.at = append(c.at, j)
				anchors[j] = false
			}
			c.end = p.Next(j)
		}
		out = append(out, c)
	}
	return out
}

// tail is the block before which the last entry of the chain ends: after as many
// paragraphs as most entries before it have, at least least, and what is bound to
// them. What stands after a list of entries is seldom part of the last.
func (c *chain) tail(p *Page, least int) int {
	var counts []int
	for k := 1; k < len(c.at); k++ {
		n := 0
		for j := c.at[k-1]; j >= 0 && j < c.at[k]; j = p.After(j) {
			if p.Is(j, doc.Paragraph) && !p.bound(j) {
				n++
			}
		}
		counts = append(counts, n)
	}
	longest := least
	if len(counts) > 0 {
		slices.Sort(counts)
		longest = max(longest, counts[(len(counts)-1)/2])
	}
	j := c.at[len(c.at)-1]
	for n := 1; ; {
		next := p.After(j)
		if next < 0 || next >= c.end || p.Is(next, doc.Rule) {
			return p.Next(j)
		}
		if p.Is(next, doc.Paragraph) {
			if n++; n > longest && p.Cues[j]&Colon == 0 && !p.bound(next) {
				return p.Next(j)
			}
		}
		j = next
	}
}

// bound reports whether block i is a paragraph that can't stand without what is
// before it.
func (p *Page) bound(i int) bool {
	return p.Is(i, doc.Paragraph) && p.Cues[i]&Cue(cue.Bound) != 0
}

// entry is the blocks of entry k of the chain, up to the block before which it
// ends.
func (c *chain) entry(p *Page, k, least int) (first, end int) {
	if k+1 < len(c.at) {
		return c.at[k], c.at[k+1]
	}
	return c.at[k], c.tail(p, least)
}
