package asciidoc

import (
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// blocks reads lines as blocks.
func (p *parser) blocks(lines []markup.Line, depth int) {
	if depth > markup.MaxDepth {
		if lines = markup.Tight(lines); len(lines) > 0 {
			p.paragraph(markup.Joined(p.src, lines), meta{})
		}
		return
	}
	for i := 0; i < len(lines) && p.Going(); {
		i += p.block(lines[i:], depth)
	}
	p.meta = meta{}
}

// block reads a block, or a line about the next one, and returns how many lines
// that is.
func (p *parser) block(lines []markup.Line, depth int) int {
	s := lines[0].Of(p.src)
	if lines[0].Blank() || s == "+" {
		return 1
	}
	switch d := isDelimiter(s); {
	case d == '|':
		n := delimited(p.src, lines)
		p.table(markup.Tight(inner(lines[:n], s)), lines[0], p.take(), depth)
		return n
	case d != 0:
		n := delimited(p.src, lines)
		p.delimitedBlock(d, s, inner(lines[:n], s), lines[0], p.take(), depth)
		return n
	case isComment(s):
		return 1
	case p.metaLine(lines[0]):
		return 1
	}
	if n := p.attribute(lines); n > 0 {
		return n
	}
	if level, n := p.sectionLevel(lines); level > 0 {
		p.section(lines, level)
		return n
	}
	if isBreak(s) {
		p.take()
		if s[0] != '<' {
			p.Void("hr", lines[0].Span())
		}
		return 1
	}
	if name, target, attrs, ok := blockMacro(s); ok {
		p.macro(name, target, attrs, lines[0], p.take())
		return 1
	}
	if m := markerOf(s); m.kind != 0 && depth <= markup.MaxDepth {
		return p.list(lines, nil, p.take(), depth)
	}
	return p.text(lines, p.take(), depth)
}

func isComment(s string) bool { return strings.HasPrefix(s, "//") && !strings.HasPrefix(s, "///") }

func isBreak(s string) bool {
	switch s {
	case "'''", "---", "***", "- - -", "* * *", "<<<":
		return true
	}
	return len(s) > 3 && strings.Trim(s, "'") == "" || len(s) > 3 && strings.Trim(s, "<") == ""
}

// isDelimiter is the kind of the delimiter that a line is, by its character (|
// for all tables), or 0.
func isDelimiter(s string) byte {
	switch {
	case len(s) < 2:
		return 0
	case s == "--":
		return '-'
	case strings.HasPrefix(s, "```"):
		if strings.Trim(s[3:], "`") != "" && strings.ContainsAny(s[3:], "` ") {
			return 0
		}
		return '`'
	case len(s) < 4:
		return 0
	case strings.HasSuffix(s, "===") && strings.Trim(s[1:], "=") == "" && strings.IndexByte("|,:!", s[0]) >= 0:
		return '|'
	case strings.IndexByte("-.=*_+/", s[0]) >= 0 && strings.Trim(s, s[:1]) == "":
		return s[0]
	}
	return 0
}

// delimited is how many lines a block has that begins with a delimiter: up to
// the same one, or all.
func delimited(source string, lines []markup.Line) int {
	end := lines[0].Of(source)
	if strings.HasPrefix(end, "```") {
		end = "```"
	}
	for i := 1; i < len(lines); i++ {
		if lines[i].Of(source) == end {
			return i + 1
		}
	}
	return len(lines)
}

// inner is lines without their delimiters.
func inner(lines []markup.Line, delimiter string) []markup.Line {
	if len(lines) > 1 && lines[len(lines)-1].End-lines[len(lines)-1].Start == len(delimiter) || strings.HasPrefix(delimiter, "```") && len(lines) > 1 {
		return lines[1 : len(lines)-1]
	}
	return lines[1:]
}

// sectionLevel is the level of a section's title, from 1, and how many lines it
// has; 0 where it is none.
func (p *parser) sectionLevel(lines []markup.Line) (level, n int) {
	s := lines[0].Of(p.src)
	if s == "" {
		return 0, 0
	}
	if s[0] == '=' || s[0] == '#' {
		marks := len(s) - len(strings.TrimLeft(s, s[:1]))
		if marks <= 6 && marks < len(s) && (s[marks] == ' ' || s[marks] == '\t') {
			return marks, 1
		}
		return 0, 0
	}
	if len(lines) < 2 || !isWord(s[0]) && s[0] != '{' || strings.HasSuffix(s, "::") {
		return 0, 0
	}
	under := lines[1].Of(p.src)
	if len(under) < 2 || strings.Trim(under, under[:1]) != "" {
		return 0, 0
	}
	level = strings.IndexByte("=-~^+", under[0]) + 1
	if width := len([]rune(s)); level == 0 || width-len(under) > 1 || len(under)-width > 1 {
		return 0, 0
	}
	return level, 2
}

// sectionTitle is the title alone.
func (p *parser) sectionTitle(l markup.Line) markup.Line {
	s := l.Of(p.src)
	if s[0] == '=' || s[0] == '#' {
		l.Start = markup.TrimStart(p.src, l.End-len(strings.TrimLeft(s, s[:1])), l.End)
	}
	return l
}

func (p *parser) section(lines []markup.Line, level int) {
	p.take()
	title := p.sectionTitle(lines[0])
	p.Open("h"+strconv.Itoa(level), lines[0].Span())
	p.inline(markup.Of(p.src, title.Span()))
	p.Close()
}

// startsBlock reports whether a line can't go on a paragraph.
func startsBlock(s string) bool {
	return s == "" || isDelimiter(s) != 0 || isAttributeLine(s)
}

// text reads a paragraph, or lines that begin with a blank and are literal.
func (p *parser) text(lines []markup.Line, m meta, depth int) int {
	n := 1
	for n < len(lines) && !startsBlock(lines[n].Of(p.src)) && lines[n].Of(p.src) != "+" {
		n++
	}
	return p.lines(lines[:n], m, depth)
}

// lines reads the lines of a paragraph by the style that was given or shows.
func (p *parser) lines(lines []markup.Line, m meta, depth int) int {
	n := len(lines)
	s := lines[0].Of(p.src)
	if (s[0] == ' ' || s[0] == '\t') && m.style == "" {
		p.titled(m, lines[0].Span(), func() { p.Code("", markup.Dedent(p.src, lines)) })
		return n
	}
	kept := lines[:0:0]
	for _, l := range lines {
		if !isComment(l.Of(p.src)) {
			kept = append(kept, l)
		}
	}
	if len(kept) == 0 {
		return n
	}
	label, rest, ok := strings.Cut(s, ": ")
	switch {
	case p.styled(m, lines, lines[0].Span(), depth, true):
	case ok && admonitions[label] != "":
		kept[0].Start = kept[0].End - len(rest)
		p.admonition(admonitions[label], lines[0].Span(), m, func() { p.paragraph(markup.Joined(p.src, kept), meta{}) })
	case strings.HasPrefix(s, "> "):
		p.markdownQuote(kept, depth)
	default:
		p.paragraph(markup.Joined(p.src, kept), m)
	}
	return n
}

// markdownQuote reads a quote as Markdown has it.
func (p *parser) markdownQuote(lines []markup.Line, depth int) {
	for i := range lines {
		if strings.HasPrefix(lines[i].Of(p.src), ">") {
			lines[i].Start = markup.TrimStart(p.src, lines[i].Start+1, lines[i].End)
		}
	}
	p.Open("blockquote", markup.SpanOf(lines))
	p.blocks(lines, depth+1)
	p.Close()
}

// paragraph writes a paragraph with its title. hardbreaks is an option of it or
// of the whole document.
func (p *parser) paragraph(t markup.Text, m meta) {
	p.title(m)
	if strings.TrimSpace(t.S) == "" {
		return
	}
	p.Open("p", t.Span(0, len(t.S)))
	_, all := p.attrs["hardbreaks"]
	if _, option := p.attrs["hardbreaks-option"]; all || option || m.has("hardbreaks") {
		p.broken(t)
	} else {
		p.inline(t)
	}
	p.Close()
}

// broken writes text whose line ends count.
func (p *parser) broken(t markup.Text) {
	for from := 0; from < len(t.S); {
		end := len(t.S)
		if i := strings.IndexByte(t.S[from:], '\n'); i >= 0 {
			end = from + i
		}
		if from > 0 {
			p.Void("br", t.Span(from-1, from))
		}
		p.inline(t.Slice(from, end))
		from = end + 1
	}
}

// title writes the title of a block that can have no caption.
func (p *parser) title(m meta) {
	if m.title.Blank() {
		return
	}
	p.Open("p", m.title.Span())
	p.Open("strong", m.title.Span())
	p.inline(markup.Of(p.src, m.title.Span()))
	p.Close()
	p.Close()
}

// titled writes a block in a figure with its title as caption, where it has one.
func (p *parser) titled(m meta, src doc.Span, write func()) {
	if m.title.Blank() {
		write()
		return
	}
	p.Open("figure", src)
	p.Open("figcaption", m.title.Span())
	p.inline(markup.Of(p.src, m.title.Span()))
	p.Close()
	write()
	p.Close()
}
