package chunk

import (
	"context"
	"iter"

	"github.com/pildora/pildora/doc"
)

// Pack returns a splitter that fills chunks greedily, each up to the
// furthest cut of the best rank at which it may end.
//
// The algorithm: a chunk that begins at a is tried to the cuts of the first
// cutter; it ends at the last of them in a row that fits. Where not even the
// first fits, the unit up to that cut is too large, and the next cutter is
// asked about that unit alone, and so on down to grapheme clusters. The rest
// of a unit cut so is joined with what follows it when that fits. A cutter is
// asked once about each unit that is too large and its cuts are taken one at a
// time, so the work is linear in the text for a measure that prepares. Where
// the measure's ruler tells how far a chunk may reach (size.Reacher) and the
// cutter finds cuts from anywhere (Seeker), the last cut up to there is sought
// from behind, and the cuts before it are never looked at.
//
// cutters stand best first. With a measure that is not monotone "fits" is
// asked cut after cut, and the first that does not fit ends the row. Where a
// frame is in force lengths are first estimated as frame plus body; whatever
// is near the limit, and every chunk before it is yielded, is measured as a
// whole.
func Pack(l Limits, cutters ...Cutter) Splitter {
	return &packing{l, append(cutters[:len(cutters):len(cutters)], Graphemes)}
}

type packing struct {
	limits  Limits
	cutters []Cutter
}

// Split yields the chunks of s. The error is that of Limits.Validate, of a
// cutter, or of ctx.
func (p packing) Split(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		var run packer
		run.split(ctx, &p, d, s, s.End, nil, yield)
	}
}

// packer is one run over one region.
type packer struct {
	of      *packing
	ctx     context.Context
	doc     *doc.Document
	region  doc.Span
	limits  Limits
	cutters []Cutter
	scale   *scale
	own     scale   // what scale points to, but in look-ahead packing
	trial   trial   // the chunk being tried
	levels  []level // cut streams: of the region, of a unit in it, of a unit in that …
	prev    Chunk   // the chunk before, for overlap
	started bool
}

// split yields the chunks of s by the packing of. The packer may have split
// other spans of d before; the next one lies before end. What it measures with
// may be that of ruler. It reports whether to go on: no error, and more is
// wanted.
func (p *packer) split(ctx context.Context, of *packing, d *doc.Document, s doc.Span, end int, ruler *scale, yield func(Chunk, error) bool) bool {
	if p.of != of {
		if err := of.limits.Validate(); err != nil {
			yield(Chunk{}, err)
			return false
		}
		*p = packer{of: of, doc: d, limits: of.limits, cutters: of.cutters}
		p.scale = &p.own
		p.own.begin(d, s, of.limits, ruler)
	} else {
		p.own.move(s, end)
	}
	p.ctx, p.region, p.prev, p.started = ctx, s, Chunk{}, false
	return p.all(yield)
}

// all yields one chunk after the other. A chunk is held back until the next is
// known, for a blank rest belongs to it.
func (p *packer) all(yield func(Chunk, error) bool) bool {
	defer p.drop(0)
	for a := p.region.Start; a < p.region.End; {
		if err := p.ctx.Err(); err != nil {
			yield(Chunk{}, err)
			return false
		}
		c, err := p.next(a)
		if err != nil {
			yield(Chunk{}, err)
			return false
		}
		a = c.Span.End
		switch {
		case !p.started:
			p.started = true
		case blank(p.doc.Text, c.Span):
			p.prev.Span.End = a
			continue
		default:
			if !yield(p.prev, nil) {
				return false
			}
		}
		p.prev = c
	}
	return !p.started || yield(p.prev, nil)
}

// blank reports whether s has no body.
func blank(text string, s doc.Span) bool {
	return blankAt(text, s.Start) > 0 && doc.IsBlank(text[s.Start:s.End])
}

// next finds the chunk that begins at a.
func (p *packer) next(a int) (Chunk, error) {
	t := &p.trial
	*t = trial{from: a, start: a}
	if p.limits.Overlap.Firm {
		p.overlap(t, a)
	}
	if p.scale.within(t, p.region.End, p.limits.soft()) {
		p.overlap(t, p.region.End)
		return p.finish(*t, row{first: p.region.End, last: p.region.End}, 0)
	}
	lv, err := p.descend(a, t)
	if err != nil {
		return Chunk{}, err
	}
	if lv == nil { // one grapheme cluster is too long
		end := p.levels[len(p.levels)-1].cut
		c := Chunk{Span: doc.Span{Start: a, End: end}, Warnings: []Warning{WarnGrapheme}, plain: true}
		p.scale.exact(&c)
		return c, nil
	}
	if t.bare {
		return p.finish(*t, row{level: lv, from: a, first: lv.cut, last: lv.cut}, 0)
	}
	p.overlap(t, lv.cut)
	r, err := p.extend(lv, t)
	if err != nil {
		return Chunk{}, err
	}
	return p.finish(p.even(*t, r))
}

// descend opens cut streams until the first cut of one fits from a, and
// returns that one; nil means that nothing fits, and the last level's cut is
// the end of one grapheme cluster.
func (p *packer) descend(a int, t *trial) (*level, error) {
	last := -1 // a cut already found not to fit
	for depth := 0; ; depth++ {
		if err := p.open(depth, a); err != nil {
			return nil, err
		}
		lv := &p.levels[depth]
		if lv.cut != last && p.scale.within(t, lv.cut, p.limits.Max) {
			return lv, nil
		}
		if lv.rank >= len(p.cutters)-2 {
			if ok, plain := p.scale.bare(a, lv.cut); ok {
				t.bare, t.plain = true, plain // the frame gives way before a word is broken
				return lv, nil
			}
		}
		if lv.rank == len(p.cutters)-1 {
			return nil, nil
		}
		last = lv.cut
	}
}

