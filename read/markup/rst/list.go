package rst

import (
	"strconv"
	"strings"

	"github.com/pildora/pildora/read/markup"
)

// list reads a list of any kind at the first line, which is s.
func (p *parser) list(lines []markup.Line, s string, depth int) int {
	if n := bullet(s); n > 0 {
		return p.bullets(lines, s[:n], depth)
	}
	if e, ok := enumerator(s); ok && p.enumerates(lines, e) {
		return p.enumerated(lines, e, depth)
	}
	if fieldName(s) > 0 {
		return p.fields(lines, depth)
	}
	if optionEnd(s) > 0 {
		return p.options(lines, depth)
	}
	return 0
}

// bullet is the length of the bullet that a line begins with, or 0.
func bullet(s string) int {
	n := 0
	switch {
	case s == "":
		return 0
	case s[0] == '*' || s[0] == '+' || s[0] == '-':
		n = 1
	case strings.HasPrefix(s, "•") || strings.HasPrefix(s, "‣") || strings.HasPrefix(s, "⁃"):
		n = len("•")
	default:
		return 0
	}
	if len(s) == n || s[n] == ' ' || s[n] == '\t' {
		return n
	}
	return 0
}

// item takes a mark of n bytes from the first of lines and the indentation from
// the others, in place. It returns the lines of the item, and how many that is.
func (p *parser) item(lines []markup.Line, n int) ([]markup.Line, int) {
	count := p.indented(lines)
	first := lines[0]
	first.Start = markup.TrimStart(p.src, first.Start+n, first.End)
	column := columns(p.src[lines[0].Start:first.Start])
	lines[0] = first
	rest := lines[1:count]
	if margin := markup.Margin(p.src, rest); first.Blank() || margin < column {
		column = margin
	}
	for i := range rest {
		rest[i] = rest[i].Strip(p.src, column)
	}
	return lines[:count], count
}

func (p *parser) bullets(lines []markup.Line, mark string, depth int) int {
	n := 0
	p.Open("ul", lines[0].Span())
	for n < len(lines) && p.Going() {
		if lines[n].Blank() {
			n++
			continue
		}
		s := lines[n].Of(p.src)
		if b := bullet(s); b != len(mark) || s[:b] != mark {
			break
		}
		n += p.listItem(lines[n:], len(mark), depth)
	}
	p.Close()
	return n
}

func (p *parser) listItem(lines []markup.Line, mark, depth int) int {
	src := lines[0].Span()
	inner, n := p.item(lines, mark)
	p.Open("li", src)
	p.body(inner, depth+1)
	p.Close()
	return n
}

// number is the enumerator of an item.
type number struct {
	kind   byte // 1, a, A, i, I, or # for whatever comes next
	value  int
	roman  int    // what a single letter is as a Roman number
	format string // what stands around it: ".", ")", "()"
	length int
}

// enumerator reads the enumerator that a line begins with.
func enumerator(s string) (number, bool) {
	open := strings.HasPrefix(s, "(")
	i := 0
	if open {
		i = 1
	}
	start := i
	for i < len(s) && i-start < 10 && (isAlnum(s[i]) || s[i] == '#') {
		i++
	}
	if i == start || i == len(s) {
		return number{}, false
	}
	e := number{length: i + 1}
	switch {
	case open && s[i] == ')':
		e.format = "()"
	case !open && (s[i] == '.' || s[i] == ')'):
		e.format = s[i : i+1]
	default:
		return number{}, false
	}
	if e.length < len(s) && s[e.length] != ' ' && s[e.length] != '\t' {
		return number{}, false
	}
	e.kind, e.value = valueOf(s[start:i])
	if i == start+1 && e.kind != '#' {
		e.roman = roman(strings.ToLower(s[start:i]))
	}
	return e, e.kind != 0
}

// valueOf is the kind and the value of a number; letters that may be Roman
// numbers are those where they are i or more than one.
func valueOf(s string) (kind byte, value int) {
	switch {
	case s == "#":
		return '#', 1
	case isNumber(s):
		v, _ := strconv.Atoi(s)
		return '1', v
	case len(s) > 1 || s == "i" || s == "I":
		v := roman(strings.ToLower(s))
		switch {
		case v == 0:
			return 0, 0
		case s == strings.ToLower(s):
			return 'i', v
		case s == strings.ToUpper(s):
			return 'I', v
		}
		return 0, 0
	case s[0] >= 'a' && s[0] <= 'z':
		return 'a', int(s[0]-'a') + 1
	case s[0] >= 'A' && s[0] <= 'Z':
		return 'A', int(s[0]-'A') + 1
	}
	return 0, 0
}

