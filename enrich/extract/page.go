package extract

import (
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/lex"
	"github.com/pildora/pildora/lex/cue"
	"github.com/pildora/pildora/lex/plain"
)

// page is a document as it is summed up.
type page struct {
	doc    *doc.Document
	cues   *cue.Lexicon
	words  words
	shape  shape
	count  int      // of what the shape counts: rows, records, questions …
	title  string   // without markup; empty where there is none
	folded string   // the title, as titles are compared
	names  []string // of those who speak

	sections []string // see topics
	outlined bool
	entries  []string // the questions of an FAQ, the terms of a glossary
	// entered is where the first question or term is: what stands before it is
	// about all of them.
	entered int

	prose []int32       // the paragraphs that may be sampled
	leads []bool        // by those: the first under its heading, or of the text
	head  [][]candidate // the sentences of the first paragraphs
	used  []string      // the sentences that the first line says already
}

func newPage(d *doc.Document) *page {
	p := &page{doc: d, cues: cue.For(d.Language), words: wordsOf(d.Language)}
	seen := p.walk()
	p.title = p.findTitle()
	p.folded = strings.TrimRight(lex.Fold(p.title), " .")
	p.shape, p.count = p.shapeOf(seen)
	for i := range p.prose[:min(len(p.prose), openingBlocks)] {
		p.head = append(p.head, p.sentences(i, i))
	}
	return p
}

// ink is how many bytes of the text stand in blocks of a kind that no other block
// holds, and how many such blocks there are.
type ink struct{ bytes, blocks [32]int }

func (k *ink) share(d *doc.Document, kinds ...doc.Kind) float64 {
	n := 0
	for _, kind := range kinds {
		n += k.bytes[kind]
	}
	return float64(n) / float64(len(d.Text))
}

// openingBlocks is in how many paragraphs the first line looks for versions, dates
// and authors.
const openingBlocks = 3

// walk goes through the blocks once: it finds the paragraphs of prose, and what
// the document is made of.
func (p *page) walk() *ink {
	seen := new(ink)
	lead := true
	skip := 0 // blocks that begin before it hold no prose
	for i := range p.doc.Blocks {
		b := &p.doc.Blocks[i]
		if b.Parent < 0 {
			seen.bytes[b.Kind] += b.Span.Len()
			seen.blocks[b.Kind]++
		}
		switch b.Kind {
		case doc.Heading:
			lead = true
		case doc.Table, doc.Record, doc.Code, doc.Footnote, doc.Figure, doc.Decl, doc.FrontMatter:
			skip = b.Span.End
		case doc.Paragraph, doc.Turn:
			if b.Span.Start < skip || b.Kind == doc.Turn && !p.doc.Leaf(i) || len(p.prose) < headBlocks && p.linked(int32(i)) {
				continue
			}
			p.prose = append(p.prose, int32(i))
			p.leads = append(p.leads, lead)
			lead = false
		}
	}
	return seen
}

// text is a block's text without markup, and without what is beyond limit bytes;
// whole says whether it is all.
func (p *page) text(block int32, limit int) (text string, whole bool) {
	raw := p.doc.Slice(p.doc.Blocks[block].Span)
	if p.doc.Blocks[block].Kind == doc.Turn {
		raw = spoken(raw)
	}
	if line, rest, more := strings.Cut(raw, "\n"); more && len(line) <= maxFact && p.cues.Opens(line)&(cue.Article|cue.Clause|cue.Part|cue.Step) != 0 {
		raw = rest // the line was its title
	}
	if whole = len(raw) <= limit; !whole {
		raw = raw[:strings.LastIndexAny(raw[:limit+1], " \n")+1]
	}
	return unruled(plain.Text(raw)), whole
}

// unruled is text without the rows of dashes that underline it.
func unruled(text string) string {
	if !strings.Contains(text, rule) {
		return text
	}
	fields := strings.Fields(text)
	return strings.Join(slices.DeleteFunc(fields, func(f string) bool { return strings.HasPrefix(f, rule) }), " ")
}

const rule = "---"

// spoken is a turn's text without the lines that number and time it.
func spoken(raw string) string {
	for {
		line, rest, more := strings.Cut(raw, "\n")
		if !more || !strings.Contains(line, "-->") && strings.Trim(line, "0123456789 \r") != "" {
			return raw
		}
		raw = rest
	}
}

// label is the text of a heading without markup, its number and the mark at its
// end: "Artículo 5. Plazos." is "Plazos", and "Chapter 3" nothing.
func (p *page) label(block int) string {
	text := strings.TrimLeft(unnumbered(plain.Text(p.doc.Blocks[block].Label)), "0123456789. ")
	if p.cues.Opens(text)&(cue.Part|cue.Article|cue.Clause|cue.Step) != 0 {
		_, rest, _ := strings.Cut(text, " ")
		if n := cue.Number(rest); n > 0 {
			text = strings.TrimLeft(rest[n:], " .:-–—")
		}
	}
	return strings.TrimRight(text, " .")
}

// unnumbered is text without the number or letter that it opens with: "2.1 ",
// "3. ", "a) ", "(ii) ", "A. ".
func unnumbered(text string) string {
	s := strings.TrimPrefix(text, "(")
	n := cue.Number(s)
	if n == 0 { // a small Roman numeral
		n = len(s) - len(strings.TrimLeft(s, "ivxl"))
	}
	if n == 0 || n >= len(s) {
		return text
	}
	number, rest := strings.TrimRight(s[:n], "."), s[n:]
	marked := len(number) < n && rest[0] == ' ' || rest[0] == ')' || rest[0] == '.' || strings.Contains(number, ".")
	letters := strings.Trim(number, "0123456789.")
	if !marked || len(letters) > maxLetters || letters == "" && rest[0] == '/' {
		return text
	}
	if after := strings.TrimLeft(rest, ").-–—"); strings.HasPrefix(after, " ") {
		return strings.TrimLeft(after, " ")
	}
	return text
}

// maxLetters is of how many letters the number of a paragraph may be: "xviii".
const maxLetters = 5
