package org

import (
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// marker is what an item begins with.
type marker struct {
	indent, length int // of the blanks, and of the mark; 0 where it is no item
	ordered        bool
	kind           string // of numbers: 1, a, A
	value          int
}

// markerOf reads the marker at the start of a line. A star at the margin is one
// only inside something else.
func (p *parser) markerOf(s string) marker {
	i := 0
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	rest := s[i:]
	ends := func(n int) bool { return n == len(rest) || rest[n] == ' ' || rest[n] == '\t' }
	switch {
	case rest == "":
		return marker{}
	case (rest[0] == '-' || rest[0] == '+' || rest[0] == '*' && i+p.depth > 0) && ends(1):
		return marker{indent: i, length: 1}
	}
	n := 0
	for n < len(rest) && n < 9 && '0' <= rest[n] && rest[n] <= '9' {
		n++
	}
	if n > 0 && n < len(rest) && (rest[n] == '.' || rest[n] == ')') && ends(n+1) {
		v, _ := strconv.Atoi(rest[:n])
		return marker{indent: i, length: n + 1, ordered: true, kind: "1", value: v}
	}
	return marker{}
}

// list reads items that begin in the same column.
func (p *parser) list(lines []markup.Line, depth int) int {
	p.caption = nil
	first := p.markerOf(lines[0].Of(p.src))
	column := lines[0].Indent(p.src)
	tag := "ul"
	switch {
	case first.ordered:
		tag = "ol"
		p.Open(tag, lines[0].Span(), "start", strconv.Itoa(p.start(lines[0], first)), "type", first.kind)
	case p.isTerm(lines[0], first):
		tag = "dl"
		p.Open(tag, lines[0].Span())
	default:
		p.Open(tag, lines[0].Span())
	}
	n := 0
	for n < len(lines) && p.Going() {
		next := n
		for next < len(lines) && next < n+2 && lines[next].Blank() {
			next++
		}
		if next == len(lines) || lines[next].Blank() || lines[next].Indent(p.src) != column {
			break
		}
		m := p.markerOf(lines[next].Of(p.src))
		if m.length == 0 || m.ordered != first.ordered || (tag == "dl") != p.isTerm(lines[next], m) {
			break
		}
		n = next + p.item(lines[next:], m, tag, column, depth)
	}
	p.Close()
	return n
}

// isTerm reports whether an item is "term :: text".
func (p *parser) isTerm(l markup.Line, m marker) bool {
	s := l.Of(p.src)[m.indent+m.length:]
	return !m.ordered && (strings.Contains(s, " :: ") || strings.HasSuffix(s, " ::"))
}

// start is the number of the first item: "[@5]" sets it.
func (p *parser) start(l markup.Line, m marker) int {
	s := strings.TrimSpace(l.Of(p.src)[m.indent+m.length:])
	if rest, ok := strings.CutPrefix(s, "[@"); ok {
		if number, _, ok := strings.Cut(rest, "]"); ok {
			if v, err := strconv.Atoi(number); err == nil {
				return v
			}
		}
	}
	return m.value
}

// item reads an item: the lines below it that stand further in.
func (p *parser) item(lines []markup.Line, m marker, tag string, column, depth int) int {
	n := 1
	for blank := 0; n < len(lines); n++ {
		if lines[n].Blank() {
			if blank++; blank > 1 {
				break
			}
			continue
		}
		if lines[n].Indent(p.src) <= column {
			break
		}
		blank = 0
		n += p.skipBlock(lines[n:])
	}
	for n > 1 && lines[n-1].Blank() {
		n--
	}
	src := lines[0].Span()
	first := lines[0]
	first.Start = markup.TrimStart(p.src, first.Start+m.indent+m.length, first.End)
	if s := first.Of(p.src); strings.HasPrefix(s, "[@") {
		if end := strings.IndexByte(s, ']'); end > 0 {
			first.Start = markup.TrimStart(p.src, first.Start+end+1, first.End)
		}
	}
	if tag == "dl" {
		first = p.term(first)
		tag = "dd"
	} else {
		tag = "li"
	}
	rest := lines[1:n]
	margin := 1 << 20
	for _, l := range rest {
		if k := l.Indent(p.src); k > column { // what a block holds may stand anywhere
			margin = min(margin, k)
		}
	}
	for i := range rest {
		rest[i] = rest[i].Strip(p.src, margin)
	}
	lines[0] = first
	p.Open(tag, src)
	p.body(markup.Tight(lines[:n]), depth+1)
	p.Close()
	return n
}

// skipBlock is how many lines stand up to the end of the block that begins at
// the first line; 0 where none does.
func (p *parser) skipBlock(lines []markup.Line) int {
	name, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(lines[0].Of(p.src))), "#+begin_")
	if !ok {
		return 0
	}
	name, _, _ = strings.Cut(name, " ")
	closer := "#+end_" + name
	if p.noEnd[" "+closer] {
		return 0
	}
	opener := "#+begin_" + name
	for i, l := range lines {
		s := strings.TrimSpace(l.Of(p.src))
		if strings.EqualFold(s, closer) {
			return i
		}
		if i > 0 && len(s) >= len(opener) && strings.EqualFold(s[:len(opener)], opener) {
			return 0 // the first was never closed
		}
	}
	p.noEnd[" "+closer] = true
	return 0
}

// term writes the term of an item, and returns what stands behind it.
func (p *parser) term(l markup.Line) markup.Line {
	s := l.Of(p.src)
	end := strings.Index(s, " ::")
	if i := strings.Index(s, " :: "); i >= 0 {
		end = i
	}
	term := doc.Span{Start: l.Start, End: l.Start + max(end, 0)}
	p.Open("dt", term)
	p.inline(markup.Of(p.src, term))
	p.Close()
	return markup.Line{Start: markup.TrimStart(p.src, min(term.End+3, l.End), l.End), End: l.End}
}
