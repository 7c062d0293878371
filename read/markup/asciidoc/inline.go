package asciidoc

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// maxInlines is how deep marks of inline text nest.
const maxInlines = 8

// scan goes through text with inline markup once.
type scan struct {
	*parser
	*markup.Inline
	none map[string]int      // by what is looked for: there is none from here on
	next map[string]doc.Span // by what is looked for: from where on the next one is where
}

// inline writes text with inline markup, after its attributes are replaced.
func (p *parser) inline(t markup.Text) { p.marked(p.expand(t)) }

// marked writes text without attributes.
func (p *parser) marked(t markup.Text) {
	if p.inlines >= maxInlines {
		p.Write(t, 0, len(t.S))
		return
	}
	p.inlines++
	defer func() { p.inlines-- }()
	c := scan{parser: p, Inline: p.Inline(t), none: map[string]int{}, next: map[string]doc.Span{}}
	c.Each(c.step)
}

// step reads what is at a place; see [markup.Inline.Each].
func (c *scan) step(i int) int {
	switch c.S[i] {
	case '\\':
		return c.escape(i)
	case '*', '_', '`', '#', '^', '~', '"', '\'':
		return c.quote(i)
	case '+':
		return c.pass(i)
	case '[':
		return c.bracket(i)
	case '<':
		return c.angle(i)
	case ':':
		return c.macro(i)
	case '(':
		return c.index(i)
	case '$':
		if strings.HasPrefix(c.S[i:], "$$") {
			return c.verbatim(i, "$$")
		}
	case '&':
		return c.entity(i)
	case '-', '.', '=':
		return c.replacement(i)
	case '{':
		return c.unset(i)
	}
	return 0
}

// find is where what follows is next, from a place on, or -1. What was found or
// not found is remembered, so that looking from every place is linear.
func (c *scan) find(from int, what string) int {
	if at, ok := c.none[what]; ok && from >= at {
		return -1
	}
	if s, ok := c.next[what]; ok && s.Start <= from && from <= s.End {
		return s.End
	}
	i := strings.Index(c.S[min(from, len(c.S)):], what)
	if i < 0 {
		c.none[what] = from
		return -1
	}
	c.next[what] = doc.Span{Start: from, End: from + i}
	return from + i
}

// unset reads an address that begins with an attribute which another file sets,
// with the text behind it: "{url}/path[text]".
func (c *scan) unset(i int) int {
	length := c.nameLength(c.S[i+1:])
	if length == 0 || i > 0 && c.S[i-1] == '\\' {
		return 0
	}
	end := i + length + 2
	for end < len(c.S) && end-i < maxAddress && !isSpace(c.S[end]) && c.S[end] != '[' {
		end++
	}
	if end >= len(c.S) || c.S[end] != '[' {
		return 0
	}
	stop := c.closing(end + 1)
	text := c.T.Slice(i, end)
	if stop < 0 {
		return 0
	}
	if shown := linkText(c.T.Slice(end+1, stop)); strings.TrimSpace(shown.S) != "" {
		text = shown
	}
	c.Flush(i)
	c.Write(text, 0, len(text.S))
	return stop + 1 - i
}

// escape reads a backslash: before a mark it goes, and the mark is text.
func (c *scan) escape(i int) int {
	if i+1 >= len(c.S) || strings.IndexByte("*_`#^~+[<{(-.=&$\"'\\", c.S[i+1]) < 0 && !c.startsMacro(i+1) {
		return 0
	}
	if c.S[i+1] == '\\' { // before two marks there are two
		if i+2 >= len(c.S) || strings.IndexByte("*_`#", c.S[i+2]) < 0 {
			return 0
		}
		c.Flush(i)
		c.Write(c.T, i+2, min(i+4, len(c.S)))
		return min(4, len(c.S)-i)
	}
	c.Flush(i)
	n := 1
	for i+1+n < len(c.S) && c.S[i+1+n] == c.S[i+1] && c.S[i+1] != '(' {
		n++
	}
	if word := c.startsMacro(i + 1); word {
		n = strings.IndexByte(c.S[i+1:], ':') + 1
	}
	c.Write(c.T, i+1, i+1+n)
	return 1 + n
}

// startsMacro reports whether an address or a macro begins at a place.
func (c *scan) startsMacro(i int) bool {
	rest := c.S[i:]
	name, _, ok := strings.Cut(rest[:min(len(rest), 16)], ":")
	return ok && (schemes[name] || macros[name])
}

// tags are the elements of the marks.
var tags = map[byte]string{'*': "strong", '_': "em", '`': "code", '^': "sup", '~': "sub"}

