package html

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

// Composer writes what another format's reader has found, as if it were a page:
// it is told the elements and the text, and gives a document of them as a
// [Reader] does. Nothing in it is boilerplate, no table is a layout, no end tag
// is implied. Its source is a text of its own: one byte for each element that
// was opened and the bytes of each text, in order; the document's origins are
// spans of that, which whoever composes can lead back further.
//
// Elements are those of HTML, and
//
//	x-page, x-turn, x-record  containers of the kinds Page, Turn and Record
//	x-footnote                a footnote's definition
//	x-math                    a formula on lines of its own, in TeX
//
// whose attribute label is the block's label. A table whose attribute x-header
// is none has no header, whatever its first row looks like. The zero value is ready. It is
// for one goroutine.
type Composer struct {
	src    []byte
	tree   tree
	stack  []int32
	beyond int // elements open below the deepest that is on the stack
}

// composedElements are the elements that no page has.
var composedElements = map[string]element{
	"x-page": elPage, "x-turn": elTurn, "x-record": elRecord, "x-footnote": elFootnote, "x-math": elFormula,
}

var composedKinds = map[element]doc.Kind{
	elPage: doc.Page, elTurn: doc.Turn, elRecord: doc.Record, elFootnote: doc.Footnote,
}

// headerAttr is an attribute of tables that no page has.
const headerAttr = "x-header"

// Len is the length of the source so far, and where the next element or text
// stands in it.
func (c *Composer) Len() int { return len(c.src) }

// Open opens an element with attributes: names and values by turns.
func (c *Composer) Open(tag string, attrs ...string) {
	n := c.add(tag, attrs)
	if len(c.stack) > maxDepth {
		c.beyond++
		return
	}
	c.stack = append(c.stack, n)
}

// Close closes the innermost open element. Where none is open it does nothing.
func (c *Composer) Close() {
	switch {
	case c.beyond > 0:
		c.beyond--
	case len(c.stack) > 1:
		c.stack = c.stack[:len(c.stack)-1]
	}
}

// Void adds an element without content: br, hr, img, input.
func (c *Composer) Void(tag string, attrs ...string) { c.add(tag, attrs) }

// Text adds text, which is valid UTF-8.
func (c *Composer) Text(s string) {
	if s == "" {
		return
	}
	start := len(c.src)
	c.src = append(c.src, s...)
	c.append(node{el: text, start: int32(start), end: int32(len(c.src)), flags: literal})
}

func (c *Composer) add(tag string, attrs []string) int32 {
	el, ok := composedElements[tag]
	if !ok {
		el = elementOf([]byte(tag))
	}
	start := len(c.src)
	c.src = append(c.src, 0)
	n := node{el: el, start: int32(start), end: int32(len(c.src))}
	if len(c.tree.attrs) == 0 {
		c.tree.attrs = make([]attr, 1) // attrs[0] is none
	}
	for i := 0; i+1 < len(attrs); i += 2 {
		c.tree.attrs = append(c.tree.attrs, attr{attrs[i], attrs[i+1], n.attrs})
		n.attrs = int32(len(c.tree.attrs) - 1)
	}
	return c.append(n)
}

func (c *Composer) append(n node) int32 {
	if len(c.stack) == 0 {
		c.tree.nodes = append(c.tree.nodes, node{el: elBlock})
		c.stack = append(c.stack, 0)
	}
	if len(c.src) > math.MaxInt32 || len(c.tree.nodes) > maxNodes {
		return 0 // refused by Document
	}
	return c.tree.append(n, c.stack[len(c.stack)-1])
}

// Document makes a document of everything so far, with the URI and the media
// type of s. Its title is that of the first h1. Errors name s.URI; they wrap
// read.ErrTooLarge or ctx's error.
func (c *Composer) Document(ctx context.Context, s read.Source) (*doc.Document, error) {
	if len(c.src) > math.MaxInt32 || len(c.tree.nodes) > maxNodes {
		return nil, fmt.Errorf("%s: %w: more than %d elements and texts, or %d bytes of them; split it, or leave it out", s.URI, read.ErrTooLarge, maxNodes, math.MaxInt32)
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.URI, err)
	}
	d := &doc.Document{URI: s.URI, Media: s.Media}
	if len(c.tree.nodes) == 0 {
		return d, nil
	}
	c.tree.src = string(c.src)
	p := newPage(ctx, &c.tree, baseOf(nil, s.URI))
	p.composed = true
	if err := p.write(d); err != nil {
		return nil, err
	}
	d.Title = p.firstH1
	return d, nil
}

// composedBlock writes one of a composer's containers.
func (p *page) composedBlock(n int32, kind doc.Kind) {
	c := container{kind: kind, label: p.tree.value(n, "label")}
	if kind == doc.Footnote {
		c.first, c.rest = "[^"+c.label+"]: ", "    "
	}
	p.within(n, c, p.blocks)
}

// displayed writes a formula that stands on lines of its own.
func (p *page) displayed(n int32) {
	r := &p.run
	r.reset()
	p.preformatted(r, n, true)
	defer r.reset()
	tex := bytes.TrimSpace(r.text)
	if len(tex) == 0 || bytes.Contains(tex, []byte("$$")) {
		return
	}
	src := p.tree.nodes[n].span()
	leaf := p.w.leaf(doc.Block{Kind: doc.Math})
	p.w.put("$$", src)
	c := copier{w: &p.w, run: r}
	from := bytes.Index(r.text, tex)
	end := from + len(tex)
	for from <= end {
		line := end
		if i := bytes.IndexByte(r.text[from:end], '\n'); i >= 0 {
			line = from + i
		}
		if strings.TrimSpace(string(r.text[from:line])) != "" { // a blank line would end it
			p.w.newline(false)
			c.copy(from, line)
		}
		from = line + 1
	}
	p.w.newline(false)
	p.w.put("$$", src)
	p.w.end(leaf)
}
