package man

import (
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

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
