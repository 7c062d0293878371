package pill

import (
	"iter"
	"strings"

	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// Page is a document as detectors see it. Its slices are by block.
type Page struct {
	Doc   *doc.Document
	Span  doc.Span     // what is cut; pills outside it are dropped
	Words *cue.Lexicon // of the document's language
	Cues  []Cue        // of leaves that hold prose, headings, items' first paragraphs and terms; 0 for others
	Seen  Cue          // all bits of all blocks
	Kind  uint64       // a bit for each doc.Kind that occurs
	Other []int32      // the blocks that are no heading, paragraph, item or row
	Noted []int32      // the blocks that have cues

	next, prev []int32 // by block: its neighbours under the same parent
	ends       []int32 // by heading of the outline: the block that ends its section
	starts     []int32 // by heading of the outline: where it begins
	cursor     int     // see sectionAt
	blocks     blockCursor
	kept       [len(kindNames)][]Pill
	anchors    []bool // see chained
	runs       []listRun
	provision  []provision // see provisions
	provided   bool
	spoken     []talk
	heard      bool
}

// newPage reads the first and last words of each block once.
func newPage(d *doc.Document, s doc.Span) *Page {
	p := &Page{Doc: d, Span: s, blocks: blockCursor{doc: d}, Words: cue.For(d.Language), Cues: make([]Cue, len(d.Blocks))}
	const common = 1<<doc.Heading | 1<<doc.Paragraph | 1<<doc.Item | 1<<doc.Row
	const prose = 1<<doc.Heading | 1<<doc.Paragraph | 1<<doc.Term | 1<<doc.Caption | 1<<doc.Turn | 1<<doc.Figure
	for i := range d.Blocks {
		b := &d.Blocks[i]
		bit := uint64(1) << b.Kind
		p.Kind |= bit
		if bit&common == 0 {
			p.Other = append(p.Other, int32(i))
		}
		if bit&prose == 0 {
			continue
		}
		text := b.Label
		if b.Kind != doc.Heading {
			text = d.Text[b.Span.Start:b.Span.End]
		}
		c := look(text, p.Words)
		if b.Kind == doc.Heading && c&Numbered != 0 {
			c |= Cue(p.Words.Opens(unnumbered(text)))
		}
		if c != 0 {
			p.Cues[i] = c
			p.Seen |= c
			p.Noted = append(p.Noted, int32(i))
		}
	}
	return p
}

// unnumbered is text without the number it opens with.
func unnumbered(text string) string {
	n := cue.Number(text)
	return strings.TrimLeft(text[n:], " .)-–—\t")
}

// Has reports whether any block has one of these bits.
func (p *Page) Has(c Cue) bool { return p.Seen&c != 0 }

// HasKind reports whether a block of this kind occurs.
func (p *Page) HasKind(k doc.Kind) bool { return p.Kind>>k&1 != 0 }

// Start is where a pill that begins with block i begins: at its line.
func (p *Page) Start(i int) int {
	at := p.Doc.Blocks[i].Span.Start
	if at == 0 || p.Doc.Text[at-1] == '\n' {
		return at
	}
	return cut.LineStart(p.Doc, i)
}

// End is where a pill that ends before block i ends; the end of the text where
// there is no such block.
func (p *Page) End(i int) int {
	if i >= len(p.Doc.Blocks) {
		return len(p.Doc.Text)
	}
	return p.Start(i)
}

// Of is the span of the blocks from index i on, before index end.
func (p *Page) Of(i, end int) doc.Span { return doc.Span{Start: p.Start(i), End: p.End(end)} }

// Text is the text of block i.
func (p *Page) Text(i int) string { return p.Doc.Slice(p.Doc.Blocks[i].Span) }

// Each yields the blocks of the kinds in a mask of bits (1<<doc.Table), of those
// in Other.
func (p *Page) Each(kinds uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		if p.Kind&kinds == 0 {
			return
		}
		for _, i := range p.Other {
			if kinds>>p.Doc.Blocks[i].Kind&1 != 0 && !yield(int(i)) {
				return
			}
		}
	}
}

// Marked yields the blocks that have one of the bits of mask.
func (p *Page) Marked(mask Cue) iter.Seq[int] {
	return func(yield func(int) bool) {
		if p.Seen&mask == 0 {
			return
		}
		for _, i := range p.Noted {
			if p.Cues[i]&mask != 0 && !yield(int(i)) {
				return
			}
		}
	}
}

// Opener is the block that paragraph i opens: the item that it is the first
// block of, or itself.
func (p *Page) Opener(i int) int {
	if i > 0 && p.Doc.Blocks[i-1].Kind == doc.Item && int(p.Doc.Blocks[i].Parent) == i-1 {
		return i - 1
	}
	return i
}

