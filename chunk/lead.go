package chunk

import (
	"slices"
	"sort"

	"github.com/pildora/pildora/doc"
)

// keepHeadings takes away the borders that would part a heading from the first
// piece of what stands under it, where the two fit together. Where that piece
// is too large, a finer cutter is asked for a shorter one; where the heading
// ends a piece that is, for a cut before it.
func (r *lookahead) keepHeadings() error {
	d := r.doc
	var all mending
	for i := d.BlockFrom(r.region.Start); i+1 < len(d.Blocks) && d.Blocks[i].Span.Start < r.region.End; i++ {
		if d.Blocks[i].Kind != doc.Heading || !d.Leaf(i) {
			continue
		}
		next := i + 1
		for !d.Leaf(next) {
			next++
		}
		if d.Blocks[next].Kind == doc.Heading || d.Blocks[next].Span.Start >= r.region.End {
			continue
		}
		under := r.scale.edges.past(d.Blocks[next].Span.Start) // code begins with its indentation
		if err := r.keepHeading(d.Blocks[i].Span.Start, under, &all); err != nil {
			return err
		}
	}
	if len(all.gone) > 0 {
		r.borders = all.mend(r.borders)
	}
	return nil
}

// keepHeading plans how the heading at head stays with what begins at under.
func (r *lookahead) keepHeading(head, under int, all *mending) error {
	first, last := r.upTo(head), r.upTo(under)
	if first == last || under >= r.region.End {
		return nil
	}
	unit := doc.Span{Start: r.borders[first].at, End: r.borders[last+1].at}
	starts := []int{unit.Start}
	before, err := r.finer(unit, func(cut int) bool { return cut <= head })
	if err != nil {
		return err
	}
	if len(before) > 0 {
		starts = append(starts, before[len(before)-1].at)
	}
	for _, start := range starts {
		if r.fits(doc.Span{Start: start, End: unit.End}, r.limits.Max) {
			all.join(start, unit.End, unit.Start, before, nil)
			return nil
		}
	}
	for _, start := range slices.Backward(starts) {
		after, err := r.finer(unit, func(cut int) bool {
			return cut > under && r.fits(doc.Span{Start: start, End: cut}, r.limits.Max)
		})
		if err != nil {
			return err
		}
		if len(after) > 0 {
			all.join(start, after[0].at, unit.Start, before, after)
			return nil
		}
	}
	return nil
}

// finer returns borders at the cuts in unit that are good, of the best cutter
// that has any; grapheme clusters don't count.
func (r *lookahead) finer(unit doc.Span, good func(cut int) bool) (found []border, err error) {
	for rank, c := range r.cutters[:len(r.cutters)-1] {
		for cut, err := range c.Cuts(r.ctx, r.doc, unit) {
			if err != nil {
				return nil, err
			}
			if cut > unit.Start && cut < unit.End && good(cut) && atGrapheme(r.doc.Text, cut) {
				piece := doc.Span{Start: cut, End: unit.End}
				found = append(found, border{at: cut, cost: r.rankCost(rank, 0), upto: r.upto(cut), fixed: r.fixed(piece)})
			}
		}
		if len(found) > 0 {
			return found, nil
		}
	}
	return nil, nil
}

// upTo is the last border at or before at, the first where there is none.
func (r *lookahead) upTo(at int) int {
	return max(0, sort.Search(len(r.borders), func(i int) bool { return r.borders[i].at > at })-1)
}

// mending is what is to be changed of the borders, in order.
type mending struct {
	gone  []doc.Span // no border lies inside of these
	added []border
}

// join takes away the borders between start and end, and adds start, unless a
// border is there, and those of after.
func (m *mending) join(start, end, unit int, before, after []border) {
	m.gone = append(m.gone, doc.Span{Start: start, End: end})
	if start > unit {
		m.added = append(m.added, before[len(before)-1])
	}
	m.added = append(m.added, after...)
}

// mend returns the borders with the changes.
func (m *mending) mend(old []border) []border {
	all := append(old, m.added...)
	slices.SortStableFunc(all, func(a, b border) int { return a.at - b.at })
	kept, gone := all[:0], m.gone
	for _, b := range all {
		for len(gone) > 0 && gone[0].End <= b.at {
			gone = gone[1:]
		}
		inside := len(gone) > 0 && gone[0].Start < b.at
		if !inside && (len(kept) == 0 || kept[len(kept)-1].at != b.at) {
			kept = append(kept, b)
		}
	}
	return kept
}
