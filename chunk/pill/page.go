package pill

import (
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex/cue"
)

// Cue is what a block's first and last characters say of it, a bit each: the
// marks of its opening words, and below them its form.
type Cue uint64

// The forms, above the marks of [cue.Mark].
const (
	Asks     Cue = 1 << (iota + 40) // ends with a question mark
	Inverted                        // opens with ¿
	Colon                           // ends with a colon
	Bold                            // opens with bold text
	AllBold                         // is bold text and nothing else
	Speaker                         // opens with a short name or label and a colon, or a time
)

// Cue bits of the opening words are the marks themselves.
func marked(m cue.Mark) Cue { return Cue(m) }

// Page is a document as detectors see it. Its slices are by block.
type Page struct {
	Doc  *doc.Document
	Span doc.Span // what is cut; pills outside it are dropped
	Cues []Cue    // of leaves that hold prose, headings, items' first paragraphs and terms; 0 for others
	Seen Cue      // all bits of all blocks
	Kind uint64   // a bit for each doc.Kind that occurs
}

// newPage reads the first and last words of each block once.
func newPage(d *doc.Document, s doc.Span) *Page {
	p := &Page{Doc: d, Span: s, Cues: make([]Cue, len(d.Blocks))}
	words := cue.For(d.Language)
	for i := range d.Blocks {
		b := &d.Blocks[i]
		p.Kind |= 1 << b.Kind
		switch b.Kind {
		case doc.Heading, doc.Paragraph, doc.Term, doc.Caption, doc.Turn, doc.Figure:
			text := d.Text[b.Span.Start:b.Span.End]
			if b.Kind == doc.Heading {
				text = b.Label
			}
			p.Cues[i] = forms(text) | Cue(words.Opens(text))
			p.Seen |= p.Cues[i]
		}
	}
	return p
}

// Has reports whether any block has one of these bits.
func (p *Page) Has(c Cue) bool { return p.Seen&c != 0 }

// HasKind reports whether a block of this kind occurs.
func (p *Page) HasKind(k doc.Kind) bool { return p.Kind>>k&1 != 0 }

// Start is where a pill that begins with block i begins: at its line.
func (p *Page) Start(i int) int { return cut.LineStart(p.Doc, i) }

// End is where a pill that ends before block i ends; the end of the text where
// there is no such block.
func (p *Page) End(i int) int {
	if i >= len(p.Doc.Blocks) {
		return len(p.Doc.Text)
	}
	return p.Start(i)
}

// Next is the index of the first block after i that is not inside it.
func (p *Page) Next(i int) int {
	end := p.Doc.Blocks[i].Span.End
	for i++; i < len(p.Doc.Blocks) && p.Doc.Blocks[i].Span.Start < end; i++ {
	}
	return i
}

// lead is where the run of headings begins that stands right before a pill
// which starts, with a heading of the outline, at start: with nothing between
// them, they go with it.
func (p *Page) lead(start int) int {
	h := p.Doc.SectionAt(start)
	if h < 0 || p.Start(p.Doc.Outline()[h].Block) != start {
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

// forms are the bits that the first and last characters of text give.
func forms(text string) Cue {
	c := Cue(0)
	end := strings.TrimRight(text, " \t\r\n*_\"')")
	if end != "" {
		switch end[len(end)-1] {
		case '?':
			c |= Asks
		case ':':
			c |= Colon
		default:
			if r, _ := utf8.DecodeLastRuneInString(end); r == '？' {
				c |= Asks
			} else if r == '：' {
				c |= Colon
			}
		}
	}
	if strings.HasPrefix(text, "**") || strings.HasPrefix(text, "__") {
		c |= Bold
		if i := strings.Index(text[2:min(len(text), 300)], text[:2]); i >= 0 && i+4 == len(strings.TrimRight(text, " \t\r\n")) {
			c |= AllBold
		}
	}
	if at := strings.TrimLeft(text[:min(len(text), 8)], "*_ \"'("); strings.HasPrefix(at, "¿") {
		c |= Inverted
	}
	return c
}
