package html

import (
	"sort"
	"strings"

	"github.com/pildora/pildora/doc"
)

// maxContainers is how deep containers with marks of their own nest: each line
// carries the marks of all of them.
const maxContainers = 32

// container is an open block that holds others.
type container struct {
	kind        doc.Kind
	level       uint8
	label       string
	first, rest string // what its first line and the others begin with
	src         doc.Span
	index       int32 // of its block, or -1 while nothing was written in it
}

// writer writes a document's text, blocks and origins.
type writer struct {
	text    []byte
	blocks  []doc.Block
	origins []doc.Origin
	linear  bool // the last origin is byte for byte
	stack   []container
	sep     int // line ends that are owed before the next leaf: 1, or 2 for a blank line
	line    int // where the present line begins
}

// grow makes room for what an ordinary page makes of so many pieces of text.
func (w *writer) grow(pieces, bytes int) {
	w.text = make([]byte, 0, bytes+8*pieces)
	w.blocks = make([]doc.Block, 0, pieces)
	w.origins = make([]doc.Origin, 0, 3*pieces)
}

// open opens a container. It is written down with its first leaf.
func (w *writer) open(c container) {
	c.index = -1
	w.stack = append(w.stack, c)
}

// close closes the innermost container and reports whether anything is in it.
func (w *writer) close() bool {
	c := w.stack[len(w.stack)-1]
	w.stack = w.stack[:len(w.stack)-1]
	if c.index < 0 {
		return false
	}
	w.blocks[c.index].Span.End = len(w.text)
	return true
}

// parent is the index of the innermost container's block.
func (w *writer) parent() int32 {
	if len(w.stack) == 0 {
		return -1
	}
	return w.stack[len(w.stack)-1].index
}

// begin starts a line for a new leaf, opens what was waiting for it, and
// returns where a block begins that stands here.
func (w *writer) begin(kind doc.Kind) int {
	if w.sep == 1 && w.opensLate() {
		w.sep = 2
	}
	if len(w.text) > 0 && w.sep > 0 {
		w.text = append(w.text, '\n')
		for range w.sep - 1 {
			w.prefix(true)
			w.text = append(w.text, '\n')
		}
		w.line = len(w.text)
	}
	w.sep = 0
	parent := int32(-1)
	w.rests()
	for i := range w.stack {
		c := &w.stack[i]
		if c.index >= 0 {
			parent = c.index
			continue
		}
		at := w.blockStart()
		if c.kind == doc.Item {
			at = len(w.text)
		}
		if c.kind == doc.Detail && (kind != doc.Paragraph || i+1 < len(w.stack)) {
			c.first = "" // only text can stand behind a colon
		}
		c.index = int32(len(w.blocks))
		w.blocks = append(w.blocks, doc.Block{Kind: c.kind, Level: c.level, Label: c.label, Parent: parent, Span: doc.Span{Start: at, End: at}})
		parent = c.index
		w.put(c.first, c.src)
	}
	return w.blockStart()
}

// opensLate reports whether a list is about to open with another number than 1.
// To Markdown such a line is part of the paragraph right before it.
func (w *writer) opensLate() bool {
	for i, c := range w.stack[:max(0, len(w.stack)-1)] {
		if c.kind == doc.List && c.index < 0 {
			first := w.stack[i+1].first
			return first[0] >= '0' && first[0] <= '9' && first != "1. " && first != "1) "
		}
	}
	return false
}

// blockStart is where a block begins that is written here: at the start of the
// line where only blanks stand before.
func (w *writer) blockStart() int {
	if strings.Trim(string(w.text[w.line:]), " ") == "" {
		return w.line
	}
	return len(w.text)
}

// newline ends a line inside a leaf. A blank one carries no trailing blanks.
func (w *writer) newline(blank bool) {
	w.text = append(w.text, '\n')
	w.line = len(w.text)
	w.prefix(blank)
}

// rests writes the marks that a line of the containers which are written down
// begins with. All of them stand for the innermost quote.
func (w *writer) rests() {
	start := len(w.text)
	var quote doc.Span
	for _, c := range w.stack {
		if c.index >= 0 {
			w.text = append(w.text, c.rest...)
			if c.kind == doc.Quote {
				quote = c.src
			}
		}
	}
	if !quote.Empty() {
		w.origin(doc.Span{Start: start, End: len(w.text)}, quote, false)
	}
}

