package odf

import (
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/symbol"
)

// inline is the text of a paragraph as it is read.
type inline struct {
	s      *story
	look   flow.Look
	link   string
	code   bool // blanks count
	pieces []flow.Piece
	hung   []*opc.Node // what hangs on the paragraph
	hidden bool        // the paragraph is

	chars, bold, mono int // how much text there is, and is so
	size              int
}

// maxBlanks is how many blanks one element stands for at most.
const maxBlanks = 256

func (p *inline) kids(n *opc.Node) {
	for _, k := range n.Kids {
		p.node(k)
	}
}

func (p *inline) node(n *opc.Node) {
	switch n.Name {
	case "":
		p.text(n)
	case "text:s":
		p.put(strings.Repeat(" ", min(max(number(n.Attr("text:c")), 1), maxBlanks)), n)
	case "text:tab":
		p.put("\t", n)
	case "text:line-break":
		p.pieces = append(p.pieces, flow.Piece{Kind: flow.Break, Style: p.look.Style(), From: from(n)})
	case "text:span":
		p.within(n, func() {
			st := p.s.w.styles.of("text", n.Attr("text:style-name"))
			p.look = st.look.Over(p.look)
		})
	case "text:a":
		p.within(n, func() { p.link = n.Attr("xlink:href") })
	case "text:note":
		if text := p.s.note(n); text != "" {
			p.put(text, n)
		}
	case "text:ruby":
		p.ruby(n)
	case "text:hidden-paragraph":
		p.hidden = p.hidden || n.Attr("text:is-hidden") == "true"
	case "text:hidden-text":
		if n.Attr("text:is-hidden") != "true" {
			p.kids(n)
		}
	case "text:conditional-text":
		p.kids(n)
	case "office:annotation", "text:tracked-changes", "text:number", "text:script", "text:toc-mark", "text:alphabetical-index-mark", "text:user-index-mark",
		"office:event-listeners", "svg:title", "svg:desc":
	default:
		if isDrawn(n) {
			p.drawn(n)
			return
		}
		p.kids(n) // fields and what has no meaning of its own
	}
}

// within reads what is in n in another look.
func (p *inline) within(n *opc.Node, change func()) {
	look, link := p.look, p.link
	change()
	p.kids(n)
	p.look, p.link = look, link
}

// text adds text as it stands.
func (p *inline) text(n *opc.Node) {
	if p.look.IsHidden() {
		return
	}
	text := symbol.Text(n.Text, p.look.Font)
	chars := utf8.RuneCountInString(strings.TrimSpace(text))
	p.chars += chars
	if p.look.IsBold() {
		p.bold += chars
	}
	if p.look.Style()&flow.Mono != 0 {
		p.mono += chars
	}
	if chars > 0 {
		p.size = max(p.size, p.look.Size)
		p.s.w.languages[p.look.Language] += len(text)
	}
	p.put(text, n)
}

// put adds text that stands for n.
func (p *inline) put(text string, n *opc.Node) {
	if p.look.IsHidden() {
		return
	}
	if !p.code && strings.TrimSpace(text) == "" {
		text = " "
	}
	o := from(n)
	p.pieces = append(p.pieces, flow.Piece{Text: text, Style: p.look.Style(), Link: p.link, From: o})
}

// ruby adds text with its reading in parentheses.
func (p *inline) ruby(n *opc.Node) {
	for _, k := range n.Kids {
		switch k.Name {
		case "text:ruby-base":
			p.kids(k)
		case "text:ruby-text":
			p.put("("+strings.TrimSpace(k.Content())+")", k)
		}
	}
}
