package rst

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// body reads lines that begin at the margin.
func (p *parser) body(lines []markup.Line, depth int) {
	if depth > markup.MaxDepth {
		p.flat(lines)
		return
	}
	for i := 0; i < len(lines) && p.Going(); {
		if lines[i].Blank() {
			i++
			continue
		}
		first := lines[i]
		p.titled = false
		i += p.block(lines[i:], depth)
		p.top = p.top && (p.titled || p.isHead(first))
	}
}

// isHead reports whether a block that begins with a line may stand before the
// fields that are the document's metadata: a comment, a target, other fields.
func (p *parser) isHead(first markup.Line) bool {
	s := first.Of(p.src)
	return strings.HasPrefix(s, "..") || s[0] == ':'
}

// flat reads lines that are nested too deep as one paragraph.
func (p *parser) flat(lines []markup.Line) {
	if lines = markup.Tight(lines); len(lines) > 0 {
		for i := range lines {
			lines[i] = lines[i].Strip(p.src, lines[i].Indent(p.src))
		}
		p.paragraph(lines)
	}
}

// block reads the block at the first line and returns how many lines it has.
func (p *parser) block(lines []markup.Line, depth int) int {
	s := lines[0].Of(p.src)
	switch c := s[0]; {
	case c == ' ' || c == '\t' || c == '\f' || c == '\v':
		return p.quote(lines, depth)
	case strings.HasPrefix(s, "..") && (len(s) == 2 || s[2] == ' ' || s[2] == '\t'):
		return p.explicit(lines, depth)
	case strings.HasPrefix(s, "__ ") || s == "__":
		return p.indented(lines)
	}
	if n := p.section(lines); n > 0 {
		return n
	}
	if n := p.table(lines, depth); n > 0 {
		return n
	}
	if n := p.list(lines, s, depth); n > 0 {
		return n
	}
	switch {
	case strings.HasPrefix(s, ">>>") && (len(s) == 3 || s[3] == ' '):
		n := paragraphEnd(lines)
		p.Code("python", lines[:n])
		return n
	case strings.HasPrefix(s, "| ") || s == "|":
		return p.lineBlock(lines)
	}
	return p.text(lines, depth)
}

// paragraphEnd is how many lines stand before the next blank one.
func paragraphEnd(lines []markup.Line) int {
	n := 0
	for n < len(lines) && !lines[n].Blank() {
		n++
	}
	return n
}

// indented is how many lines a block has whose first line stands at the margin
// and the others further in, with blank lines between them.
func (p *parser) indented(lines []markup.Line) int {
	n := 1
	for i := 1; i < len(lines); i++ {
		if lines[i].Blank() {
			continue
		}
		if !startsBlank(lines[i].Of(p.src)) {
			break
		}
		n = i + 1
	}
	return n
}

func startsBlank(s string) bool { return s[0] == ' ' || s[0] == '\t' || s[0] == '\f' || s[0] == '\v' }

// quote reads lines that stand further in. Where that is only how a list or a
// table is set, they are no quote.
func (p *parser) quote(lines []markup.Line, depth int) int {
	n := p.indented(lines)
	inner := markup.Dedent(p.src, lines[:n])
	if len(inner) == 0 {
		return n
	}
	if p.startsList(inner) {
		p.body(inner, depth+1)
		return n
	}
	p.Open("blockquote", markup.SpanOf(inner))
	p.body(inner, depth+1)
	p.Close()
	return n
}

// startsList reports whether lines begin with an item of a list or a table.
func (p *parser) startsList(lines []markup.Line) bool {
	s := lines[0].Of(p.src)
	_, enumerated := enumerator(s)
	return bullet(s) > 0 || enumerated || isGridBorder(s) || isSimpleBorder(s)
}

// section reads a title with its adornments, or a transition.
func (p *parser) section(lines []markup.Line) int {
	s := lines[0].Of(p.src)
	if c := adornment(s); c != 0 {
		if len(lines) > 2 && lines[2].Of(p.src) == s && !lines[1].Blank() && p.fits(lines[1].Strip(p.src, 1<<20), len(s)) {
			p.heading(lines[1].Strip(p.src, 1<<20), string(c)+"over", markup.SpanOf(lines[:3]))
			return 3
		}
		if len(s) >= 4 && (len(lines) == 1 || lines[1].Blank()) {
			p.Void("hr", lines[0].Span())
			return 1
		}
	}
	if len(lines) > 1 && p.underlines(lines[0], lines[1]) {
		p.heading(lines[0], lines[1].Of(p.src)[:1], markup.SpanOf(lines[:2]))
		return 2
	}
	return 0
}

