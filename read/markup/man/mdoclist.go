package man

import (
	"slices"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// beginList reads ".Bl -kind".
func (p *parser) beginList(args []doc.Span) {
	kind := "bullet"
	for _, w := range p.words(args) {
		switch w {
		case "-tag", "-hang", "-ohang", "-inset", "-diag", "-bullet", "-dash", "-hyphen", "-enum", "-item", "-column":
			kind = w[1:]
		}
	}
	p.push()
	list := mlist{kind: kind}
	if kind == "column" {
		list.table = &markup.Table{Src: p.here()}
	}
	p.mdoc.lists = append(p.mdoc.lists, list)
}

// mdocItem reads ".It", by the list that it is of.
func (p *parser) mdocItem(args []doc.Span, l markup.Line) {
	n := len(p.mdoc.lists)
	if n == 0 {
		return
	}
	switch list := p.mdoc.lists[n-1]; list.kind {
	case "tag", "hang", "ohang", "inset", "diag":
		p.item("dl")
		p.Open("dt", l.Span())
		p.flat(func() { p.head(args, l) })
		p.Close()
		p.glue = false
	case "column":
		list.table.Rows = append(list.table.Rows, p.columnCells(args, l))
	case "enum":
		p.item("ol")
	default:
		p.item("ul")
	}
}

// maxHead is over how many lines the head of an item goes.
const maxHead = 64

// head writes the head of an item, which .Xo extends up to .Xc.
func (p *parser) head(args []doc.Span, l markup.Line) {
	p.tokens(args, l)
	extends := slices.ContainsFunc(args, func(a doc.Span) bool { return p.src[a.Start:a.End] == "Xo" })
	for n := 0; extends && n < maxHead && p.at < len(p.lines); n++ {
		s := p.lines[p.at].Of(p.src)
		extends = !strings.HasPrefix(s, ".Xc")
		if strings.HasPrefix(s, ".It") || strings.HasPrefix(s, ".El") || strings.HasPrefix(s, ".Sh") {
			return
		}
		p.line()
	}
}

// columnCells splits a row at ".Ta" and tabs.
func (p *parser) columnCells(args []doc.Span, l markup.Line) []markup.Cell {
	var cells []markup.Cell
	var cell []doc.Span
	flush := func() {
		inner := slices.Clone(cell)
		src := l.Span()
		if len(inner) > 0 {
			src = inner[0]
		}
		cells = append(cells, markup.Cell{Src: src, Write: func() { p.flat(func() { p.tokens(inner, l) }) }})
		cell = nil
	}
	for i, a := range args {
		if p.src[a.Start:a.End] == "Ta" || i > 0 && strings.Contains(p.src[args[i-1].End:a.Start], "\t") {
			flush()
			if p.src[a.Start:a.End] == "Ta" {
				continue
			}
		}
		cell = append(cell, a)
	}
	flush()
	return cells
}

func (p *parser) endMdocList() {
	n := len(p.mdoc.lists)
	if n == 0 {
		return
	}
	list := p.mdoc.lists[n-1]
	p.mdoc.lists = p.mdoc.lists[:n-1]
	p.endPre()
	if len(p.levels) > 1 {
		p.pop()
	}
	if list.table != nil && len(list.table.Rows) > 0 {
		p.endP()
		p.beginItem()
		p.Table(*list.table)
	}
}

func (p *parser) beginDisplay(args []doc.Span) {
	literal := false
	for _, w := range p.words(args) {
		literal = literal || w == "-literal" || w == "-unfilled"
	}
	p.mdoc.display = append(p.mdoc.display, literal)
	if literal {
		p.startPre()
	} else {
		p.endP()
	}
}

func (p *parser) endDisplay() {
	if n := len(p.mdoc.display); n > 0 {
		p.mdoc.display = p.mdoc.display[:n-1]
		p.endP()
	}
}

// closeAll ends what is open at the end of a section.
func (p *parser) closeAll() {
	for len(p.mdoc.lists) > 0 {
		p.endMdocList()
	}
	p.mdoc.display, p.mdoc.open, p.mdoc.unspaced = nil, nil, false
}
