package pill

import (
	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// piece is what lies between two hard cuts: a unit that fits one chunk, several
// small ones of one series, or something that must be cut further.
type piece struct {
	span   doc.Span
	series int64 // neighbours with the same one may share a chunk; 0: none
	made   int32 // its chunk, as index in units.made + 1; 0 where it is yet to be made
	whole  bool  // fits one chunk
	gap    bool  // prose between pills
	shown  bool  // code, a table or a figure: the prose after it explains it
}

// units chooses the units of one document.
type units struct {
	doc    *doc.Document
	span   doc.Span
	opts   Options
	gauge  *chunk.Gauge
	forest *Forest
	next   []int32 // by pill: the one after it that is not inside it
	blocks blockCursor
	out    []piece
	made   []chunk.Chunk // chunks that had to be made to know that they fit
}

// newUnits prepares to split s, in which these pills lie.
func newUnits(d *doc.Document, s doc.Span, o Options, pills []Pill) *units {
	u := &units{doc: d, span: s, opts: o, gauge: chunk.NewGauge(d, s, o.Limits), forest: &Forest{pills}, blocks: blockCursor{doc: d}}
	u.next = u.forest.after()
	u.out = make([]piece, 0, len(u.forest.Pills)+8)
	return u
}

// fit sets whether p fits one chunk. A chunk with a frame must be made to know
// that, and is kept.
func (u *units) fit(p *piece) bool {
	p.made = 0
	if u.opts.Limits.Frame == nil {
		p.whole = u.gauge.Holds(p.span)
		return p.whole
	}
	var c chunk.Chunk
	if c, p.whole = u.gauge.Chunk(p.span); p.whole {
		u.made = append(u.made, c)
		p.made = int32(len(u.made))
	}
	return p.whole
}

// chunk is the one that a whole piece makes; false where it must be cut.
func (u *units) chunk(p piece) (chunk.Chunk, bool) {
	switch {
	case !p.whole:
		return chunk.Chunk{}, false
	case p.made == 0:
		return u.gauge.Chunk(p.span)
	}
	c := u.made[p.made-1]
	c.Span = p.span // what is blank may have been added since
	return c, true
}

// after is, for each pill, the index of the next one that is not inside it.
func (f *Forest) after() []int32 {
	next := make([]int32, len(f.Pills))
	for i := len(next) - 1; i >= 0; i-- {
		j := i + 1
		for j < len(next) && f.Pills[j].Span.Start < f.Pills[i].Span.End {
			j = int(next[j])
		}
		next[i] = int32(j)
	}
	return next
}

// Units returns the outermost pills that fit, with the headings right before
// them, in order: those that are never
// split, and of which no two share a chunk unless they are of one series.
func (f *Forest) Units(fits func(doc.Span) bool) []Pill {
	var out []Pill
	next := f.after()
	for i := 0; i < len(f.Pills); {
		if f.container(next, i) || !fits(doc.Span{Start: f.Pills[i].Head, End: f.Pills[i].Span.End}) {
			i++
			continue
		}
		out = append(out, f.Pills[i])
		i = int(next[i])
	}
	return out
}

// pieces returns pieces that tile the span.
func (u *units) pieces() []piece {
	u.expand(u.span, 0, len(u.forest.Pills))
	u.leading()
	return u.grouped()
}

// leading joins a piece that ends with a heading, as a list may that holds one
// in its last item, with the piece after it.
func (u *units) leading() {
	kept := u.out[:0]
	for _, p := range u.out {
		n := len(kept)
		if n == 0 || !u.parted(kept[n-1].span.End) {
			kept = append(kept, p)
			continue
		}
		joined := piece{span: doc.Span{Start: kept[n-1].span.Start, End: p.span.End}}
		u.fit(&joined)
		kept[n-1] = joined
	}
	u.out = kept
}

// parted reports whether a heading ends right before at, and something else
// begins there.
func (u *units) parted(at int) bool {
	blocks := u.doc.Blocks
	next := u.blocks.from(at)
	for next < len(blocks) && !u.doc.Leaf(next) {
		next++
	}
	if next == len(blocks) || blocks[next].Kind == doc.Heading || blocks[next].Span.Start < at {
		return false
	}
	prev := u.doc.LeafBefore(next)
	return prev >= 0 && blocks[prev].Kind == doc.Heading
}

// expand adds the pieces of span, whose pills are those from index first on,
// before last.
func (u *units) expand(span doc.Span, first, last int) {
	from := len(u.out)
	at := span.Start
	for i := first; i < last; i = int(u.next[i]) {
		q := &u.forest.Pills[i]
		u.prose(doc.Span{Start: at, End: q.Span.Start})
		at = q.Span.End
		if whole := (piece{span: q.Span, shown: q.Kind.shown()}); !u.forest.container(u.next, i) && u.fit(&whole) {
			whole.series = u.series(i)
			u.out = append(u.out, whole)
			continue
		}
		if i+1 < int(u.next[i]) {
			u.expand(q.Span, i+1, int(u.next[i]))
		} else {
			u.out = append(u.out, piece{span: q.Span})
		}
	}
	u.prose(doc.Span{Start: at, End: span.End})
	u.settle(from)
}

// container reports whether pill i only holds others that stand for
// themselves.
func (f *Forest) container(next []int32, i int) bool {
	if k := f.Pills[i].Kind; k != Section && k != FAQ {
		return false
	}
	n := 0
	for j := i + 1; j < int(next[i]); j = int(next[j]) {
		if k := f.Pills[j].Kind; k.entry() && !k.groups() {
			n++
		}
	}
	return n > 1
}

// series numbers what pill i may share a chunk with.
func (u *units) series(i int) int64 {
	q := &u.forest.Pills[i]
	if q.Series > 0 {
		return int64(q.Series)
	}
	m := u.opts.Merge
	if q.Kind != Section || !m.Siblings && m.Under == 0 {
		return 0
	}
	if m.Under > 0 && !u.small(q.Span) {
		return 0
	}
	parent := -1
	if h := u.doc.SectionOf(q.Span); h >= 0 { // not the headings above that it may begin with
		parent = u.doc.Outline()[h].Parent
	}
	return -2 - int64(parent)
}

// small reports whether the text of span, which its frame is no part of,
// measures less than Merge.Under.
func (u *units) small(span doc.Span) bool {
	const longest = 64 // bytes of one unit of any measure, as texts go: long texts aren't measured
	body, under := u.doc.Body(span), u.opts.Merge.Under
	return body.Len()/longest <= under && u.opts.Limits.Measure.Size(u.doc.Slice(body)) < under
}

// prose adds what stands between pills.
func (u *units) prose(span doc.Span) {
	if span.Empty() {
		return
	}
	if doc.IsBlank(u.doc.Slice(span)) && len(u.out) > 0 {
		u.lengthen(span.End)
		return
	}
	u.out = append(u.out, piece{span: span, gap: true})
}

// lengthen lets the last piece end at end: blank text goes with what it
// follows.
func (u *units) lengthen(end int) {
	u.out[len(u.out)-1].span.End = end
}

// settle joins the prose between the pieces from index from on with the one
// that it stands before, or else the one that it stands after, where the two
// fit together; after code, a table or a figure the other way round, for what
// introduces the next piece is in it already. Headings alone always go with
// what follows.
func (u *units) settle(from int) {
	ps := u.out[from:]
	kept := u.out[:from]
	for i := 0; i < len(ps); i++ {
		p := ps[i]
		if !p.gap {
			kept = append(kept, p)
			continue
		}
		lead := u.lead(p.span)
		after := len(kept) > from && !lead && kept[len(kept)-1].shown
		if after && u.append(kept, p.span) {
			continue
		}
		if i+1 < len(ps) && !ps[i+1].gap {
			next := &ps[i+1]
			joined := piece{span: doc.Span{Start: p.span.Start, End: next.span.End}, series: next.series, shown: next.shown}
			if next.whole && u.fit(&joined) || lead {
				*next = joined
				continue
			}
		}
		if len(kept) > from && !after && u.append(kept, p.span) {
			continue
		}
		p.gap = false // it is settled: what holds this doesn't join it elsewhere
		u.fit(&p)
		kept = append(kept, p)
	}
	u.out = kept
}

// append lets the last of pieces take in the prose after it, where both fit one
// chunk, and reports whether they do.
func (u *units) append(pieces []piece, prose doc.Span) bool {
	last := &pieces[len(pieces)-1]
	if !last.whole {
		return false
	}
	joined := *last
	joined.span.End = prose.End
	ok := u.fit(&joined)
	if ok {
		*last = joined
	}
	return ok
}

// lead reports whether span holds nothing but headings and blanks.
func (u *units) lead(span doc.Span) bool {
	for i := u.blocks.from(span.Start); i < len(u.doc.Blocks) && u.doc.Blocks[i].Span.Start < span.End; i++ {
		if u.doc.Leaf(i) && u.doc.Blocks[i].Kind != doc.Heading {
			return false
		}
	}
	return true
}

// grouped joins neighbours of one series up to the target.
func (u *units) grouped() []piece {
	soft := u.opts.Limits.Target
	if soft == 0 {
		soft = u.opts.Limits.Max
	}
	out := u.out[:0]
	for i := 0; i < len(u.out); {
		n := u.run(i, soft)
		out = append(out, u.joined(u.out[i:i+n])...)
		i += n
	}
	return out
}

// run is how many pieces from index i on, at least one, share a chunk.
func (u *units) run(i, soft int) int {
	first := &u.out[i]
	n := 1
	for first.series != 0 && first.whole && i+n < len(u.out) {
		p := &u.out[i+n]
		if p.series != first.series || !p.whole || !u.gauge.Fits(doc.Span{Start: first.span.Start, End: p.span.End}, soft) {
			break
		}
		n++
	}
	return n
}

// joined makes one piece of a run, measured as a whole; where that is too
// large after all, they stay apart.
func (u *units) joined(run []piece) []piece {
	if len(run) == 1 {
		return run
	}
	p := run[0]
	p.span.End = run[len(run)-1].span.End
	if !u.fit(&p) {
		return run
	}
	run[0] = p
	return run[:1]
}
