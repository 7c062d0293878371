package chunk

import (
	"context"
	"iter"
	"slices"

	"github.com/pildora/pildora/doc"
)

// Costs say what [Ahead] pays for a way to cut. A chunk that measures exactly
// the target costs nothing.
type Costs struct {
	// Ranks is what a cut of each cutter costs, in the order of the cutters;
	// beyond the last one, double that of the one before. Cuts of a [Nester]'s
	// deeper levels lie between its own cost and that of the next cutter.
	Ranks []float64
	// Off is the cost of a chunk that measures nothing or twice the target;
	// between, it grows with the square of the distance.
	Off float64
	// Runt is what a chunk costs beside that which measures nothing; it falls
	// to none in a straight line up to Limits.Min, or where that is zero, a
	// quarter of the target.
	Runt float64
}

// DefaultCosts hardly matter on the question sets, see docs/profiles.md.
var DefaultCosts = Costs{Ranks: []float64{0, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 2, 3}, Off: 1, Runt: 1}

// Ahead returns a splitter that, like [Pack], cuts at the cuts of cutters, best
// first, and asks a finer one only about what does not fit, but chooses among
// them for the least cost over the whole span instead of filling one chunk
// after the other. So it leaves no runt at the end where evening out costs
// less, and prefers a better cut to a fuller chunk.
//
// The algorithm is the shortest path through the places where the text may be
// cut, by dynamic programming, as Knuth and Plass break paragraphs into lines
// ("Breaking paragraphs into lines", Software: Practice and Experience 11,
// 1981). Each place has at most so many predecessors as pieces fit a chunk, and
// small pieces are joined until those are few, so time is linear in the text.
//
// Lengths are taken as sums of pieces; each chosen chunk is measured as a
// whole, and a stretch whose sums were wrong by more than a margin is packed
// greedily.
//
// An overlap that is counted in units is as long as the units happen to be, and
// no room can be left for it beforehand: with one, Ahead is Pack.
func Ahead(l Limits, c Costs, cutters ...Cutter) Splitter {
	if l.Overlap.Count > 0 {
		return Pack(l, cutters...)
	}
	return &ahead{l, c, append(cutters[:len(cutters):len(cutters)], Graphemes)}
}

type ahead struct {
	limits  Limits
	costs   Costs
	cutters []Cutter
}

// Split yields the chunks of s. Errors are those of [Pack].
func (a ahead) Split(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		var run lookahead
		run.split(ctx, &a, d, s, s.End, nil, yield)
	}
}

// border is a place where the text may be cut.
type border struct {
	at    int
	cost  float64 // of cutting here
	upto  int     // what the text from the start of the region measures up to here
	fixed int     // what the frame of a chunk that begins here measures
	least float64 // cost of the best way up to here
	from  int32   // index of the border before on that way
}

// lookahead is one run over one region.
type lookahead struct {
	*ahead
	ctx     context.Context
	doc     *doc.Document
	region  doc.Span
	scale   scale
	borders []border // the start of each piece, then the end of the region
	end     int      // what the text from the start of the region to the end of the last piece measures
	ends    []int    // of the chunks of the cheapest way
	packer  packer   // for the overlap
}

// split yields the chunks of s by the splitter of. The run may have split other
// spans of d before; the next one lies before end. What it measures with may be
// that of ruler. It reports whether to go on: no error, and more is wanted.
func (r *lookahead) split(ctx context.Context, of *ahead, d *doc.Document, s doc.Span, end int, ruler *scale, yield func(Chunk, error) bool) bool {
	if r.ahead != of {
		if err := of.limits.Validate(); err != nil {
			yield(Chunk{}, err)
			return false
		}
		*r = lookahead{ahead: of, doc: d}
		r.scale.begin(d, s, of.limits, ruler)
	} else {
		r.scale.move(s, end)
	}
	if s.Empty() {
		return true
	}
	r.ctx, r.region, r.borders, r.end = ctx, s, r.borders[:0], 0
	if err := r.mark(); err != nil {
		yield(Chunk{}, err)
		return false
	}
	r.choose()
	return r.emit(yield)
}

// mark finds the borders.
func (r *lookahead) mark() error {
	if err := r.atoms(); err != nil {
		return err
	}
	r.borders = append(r.borders, border{at: r.region.End, upto: r.end})
	return r.keepHeadings()
}

