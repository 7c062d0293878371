package man

import (
	"strings"

	"github.com/pildora/pildora/read/markup"
)

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
