package pptx

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/omml"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/ordinal"
	"github.com/pildora/pildora/read/office/symbol"
)

// levels is how many levels text has.
const levels = 9

// body is the text of a shape or a cell as it is read.
type body struct {
	s      *slide
	chain  []looks
	list   int
	count  [levels]int
	scheme [levels]string // of the numbers that count
	pieces []flow.Piece
}

// read reads the paragraphs of a body of text.
func (b *body) read(n *opc.Node) []flow.Block {
	var out []flow.Block
	for p := range n.All("a:p") {
		b.pieces = nil
		b.inline(p)
		block := flow.Block{Pieces: b.pieces, From: b.s.from(p)}
		if block.Empty() {
			continue
		}
		b.mark(p.Kid("a:pPr"), &block)
		switch {
		case only(block):
			block.Kind = flow.Formula
		case block.Kind == flow.Paragraph && mono(block):
			block.Kind = flow.Code
		}
		out = append(out, block)
	}
	return out
}

// only reports whether a paragraph is one formula.
func only(b flow.Block) bool {
	formulas := 0
	for _, p := range b.Pieces {
		switch {
		case p.Kind == flow.Math:
			formulas++
		case p.Kind == flow.Image || strings.TrimSpace(p.Text) != "":
			return false
		}
	}
	return formulas == 1 && b.Kind == flow.Paragraph
}

// mono reports whether all text of a paragraph is in a font for code.
func mono(b flow.Block) bool {
	for _, p := range b.Pieces {
		if p.Kind != flow.Text && p.Kind != flow.Break || p.Kind == flow.Text && p.Style&flow.Mono == 0 && strings.TrimSpace(p.Text) != "" {
			return false
		}
	}
	return true
}

// mark finds out whether a paragraph is an item, and which.
func (b *body) mark(properties *opc.Node, block *flow.Block) {
	level, _ := strconv.Atoi(properties.Attr("lvl"))
	level = min(max(level, 0), levels-1)
	look := b.look(properties, level)
	bullet := look.bullet
	for i := level + 1; i < levels; i++ {
		b.scheme[i] = ""
	}
	if bullet == nil || bullet.Name == "a:buNone" {
		b.scheme[level] = ""
		return
	}
	block.Kind, block.Mark = flow.Item, flow.Mark{List: b.list, Level: level}
	if bullet.Name != "a:buAutoNum" {
		b.scheme[level] = ""
		if sign := symbol.Text(bullet.Attr("char"), look.font.Attr("typeface")); symbol.Box(sign) {
			block.Mark.Text = sign
		}
		return
	}
	scheme := bullet.Attr("type")
	start, err := strconv.Atoi(bullet.Attr("startAt"))
	if err != nil || start < 1 {
		start = 1
	}
	if b.scheme[level] != scheme {
		b.scheme[level], b.count[level] = scheme, start-1
	}
	b.count[level]++
	block.Mark.Ordered, block.Mark.Value, block.Mark.Text = numbered(b.count[level], scheme)
}

// look is what is said of a paragraph of a level, by itself or else the nearest.
func (b *body) look(properties *opc.Node, level int) levelLook {
	l := lookOf(properties)
	for i := range b.chain {
		if l.bullet == nil {
			l.bullet = b.chain[i][level].bullet
		}
		if l.font == nil {
			l.font = b.chain[i][level].font
		}
	}
	return l
}

// numbered is a number in one of the schemes of presentations: one that
// Markdown can show, or a text.
func numbered(n int, scheme string) (ordered bool, value int, text string) {
	digits := strconv.Itoa(n)
	switch {
	case strings.HasPrefix(scheme, "alphaLc"):
		digits = ordinal.Letters(n)
	case strings.HasPrefix(scheme, "alphaUc"):
		digits = strings.ToUpper(ordinal.Letters(n))
	case strings.HasPrefix(scheme, "romanLc"):
		digits = ordinal.Roman(n)
	case strings.HasPrefix(scheme, "romanUc"):
		digits = strings.ToUpper(ordinal.Roman(n))
	case !strings.HasSuffix(scheme, "ParenBoth"):
		return true, n, ""
	}
	switch {
	case strings.HasSuffix(scheme, "ParenBoth"):
		return false, 0, "(" + digits + ")"
	case strings.HasSuffix(scheme, "ParenR"):
		return false, 0, digits + ")"
	}
	return false, 0, digits + "."
}

// inline reads what is in a paragraph.
func (b *body) inline(n *opc.Node) {
	if n == nil {
		return
	}
	for _, k := range n.Kids {
		switch k.Name {
		case "a:r":
			b.run(k)
		case "a:br":
			b.pieces = append(b.pieces, flow.Piece{Kind: flow.Break, From: b.s.from(k)})
		case "a:fld":
			if kind := k.Attr("type"); kind != "slidenum" && !strings.HasPrefix(kind, "datetime") {
				b.run(k)
			}
		case "mc:AlternateContent":
			b.alternatives(k)
		case "a14:m":
			b.inline(k)
		case "m:oMathPara":
			b.inline(k)
		case "m:oMath":
			if tex := omml.TeX(k); tex != "" {
				b.pieces = append(b.pieces, flow.Piece{Kind: flow.Math, Text: tex, From: b.s.from(k)})
			}
		}
	}
}

// alternatives reads the first writing that gives anything.
func (b *body) alternatives(n *opc.Node) {
	before := len(b.pieces)
	for _, k := range n.Kids {
		if b.inline(k); len(b.pieces) > before {
			return
		}
	}
}

// run reads a stretch of text that looks alike.
func (b *body) run(n *opc.Node) {
	properties := n.Kid("a:rPr")
	piece := flow.Piece{}
	if strike := properties.Attr("strike"); strike != "" && strike != "noStrike" {
		piece.Style |= flow.Deleted
	}
	if baseline, _ := strconv.Atoi(strings.TrimSuffix(properties.Attr("baseline"), "%")); baseline > 0 {
		piece.Style |= flow.Raised
	} else if baseline < 0 {
		piece.Style |= flow.Lowered
	}
	font := properties.Kid("a:latin").Attr("typeface")
	if symbol.Monospaced(font) {
		piece.Style |= flow.Mono
	}
	if to := b.s.links[properties.Kid("a:hlinkClick").Attr("r:id")]; to.External {
		piece.Link = to.Target
	}
	sign := properties.Kid("a:sym").Attr("typeface") // the font of the private area alone
	language := opc.Language(properties.Attr("lang"))
	for t := range n.All("a:t") {
		for _, k := range t.Kids {
			if sign != "" && strings.ContainsFunc(k.Text, symbol.Private) {
				font = sign
			}
			piece.From, piece.Text = b.s.from(k), symbol.Text(k.Text, font)
			if i := strings.IndexByte(piece.Text, '\v'); i >= 0 { // a line break of old
				piece.Text = strings.ReplaceAll(piece.Text, "\v", " ")
			}
			b.pieces = append(b.pieces, piece)
			b.s.w.languages[language] += utf8.RuneCountInString(k.Text)
		}
	}
}