// atoms cuts the region by the best cutter, and each piece that doesn't fit by
// finer ones. A region within the target is one atom.
func (r *lookahead) atoms() error {
	if r.fits(r.region, r.limits.soft()) {
		r.push(r.region, 0)
		return nil
	}
	return r.cut(r.region, 0, 0, 0)
}

func (r *lookahead) fits(unit doc.Span, limit int) bool {
	t := trial{from: unit.Start, start: unit.Start}
	return r.scale.within(&t, unit.End, limit)
}

// cut cuts unit, which begins at a border of the given cost, by the cutter of
// rank; depth is how many levels of that rank's nester were gone down.
func (r *lookahead) cut(unit doc.Span, rank int, cost float64, depth int) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	_, nests := r.cutters[rank].(Nester)
	own := r.rankCost(rank, depth)
	start, first := unit.Start, cost
	last := rank == len(r.cutters)-1
	step := 0
	if last && depth == 0 {
		step = r.limits.Max / grain // bytes; what is smaller would be joined anyway, where a byte is no more than one
	}
	piece := func(end int) error {
		p := doc.Span{Start: start, End: end}
		c := first
		start, first = end, own
		switch {
		case r.fits(p, r.limits.Max):
			r.push(p, c)
			return nil
		case nests && p != unit:
			return r.cut(p, rank, c, depth+1)
		case !last:
			return r.cut(p, rank+1, c, 0)
		case step > 1:
			return r.cut(p, rank, c, 1) // one by one
		}
		r.push(p, c) // one grapheme cluster
		return nil
	}
	for cut, err := range r.cutters[rank].Cuts(r.ctx, r.doc, unit) {
		if err != nil {
			return err
		}
		if cut-start < step || cut <= start || cut >= unit.End || !last && !atGrapheme(r.doc.Text, cut) {
			continue
		}
		if err := r.ctx.Err(); err != nil {
			return err
		}
		if err := piece(cut); err != nil {
			return err
		}
	}
	return piece(unit.End)
}

func (r *lookahead) rankCost(rank, depth int) float64 {
	at := func(i int) float64 {
		ranks := r.costs.Ranks
		if i < len(ranks) {
			return ranks[i]
		}
		c := 1.0
		if len(ranks) > 0 {
			c = ranks[len(ranks)-1]
		}
		for range i - len(ranks) + 1 {
			c *= 2
		}
		return c
	}
	low, high := at(rank), at(rank+1)
	return high - (high-low)/float64(depth+1)
}

// grain is into how many parts of max small pieces are told apart.
const grain = 32

// push adds the border that piece begins at. Small pieces are joined to the one
// before, but never across a better border than that one begins at.
func (r *lookahead) push(piece doc.Span, cost float64) {
	end := r.upto(piece.End)
	if n := len(r.borders); n > 0 {
		last := &r.borders[n-1]
		if cost >= last.cost && end-last.upto <= r.limits.Max/grain {
			r.end = end
			return
		}
	}
	r.borders = append(r.borders, border{at: piece.Start, cost: cost, upto: r.end, fixed: r.fixed(piece)})
	r.end = end
}

// upto is what the text from the start of the region to at measures. Where some
// of it is written otherwise, that is a sum of pieces.
func (r *lookahead) upto(at int) int {
	if r.scale.rewritten(r.region) {
		from, n := r.region.Start, 0
		if len(r.borders) > 0 {
			b := &r.borders[r.upTo(at)]
			from, n = b.at, b.upto
		}
		return n + r.scale.sizeOf(doc.Span{Start: from, End: at}) - r.scale.special
	}
	return r.scale.size(doc.Span{Start: r.region.Start, End: at})
}

// fixed is what the frame of a chunk that begins with piece measures.
func (r *lookahead) fixed(piece doc.Span) int {
	if r.limits.Frame == nil {
		return 0
	}
	t := trial{from: piece.Start, start: piece.Start}
	r.scale.frame(&t, piece.End)
	return t.fixed
}

