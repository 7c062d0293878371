package man

import (
	"strconv"
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

// indented reads ".IP tag": an item of a list by what its tag is.
func (p *parser) indented(args []doc.Span) {
	p.endPre()
	p.font, p.last, p.term = 'R', 'R', false
	tag := ""
	if len(args) > 0 {
		tag = strings.TrimSpace(p.plain(args[0]))
	}
	switch {
	case tag == "":
		p.endP()
	case p.marked(tag):
	default:
		p.item("dl")
		p.Open("dt", args[0])
		p.flat(func() { p.text(args[0].Start, args[0].End) })
		p.Close()
		p.font = 'R'
	}
}

// marked begins an item whose tag is a bullet or a number, and reports whether
// it is one.
func (p *parser) marked(tag string) bool {
	switch tag {
	case "•", "-", "*", "o", "+", "–", "—", "·", "□", "○":
		p.item("ul")
		return true
	}
	number := strings.Trim(tag, "().[]")
	v, err := strconv.Atoi(number)
	if err != nil || number == tag || v < 0 || v > 999 {
		return false
	}
	if l := p.top(); l.list == "ol" && v != l.last+1 {
		p.endList()
	}
	p.item("ol", "start", strconv.Itoa(v))
	p.top().last = v
	return true
}

// hanging begins an item whose mark stands to the left of an indentation that
// holds nothing else yet, as DocBook's pages have it, and reports whether the
// line is one.
func (p *parser) hanging(l markup.Line) bool {
	if p.term || p.pre || p.inP || !strings.HasPrefix(l.Of(p.src), `\h'-0`) || len(p.levels) < 2 || *p.top() != (level{}) {
		return false
	}
	tag := strings.TrimSpace(p.plain(l.Span()))
	p.levels = p.levels[:len(p.levels)-1]
	ok := p.marked(tag)
	p.top().hang = ok
	p.push()
	return ok
}

// paragraph begins a paragraph at the margin. Short lines right before an
// indentation are a term, as DocBook's pages have it.
func (p *parser) paragraph() {
	p.endPre()
	p.font, p.last, p.term = 'R', 'R', false
	n := p.terms()
	if n == 0 {
		p.endList()
		return
	}
	p.item("dl")
	p.top().hang = true
	for range n {
		p.term = true
		p.line()
	}
	p.term = false
}

// How much stands before an indentation that is still a term.
const (
	maxTermLines = 4
	maxTerm      = 300
)

// terms is how many of the next lines are terms.
func (p *parser) terms() int {
	size := 0
	for n := range min(maxTermLines+1, len(p.lines)-p.at) {
		s := p.lines[p.at+n].Of(p.src)
		size += len(s)
		name, at := "", 0
		if s != "" && s[0] == '.' {
			name, at = p.requestName(p.lines[p.at+n])
		}
		switch {
		case s == "" || size > maxTerm:
			return 0
		case name == "RS" && n > 0:
			next := ""
			if p.at+n+1 < len(p.lines) {
				next = p.lines[p.at+n+1].Of(p.src)
			}
			before := p.lines[p.at+n-1].Of(p.src)
			if strings.HasPrefix(next, ".nf") || strings.HasPrefix(next, ".EX") || strings.HasSuffix(before, ":") || strings.HasSuffix(before, ".") {
				return 0 // an example
			}
			return n
		case name != "" && fonts[name] == "" || name != "" && at == p.lines[p.at+n].End:
			return 0
		}
	}
	return 0
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

// setting reads the requests of roff that change how text is set.
func (p *parser) setting(name string, at int, l markup.Line) bool {
	switch name {
	case "nf":
		if !p.pre {
			p.startPre()
		}
	case "fi":
		p.endPre()
	case "br":
		if p.inP {
			p.setTag("")
			p.Void("br", l.Span())
			p.glue = true
		}
	case "sp", "Sp":
		if p.pre {
			p.newline(l.Span())
		} else {
			p.endP()
		}
	case "ft":
		if args := p.arguments(at, l.End); len(args) > 0 {
			p.setFont(p.src[args[0].Start:args[0].End])
		} else {
			p.setFont("P")
		}
	case "ds", "ds1", "as":
		args := p.arguments(at, l.End)
		if len(args) > 0 && len(p.strings) < maxStrings {
			value := strings.TrimPrefix(strings.TrimLeft(p.src[args[0].End:l.End], " \t"), `"`)
			p.strings[p.src[args[0].Start:args[0].End]] = value[:min(len(value), maxString)]
		}
	case "so", "mso":
		if name == "so" {
			p.Left(p.src[at:l.End])
		}
	default:
		return false
	}
	return true
}

// How many strings a page has, and how long they are.
const (
	maxStrings = 1000
	maxString  = 4 << 10
)

// control reads the requests of roff that define and choose.
func (p *parser) control(name string, at int, l markup.Line) bool {
	switch name {
	case "de", "de1", "am", "ig", "dei", "ami":
		args := p.arguments(at, l.End)
		end := ".."
		if n := len(args); name == "ig" && n > 0 || n > 1 {
			end = "." + p.src[args[n-1].Start:args[n-1].End]
		}
		for p.at < len(p.lines) {
			s := p.lines[p.at].Of(p.src)
			p.at++
			if s == end || strings.HasPrefix(s, end+" ") {
				break
			}
		}
	case "if", "ie":
		holds, rest := p.condition(markup.TrimStart(p.src, at, l.End), l.End)
		if name == "ie" {
			p.skipped = !holds
		}
		p.branch(holds, rest, l.End)
	case "el":
		p.branch(p.skipped, at, l.End)
	case "while":
		p.branch(false, at, l.End)
	default:
		return false
	}
	return true
}

// condition reports whether a condition holds for a terminal, and what is
// behind it.
func (p *parser) condition(i, to int) (holds bool, rest int) {
	not := false
	for i < to && p.src[i] == '!' {
		not = !not
		i++
	}
	if i >= to {
		return false, to
	}
	switch c := p.src[i]; {
	case (c == 'n' || c == 't' || c == 'o' || c == 'e' || c == 'v') && (i+1 == to || p.src[i+1] == ' ' || p.src[i+1] == '\\' || p.src[i+1] == '.'):
		holds, i = c == 'n' || c == 'o', i+1
	case c == '\'' || c == '"':
		parts := strings.SplitN(p.src[i+1:to], string(c), 3)
		if len(parts) == 3 {
			holds, i = parts[0] == parts[1], to-len(parts[2])
			break
		}
		i = to
	default:
		start := i
		for i < to && p.src[i] != ' ' && !strings.HasPrefix(p.src[i:to], `\{`) {
			i++
		}
		expr := strings.Trim(p.src[start:i], "()")
		holds = strings.HasPrefix(expr, `\n(.g`) || strings.HasPrefix(expr, `\n[.g]`) || expr == "1"
	}
	return holds != not, i
}

// branch reads what a condition is about, or skips it: the rest of the line, or
// the lines up to the brace that closes.
func (p *parser) branch(holds bool, from, to int) {
	from = markup.TrimStart(p.src, from, to)
	rest, braced := strings.CutPrefix(p.src[from:to], `\{`)
	if holds {
		rest = strings.TrimPrefix(rest, `\`)
		if l := (markup.Line{Start: markup.TrimStart(p.src, to-len(rest), to), End: to}); !l.Blank() && p.nested < maxNested {
			p.nested++
			p.lineOf(l)
			p.nested--
		}
		return
	}
	if !braced {
		return
	}
	depth := 1 - strings.Count(rest, `\}`) + strings.Count(rest, `\{`)
	for depth > 0 && p.at < len(p.lines) {
		s := p.lines[p.at].Of(p.src)
		p.at++
		depth += strings.Count(s, `\{`) - strings.Count(s, `\}`)
	}
}

// lineOf reads a part of a line as a line.
func (p *parser) lineOf(l markup.Line) {
	if c := p.src[l.Start]; c == '.' || c == '\'' {
		p.request(l)
	} else {
		p.textLine(l)
	}
}
