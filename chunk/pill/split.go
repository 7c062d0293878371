package pill

import (
	"context"
	"iter"
	"sort"
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// Options say how a document is cut by its pills.
type Options struct {
	Limits chunk.Limits
	// Inner cuts what is too large for one chunk: a pill, or the prose between
	// pills. Its limits should be Limits.
	Inner chunk.Splitter
	// Merge says which sibling sections may share a chunk.
	Merge Merge
}

// Merge says which sections under one heading may share a chunk, one after the
// other, up to the target. The zero value is none.
type Merge struct {
	Siblings bool // any that fit together
	Under    int  // those that measure less than this by themselves
}

// Split returns the splitter whose units are pills: the outermost pill that
// fits, with its frame, is one chunk, of its own or, where it is of a series,
// with its like. What holds no pill that fits is cut by o.Inner.
func Split(o Options) chunk.Splitter { return splitter{o} }

type splitter struct{ Options }

// Split yields the chunks of s.
func (p splitter) Split(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[chunk.Chunk, error] {
	return p.split(ctx, d, s, func() []Pill { return newPage(d, s).find(Detectors()) })
}

// Survey implements chunk.Surveyor: pills are found once.
func (p splitter) Survey(d *doc.Document, s doc.Span) chunk.Splitter {
	return surveyed{p, d, newPage(d, s).find(Detectors())}
}

// surveyed is a splitter that knows the pills of one document.
type surveyed struct {
	splitter
	doc   *doc.Document
	pills []Pill
}

// Split yields the chunks of s.
func (p surveyed) Split(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[chunk.Chunk, error] {
	if d != p.doc {
		return p.splitter.Split(ctx, d, s)
	}
	return p.split(ctx, d, s, func() []Pill { return in(p.pills, s) })
}

// in returns those of the pills that lie in s.
func in(pills []Pill, s doc.Span) []Pill {
	from := sort.Search(len(pills), func(i int) bool { return pills[i].Span.Start >= s.Start })
	var out []Pill
	for _, q := range pills[from:] {
		if q.Span.Start >= s.End {
			break
		}
		if q.Span.End <= s.End {
			out = append(out, q)
		}
	}
	return out
}

// split yields the chunks of s, in which the pills of find lie.
func (p splitter) split(ctx context.Context, d *doc.Document, s doc.Span, find func() []Pill) iter.Seq2[chunk.Chunk, error] {
	return func(yield func(chunk.Chunk, error) bool) {
		if err := p.Limits.Validate(); err != nil {
			yield(chunk.Chunk{}, err)
			return
		}
		if s.Empty() {
			return
		}
		out := outlet{doc: d, yield: yield}
		u := newUnits(d, s, p.Options, find())
		for _, piece := range u.pieces() {
			if err := ctx.Err(); err != nil {
				yield(chunk.Chunk{}, err)
				return
			}
			more := false
			if c, ok := u.chunk(piece); ok {
				more = out.take(c, nil)
			} else {
				more = u.gauge.Split(ctx, p.Inner, piece.span, out.take)
			}
			if !more {
				return
			}
		}
		out.done()
	}
}

// outlet holds a chunk back until the next is known: blanks go with the chunk
// before them. Blank lines at the very start go with the first chunk; blanks on
// that chunk's own line would be a part of what it was measured as, and stay
// apart.
type outlet struct {
	doc   *doc.Document
	yield func(chunk.Chunk, error) bool
	held  chunk.Chunk
	some  bool // is held
	lines bool // held is nothing but blank lines
}

// take takes the next chunk, and reports whether to go on. An error is passed
// on at once.
func (o *outlet) take(c chunk.Chunk, err error) bool {
	switch {
	case err != nil:
		return o.yield(c, err)
	case !o.some:
		text := o.doc.Slice(c.Span)
		o.lines = o.doc.Body(c.Span).Empty() && strings.HasSuffix(text, "\n")
	case o.doc.Body(c.Span).Empty():
		o.held.Span.End = c.Span.End
		o.lines = o.lines && strings.HasSuffix(o.doc.Slice(c.Span), "\n")
		return true
	case o.lines:
		c.Span.Start, o.lines = o.held.Span.Start, false
	case !o.yield(o.held, nil):
		return false
	}
	o.held, o.some = c, true
	return true
}

func (o *outlet) done() {
	if o.some {
		o.yield(o.held, nil)
	}
}
