package asciidoc

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// marker is what an item of a list begins with.
type marker struct {
	kind  byte   // * bullets, . numbers, < callouts, : terms
	name  string // two items with one name are of one list
	start int    // where the text begins, in the line
	value int    // of a number, where it has one
	form  string // of a number: 1, a, A, i, I
	term  doc.Span
}

// markerOf reads the marker that a line begins with; its kind is 0 where it has
// none.
func markerOf(s string) marker {
	i := 0
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	rest := s[i:]
	if rest == "" {
		return marker{}
	}
	switch c := rest[0]; {
	case c == '*' || c == '.' || c == '-' || strings.HasPrefix(rest, "•"):
		return bulletOf(rest, i)
	case c == '<':
		return calloutOf(rest, i)
	}
	if m := numberOf(rest, i); m.kind != 0 {
		return m
	}
	return termOf(s, i)
}

// bulletOf reads "*", "-", "." and their like.
func bulletOf(s string, at int) marker {
	n := len(s) - len(strings.TrimLeft(s, s[:1]))
	kind := byte('*')
	switch {
	case s[0] == '-' && n > 1, n > 5:
		return termOf(s, 0)
	case s[0] == '.':
		kind = '.'
	case s[0] >= 0x80:
		n = len("•")
	}
	if n >= len(s) || s[n] != ' ' && s[n] != '\t' || strings.TrimSpace(s[n:]) == "" {
		if s[0] == '*' || s[0] == '.' {
			return termOf(s, 0)
		}
		return marker{}
	}
	form := [...]string{"1", "a", "i", "A", "I"}[min(n, 5)-1]
	return marker{kind: kind, name: s[:n], start: at + n + 1, value: 1, form: form}
}

// calloutOf reads "<1>" and "<.>".
func calloutOf(s string, at int) marker {
	end := strings.IndexByte(s[:min(len(s), 8)], '>')
	if end < 2 || end+1 >= len(s) || s[end+1] != ' ' {
		return marker{}
	}
	v, err := strconv.Atoi(s[1:end])
	if err != nil && s[1:end] != "." {
		return marker{}
	}
	return marker{kind: '<', name: "<", start: at + end + 2, value: max(v, 1), form: "1"}
}

// numberOf reads "1.", "a." and "iv)".
func numberOf(s string, at int) marker {
	i := 0
	for i < len(s) && i < 9 && (s[i] >= '0' && s[i] <= '9') {
		i++
	}
	switch {
	case i > 0 && i+1 < len(s) && s[i] == '.' && s[i+1] == ' ':
		v, _ := strconv.Atoi(s[:i])
		return marker{kind: '.', name: "1.", start: at + i + 2, value: v, form: "1"}
	case len(s) > 2 && isWord(s[0]) && s[0] != '_' && s[0] < 0x80 && (s[0] < '0' || s[0] > '9') && s[1] == '.' && s[2] == ' ':
		form := "a"
		v := int(s[0]-'a') + 1
		if s[0] <= 'Z' {
			form, v = "A", int(s[0]-'A')+1
		}
		return marker{kind: '.', name: form + ".", start: at + 3, value: v, form: form}
	}
	end := strings.IndexByte(s[:min(len(s), 8)], ')')
	if end > 0 && end+1 < len(s) && s[end+1] == ' ' && strings.Trim(s[:end], "ivxIVX") == "" {
		return marker{kind: '.', name: "i)", start: at + end + 2, value: 1, form: "i"}
	}
	return marker{}
}

// maxTerm is how far into a line a term ends.
const maxTerm = 1 << 10

// termOf reads "term:: text".
func termOf(s string, at int) marker {
	limit := min(len(s), maxTerm)
	for i := at + 1; i < limit; i++ {
		if s[i] != ':' && s[i] != ';' || s[i-1] == s[i] {
			continue
		}
		n := len(s[i:]) - len(strings.TrimLeft(s[i:], s[i:i+1]))
		end := i + n
		if end < len(s) && s[end] != ' ' && s[end] != '\t' || n < 2 || s[i] == ';' && n != 2 || n > 4 {
			continue
		}
		if strings.HasPrefix(s[at:], "//") || s[i-1] == ' ' && i == at+1 {
			return marker{}
		}
		return marker{kind: ':', name: s[i:end], start: end, term: doc.Span{Start: at, End: markup.TrimEnd(s, at, i)}}
	}
	return marker{}
}

// list reads a list that begins at the first line. above are the names of the
// markers of the lists around it.
func (p *parser) list(lines []markup.Line, above []string, m meta, depth int) int {
	first := markerOf(lines[0].Of(p.src))
	p.title(m)
	p.openList(first, m, lines[0].Span())
	above = append(above[:len(above):len(above)], first.name)
	n := 0
	for n < len(lines) && p.Going() {
		next := n
		for next < len(lines) && lines[next].Blank() {
			next++
		}
		if next == len(lines) || markerOf(lines[next].Of(p.src)).name != first.name {
			break
		}
		n = next + p.item(lines[next:], above, depth)
	}
	p.Close()
	return n
}

func (p *parser) openList(first marker, m meta, src doc.Span) {
	switch first.kind {
	case ':':
		p.Open("dl", src)
	case '*':
		p.Open("ul", src)
	default:
		start := strconv.Itoa(first.value)
		if v := m.named["start"]; v != "" {
			start = v
		}
		form := first.form
		switch m.style {
		case "arabic", "decimal":
			form = "1"
		case "loweralpha":
			form = "a"
		case "upperalpha":
			form = "A"
		case "lowerroman":
			form = "i"
		case "upperroman":
			form = "I"
		}
		if first.name[0] == '.' && m.style == "" {
			form = "1"
		}
		p.Open("ol", src, "start", start, "type", form)
	}
}