// quote reads text between marks: one where words begin and end, or two
// anywhere.
func (c *scan) quote(i int) int {
	mark := c.S[i : i+1]
	if mark == `"` || mark == "'" {
		return c.curved(i, mark)
	}
	if mark == "^" || mark == "~" {
		end := c.find(i+1, mark)
		if end < 0 || end == i+1 || strings.ContainsAny(c.S[i+1:min(end, i+200)], " \n\t") || end > i+200 {
			return 0
		}
		c.element(i, tags[mark[0]], i+1, end)
		return end + 1 - i
	}
	if strings.HasPrefix(c.S[i:], mark+mark) {
		if end := c.find(i+3, mark+mark); end >= 0 && !strings.HasPrefix(c.S[i+2:], mark) {
			c.element(i, tags[mark[0]], i+2, end)
			return end + 2 - i
		}
		return 0
	}
	if i > 0 && c.Done != i {
		if r, _ := utf8.DecodeLastRuneInString(c.S[:i]); isWordRune(r) || r == ';' || r == ':' || r == '}' {
			return 0
		}
	}
	end := c.constrained(i+1, mark)
	if end < 0 {
		return 0
	}
	c.element(i, tags[mark[0]], i+1, end)
	return end + 1 - i
}

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// constrained is where text between single marks ends: before a mark that
// follows text and is not followed by more of a word; -1 where that is nowhere.
func (c *scan) constrained(from int, mark string) int {
	if from >= len(c.S) || isSpace(c.S[from]) {
		return -1
	}
	key := "end" + mark
	if at, ok := c.none[key]; ok && from >= at {
		return -1
	}
	for i := from + 1; i < len(c.S); i++ {
		if c.S[i] != mark[0] || isSpace(c.S[i-1]) || c.S[i-1] == '\\' {
			continue
		}
		if i+1 < len(c.S) {
			if r, _ := utf8.DecodeRuneInString(c.S[i+1:]); isWordRune(r) || r == rune(mark[0]) {
				continue
			}
		}
		return i
	}
	c.none[key] = from
	return -1
}

// element writes what stands between marks, without them.
func (c *scan) element(start int, tag string, from, to int) {
	c.Flush(start)
	inner := c.T.Slice(from, to)
	if tag == "" { // highlighted
		c.marked(inner)
		return
	}
	c.Open(tag, c.T.Span(from, to))
	if s := inner.S; tag == "code" && len(s) > 2 && s[0] == '+' && s[len(s)-1] == '+' { // `+text+`: as it stands
		c.Write(inner, 1, len(s)-1)
	} else {
		c.marked(inner)
	}
	c.Close()
}

// curved reads text in curved quotes: "`text`".
func (c *scan) curved(i int, mark string) int {
	if !strings.HasPrefix(c.S[i+1:], "`") {
		return 0
	}
	end := c.find(i+2, "`"+mark)
	if end < 0 || end == i+2 {
		return 0
	}
	left, right := "“", "”"
	if mark == "'" {
		left, right = "‘", "’"
	}
	c.Flush(i)
	c.Put(left, c.T.Span(i, i+2))
	c.marked(c.T.Slice(i+2, end))
	c.Put(right, c.T.Span(end, end+2))
	return end + 2 - i
}

// pass reads text between plus signs, which is as it stands, or a plus sign at
// the end of a line, which breaks it.
func (c *scan) pass(i int) int {
	if i > 0 && c.S[i-1] == ' ' && (i+1 == len(c.S) || c.S[i+1] == '\n') {
		c.Flush(i)
		if i+1 < len(c.S) {
			c.Void("br", c.T.Span(i, i+1))
		}
		return 1
	}
	for _, mark := range [...]string{"+++", "++"} {
		if strings.HasPrefix(c.S[i:], mark) {
			return c.verbatim(i, mark)
		}
	}
	if i > 0 {
		if r, _ := utf8.DecodeLastRuneInString(c.S[:i]); isWordRune(r) {
			return 0
		}
	}
	end := c.constrained(i+1, "+")
	if end < 0 {
		return 0
	}
	c.Flush(i)
	c.Write(c.T, i+1, end)
	return end + 1 - i
}

// verbatim writes text between marks as it stands.
func (c *scan) verbatim(i int, mark string) int {
	end := c.find(i+len(mark), mark)
	if end <= i+len(mark) {
		return 0
	}
	c.Flush(i)
	c.Write(c.T, i+len(mark), end)
	return end + len(mark) - i
}

// index reads an index term: between two parentheses it is shown.
func (c *scan) index(i int) int {
	if strings.HasPrefix(c.S[i:], "(((") {
		end := c.find(i+3, ")))")
		if end < 0 {
			return 0
		}
		c.Flush(i)
		return end + 3 - i
	}
	if strings.HasPrefix(c.S[i:], "((") {
		end := c.find(i+2, "))")
		if end <= i+2 || strings.ContainsAny(c.S[i+2:min(end, i+200)], "\n(") || end > i+200 {
			return 0
		}
		c.Flush(i)
		c.marked(c.T.Slice(i+2, end))
		return end + 2 - i
	}
	for sign, shown := range map[string]string{"(C)": "©", "(R)": "®", "(TM)": "™"} {
		if strings.HasPrefix(c.S[i:], sign) {
			return c.sign(i, len(sign), shown)
		}
	}
	return 0
}

// sign writes what stands for n bytes.
func (c *scan) sign(i, n int, shown string) int {
	c.Flush(i)
	c.Put(shown, c.T.Span(i, i+n))
	return n
}

// replacement reads dashes, dots and arrows.
func (c *scan) replacement(i int) int {
	s := c.S[i:]
	switch {
	case strings.HasPrefix(s, "...") && !strings.HasPrefix(s, "....") && (i == 0 || c.S[i-1] != '.'):
		return c.sign(i, 3, "…")
	case strings.HasPrefix(s, "->"):
		return c.sign(i, 2, "→")
	case strings.HasPrefix(s, "=>"):
		return c.sign(i, 2, "⇒")
	case strings.HasPrefix(s, "--") && !strings.HasPrefix(s, "---") && i > 0 && i+2 < len(c.S) && c.S[i-1] != '-':
		spaced := isSpace(c.S[i-1]) && isSpace(c.S[i+2])
		joined := isWord(c.S[i-1]) && isWord(c.S[i+2])
		if spaced || joined {
			return c.sign(i, 2, "—")
		}
	}
	return 0
}