// underlines reports whether a line is the adornment below a title.
func (p *parser) underlines(title, line markup.Line) bool {
	s := line.Of(p.src)
	return !title.Blank() && adornment(s) != 0 && !startsBlank(title.Of(p.src)) && p.fits(title, len(s)) &&
		(adornment(title.Of(p.src)) == 0 || title.End-title.Start < 4)
}

// fits reports whether an adornment of n characters may belong to a title: it is
// as wide as that, or at least four.
func (p *parser) fits(title markup.Line, n int) bool {
	return n >= 4 || n >= columns(title.Of(p.src))
}

// columns is how many columns text takes; those of East Asia take two.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n += runeColumns(r)
	}
	return n
}

func runeColumns(r rune) int {
	if r < utf8.RuneSelf {
		return 1
	}
	if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
		return 2
	}
	return 1
}

func (p *parser) heading(title markup.Line, style string, src doc.Span) {
	p.titled = true
	level := 0
	for level < len(p.styles) && p.styles[level] != style {
		level++
	}
	if level == len(p.styles) && level < 1<<7 {
		p.styles = append(p.styles, style)
	}
	p.Open("h"+strconv.Itoa(min(level+1, 6)), src)
	p.inline(markup.Of(p.src, title.Span()))
	p.Close()
}

// text reads a paragraph or an item of a definition list, and the literal block
// that follows a paragraph with "::" at its end.
func (p *parser) text(lines []markup.Line, depth int) int {
	if len(lines) > 1 && !lines[1].Blank() && startsBlank(lines[1].Of(p.src)) && !strings.HasSuffix(lines[0].Of(p.src), "::") {
		return p.definitions(lines, depth)
	}
	n := 1
	for n < len(lines) && !lines[n].Blank() && !startsBlank(lines[n].Of(p.src)) {
		if n+1 < len(lines) && p.underlines(lines[n], lines[n+1]) {
			break
		}
		n++
	}
	text := lines[:n]
	last := lines[n-1].Of(p.src)
	if !strings.HasSuffix(last, "::") {
		p.paragraph(text)
		return n
	}
	text[n-1].End -= 2
	if end := markup.TrimEnd(p.src, text[n-1].Start, text[n-1].End); end == text[n-1].End && end > text[n-1].Start {
		text[n-1].End++ // "text::" ends with one colon, "text ::" and "::" with none
	} else {
		text[n-1].End = end
	}
	p.paragraph(text)
	return n + p.literal(lines[n:])
}

// literal reads the literal block after "::": lines further in, or lines at the
// margin that each begin with the same punctuation character.
func (p *parser) literal(lines []markup.Line) int {
	first := 0
	for first < len(lines) && lines[first].Blank() {
		first++
	}
	if first == len(lines) {
		return 0
	}
	s := lines[first].Of(p.src)
	n := first
	switch {
	case startsBlank(s):
		n += p.indented(lines[first:])
		p.Code(p.language, markup.Dedent(p.src, lines[first:n]))
	case isPunct(s[0]):
		for n < len(lines) && !lines[n].Blank() && lines[n].Of(p.src)[0] == s[0] {
			n++
		}
		if n < len(lines) && !lines[n].Blank() {
			return 0
		}
		p.Code(p.language, lines[first:n])
	}
	return n
}

func (p *parser) paragraph(lines []markup.Line) {
	t := markup.Joined(p.src, lines)
	if strings.TrimSpace(t.S) == "" {
		return
	}
	p.Open("p", markup.SpanOf(lines))
	p.inline(t)
	p.Close()
}

// lineBlock reads lines that begin with a bar: their line ends count.
func (p *parser) lineBlock(lines []markup.Line) int {
	n := 0
	for n < len(lines) && !lines[n].Blank() {
		s := lines[n].Of(p.src)
		if s != "|" && !strings.HasPrefix(s, "| ") && (n == 0 || !startsBlank(s)) {
			break
		}
		n++
	}
	p.Open("p", markup.SpanOf(lines[:n]))
	for i, l := range lines[:n] {
		s := l.Of(p.src)
		if s[0] == '|' {
			l.Start = markup.TrimStart(p.src, l.Start+1, l.End)
			if i > 0 {
				p.Void("br", l.Span())
			}
		} else {
			p.Put(" ", l.Span())
		}
		p.inline(markup.Of(p.src, l.Span()))
	}
	p.Close()
	return n
}