// choose finds the cheapest way to each border.
func (r *lookahead) choose() {
	low, costs := 0, r.pricing()
	for j := 1; j < len(r.borders); j++ {
		b := &r.borders[j]
		b.from, b.least = int32(j-1), r.borders[j-1].least+costs.of(&r.borders[j-1], b)
		for low < j-1 && b.upto-r.borders[low].upto > r.limits.Max+margin {
			low++
		}
		for i := j - 2; i >= low; i-- {
			if !r.holds(i, j) {
				continue
			}
			if c := r.borders[i].least + costs.of(&r.borders[i], b); c < b.least {
				b.from, b.least = int32(i), c
			}
		}
	}
}

// holds reports whether a chunk may reach from border i to border j. Chunks but
// the first leave room for the overlap.
func (r *lookahead) holds(i, j int) bool {
	most := r.limits.Max
	if i > 0 {
		most -= r.limits.Overlap.Max
	}
	n := r.borders[j].upto - r.borders[i].upto + r.borders[i].fixed
	switch {
	case n <= most-margin:
		return true
	case n > most+margin:
		return false
	}
	t := trial{from: r.borders[i].at, start: r.borders[i].at}
	return r.scale.within(&t, r.borders[j].at, most)
}

// pricing is what chunks are priced by: the target, the shortest that is no
// runt, and Costs.Off and Costs.Runt.
type pricing struct{ soft, least, off, runt float64 }

func (r *lookahead) pricing() pricing {
	p := pricing{soft: float64(r.limits.soft()), least: float64(r.limits.Min), off: r.costs.Off, runt: r.costs.Runt}
	if p.least == 0 {
		p.least = p.soft / 4
	}
	return p
}

// of is what the chunk between two borders costs, with the cut at the first.
func (p *pricing) of(from, to *border) float64 {
	n := float64(to.upto - from.upto + from.fixed)
	off := (n - p.soft) / p.soft
	c := p.off*off*off + from.cost
	if n < p.least {
		c += p.runt * (p.least - n) / p.least
	}
	return c
}

// emit yields the chunks of the cheapest way, each when the next is known, for a
// blank rest belongs to it. It reports whether to go on.
func (r *lookahead) emit(yield func(Chunk, error) bool) bool {
	r.ends = r.ends[:0]
	for j := len(r.borders) - 1; j > 0; j = int(r.borders[j].from) {
		r.ends = append(r.ends, r.borders[j].at)
	}
	run := &r.packer
	run.ctx, run.doc, run.region, run.limits, run.cutters, run.scale = r.ctx, r.doc, r.region, r.limits, r.cutters, &r.scale
	run.prev, run.started = Chunk{}, false
	defer run.drop(0)
	start := r.region.Start
	for _, end := range slices.Backward(r.ends) {
		if !r.emitTo(start, end, yield) {
			return false
		}
		start = end
	}
	return !run.started || yield(run.prev, nil)
}

// emitTo yields the chunk from start to end; several where it doesn't fit after
// all.
func (r *lookahead) emitTo(start, end int, yield func(Chunk, error) bool) bool {
	if c, ok := r.chunk(start, end); ok {
		return r.hold(c, yield)
	}
	l := r.limits
	l.Overlap = Overlapping{}
	for c, err := range (packing{l, r.cutters}).Split(r.ctx, r.doc, doc.Span{Start: start, End: end}) {
		if err != nil {
			yield(Chunk{}, err)
			return false
		}
		if !r.hold(c, yield) {
			return false
		}
	}
	return true
}

// hold yields the chunk before c, and keeps c.
func (r *lookahead) hold(c Chunk, yield func(Chunk, error) bool) bool {
	run := &r.packer
	if run.started && r.doc.Body(c.Span).Empty() {
		run.prev.Span.End = c.Span.End
		return true
	}
	if run.started && !yield(run.prev, nil) {
		return false
	}
	run.prev, run.started = c, true
	return true
}

// chunk makes the chunk from start to end, with its overlap, and reports whether
// it fits.
func (r *lookahead) chunk(start, end int) (Chunk, bool) {
	t := trial{from: start, start: start}
	r.packer.overlap(&t, end)
	for {
		c := r.scale.chunk(t, end)
		if r.scale.exact(&c) || t.from == t.start {
			return c, c.Size <= r.limits.Max
		}
		t.from = t.start // the overlap gives way
	}
}