// prefix begins a line inside a leaf, or a blank one.
func (w *writer) prefix(blank bool) {
	w.rests()
	if blank {
		for n := len(w.text); n > 0 && w.text[n-1] == ' '; n-- {
			w.text = w.text[:n-1]
		}
		w.clip()
	}
}

// clip shortens the last origins to the text.
func (w *writer) clip() {
	for n := len(w.origins); n > 0 && w.origins[n-1].Text.End > len(w.text); n-- {
		w.origins[n-1].Text.End = len(w.text)
		if !w.origins[n-1].Text.Empty() {
			return
		}
		w.origins = w.origins[:n-1]
	}
}

// leaf starts a leaf block and returns its index.
func (w *writer) leaf(b doc.Block) int {
	b.Span.Start = w.begin(b.Kind)
	b.Parent = w.parent()
	w.blocks = append(w.blocks, b)
	return len(w.blocks) - 1
}

// end ends the leaf.
func (w *writer) end(leaf int) {
	w.blocks[leaf].Span.End = len(w.text)
	w.sep = 2
}

// apart owes a blank line before the next leaf.
func (w *writer) apart() {
	if len(w.text) > 0 {
		w.sep = 2
	}
}

// put writes marks that stand for a tag. Blanks need no origin.
func (w *writer) put(s string, src doc.Span) {
	if s == "" {
		return
	}
	start := len(w.text)
	w.text = append(w.text, s...)
	if strings.Trim(s, " ") != "" {
		w.origin(doc.Span{Start: start, End: len(w.text)}, src, false)
	}
}

// add writes text with its origin.
func (w *writer) add(s []byte, src doc.Span, linear bool) {
	start := len(w.text)
	w.text = append(w.text, s...)
	w.origin(doc.Span{Start: start, End: len(w.text)}, src, linear)
}

// An ordinary page has an origin for every 20 bytes of text. From sparse
// origins on one for every coarse bytes is as fine as it gets: pages of nothing
// but entities or tags would need more memory for the way back than for
// everything else.
const (
	sparse = 4096
	coarse = 4
)

func (w *writer) origin(t, src doc.Span, linear bool) {
	if n := len(w.origins); n > 0 {
		last := &w.origins[n-1]
		adjoins := last.Text.End == t.Start
		switch {
		case adjoins && linear && w.linear && last.Source.End == src.Start,
			adjoins && !linear && !w.linear && last.Source == src:
			last.Text.End, last.Source.End = t.End, src.End
			return
		case n > sparse && n > len(w.text)/coarse && last.Source.Len() < 64:
			last.Text.End = t.End
			last.Source.Start, last.Source.End = min(last.Source.Start, src.Start), max(last.Source.End, src.End)
			w.linear = false
			return
		}
	}
	w.origins = append(w.origins, doc.Origin{Text: t, Source: src})
	w.linear = linear
}

// copier writes stretches of a run, in order.
type copier struct {
	w   *writer
	run *run
	seg int
}

// seek moves to the segment of a place before or behind.
func (c *copier) seek(at int) {
	c.seg = max(0, sort.Search(len(c.run.segs), func(i int) bool { return c.run.segs[i].at > at })-1)
}

// copy writes run.text[from:to], which holds no line ends.
func (c *copier) copy(from, to int) {
	for c.seg < len(c.run.segs) && from < to {
		s := c.run.segs[c.seg]
		end := len(c.run.text)
		if c.seg+1 < len(c.run.segs) {
			end = c.run.segs[c.seg+1].at
		}
		if end <= from {
			c.seg++
			continue
		}
		end = min(end, to)
		src := s.src
		if s.linear {
			src = doc.Span{Start: s.src.Start + from - s.at, End: s.src.Start + end - s.at}
		}
		c.w.add(c.run.text[from:end], src, s.linear)
		from = end
	}
}

// escape writes a backslash that stands for the same as the byte at from.
func (c *copier) escape(from int) {
	for c.seg+1 < len(c.run.segs) && c.run.segs[c.seg+1].at <= from {
		c.seg++
	}
	src := c.run.segs[c.seg].src
	if s := c.run.segs[c.seg]; s.linear {
		src = doc.Span{Start: s.src.Start + from - s.at, End: s.src.Start + from - s.at + 1}
	}
	c.w.add([]byte{'\\'}, src, false)
}
