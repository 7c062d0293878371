package pill

import (
	"context"
	"iter"
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
	return func(yield func(chunk.Chunk, error) bool) {
		if err := p.Limits.Validate(); err != nil {
			yield(chunk.Chunk{}, err)
			return
		}
		if s.Empty() {
			return
		}
		u := newUnits(d, s, p.Options)
		for _, piece := range u.pieces() {
			if err := ctx.Err(); err != nil {
				yield(chunk.Chunk{}, err)
				return
			}
			if piece.whole {
				if !yield(piece.chunk, nil) {
					return
				}
				continue
			}
			if !p.inner(ctx, d, piece.span, yield) {
				return
			}
		}
	}
}

// inner cuts a piece that is too large for one chunk. Blank lines at its start
// go with the chunk after them; blanks on that chunk's own line would be a part
// of what it was measured as, and stay apart. It reports whether to go on.
func (p splitter) inner(ctx context.Context, d *doc.Document, s doc.Span, yield func(chunk.Chunk, error) bool) bool {
	start := s.Start
	for c, err := range p.Inner.Split(ctx, d, s) {
		if err != nil {
			yield(c, err)
			return false
		}
		if c.Span.End < s.End && d.Body(c.Span).Empty() && strings.HasSuffix(d.Slice(c.Span), "\n") {
			continue
		}
		c.Span.Start = start
		if start = c.Span.End; !yield(c, nil) {
			return false
		}
	}
	return true
}
