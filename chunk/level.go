package chunk

import (
	"iter"

	"github.com/pildora/pildora/doc"
)

// level is the stream of one cutter's cuts in one unit, which ends at hi.
type level struct {
	rank  int
	unit  doc.Span
	hi    int
	cut   int   // the next cut after the last place asked for; hi when there is none
	queue []int // cuts to give again before taking new ones
	sure  bool  // the cutter is Graphemes: its cuts need no check
	next  func() (int, error, bool)
	stop  func()
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
	next, stop := iter.Pull2(p.cutters[rank].Cuts(p.ctx, p.doc, unit))
	p.levels = append(p.levels, level{rank: rank, unit: unit, hi: unit.End, cut: a, next: next, stop: stop, sure: rank == len(p.cutters)-1})
	return p.levels[depth].advance(p.doc.Text, a)
}

// drop closes the streams from depth on.
func (p *packer) drop(depth int) {
	for i := depth; i < len(p.levels); i++ {
		p.levels[i].stop()
	}
	if depth < len(p.levels) {
		p.levels = p.levels[:depth]
	}
}

// advance moves to the first cut after a. Cuts that are out of order, outside
// the unit or inside a grapheme cluster are passed over.
func (lv *level) advance(text string, a int) error {
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

// giveBack makes the stream stand at end again, with the cuts passed since,
// and the one it stands at, still to come.
func (lv *level) giveBack(end int, passed []int) {
	if len(passed) == 0 {
		return
	}
	queue := append([]int(nil), passed...)
	if lv.cut > queue[len(queue)-1] {
		queue = append(queue, lv.cut)
	}
	lv.queue = append(queue, lv.queue...)
	lv.cut = end
}
