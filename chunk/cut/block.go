package cut

import (
	"context"
	"iter"
	"strings"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
)

// Blocks cuts between the outermost blocks in a span: paragraphs, lists,
// tables; asked about one of those, between its items, rows, or lines (code
// first at its blank lines), and table rows at last between their cells. What
// belongs together is not cut: a heading and the first block under it, a
// table's header and its first row, a fence and the line next to it.
var Blocks interface {
	chunk.Nester
	chunk.Seeker
} = blocks{}

type blocks struct{}

// Nests marks Blocks as a Nester.
func (blocks) Nests() {}

// Cuts yields the cuts of the outermost level that has any in s.
func (c blocks) Cuts(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return chunk.Walk(c, d, s)
}

// Seek returns a cursor over the cuts of the outermost level that has any in s.
func (blocks) Seek(d *doc.Document, s doc.Span) chunk.Cursor {
	if depth, found := shallowest(d, s); found {
		return &blockCursor{doc: d, span: s, depth: depth, at: s.Start, next: d.BlockFrom(s.Start)}
	}
	if leaf, ok := onlyLeaf(d, s); ok {
		return insideLeaf(d, leaf, leaf.Span.Intersect(s), s.End)
	}
	return &looseCursor{d, s}
}

// blockCursor finds the blocks of one depth.
type blockCursor struct {
	doc   *doc.Document
	span  doc.Span
	depth int
	at    int // the place asked about last
	next  int // no block before this one begins behind it
}

func (c *blockCursor) Next(after int) int {
	d := c.doc
	if after < c.at {
		c.next = d.BlockFrom(after)
	}
	c.at = after
	for ; c.next < len(d.Blocks) && d.Blocks[c.next].Span.Start < c.span.End; c.next++ {
		if d.Depth(c.next) != c.depth || glued(d, c.next) {
			continue
		}
		if at := lineStart(d, c.next); at > after && at < c.span.End {
			return at
		}
	}
	return c.span.End
}

// Last skims the blocks: where each is cut is found out only of the last ones,
// for cuts lie at or before their blocks and in their order.
func (c *blockCursor) Last(after, most int) int {
	d := c.doc
	most = min(most, c.span.End-1)
	if after < c.at {
		c.next = d.BlockFrom(after)
	}
	last, i := -1, c.next
	for ; i < len(d.Blocks) && d.Blocks[i].Span.Start < c.span.End; i++ {
		if d.Depth(i) != c.depth || glued(d, i) {
			continue
		}
		if d.Blocks[i].Span.Start > most && lineStart(d, i) > most {
			break
		}
		last = i
	}
	c.at, c.next = after, i
	if last >= 0 {
		c.at = max(after, lineStart(d, last))
	}
	return c.at
}

// Paragraphs cuts before each block without children, and before each list
// item, wherever Blocks could cut.
var Paragraphs chunk.Cutter = chunk.CutFunc(paragraphs)

func paragraphs(ctx context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	if len(d.Blocks) == 0 {
		return BlankLines.Cuts(ctx, d, s)
	}
	return func(yield func(int, error) bool) {
		for i := range leaves(d, s) {
			if at, ok := before(d, i, s); ok && !glued(d, i) && !yield(at, nil) {
				return
			}
		}
	}
}

// shallowest returns the least depth at which a block begins inside s where it
// may be cut.
func shallowest(d *doc.Document, s doc.Span) (int, bool) {
	best, found := 0, false
	for i := d.BlockFrom(s.Start); i < len(d.Blocks) && d.Blocks[i].Span.Start < s.End; i++ {
		depth := d.Depth(i)
		if found && depth >= best {
			continue
		}
		if _, ok := before(d, i, s); ok && !glued(d, i) {
			best, found = depth, true
			if best == 0 {
				break
			}
		}
	}
	return best, found
}

// before returns where a cut before block i falls, and whether that is inside
// s.
func before(d *doc.Document, i int, s doc.Span) (at int, inside bool) {
	at = lineStart(d, i)
	return at, at > s.Start && at < s.End
}

// lineStart returns where a cut before block i falls: at the start of its
// line, so that markers and indentation go with it, unless another block ends
// on that line.
func lineStart(d *doc.Document, i int) int {
	at := d.Blocks[i].Span.Start
	from := max(0, at-maxMarkers-1)
	line := from + strings.LastIndexByte(d.Text[from:at], '\n') + 1
	if at-line > maxMarkers {
		return at
	}
	if prev := d.LeafBefore(i); prev >= 0 && d.Blocks[prev].Span.End > line {
		return at
	}
	return line
}

// maxMarkers bounds how far back the line of a block is sought, so that a long
// line of nested markers costs linear time.
const maxMarkers = 4096

// glued reports whether block i must not be parted from the block before it.
func glued(d *doc.Document, i int) bool {
	prev := d.LeafBefore(i)
	if prev < 0 {
		return false
	}
	b := d.Blocks[prev]
	return b.Kind == doc.Heading || b.Kind == doc.Row && b.Level == 1 || b.Kind == doc.Term
}

// looseCursor parts what is glued, but for headings, where the two together
// are too large: a table's header and its first row, a term and its definition.
type looseCursor struct {
	doc  *doc.Document
	span doc.Span
}

func (c *looseCursor) Next(after int) int {
	d := c.doc
	for i := range leaves(d, doc.Span{Start: after, End: c.span.End}) {
		prev := d.LeafBefore(i)
		if prev < 0 || d.Blocks[prev].Kind == doc.Heading {
			continue
		}
		if at, ok := before(d, i, c.span); ok && at > after {
			return at
		}
	}
	return c.span.End
}

func (c *looseCursor) Last(after, most int) int { return lastOf(c, after, min(most, c.span.End-1)) }

// fences returns the places between which a fenced block may be cut: after its
// second line begins, before its closing fence does.
func fences(d *doc.Document, b doc.Block) (first, last int) {
	text := d.Slice(b.Span)
	first, last = b.Span.Start, b.Span.End
	mark := strings.TrimLeft(text, " \t")
	if b.Kind == doc.HTML || b.Kind == doc.Record || mark == "" || !strings.ContainsRune("`~$-+\\", rune(mark[0])) {
		return first, last
	}
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		first += i + 1
	}
	if i := strings.LastIndexByte(text, '\n'); i >= 0 && strings.HasPrefix(strings.TrimLeft(text[i+1:], " \t>"), mark[:1]) {
		last = b.Span.Start + i + 1
	}
	return first, last
}
