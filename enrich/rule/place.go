package rule

import (
	"strings"

	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
)

// opener is the index of the block that body i begins in or with, not a
// heading; -1 where there is none.
func (r *reading) opener(i int) int {
	body := r.bodies[i]
	b := r.doc.BlockFrom(body.Start)
	for ; b < len(r.doc.Blocks) && r.doc.Blocks[b].Span.Start < body.End; b++ {
		if r.doc.Leaf(b) {
			if r.doc.Blocks[b].Kind == doc.Heading {
				return -1
			}
			return b
		}
	}
	return -1
}

// maxDepth is how many blocks up an item is sought.
const maxDepth = 64

// itemized reports whether body i begins in or with an item of a list, or a
// paragraph that is one: "a) …".
func (r *reading) itemized(i int) bool {
	b := r.opener(i)
	if b < 0 {
		return false
	}
	for up, n := b, 0; up >= 0 && n < maxDepth; up, n = int(r.doc.Blocks[up].Parent), n+1 {
		if r.doc.Blocks[up].Kind == doc.Item {
			return true
		}
	}
	return r.doc.Blocks[b].Kind == doc.Paragraph && lettered(r.doc.Slice(r.bodies[i]))
}

// lettered reports whether text opens with a letter or number in brackets: "a)",
// "(b)".
func lettered(text string) bool {
	text = strings.TrimLeft(text, " \t(")
	return len(text) > 1 && text[1] == ')'
}

// within returns the outermost pill of these kinds that body i begins inside
// of, behind its start. It moves forward: the bodies are asked about in order.
type within struct {
	*reading
	kinds uint32
	next  int
	open  pill.Pill
	found bool
}

func newWithin(r *reading, kinds ...pill.Kind) *within {
	w := &within{reading: r}
	for _, k := range kinds {
		w.kinds |= 1 << k
	}
	return w
}

func (w *within) at(i int) (p pill.Pill, ok bool) {
	start := w.bodies[i].Start
	if w.found && w.open.Span.End <= start {
		w.found = false
	}
	pills := w.pills().Pills
	for ; w.next < len(pills) && pills[w.next].Span.Start < start; w.next++ {
		q := pills[w.next]
		if w.kinds>>q.Kind&1 != 0 && q.Span.End > start && !w.found {
			w.open, w.found = q, true
		}
	}
	return w.open, w.found
}

// intro is the paragraph that pill p, a list or steps, begins with; -1 where it
// begins with the list itself.
func (r *reading) intro(p pill.Pill) int {
	b := r.doc.BlockFrom(p.Span.Start)
	for b < len(r.doc.Blocks) && r.doc.Blocks[b].Kind == doc.Heading {
		b++
	}
	if b >= len(r.doc.Blocks) || r.doc.Blocks[b].Span.Start >= p.Span.End || r.doc.Blocks[b].Kind != doc.Paragraph {
		return -1
	}
	if lettered(r.doc.Slice(r.doc.Blocks[b].Span)) {
		return -1 // the first item of a list that Markdown takes for none
	}
	return b
}

// lineOf is the line made last, and the block that it was made of: bodies that
// follow each other often have one.
type lineOf struct {
	block int // + 1
	line  []string
}

// of returns the line of a block, 0 or more, that stands before a body; none
// where it is too short to say anything: "For example:".
func (m *lineOf) of(block int, write func() string) []string {
	if m.block != block+1 {
		m.block, m.line = block+1, nil
		if line := write(); len(line) >= minSentence {
			m.line = []string{line}
		}
	}
	return m.line
}