// roman is the value of a Roman number in lower case, or 0.
func roman(s string) int {
	values := map[byte]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100, 'd': 500, 'm': 1000}
	total := 0
	for i := range len(s) {
		v := values[s[i]]
		if v == 0 {
			return 0
		}
		if i+1 < len(s) && values[s[i+1]] > v {
			v = -v
		}
		total += v
	}
	return max(total, 0)
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// enumerates reports whether the second line lets the first be an item: it is
// blank, further in, or the next item. "A. Einstein\nwas …" is a paragraph.
func (p *parser) enumerates(lines []markup.Line, e number) bool {
	if len(lines) == 1 || lines[1].Blank() || startsBlank(lines[1].Of(p.src)) {
		return true
	}
	next, ok := enumerator(lines[1].Of(p.src))
	return ok && next.follows(e)
}

// follows reports whether an item may come after one with the number e.
func (n number) follows(e number) bool {
	if n.format != e.format {
		return false
	}
	return n.kind == '#' || n.value == e.value+1 && (n.kind == e.kind || e.kind == '#') ||
		e.kind == 'a' && n.kind == 'i' && e.value == 8 || e.kind == 'A' && n.kind == 'I' && e.value == 8 ||
		(e.kind == 'i' && n.kind == 'a' || e.kind == 'I' && n.kind == 'A') && n.roman == e.value+1
}

func (p *parser) enumerated(lines []markup.Line, e number, depth int) int {
	kind := string(e.kind)
	if e.kind == '#' {
		kind = "1"
	}
	n := 0
	p.Open("ol", lines[0].Span(), "start", strconv.Itoa(e.value), "type", kind)
	for first := true; n < len(lines) && p.Going(); {
		if lines[n].Blank() {
			n++
			continue
		}
		next, ok := enumerator(lines[n].Of(p.src))
		if !ok || !first && !next.follows(e) {
			break
		}
		if next.kind == '#' || next.kind != e.kind { // "i" after "h" is a letter
			next.kind, next.value = e.kind, e.value+1
			if first {
				next.value = e.value
			}
		}
		e, first = next, false
		n += p.listItem(lines[n:], next.length, depth)
	}
	p.Close()
	return n
}

// definitions reads terms with what stands further in below each.
func (p *parser) definitions(lines []markup.Line, depth int) int {
	n := 0
	p.Open("dl", lines[0].Span())
	for n < len(lines) && p.Going() {
		if lines[n].Blank() {
			n++
			continue
		}
		if !p.isTerm(lines[n:]) || n > 0 && p.startsOther(lines[n:]) {
			break
		}
		count := p.indented(lines[n:])
		p.Open("dt", lines[n].Span())
		p.inline(markup.Of(p.src, lines[n].Span()))
		p.Close()
		p.detail(lines[n+1:n+count], depth)
		n += count
	}
	p.Close()
	return n
}

func (p *parser) isTerm(lines []markup.Line) bool {
	return len(lines) > 1 && !lines[1].Blank() && !startsBlank(lines[0].Of(p.src)) && startsBlank(lines[1].Of(p.src)) &&
		!strings.HasSuffix(lines[0].Of(p.src), "::")
}

// startsOther reports whether a line begins a block that is no term, for all
// that the next one stands further in.
func (p *parser) startsOther(lines []markup.Line) bool {
	s := lines[0].Of(p.src)
	_, enumerated := enumerator(s)
	return strings.HasPrefix(s, "..") || bullet(s) > 0 || fieldName(s) > 0 || optionEnd(s) > 0 || enumerated
}

// detail reads what stands below a term.
func (p *parser) detail(lines []markup.Line, depth int) {
	if inner := markup.Dedent(p.src, lines); len(inner) > 0 {
		p.Open("dd", markup.SpanOf(inner))
		p.body(inner, depth+1)
		p.Close()
	}
}
