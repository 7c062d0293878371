package man

import (
	"strings"
	"time"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// line reads the next line: text, or a request.
func (p *parser) line() {
	l := p.lines[p.at]
	p.at++
	s := l.Of(p.src)
	switch {
	case s == "":
		p.blankLine()
	case s[0] == '.' || s[0] == '\'':
		p.request(l)
	default:
		p.textLine(l)
	}
}

func (p *parser) blankLine() {
	switch {
	case p.pre:
		p.newline(p.here())
	case p.term:
	default:
		p.endP()
	}
}

// newline begins a line of preformatted text.
func (p *parser) newline(src doc.Span) {
	if p.preAny {
		p.setTag("")
		p.Put("\n", src)
	}
}

// textLine reads a line of text.
func (p *parser) textLine(l markup.Line) {
	if p.hanging(l) {
		return
	}
	if p.src[l.Start] == ' ' && !p.pre && p.inP && !p.term { // set apart by who wrote it
		p.setTag("")
		p.Void("br", l.Span())
		l.Start = markup.TrimStart(p.src, l.Start, l.End)
		p.glue = true
	}
	p.output(l.Span(), func() { p.text(l.Start, l.End) })
}

// output writes what makes one line of output: a term, a line of preformatted
// text, or words of a paragraph.
func (p *parser) output(src doc.Span, write func()) {
	switch {
	case p.term:
		p.term = false
		p.Open("dt", src)
		p.flat(write)
		p.Close()
	case p.pre:
		glue := p.glue
		if p.glue = false; !glue {
			p.newline(src)
		}
		write()
		if p.preAny = true; !p.glue {
			p.setTag("")
		}
	default:
		p.space(src)
		write()
	}
}

// name splits a request into its name and where its arguments begin.
func (p *parser) requestName(l markup.Line) (name string, args int) {
	start := markup.TrimStart(p.src, l.Start+1, l.End)
	end := start
	for end < l.End && p.src[end] != ' ' && p.src[end] != '\t' && (p.src[end] != '\\' || end == start) {
		end++
	}
	return p.src[start:end], end
}

// request reads a line that begins with a dot.
func (p *parser) request(l markup.Line) {
	name, at := p.requestName(l)
	if name == "" || strings.HasPrefix(name, `\`) || name == "." || strings.HasPrefix(name, `"`) {
		return
	}
	if p.control(name, at, l) || p.setting(name, at, l) {
		return
	}
	args := p.arguments(at, l.End)
	if p.mdocLine(name, args, l) {
		return
	}
	p.macro(name, args, l)
}

// fonts are the macros that set their arguments in one font, or two by turns.
var fonts = map[string]string{"B": "B", "I": "I", "SM": "R", "SB": "B", "R": "R", "BI": "BI", "BR": "BR", "IB": "IB", "IR": "IR", "RB": "RB", "RI": "RI", "CW": "C", "C": "C"}

// macro reads a macro of man(7).
func (p *parser) macro(name string, args []doc.Span, l markup.Line) {
	if set, ok := fonts[name]; ok {
		p.inFonts(set, args, l)
		return
	}
	switch name {
	case "TH":
		p.titleHeading(args, l)
	case "SH", "Sh", "SS", "Ss":
		p.section(strings.ToUpper(name), args)
	case "PP", "P", "LP", "HP", "Pp":
		p.paragraph()
	case "TP":
		p.item("dl")
		p.font, p.term = 'R', true
	case "TQ":
		p.term = true
	case "IP":
		p.indented(args)
	case "RS":
		p.endPre()
		p.push()
	case "RE":
		p.endPre()
		if len(p.levels) > 1 {
			p.pop()
		}
	case "EX", "Vb", "DS":
		p.startPre()
	case "EE", "Ve", "DE":
		p.endPre()
	case "UR", "MT":
		p.address(name, args)
	case "UE", "ME", "YS":
		p.trailing(args)
	case "MR":
		p.page(args, l)
	case "SY":
		p.endP()
		p.inFonts("B", args, l)
	case "OP":
		p.option(args, l)
	case "TS":
		p.tbl()
	case "EQ":
		p.equation()
	case "PS":
		p.skipTo("PE")
	case "IX", "PD", "DT", "AT", "UC", "XX":
	default:
		if len(args) > 0 && isMacro(name) { // one of the page itself
			p.inFonts("R", args, l)
		}
	}
}

// isMacro reports whether a name is one of a macro: requests of roff have small
// letters.
func isMacro(name string) bool { return strings.ToLower(name) != name && len(name) < 12 }

// inFonts writes arguments in a font, or without blanks in two by turns.
func (p *parser) inFonts(set string, args []doc.Span, l markup.Line) {
	font, last := p.font, p.last
	if len(args) == 0 { // the next line
		if p.at < len(p.lines) && !p.lines[p.at].Blank() && p.src[p.lines[p.at].Start] != '.' {
			next := p.lines[p.at]
			p.at++
			args = []doc.Span{next.Span()}
		} else {
			return
		}
	}
	p.output(l.Span(), func() {
		for i, a := range args {
			if i > 0 && len(set) == 1 {
				p.write(" ", doc.Span{Start: a.Start, End: a.Start})
			}
			p.font = set[i%len(set)]
			p.text(a.Start, a.End)
		}
	})
	p.font, p.last = font, last
}

// titleHeading reads ".TH name section date source manual".
func (p *parser) titleHeading(args []doc.Span, l markup.Line) {
	if len(args) == 0 {
		return
	}
	title := p.plain(args[0])
	p.name = strings.ToLower(title)
	if len(args) > 1 {
		title += "(" + p.plain(args[1]) + ")"
	}
	p.heading("h1", func() { p.Put(title, doc.Span{Start: args[0].Start, End: args[min(1, len(args)-1)].End}) })
	if len(args) > 2 {
		date := p.plain(args[2])
		if t, err := time.Parse("01/02/2006", date); err == nil { // DocBook's
			date = t.Format(time.DateOnly)
		}
		p.Set("date", date)
	}
}

// section reads a title, which may stand on the next line.
func (p *parser) section(name string, args []doc.Span) {
	if len(args) == 0 && p.at < len(p.lines) {
		args = []doc.Span{p.lines[p.at].Span()}
		p.at++
	}
	tag := "h2"
	if name == "SS" {
		tag = "h3"
	}
	p.synopsis = len(args) > 0 && strings.EqualFold(p.plain(args[0]), "SYNOPSIS")
	p.heading(tag, func() {
		for i, a := range args {
			if i > 0 {
				p.Put(" ", doc.Span{Start: a.Start, End: a.Start})
			}
			p.Put(p.plain(a), a)
		}
	})
}

// address reads ".UR address": a link around the text up to ".UE", else the
// address.
func (p *parser) address(name string, args []doc.Span) {
	text := false
	for k := p.at; k < len(p.lines) && k < p.at+8; k++ {
		s := p.lines[k].Of(p.src)
		if strings.HasPrefix(s, ".UE") || strings.HasPrefix(s, ".ME") {
			break
		}
		text = text || s != "" && s[0] != '.'
	}
	if len(args) == 0 || text && name == "MT" {
		return
	}
	if !text {
		p.output(args[0], func() { p.text(args[0].Start, args[0].End) })
	}
}

// trailing writes what follows a link at once.
func (p *parser) trailing(args []doc.Span) {
	p.glue = true
	for _, a := range args {
		p.text(a.Start, a.End)
	}
	p.glue = false
}

// page writes ".MR name section trailing".
func (p *parser) page(args []doc.Span, l markup.Line) {
	if len(args) == 0 {
		return
	}
	p.output(l.Span(), func() {
		p.text(args[0].Start, args[0].End)
		if len(args) > 1 {
			p.write("(", doc.Span{Start: args[1].Start, End: args[1].Start})
			p.text(args[1].Start, args[1].End)
			p.write(")", doc.Span{Start: args[1].End, End: args[1].End})
		}
		for _, a := range args[min(2, len(args)):] {
			p.text(a.Start, a.End)
		}
	})
}

// option writes ".OP -a argument" in brackets.
func (p *parser) option(args []doc.Span, l markup.Line) {
	p.output(l.Span(), func() {
		p.write("[", doc.Span{Start: l.Start, End: l.Start})
		for i, a := range args {
			if i > 0 {
				p.write(" ", doc.Span{Start: a.Start, End: a.Start})
			}
			p.font = "BI"[min(i, 1)]
			p.text(a.Start, a.End)
		}
		p.font = 'R'
		p.write("]", doc.Span{Start: l.End, End: l.End})
	})
}

// skipTo skips lines up to a request.
func (p *parser) skipTo(name string) {
	for p.at < len(p.lines) {
		s := p.lines[p.at].Of(p.src)
		p.at++
		if strings.HasPrefix(s, "."+name) {
			return
		}
	}
}

// equation reads the lines of eqn(1) as a formula.
func (p *parser) equation() {
	from := p.at
	p.skipTo("EN")
	lines := p.lines[from:max(from, p.at-1)]
	p.endP()
	p.beginItem()
	if lines = markup.Tight(lines); len(lines) > 0 && !strings.HasPrefix(lines[0].Of(p.src), "delim") {
		p.Math(markup.Joined(p.src, lines))
	}
}
