package html

import (
	"bytes"
	"context"
	"fmt"
	"net/url"

	"github.com/pildora/pildora/doc"
)

// page is a tree on its way to a document.
type page struct {
	ctx    context.Context
	err    error
	ticks  int
	tree   *tree
	stats  []stat
	drop   []bool  // nodes that are not read
	places []place // of the rule that runs

	composed bool // by a Composer
	base     *url.URL
	w        writer
	run      run // of the present leaf
	// emphasised holds the marks that are open, which don't nest.
	emphasised map[string]bool
	lead       mark // the number of an item, written before its first paragraph
	lastList   lastList
	firstH1    string
	warnings   []string
}

func newPage(ctx context.Context, t *tree, base *url.URL) *page {
	return &page{ctx: ctx, tree: t, stats: t.measure(), drop: make([]bool, len(t.nodes)), places: make([]place, len(t.nodes)),
		base: base, emphasised: map[string]bool{}}
}

// write writes what is kept of the page into d: its text, blocks and origins.
func (p *page) write(d *doc.Document) error {
	p.w.grow(p.keptTexts())
	p.blocks(0)
	p.flush(doc.Paragraph)
	if p.err != nil {
		return fmt.Errorf("%s: writing its text: %w", d.URI, p.err)
	}
	if len(p.w.text) > 0 {
		p.w.text = append(p.w.text, '\n')
	}
	d.Text, d.Blocks, d.Origins = string(p.w.text), p.w.blocks, p.w.origins
	return nil
}

// going looks at the context now and then, and reports whether to go on.
func (p *page) going() bool {
	p.ticks++
	if p.ticks%checkEvery == 0 && p.err == nil {
		p.err = p.ctx.Err()
	}
	return p.err == nil
}

// blocks writes what is in a node. Inline text is gathered in the run, which
// the next block or the end of the block around it flushes.
func (p *page) blocks(n int32) {
	for c := p.tree.nodes[n].first; c != 0 && p.going(); c = p.tree.nodes[c].next {
		p.child(c)
	}
}

func (p *page) child(c int32) {
	switch {
	case p.skips(c):
		p.formula(&p.run, c)
	case p.tree.isBlock(c):
		p.flush(doc.Paragraph)
		p.block(c)
		p.flush(doc.Paragraph)
	case p.stats[c].has&hasBlock != 0:
		p.blocks(c)
	default:
		p.inline(&p.run, c, style{})
	}
}

func (p *page) block(n int32) {
	el := p.tree.nodes[n].el
	switch {
	case el.is(heading):
		p.heading(n)
	case el == elFormula:
		p.displayed(n)
	case el.is(pre):
		p.pre(n)
	case el.is(list):
		p.list(n)
	case el == elHr:
		leaf := p.w.leaf(doc.Block{Kind: doc.Rule})
		p.w.put("***", p.tree.nodes[n].span())
		p.w.end(leaf)
	case el == elBlockquote:
		p.within(n, container{kind: doc.Quote, first: "> ", rest: "> "}, p.blocks)
	case el == elTable:
		p.table(n)
	case el == elDl:
		p.definitions(n)
	case el == elDetails:
		p.within(n, container{kind: doc.Detail}, p.details)
	case el == elFigure:
		p.within(n, container{kind: doc.Figure}, p.blocks)
	case el == elFigcaption || el == elCaption:
		p.line(n, doc.Caption)
	case el == elSummary || el == elDt:
		p.line(n, doc.Term)
	default:
		if kind, ok := composedKinds[el]; ok {
			p.composedBlock(n, kind)
			return
		}
		p.blocks(n)
	}
}

// within writes the content of a node in a container, unless that is too deep.
func (p *page) within(n int32, c container, content func(int32)) {
	if len(p.w.stack) >= maxContainers {
		content(n)
		p.flush(doc.Paragraph)
		return
	}
	c.src = p.tree.nodes[n].span()
	p.w.open(c)
	content(n)
	p.flush(doc.Paragraph)
	p.w.close()
}

// heading writes a heading on one line. Its label is the text without marks.
func (p *page) heading(n int32) {
	level := uint8(p.tree.nodes[n].el-elH1) + 1
	p.run.reset()
	p.inlines(&p.run, n, style{plain: true, flat: true})
	if p.run.empty() {
		p.run.reset()
		return
	}
	label := string(p.run.text)
	if level == 1 && p.firstH1 == "" {
		p.firstH1 = label
	}
	p.run.reset()
	p.inlines(&p.run, n, style{quiet: true, flat: true})
	leaf := p.w.leaf(doc.Block{Kind: doc.Heading, Level: level, Label: label})
	p.w.put("######"[:level]+" ", p.tree.nodes[n].span())
	c := copier{w: &p.w, run: &p.run}
	end := len(p.run.text)
	if at := closingHashes(p.run.text); at >= 0 {
		c.copy(0, at)
		c.escape(at)
		c.copy(at, end)
	} else {
		c.copy(0, end)
	}
	p.w.end(leaf)
	p.run.reset()
}

// closingHashes is where number signs at the end of a heading begin that
// Markdown would take for its closing marks, or -1.
func closingHashes(s []byte) int {
	at := len(bytes.TrimRight(s, "#"))
	if at == len(s) || at > 0 && s[at-1] != ' ' {
		return -1
	}
	return at
}

// line writes the content of a node as one leaf on one line.
func (p *page) line(n int32, kind doc.Kind) {
	p.run.reset()
	p.inlines(&p.run, n, style{flat: true})
	p.flush(kind)
}

// flush writes the run as leaves of a kind: one, or where its author made
// paragraphs of line breaks, several.
func (p *page) flush(kind doc.Kind) {
	defer p.run.reset()
	if p.run.empty() {
		return
	}
	c := copier{w: &p.w, run: &p.run}
	for from := 0; from < len(p.run.text); {
		end, next := len(p.run.text), len(p.run.text)
		if i := bytes.Index(p.run.text[from:], []byte("\n\n")); i >= 0 {
			end, next = from+i, from+i+2
		}
		if !doc.IsBlank(string(p.run.text[from:end])) {
			p.paragraph(&c, from, end, kind)
		}
		from = next
	}
}

// paragraph writes a stretch of the run as one leaf, line by line.
func (p *page) paragraph(c *copier, from, end int, kind doc.Kind) {
	leaf := p.w.leaf(doc.Block{Kind: kind})
	if p.lead.text != "" {
		p.w.put(p.lead.text, p.lead.src)
		p.lead = mark{}
	}
	for first := true; from < end; first = false {
		line := end
		if i := bytes.IndexByte(p.run.text[from:end], '\n'); i >= 0 {
			line = from + i
		}
		if !first {
			p.w.newline(false)
		}
		if at := escapeAt(p.run.text[from:line]); at >= 0 {
			c.copy(from, from+at)
			c.escape(from + at)
			c.copy(from+at, line)
		} else {
			c.copy(from, line)
		}
		from = line + 1
	}
	p.w.end(leaf)
}
