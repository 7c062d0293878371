package html

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"golang.org/x/net/html"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
)

const (
	maxDepth = 512     // elements, as in browsers
	maxNodes = 8 << 20 // 300 MB of them
	// checkEvery is how many tokens pass between looks at the context.
	checkEvery = 2048
)

// parser makes a tree of tokens. Open elements are on the stack, the root
// first; open counts them by element, so that an end tag of nothing costs
// nothing.
type parser struct {
	tree
	z       *html.Tokenizer
	stack   []int32
	open    [elementCount]int32
	beyond  int // elements open below the deepest that is on the stack
	xml     bool
	inTitle bool
	skip    bool // in raw text that nobody reads
}

// parse reads the page into a tree. Its errors are that of ctx and
// read.ErrTooLarge.
func parse(ctx context.Context, src string, xml bool) (*tree, error) {
	if len(src) > math.MaxInt32 {
		return nil, fmt.Errorf("%w: %d bytes of HTML, the limit is %d", read.ErrTooLarge, len(src), math.MaxInt32)
	}
	p := &parser{tree: tree{src: src, nodes: make([]node, 1, 16+len(src)/32), attrs: make([]attr, 1)}, xml: xml}
	p.nodes[0] = node{el: elBlock}
	p.stack = append(p.stack, 0)
	p.z = html.NewTokenizer(strings.NewReader(src))
	p.z.AllowCDATA(xml)
	at := 0
	for count := 0; ; count++ {
		if count%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return nil, fmt.Errorf("at byte %d: %w", at, err)
			}
		}
		kind := p.z.Next()
		span := doc.Span{Start: at, End: at + len(p.z.Raw())}
		at = span.End
		switch kind {
		case html.ErrorToken:
			if err := p.z.Err(); !errors.Is(err, io.EOF) {
				return nil, fmt.Errorf("at byte %d: %w", at, err)
			}
			return &p.tree, nil
		case html.TextToken:
			p.addText(span)
		case html.StartTagToken, html.SelfClosingTagToken:
			p.startTag(span, kind == html.SelfClosingTagToken)
		case html.EndTagToken:
			name, _ := p.z.TagName()
			p.endTag(elementOf(name), span)
		}
		if len(p.nodes) > maxNodes {
			return nil, fmt.Errorf("%w: at byte %d: more than %d elements and texts; split the page, or leave it out", read.ErrTooLarge, at, maxNodes)
		}
	}
}

func (p *parser) top() int32 { return p.stack[len(p.stack)-1] }

func (p *parser) addText(span doc.Span) {
	switch {
	case p.skip:
	case p.inTitle:
		p.head.addTitle(p.src[span.Start:span.End])
	default:
		if p.open[elTable] > 0 && isSpace(p.src[span.Start:span.End]) && p.betweenCells() {
			return
		}
		n := node{el: text, start: int32(span.Start), end: int32(span.End)}
		if s := p.src[span.Start:span.End]; p.xml && strings.HasPrefix(s, "<![CDATA[") {
			n.start += int32(len("<![CDATA["))
			n.end -= int32(len(s) - len(strings.TrimSuffix(s, "]]>")))
			n.end = max(n.end, n.start)
			n.flags |= literal
		}
		if el := p.nodes[p.top()].el; el == elXmp || el == elPlaintext {
			n.flags |= literal
		}
		p.add(n)
	}
}

// betweenCells reports whether the innermost element holds rows or cells.
func (p *parser) betweenCells() bool {
	switch p.nodes[p.top()].el {
	case elTable, elTbody, elThead, elTfoot, elTr:
		return true
	}
	return false
}

// add appends a node as the last child of the innermost open element.
func (p *parser) add(n node) int32 { return p.append(n, p.top()) }

func (p *parser) startTag(span doc.Span, selfClosing bool) {
	p.skip, p.inTitle = false, false
	name, hasAttr := p.z.TagName()
	el := elementOf(name)
	n := node{el: el, start: int32(span.Start), end: int32(span.End)}
	if hasAttr {
		p.readAttrs(&n)
	}
	foreign := p.open[elSvg] > 0 || p.open[elMath] > 0
	switch el {
	case elTitle:
		p.inTitle = p.head.wantsTitle() && !foreign
		p.skip = !p.inTitle && !foreign
		return
	case elMeta:
		p.head.addMeta(p.metaOf(n))
		return
	case elBase:
		p.head.addBase(p.attrOf(n, "href"))
		return
	case elLink:
		p.head.addLink(p.attrOf(n, "rel"), p.attrOf(n, "href"))
		return
	case elHTML, elBody:
		p.head.addLanguage(p.attrOf(n, "lang"))
		return
	case elHead:
		return
	}
	if !p.imply(el, span) {
		return
	}
	i := p.add(n)
	p.skip = el.is(raw)
	if el.is(void) || selfClosing && (p.xml || foreign || el == elSvg || el == elMath) {
		p.skip = p.skip && !selfClosing
		return
	}
	if el.is(raw) && el != elXmp {
		return // its text is the next token, and its end tag the one after
	}
	p.push(i)
}

func (p *parser) push(i int32) {
	if len(p.stack) >= maxDepth {
		p.beyond++
		return
	}
	p.stack = append(p.stack, i)
	p.open[p.nodes[i].el]++
}

// pop closes elements until the stack is of length n.
func (p *parser) pop(n int) {
	for _, i := range p.stack[n:] {
		p.open[p.nodes[i].el]--
	}
	p.stack = p.stack[:n]
}

func (p *parser) endTag(el element, span doc.Span) {
	p.skip, p.inTitle = false, false
	if el == elBr {
		p.add(node{el: elBr, start: int32(span.Start), end: int32(span.End)})
		return
	}
	if el.is(raw) || el == elTitle {
		return
	}
	if p.beyond > 0 {
		p.beyond--
		return
	}
	p.close(el)
}