// Opening is the paragraph that block i opens with: itself, or the first block
// of an item.
func (p *Page) Opening(i int) int {
	if p.Doc.Blocks[i].Kind == doc.Item {
		return i + 1
	}
	return i
}

// Is reports whether block i exists and is of this kind.
func (p *Page) Is(i int, k doc.Kind) bool {
	return i >= 0 && i < len(p.Doc.Blocks) && p.Doc.Blocks[i].Kind == k
}

// Next is the index of the first block after i that is not inside it.
func (p *Page) Next(i int) int {
	if p.next == nil {
		p.link()
	}
	return int(p.next[i])
}

// After is the next block under the same parent, or -1.
func (p *Page) After(i int) int {
	j := p.Next(i)
	if j < len(p.Doc.Blocks) && p.Doc.Blocks[j].Parent == p.Doc.Blocks[i].Parent {
		return j
	}
	return -1
}

// Before is the block before i under the same parent, or -1.
func (p *Page) Before(i int) int {
	if p.prev == nil {
		p.link()
	}
	return int(p.prev[i])
}

// link finds the neighbours of all blocks: each is stepped over once, as a child
// of its parent.
func (p *Page) link() {
	blocks := p.Doc.Blocks
	both := make([]int32, 2*len(blocks))
	p.next, p.prev = both[:len(blocks)], both[len(blocks):]
	for i := len(blocks) - 1; i >= -1; i-- {
		before, j := int32(-1), int32(i+1)
		for int(j) < len(blocks) && int(blocks[j].Parent) == i {
			p.prev[j], before = before, j
			j = p.next[j]
		}
		if i >= 0 {
			p.next[i] = j
		}
	}
}

// SectionEnd is the index of the block that ends the section of heading h of the
// outline: the next heading of its level or above, or the first block outside
// the container that it stands in.
func (p *Page) SectionEnd(h int) int {
	outline := p.Doc.Outline()
	if p.ends == nil {
		p.ends = make([]int32, len(outline))
		for k := len(outline) - 1; k >= 0; k-- {
			j := k + 1
			for j < len(outline) && p.Doc.Blocks[outline[j].Block].Level > p.Doc.Blocks[outline[k].Block].Level {
				j = int(p.ends[j])
			}
			p.ends[k] = int32(j)
		}
	}
	end := len(p.Doc.Blocks)
	if j := int(p.ends[h]); j < len(outline) {
		end = outline[j].Block
	}
	if parent := p.Doc.Blocks[outline[h].Block].Parent; parent >= 0 {
		end = min(end, p.Next(int(parent)))
	}
	return end
}

// HeadingOver is the outline's heading in force at block i, as a block, or -1.
func (p *Page) HeadingOver(i int) int {
	if h := p.sectionAt(p.Doc.Blocks[i].Span.Start); h >= 0 {
		return p.Doc.Outline()[h].Block
	}
	return -1
}

// head is where the headings begin that stand right before a pill which starts
// at start, with nothing between; start where there are none.
func (p *Page) head(start int) int {
	i := p.blocks.from(start)
	if i >= len(p.Doc.Blocks) || p.Doc.Blocks[i].Span.Start < start {
		return start
	}
	prev := p.Doc.LeafBefore(i)
	if prev < 0 || p.Doc.Blocks[prev].Kind != doc.Heading || p.Start(prev) < p.Span.Start {
		return start
	}
	return p.lead(p.Start(prev))
}

// lead is where the run of headings begins that stands right before a pill
// which starts, with a heading of the outline, at start: with nothing between
// them, they go with it.
func (p *Page) lead(start int) int {
	h := p.sectionAt(start)
	if h < 0 || int(p.starts[h]) != start || p.Start(p.Doc.Outline()[h].Block) != start {
		return start
	}
	for ; h > 0; h-- {
		prev := p.Doc.LeafBefore(p.Doc.Outline()[h].Block)
		if prev < 0 || prev != p.Doc.Outline()[h-1].Block {
			break
		}
		at := p.Start(prev)
		if at < p.Span.Start {
			break
		}
		start = at
	}
	return start
}

// sectionAt is the outline's heading in force at at, or -1. Most who ask go on
// from where the last one was.
func (p *Page) sectionAt(at int) int {
	if p.starts == nil {
		p.starts = make([]int32, len(p.Doc.Outline()))
		for h, s := range p.Doc.Outline() {
			p.starts[h] = int32(p.Doc.Blocks[s.Block].Span.Start)
		}
	}
	h, starts := p.cursor, p.starts
	if len(starts) == 0 || int(starts[0]) > at {
		return -1
	}
	if h >= len(starts) || int(starts[h]) > at {
		h = p.Doc.SectionAt(at)
	}
	for near := 0; h+1 < len(starts) && int(starts[h+1]) <= at; h++ {
		if near++; near > 8 {
			h = p.Doc.SectionAt(at)
			break
		}
	}
	p.cursor = h
	return h
}
