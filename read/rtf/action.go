package rtf

import "github.com/pildora/pildora/doc"

// action is what a control word does.
type action func(p *parser, t token)

// actions are the control words that mean something to the text; those that
// say where it goes are in destinations.
var actions = map[string]action{
	"par": func(p *parser, _ token) { p.endParagraph() }, "sect": func(p *parser, _ token) { p.endParagraph() },
	"nestcell": func(p *parser, _ token) { p.endParagraph() },
	"cell":     func(p *parser, _ token) { p.endCell() }, "row": func(p *parser, _ token) { p.endRowMark() },
	"line": breakLine, "page": breakLine, "column": breakLine, "lbr": breakLine,

	"tab": says("\t"), "emdash": says("—"), "endash": says("–"), "bullet": says("•"), "lquote": says("‘"), "rquote": says("’"),
	"ldblquote": says("“"), "rdblquote": says("”"), "emspace": says("\u2003"), "enspace": says("\u2002"), "qmspace": says(" "),
	"zwj": says("\u200d"), "zwnj": says("\u200c"),

	"b": toggle(func(g *group, on bool) { g.bold = on }), "i": toggle(func(g *group, on bool) { g.italic = on }),
	"strike": toggle(func(g *group, on bool) { g.strike = on }), "striked": toggle(func(g *group, on bool) { g.strike = on }),
	"super": toggle(func(g *group, on bool) { g.raised = on }), "sub": toggle(func(g *group, on bool) { g.lowered = on }),
	"nosupersub": toggle(func(g *group, _ bool) { g.raised, g.lowered = false, false }),
	"v":          toggle(func(g *group, on bool) { g.hidden = on }), "deleted": toggle(func(g *group, on bool) { g.deleted = on }),
	"plain": func(p *parser, _ token) {
		p.group.letter = letter{font: p.font, language: p.tongue, style: style{link: p.group.link, size: defaultSize}}
	},
	"lang": func(p *parser, t token) { p.group.language = t.param },
	"uc":   func(p *parser, t token) { p.group.skipped = max(0, t.param) },

	"ansicpg": func(p *parser, t token) { p.page = t.param }, "mac": pageIs(10000), "pc": pageIs(437), "pca": pageIs(850),
	"deff":     func(p *parser, t token) { p.font, p.group.font = t.param, t.param },
	"deflang":  func(p *parser, t token) { p.tongue, p.group.language = t.param, t.param },
	"f":        func(p *parser, t token) { p.setFont(t.param) },
	"fcharset": func(p *parser, t token) { p.setCharset(t.param) },
	"cpg":      func(p *parser, t token) { p.setPage(max(t.param, 0)) },
	"fs":       func(p *parser, t token) { p.group.size = min(max(t.param, 0), maxSize) },

	"pard": func(p *parser, _ token) { p.group.paragraph = paragraph{} },
	"s":    func(p *parser, t token) { p.group.named = t.param },
	"outlinelevel": func(p *parser, t token) {
		p.group.outline = min(max(t.param, 0), bodyLevel) + 1
	},
	"sbasedon": func(p *parser, t token) { p.style.base, p.style.based = t.param, true },
	"ls":       func(p *parser, t token) { p.setList(t.param) },
	"ilvl":     func(p *parser, t token) { p.group.level = min(max(t.param, 0), maxLevel) },
	"li":       func(p *parser, t token) { p.group.indent = t.param },
	"lin":      func(p *parser, t token) { p.group.indent = t.param },
	"intbl":    func(p *parser, _ token) { p.group.cell = true },
	"itap":     func(p *parser, t token) { p.group.cell = t.param > 0 },

	"trowd":  func(p *parser, _ token) { p.row, p.bound = row{}, bound{} },
	"trhdr":  func(p *parser, _ token) { p.row.header = true },
	"trleft": func(p *parser, t token) { p.row.left = t.param },
	"clmgf":  func(p *parser, _ token) { p.bound.wide = true }, "clmrg": func(p *parser, _ token) { p.bound.wideMore = true },
	"clvmgf": func(p *parser, _ token) { p.bound.tall = true }, "clvmrg": func(p *parser, _ token) { p.bound.tallMore = true },
	"cellx": func(p *parser, t token) {
		p.bound.right = t.param
		p.row.bounds = append(p.row.bounds, p.bound)
		p.bound = bound{}
	},

	"list":         func(p *parser, _ token) { p.lists.beginList() },
	"listlevel":    func(p *parser, _ token) { p.lists.beginLevel() },
	"levelnfc":     func(p *parser, t token) { p.lists.setFormat(t.param) },
	"levelnfcn":    func(p *parser, t token) { p.lists.setFormat(t.param) },
	"levelstartat": func(p *parser, t token) { p.lists.setStart(t.param) },
	"listid": func(p *parser, t token) {
		p.lists.setID(t.param, p.group.to == overrides)
	},

	"field":   func(p *parser, _ token) { p.group.field = &field{} },
	"fldrslt": func(p *parser, _ token) { p.beginResult() },

	"yr": datePart(0), "mo": datePart(1), "dy": datePart(2),
}

