package chunk

import (
	"context"
	"iter"

	"github.com/pildora/pildora/doc"
)

// Window makes of each chunk of s one of [KindWindow]: it is found by itself, and
// delivered with up to n chunks on either side, which [Chunk.Window] spans. They
// stand in its section and, where s has parents, in its parent; parents stay as
// they are. The bodies tile what was split as those of s do. With an n below 1
// nothing is added.
func Window(n int, s Splitter) Splitter { return window{max(0, n), s} }

type window struct {
	n  int
	of Splitter
}

// Split yields the chunks with their windows. Each is held back until n more
// are known.
func (w window) Split(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		p := pane{n: w.n, doc: d, yield: yield}
		for c, err := range w.of.Split(ctx, d, s) {
			switch {
			case err != nil:
				yield(c, err)
				return
			case c.Kind == KindParent:
				if !p.close() || !yield(c, nil) {
					return
				}
			case !p.add(c):
				return
			}
		}
		p.close()
	}
}

// pane is a run of chunks of one section, one after the other, of which those
// from index next on are still to be yielded.
type pane struct {
	n       int
	doc     *doc.Document
	yield   func(Chunk, error) bool
	section int
	chunks  []Chunk
	next    int
}

// add takes the next chunk, and reports whether to go on.
func (p *pane) add(c Chunk) bool {
	section := p.doc.SectionOf(p.doc.Body(c.Span))
	if len(p.chunks) > 0 && section != p.section && !p.close() {
		return false
	}
	p.section = section
	if len(p.chunks) > 2*p.n { // none still to come sees the first
		p.chunks = append(p.chunks[:0], p.chunks[1:]...)
		p.next--
	}
	p.chunks = append(p.chunks, c)
	return p.next+p.n >= len(p.chunks) || p.give()
}

// close yields what is held, and begins another run.
func (p *pane) close() bool {
	for p.next < len(p.chunks) {
		if !p.give() {
			return false
		}
	}
	p.chunks, p.next = p.chunks[:0], 0
	return true
}

// give yields the next chunk.
func (p *pane) give() bool {
	c := p.chunks[p.next]
	c.Kind = KindWindow
	c.Window = doc.Span{Start: p.chunks[max(0, p.next-p.n)].Span.Start, End: p.chunks[min(p.next+p.n, len(p.chunks)-1)].Span.End}
	p.next++
	return p.yield(c, nil)
}