// extend takes further cuts of lv as long as they fit, and returns all that
// did.
func (p *packer) extend(lv *level, t *trial) (row, error) {
	r := row{level: lv, from: t.start, first: lv.cut, last: lv.cut}
	soft := p.limits.soft()
	if lv.cursor != nil && (p.limits.Min == 0 || soft == p.limits.Max) {
		sure, all := p.scale.sure(t, soft)
		if sure > lv.cut {
			lv.cut = lv.last(p.doc.Text, lv.cut, sure)
			r.last = lv.cut
		}
		if all && !p.heads(lv.cut) {
			return r, nil
		}
	}
	if lv.cursor == nil {
		r.cuts = append(r.cuts, lv.cut)
	}
	for lv.cut < lv.hi {
		at := lv.cut
		if err := lv.advance(p.doc.Text, at); err != nil {
			return r, err
		}
		limit := soft
		if p.limits.Min > 0 && p.scale.estimate(t, at) < p.limits.Min || p.heads(at) {
			limit = p.limits.Max
		}
		if !p.scale.within(t, lv.cut, limit) {
			break
		}
		if r.last = lv.cut; lv.cursor == nil {
			r.cuts = append(r.cuts, lv.cut)
		}
	}
	return r, nil
}

// heads reports whether a chunk that ended at at, for it has reached the target,
// would end with a heading, or within one, that more of it could follow.
func (p *packer) heads(at int) bool {
	if p.limits.soft() == p.limits.Max || at >= p.region.End {
		return false
	}
	blocks := p.doc.Blocks
	i := p.doc.BlockFrom(at)
	for i < len(blocks) && !p.doc.Leaf(i) {
		i++
	}
	switch {
	case i == len(blocks):
		return false
	case blocks[i].Kind == doc.Heading:
		return blocks[i].Span.Start < at
	}
	prev := p.doc.LeafBefore(i)
	begin := blocks[i].Span.Start // a container's mark before it is no content
	return prev >= 0 && blocks[prev].Kind == doc.Heading && (at <= begin || doc.IsBlank(p.doc.Text[begin:at]))
}

// even lets a chunk give some of its last pieces to a rest that would be
// shorter than Min, or take that rest in: it is then the end to be tried before
// those of the row.
func (p *packer) even(t trial, r row) (trial, row, int) {
	if p.limits.Min == 0 {
		return t, r, 0
	}
	rest := t
	rest.from, rest.start = r.last, r.last
	if r.last == p.region.End || !p.scale.within(&rest, p.region.End, p.limits.Min-1) {
		return t, r, 0
	}
	if p.scale.within(&t, p.region.End, p.limits.Max) {
		return t, r, p.region.End
	}
	for end := r.before(p.doc.Text, r.last); end > 0 && p.scale.estimate(&t, end) >= p.limits.Min; end = r.before(p.doc.Text, end) {
		rest.from, rest.start = end, end
		if p.scale.within(&rest, p.region.End, p.limits.Max) {
			r.cutOff(end)
			return t, r, 0
		}
	}
	return t, r, 0
}

// finish makes the chunk of the furthest end of the row, or of the end beyond
// it, whose embedded string fits, measured as a whole.
func (p *packer) finish(t trial, r row, beyond int) (Chunk, error) {
	if beyond > 0 {
		if c := p.scale.chunk(t, beyond); p.scale.exact(&c) {
			return p.ended(t, c), nil
		}
	}
	for end := r.last; end > 0; end = r.before(p.doc.Text, end) {
		c := p.scale.chunk(t, end)
		if !p.scale.exact(&c) {
			continue
		}
		if r.level != nil {
			r.end(end)
		}
		return p.ended(t, c), nil
	}
	// The frame of the finished body is larger than that of the trial, or the
	// measure isn't additive: let the overlap, then the frame give way.
	switch {
	case t.from < t.start:
		t.from = t.start
	case !t.bare:
		t.bare = true
	default:
		return p.shrink(t.start, r.first)
	}
	return p.finish(t, r, beyond)
}

// ended says of c whether it is the last and shorter than it should be.
func (p *packer) ended(t trial, c Chunk) Chunk {
	if p.limits.Min > 0 && c.Span.End == p.region.End && p.started && p.scale.estimate(&t, c.Span.End) < p.limits.Min {
		c.Warnings = append(c.Warnings, WarnMin)
	}
	return c
}

// shrink is the last resort for a measure that grows when parts are joined:
// the longest run of grapheme clusters that fits by itself.
func (p *packer) shrink(a, end int) (Chunk, error) {
	best := Chunk{}
	for cut, err := range Graphemes.Cuts(p.ctx, p.doc, doc.Span{Start: a, End: end}) {
		if err != nil {
			return Chunk{}, err
		}
		c := Chunk{Span: doc.Span{Start: a, End: cut}, plain: true}
		if !p.scale.exact(&c) && best.Span.End > 0 {
			break
		}
		best = c
	}
	if best.Span.End == 0 {
		best.Span = doc.Span{Start: a, End: end}
	}
	if !p.scale.exact(&best) {
		best.Warnings = []Warning{WarnGrapheme}
	}
	p.drop(0)
	return best, nil
}