// bodyLevel is the outline level of text that is no heading, from 0.
const bodyLevel = 9

// Sizes of letters, in half points.
const (
	defaultSize = 24
	maxSize     = 2000
)

// maxLevel is the deepest level of a list, from 0.
const maxLevel = 8

func says(s string) action {
	return func(p *parser, t token) { p.addRunes(s, t.span) }
}

func breakLine(p *parser, t token) {
	if p.group.to == body {
		p.addMark(piece{is: lineBreak, span: t.span})
	}
}

// toggle is for properties that a 0 behind the word takes away.
func toggle(set func(g *group, on bool)) action {
	return func(p *parser, t token) { set(&p.group, !t.has || t.param != 0) }
}

func pageIs(page int) action {
	return func(p *parser, _ token) { p.page = page }
}

func datePart(i int) action {
	return func(p *parser, t token) {
		if p.group.to == infoDate {
			p.info.date[i] = t.param
		}
	}
}

// endParagraph makes a paragraph of the pieces.
func (p *parser) endParagraph() {
	p.settle()
	if p.group.to != body {
		return
	}
	f := p.stream
	b := block{pieces: f.pieces, span: doc.Span{Start: max(f.start, 0), End: p.lex.at}, marker: p.marker(), indent: p.group.indent}
	says := p.says(b.pieces)
	f.pieces, f.marker, f.start = nil, nil, -1
	inCell := p.group.cell || len(f.cells) > 0
	if !inCell {
		p.endRow()
		p.endTable()
		b.heading, b.titled = p.headingLevel()
	}
	made := f.after
	f.after = nil
	if says {
		made = append([]block{b}, made...)
	}
	if inCell {
		f.cell = append(f.cell, made...)
	} else {
		f.blocks = append(f.blocks, made...)
	}
}

// says reports whether pieces hold anything but blanks.
func (p *parser) says(pieces []piece) bool {
	for _, m := range pieces {
		if m.is == reference || m.is != lineBreak && !doc.IsBlank(string(p.text[m.from:m.to])) {
			return true
		}
	}
	return false
}

// endCell makes a cell of the paragraphs.
func (p *parser) endCell() {
	p.settle()
	if p.group.to != body {
		return
	}
	cell := p.group.cell
	p.group.cell = true
	p.endParagraph()
	p.group.cell = cell
	f := p.stream
	f.cells = append(f.cells, f.cell)
	f.cell = nil
}

// endRowMark ends a row by its control word.
func (p *parser) endRowMark() {
	p.settle()
	if p.group.to != body {
		return
	}
	if len(p.stream.pieces) > 0 {
		p.endCell()
	}
	p.endRow()
}

// endRow makes a row of the cells. Paragraphs that no cell ever ended are what
// they are without a table.
func (p *parser) endRow() {
	f := p.stream
	if len(f.cells) == 0 {
		if len(f.cell) > 0 {
			p.endTable()
			f.blocks = append(f.blocks, f.cell...)
		}
		f.cell = nil
		return
	}
	if len(f.cell) > 0 {
		f.cells = append(f.cells, f.cell)
	}
	r := row{cells: f.cells, header: p.row.header, left: p.row.left, span: doc.Span{Start: p.lex.at, End: p.lex.at}}
	if len(p.row.bounds) == len(r.cells) {
		r.bounds = p.row.bounds
	}
	if first := firstBlock(f.cells); first >= 0 {
		r.span.Start = first
	}
	f.rows = append(f.rows, r)
	f.cells, f.cell = nil, nil
}

// firstBlock is where the first text of some cells begins, or -1.
func firstBlock(cells [][]block) int {
	for _, c := range cells {
		if len(c) > 0 {
			return c[0].span.Start
		}
	}
	return -1
}

// endTable makes a table of the rows.
func (p *parser) endTable() {
	f := p.stream
	if len(f.rows) == 0 {
		return
	}
	f.blocks = append(f.blocks, block{rows: f.rows, span: doc.Span{Start: f.rows[0].span.Start, End: f.rows[len(f.rows)-1].span.End}})
	f.rows = nil
}