// item reads an item: its text, the lists in it and what is attached to it.
func (p *parser) item(lines []markup.Line, above []string, depth int) int {
	l := lines[0]
	m := markerOf(l.Of(p.src))
	text := markup.Line{Start: markup.TrimStart(p.src, min(l.Start+m.start, l.End), l.End), End: l.End}
	tag := "li"
	if m.kind == ':' {
		tag = "dd"
		term := doc.Span{Start: l.Start + m.term.Start, End: l.Start + m.term.End}
		p.Open("dt", term)
		p.inline(markup.Of(p.src, term))
		p.Close()
		if text.Blank() && p.anotherTerm(lines, m) {
			return 1
		}
	}
	p.Open(tag, l.Span())
	n := 1
	for n < len(lines) && p.goesOn(lines[n]) {
		n++
	}
	content := append([]markup.Line{text}, lines[1:n]...)
	if m.kind == ':' && text.Blank() && n == 1 { // the text may follow a blank line
		n = p.lateText(lines, &content)
	}
	p.itemText(markup.Tight(content))
	n += p.attached(lines[n:], above, depth)
	p.Close()
	return n
}

// anotherTerm reports whether a term without text is followed by another one
// that has the same definition.
func (p *parser) anotherTerm(lines []markup.Line, m marker) bool {
	for i := 1; i < len(lines); i++ {
		if !lines[i].Blank() {
			return markerOf(lines[i].Of(p.src)).name == m.name
		}
	}
	return false
}

// goesOn reports whether a line goes on the text of an item.
func (p *parser) goesOn(l markup.Line) bool {
	s := l.Of(p.src)
	return !startsBlock(s) && s != "+" && markerOf(s).kind == 0 && !isBlockTitle(s)
}

// lateText adds the paragraph after the blank lines below a term.
func (p *parser) lateText(lines []markup.Line, content *[]markup.Line) int {
	n := 1
	for n < len(lines) && lines[n].Blank() {
		n++
	}
	if n == len(lines) || n == 1 || !p.goesOn(lines[n]) {
		return 1
	}
	if level, _ := p.sectionLevel(lines[n:]); level > 0 {
		return 1
	}
	for n < len(lines) && p.goesOn(lines[n]) {
		*content = append(*content, lines[n])
		n++
	}
	return n
}

func (p *parser) itemText(content []markup.Line) {
	if len(content) == 0 {
		return
	}
	kept := content[:0]
	for _, l := range content {
		if !isComment(l.Of(p.src)) {
			l.Start = markup.TrimStart(p.src, l.Start, l.End)
			kept = append(kept, l)
		}
	}
	if len(kept) == 0 {
		return
	}
	p.Open("p", markup.SpanOf(kept))
	if s := kept[0].Of(p.src); strings.HasPrefix(s, "[*] ") {
		p.Put("[x]", doc.Span{Start: kept[0].Start, End: kept[0].Start + 3})
		kept[0].Start += 3
	}
	p.inline(markup.Joined(p.src, kept))
	p.Close()
}

// attached reads what belongs to an item below its text: lists with other
// markers, literal lines, and blocks behind a plus sign.
func (p *parser) attached(lines []markup.Line, above []string, depth int) int {
	n := 0
	for n < len(lines) && p.Going() {
		blank := n
		for blank < len(lines) && lines[blank].Blank() {
			blank++
		}
		if blank == len(lines) {
			return n
		}
		s := lines[blank].Of(p.src)
		m := markerOf(s)
		switch {
		case s == "+":
			k := p.continued(lines[blank+1:], depth)
			n = blank + 1 + k
		case m.kind == '<' || m.kind != 0 && slices.Contains(above, m.name): // callouts are no list in another
			return n
		case m.kind != 0 && len(above) < markup.MaxDepth && depth < markup.MaxDepth:
			n = blank + p.list(lines[blank:], above, p.take(), depth+1)
		case blank > n && (s[0] == ' ' || s[0] == '\t') && m.kind == 0:
			n = blank + p.text(lines[blank:], p.take(), depth+1)
		case blank == n && (isAttributeLine(s) || isBlockTitle(s)) && p.listFollows(lines[n+1:], above):
			p.metaLine(lines[n])
			n++
		default:
			return n
		}
	}
	return n
}

// listFollows reports whether lines about a block are followed by a list that
// is none of those around.
func (p *parser) listFollows(lines []markup.Line, above []string) bool {
	for _, l := range lines[:min(len(lines), 16)] {
		s := l.Of(p.src)
		if isAttributeLine(s) || isBlockTitle(s) {
			continue
		}
		m := markerOf(s)
		return m.kind != 0 && !slices.Contains(above, m.name)
	}
	return false
}

// continued reads the block behind a plus sign with the lines about it.
func (p *parser) continued(lines []markup.Line, depth int) int {
	n := 0
	for n < len(lines) && p.Going() {
		s := lines[n].Of(p.src)
		if s == "" || s == "+" {
			return n
		}
		k := p.block(lines[n:], depth+1)
		if isComment(s) || isDelimiter(s) == 0 && (isAttributeLine(s) || isBlockTitle(s) || strings.HasPrefix(s, ":") && k > 0 && p.isEntry(s)) {
			n += k
			continue
		}
		return n + k
	}
	return n
}

// isEntry reports whether a line sets an attribute.
func (p *parser) isEntry(s string) bool {
	name, _, ok := strings.Cut(s[1:], ":")
	return ok && isAttributeName(strings.Trim(name, "!"))
}
