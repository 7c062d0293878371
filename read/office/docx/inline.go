package docx

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/omml"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/symbol"
)

// inline gathers the text of a paragraph.
type inline struct {
	s      *story
	look   flow.Look // of the paragraph
	link   string
	pieces []flow.Piece

	chars, bold, mono int // of visible text, of that in bold, of that in a font for code
	size              int // the largest of its letters, in half points
	removed           bool
	pictured          bool
}

// kids reads what is in a node of a paragraph.
func (p *inline) kids(n *opc.Node) {
	if n == nil {
		return
	}
	for _, k := range n.Kids {
		p.node(k)
	}
}

func (p *inline) node(n *opc.Node) {
	switch n.Name {
	case "w:r":
		p.run(n)
	case "w:hyperlink":
		p.linked(p.s.links[n.Attr("r:id")], n)
	case "w:fldSimple":
		p.simpleField(n)
	case "w:sdt":
		p.kids(n.Kid("w:sdtContent"))
	case "m:oMath", "m:oMathPara":
		if p.s.shown() {
			p.s.formulas(n, &p.pieces)
		}
	case "mc:AlternateContent":
		p.alternatives(n, p.kids)
	case "w:del", "w:moveFrom":
		p.removed = true
	case "w:altChunk", "w:txbxContent":
	default:
		if !strings.HasSuffix(n.Name, "Pr") {
			p.kids(n)
		}
	}
}

// alternatives reads the first writing of something that gives anything.
func (p *inline) alternatives(n *opc.Node, read func(*opc.Node)) {
	for _, k := range n.Kids {
		if k.Name != "mc:Choice" && k.Name != "mc:Fallback" {
			continue
		}
		pieces, boxes := len(p.pieces), len(p.s.boxes)
		read(k)
		if len(p.pieces) > pieces || len(p.s.boxes) > boxes {
			return
		}
	}
}

// linked reads a link. One inside of the document is its text.
func (p *inline) linked(to opc.Relation, n *opc.Node) {
	before := p.link
	if to.External {
		p.link = to.Target
	}
	p.kids(n)
	p.link = before
}

// run reads a stretch of text that looks alike.
func (p *inline) run(n *opc.Node) {
	own := n.Kid("w:rPr")
	l := lookOf(own)
	if st := p.s.w.styles.of(own.Kid("w:rStyle").Attr("w:val")); st != nil {
		l = l.Over(st.look)
	}
	l = l.Over(p.look)
	if own.Kid("w:del") != nil || own.Kid("w:moveFrom") != nil {
		p.removed = true
		return
	}
	p.content(n, l)
}

// content reads what is in a run.
func (p *inline) content(n *opc.Node, l flow.Look) {
	s := p.s
	for _, k := range n.Kids {
		switch k.Name {
		case "w:fldChar":
			p.fieldChar(k)
			continue
		case "w:instrText", "w:delInstrText":
			s.instruct(k.Content())
			continue
		case "w:lastRenderedPageBreak":
			s.w.breaks++
			if s.page > 0 {
				s.page++
			}
			continue
		case "mc:AlternateContent":
			p.alternatives(k, func(k *opc.Node) { p.content(k, l) })
			continue
		}
		if l.IsHidden() {
			continue
		}
		if !s.shown() {
			p.removed = true
			continue
		}
		switch k.Name {
		case "w:t":
			p.texts(k, l)
		case "w:tab", "w:ptab":
			p.text("\t", s.from(k), l)
		case "w:br":
			if kind := k.Attr("w:type"); kind == "" || kind == "textWrapping" {
				p.add(flow.Piece{Kind: flow.Break, From: s.from(k)})
			} else {
				p.text(" ", s.from(k), l)
			}
		case "w:cr":
			p.add(flow.Piece{Kind: flow.Break, From: s.from(k)})
		case "w:noBreakHyphen":
			p.text("-", s.from(k), l)
		case "w:sym":
			p.symbol(k, l)
		case "w:footnoteReference", "w:endnoteReference":
			if label := s.refer(noteKind(k.Name), k.Attr("w:id")); label != "" {
				p.text("[^"+label+"]", s.from(k), flow.Look{})
			}
		case "w:drawing", "w:pict", "w:object":
			p.drawing(k)
		case "w:ruby":
			p.ruby(k)
		case "m:oMath", "m:oMathPara":
			s.formulas(k, &p.pieces)
		case "w:delText":
			p.removed = true
		}
	}
}

// texts reads the text in a w:t, which may be in several tokens.
func (p *inline) texts(n *opc.Node, l flow.Look) {
	for _, k := range n.Kids {
		if k.Name == "" {
			p.text(symbol.Text(k.Text, l.Font), p.s.from(k), l)
		}
	}
}

// text adds text that looks like l.
func (p *inline) text(text string, from doc.Origin, l flow.Look) {
	if text == "" {
		return
	}
	style := l.Style()
	p.add(flow.Piece{Text: text, Style: style, From: from, Link: p.link})
	if doc.IsBlank(text) {
		return
	}
	n := utf8.RuneCountInString(text)
	p.chars += n
	if l.IsBold() {
		p.bold += n
	}
	if style&flow.Mono != 0 {
		p.mono += n
	}
	p.size = max(p.size, l.Size)
	p.s.w.languages[l.Language] += n
}

func (p *inline) add(piece flow.Piece) { p.pieces = append(p.pieces, piece) }

// symbol adds a sign of a font.
func (p *inline) symbol(n *opc.Node, l flow.Look) {
	code, err := strconv.ParseUint(n.Attr("w:char"), 16, 32)
	if err != nil || code > utf8.MaxRune {
		return
	}
	sign := symbol.Char(rune(code), n.Attr("w:font"))
	if sign == 0 && !symbol.Private(rune(code)) && !symbol.Known(n.Attr("w:font")) {
		sign = rune(code)
	}
	if sign != 0 && utf8.ValidRune(sign) {
		l.Font = ""
		p.text(string(sign), p.s.from(n), l)
	}
}

// ruby adds text with its reading in brackets.
func (p *inline) ruby(n *opc.Node) {
	p.kids(n.Kid("w:rubyBase"))
	if reading := n.Kid("w:rt"); reading.Content() != "" {
		p.text("(", p.s.from(reading), flow.Look{})
		p.kids(reading)
		p.text(")", p.s.from(reading), flow.Look{})
	}
}

// formulas adds the formulas in a node, each a piece.
func (s *story) formulas(n *opc.Node, pieces *[]flow.Piece) {
	if n.Name == "m:oMathPara" {
		for k := range n.All("m:oMath") {
			s.formulas(k, pieces)
		}
		return
	}
	if tex := omml.TeX(n); tex != "" {
		*pieces = append(*pieces, flow.Piece{Kind: flow.Math, Text: tex, From: s.from(n)})
	}
}
