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
var Blocks chunk.Nester = blocks{}

type blocks struct{}

// Nests marks Blocks as a Nester.
func (blocks) Nests() {}

// Cuts yields the cuts of the outermost level that has any in s.
func (blocks) Cuts(_ context.Context, d *doc.Document, s doc.Span) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		depth, found := shallowest(d, s)
		if !found {
			if !insideLeaf(d, s, yield) {
				loosen(d, s, yield)
			}
			return
		}
		for i := d.BlockFrom(s.Start); i < len(d.Blocks) && d.Blocks[i].Span.Start < s.End; i++ {
			if d.Depth(i) != depth || glued(d, i) {
				continue
			}
			if at, ok := before(d, i, s); ok && !yield(at, nil) {
				return
			}
		}
	}
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

// loosen parts what is glued, but for headings, where the two together are too
// large: a table's header and its first row, a term and its definition.
func loosen(d *doc.Document, s doc.Span, yield func(int, error) bool) {
	for i := range leaves(d, s) {
		prev := d.LeafBefore(i)
		if prev < 0 || d.Blocks[prev].Kind == doc.Heading {
			continue
		}
		if at, ok := before(d, i, s); ok && !yield(at, nil) {
			return
		}
	}
}

// insideLeaf cuts the one leaf that s lies in, or that s ends in after a
// heading: code at blank lines, else at lines; a row at its cells. It reports
// whether the leaf is of a kind that it cuts and stands alone.
func insideLeaf(d *doc.Document, s doc.Span, yield func(int, error) bool) bool {
	last, n := doc.Block{}, 0
	for _, b := range leaves(d, s) {
		if last = b; b.Kind != doc.Heading {
			n++
		}
	}
	if n != 1 {
		return false
	}
	in := last.Span.Intersect(s)
	switch last.Kind {
	case doc.Row:
		cellCuts(d, in, yield)
	case doc.Code, doc.HTML, doc.Math, doc.FrontMatter, doc.Record:
		lineCuts(d, last, in, yield)
	}
	return true
}

// lineCuts cuts a leaf of lines at its blank lines; where it has none in the
// span, at every line that is not next to a fence; where there is none either,
// at every line.
func lineCuts(d *doc.Document, b doc.Block, in doc.Span, yield func(int, error) bool) {
	first, last := fences(d, b)
	for _, way := range []struct {
		cutter chunk.Cutter
		keep   func(int) bool
	}{
		{BlankLines, func(at int) bool { return at > first && at < last }},
		{Lines, func(at int) bool { return at > first && at < last }},
		{Lines, func(int) bool { return true }},
	} {
		found := false
		for at := range way.cutter.Cuts(context.Background(), d, in) {
			if way.keep(at) {
				if found = true; !yield(at, nil) {
					return
				}
			}
		}
		if found {
			return
		}
	}
}

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

// cellCuts cuts before each cell of a table row but the first.
func cellCuts(d *doc.Document, in doc.Span, yield func(int, error) bool) {
	text := d.Slice(in)
	for i := 1; i+1 < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '|':
			if doc.IsBlank(text[i+1:]) || !yield(in.Start+i, nil) {
				return
			}
		}
	}
}
