package chunk

import (
	"iter"

	"github.com/pildora/pildora/doc"
)

// level is the stream of one cutter's cuts in one unit, which ends at hi. A
// Seeker's cuts are asked for by place, those of another cutter come one after
// the other.
type level struct {
	rank   int
	unit   doc.Span
	hi     int
	cut    int    // the next cut after the last place asked for; hi when there is none
	cursor Cursor // nil where the cutter is no Seeker
	queue  []int  // cuts to give again before taking new ones
	sure   bool   // the cutter is Graphemes: its cuts need no check
	next   func() (int, error, bool)
	stop   func()
}

// open makes p.levels[depth] a stream whose unit holds a, with its cut the
// first after a. The levels above are open.
func (p *packer) open(depth, a int) error {
	if depth < len(p.levels) {
		lv := &p.levels[depth]
		if a < lv.hi && a >= lv.unit.Start && (depth == 0 || lv.hi == p.levels[depth-1].cut) {
			return lv.advance(p.doc.Text, a)
		}
		p.drop(depth)
	}
	unit, rank := doc.Span{Start: a, End: p.region.End}, 0
	if depth > 0 {
		above := &p.levels[depth-1]
		unit.End, rank = above.cut, above.rank+1
		if _, ok := p.cutters[above.rank].(Nester); ok && unit != above.unit {
			rank = above.rank
		}
	}
	lv := level{rank: rank, unit: unit, hi: unit.End, cut: a, sure: rank == len(p.cutters)-1}
	if seeker, ok := p.cutters[rank].(Seeker); ok {
		lv.cursor = seeker.Seek(p.doc, unit)
	} else {
		lv.next, lv.stop = iter.Pull2(p.cutters[rank].Cuts(p.ctx, p.doc, unit))
	}
	p.levels = append(p.levels, lv)
	return p.levels[depth].advance(p.doc.Text, a)
}

// drop closes the streams from depth on.
func (p *packer) drop(depth int) {
	for i := depth; i < len(p.levels); i++ {
		if p.levels[i].stop != nil {
			p.levels[i].stop()
		}
		p.levels[i] = level{}
	}
	if depth < len(p.levels) {
		p.levels = p.levels[:depth]
	}
}

// advance moves to the first cut after a. Cuts that are out of order, outside
// the unit or inside a grapheme cluster are passed over.
func (lv *level) advance(text string, a int) error {
	if lv.cursor != nil {
		if lv.cut <= a {
			lv.seek(text, a)
		}
		return nil
	}
	for lv.cut <= a {
		if len(lv.queue) > 0 {
			lv.cut, lv.queue = lv.queue[0], lv.queue[1:]
			continue
		}
		cut, err, ok := lv.next()
		switch {
		case !ok:
			lv.cut = lv.hi
			return nil
		case err != nil:
			return err
		case cut > a && cut < lv.hi && (lv.sure || atGrapheme(text, cut)):
			lv.cut = cut
		}
	}
	return nil
}

// seek is advance by the cursor.
func (lv *level) seek(text string, a int) {
	lv.cut = lv.cursor.Next(a)
	for lv.cut < lv.hi && !lv.sure && !atGrapheme(text, lv.cut) {
		lv.cut = lv.cursor.Next(lv.cut)
	}
	lv.cut = min(lv.cut, lv.hi)
}

// last returns the last cut after from and at or before most, the unit's end
// being one; from where there is none. The level has a cursor, and stands
// where it stood.
func (lv *level) last(text string, from, most int) int {
	if most >= lv.hi {
		return lv.hi
	}
	for {
		at := lv.cursor.Last(from, most)
		if at <= from || lv.sure || atGrapheme(text, at) {
			return at
		}
		most = at - 1
	}
}

// row is what a chunk may end at: cuts of one level that follow each other and
// all fit.
type row struct {
	level *level
	from  int   // where the chunk begins
	first int   // the first cut
	last  int   // the last one
	cuts  []int // all of them, where the level has no cursor
}

// before returns the cut of the row before end, or 0 where end is the first.
func (r *row) before(text string, end int) int {
	switch {
	case end <= r.first:
		return 0
	case r.level.cursor != nil:
		return r.level.last(text, r.from, end-1)
	}
	i := len(r.cuts) - 1
	for i >= 0 && r.cuts[i] >= end {
		i--
	}
	return r.cuts[i]
}

// cutOff leaves out the cuts behind end, a cut of the row, for good.
func (r *row) cutOff(end int) {
	r.last = end
	for i := len(r.cuts); i > 0 && r.cuts[i-1] > end; i-- {
		r.cuts = r.cuts[:i-1]
	}
}

// end makes the level go on after end, a cut of the row: those behind it are
// still to come.
func (r *row) end(at int) {
	lv := r.level
	switch {
	case at >= r.last:
	case lv.cursor != nil:
		lv.cut = at
	default:
		i := len(r.cuts)
		for r.cuts[i-1] > at {
			i--
		}
		queue := append([]int(nil), r.cuts[i:]...)
		if lv.cut > r.last {
			queue = append(queue, lv.cut)
		}
		lv.queue = append(queue, lv.queue...)
		lv.cut = at
	}
}
