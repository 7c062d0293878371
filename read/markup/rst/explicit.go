package rst

import (
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// explicit reads a block that begins with two dots: a directive, a footnote, a
// citation, or what is nothing to read: a target, a substitution, a comment.
func (p *parser) explicit(lines []markup.Line, depth int) int {
	n := p.indented(lines)
	first := lines[0]
	first.Start = markup.TrimStart(p.src, first.Start+2, first.End)
	s := first.Of(p.src)
	switch {
	case s == "":
		if len(lines) > 1 && lines[1].Blank() {
			return 1 // an empty comment ends at once
		}
		return n
	case s[0] == '_' || s[0] == '|':
		return n
	case s[0] == '[':
		if end := strings.IndexByte(s, ']'); end > 1 && (end+1 == len(s) || s[end+1] == ' ') {
			p.note(lines[:n], first, s[1:end], depth)
		}
		return n
	}
	if name, length := directiveName(s); name != "" {
		first.Start = markup.TrimStart(p.src, first.Start+length, first.End)
		lines[0] = first
		p.directive(name, p.parts(lines[:n]), depth)
	}
	return n
}

// note reads the definition of a footnote or a citation.
func (p *parser) note(lines []markup.Line, first markup.Line, name string, depth int) {
	lines[0] = first
	length := len(name) + 2
	label := name
	switch {
	case name == "#":
		label = p.nextNumber(&p.autoDef)
	case name == "*":
		p.symDef++
		label = "s" + strconv.Itoa(p.symDef)
	case name[0] == '#':
		label = name[1:]
	}
	inner, _ := p.item(lines, length)
	src := doc.Span{Start: first.Start, End: first.Start + length}
	p.Footnote(label, src, func() { p.body(inner, depth+1) })
}

// nextNumber is the next number that no footnote has in the source.
func (p *parser) nextNumber(last *int) string {
	for {
		*last++
		if s := strconv.Itoa(*last); !p.numbers[s] {
			return s
		}
	}
}

// directiveName reads "name::" and returns how long it is.
func directiveName(s string) (name string, length int) {
	i := 0
	for i < len(s) && (isAlnum(s[i]) || strings.IndexByte("-_+.:", s[i]) >= 0) {
		if strings.HasPrefix(s[i:], "::") && (i+2 == len(s) || s[i+2] == ' ' || s[i+2] == '\t') {
			return strings.ToLower(s[:i]), i + 2
		}
		i++
	}
	if strings.HasPrefix(s[i:], " ::") { // as people write it
		return strings.ToLower(s[:i]), i + 3
	}
	return "", 0
}

// parts are the parts of a directive.
type parts struct {
	src     doc.Span
	args    []markup.Line // the first line, and those that go on right below it
	options map[string]string
	body    []markup.Line // at the margin
	all     []markup.Line // args and body, for directives whose text may begin on the first line
}

// arg is the first argument, on one line.
func (d *parts) arg(source string) string {
	if len(d.args) == 0 {
		return ""
	}
	return d.args[0].Of(source)
}

// parts takes a directive apart. Its first line has no name any more.
func (p *parser) parts(lines []markup.Line) parts {
	d := parts{src: markup.SpanOf(lines), options: map[string]string{}}
	rest := lines[1:]
	margin := markup.Margin(p.src, rest)
	for i := range rest {
		rest[i] = rest[i].Strip(p.src, margin)
	}
	n := 0
	for n < len(rest) && !rest[n].Blank() && fieldName(rest[n].Of(p.src)) == 0 {
		n++
	}
	d.args = lines[:1+n]
	if lines[0].Blank() {
		d.args = d.args[1:]
	}
	options := n
	for n < len(rest) && !rest[n].Blank() {
		s := rest[n].Of(p.src)
		if length := fieldName(s); length > 0 {
			d.options[strings.ToLower(s[1:length-1])] = strings.TrimSpace(s[length:])
		} else if !startsBlank(s) {
			break
		}
		n++
	}
	d.body = markup.Tight(rest[n:])
	d.all = lines
	if options < n {
		d.all = append(append([]markup.Line{}, lines[:1+options]...), rest[n:]...)
	}
	d.all = markup.Tight(d.all)
	return d
}
