package rst

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/read/markup"
)

// The kinds of marks that begin inline markup.
const (
	strongMark = iota
	emphasisMark
	literalMark
	backquoteMark
	barMark
	targetMark
	noteMark
	markKinds
)

// closers are the marks that end what each kind begins.
var closers = [markKinds]string{"**", "*", "``", "`", "|", "`", "]_"}

// scan goes through text with inline markup once.
type scan struct {
	*parser
	*markup.Inline
	escaped int             // up to here it is escaped
	none    [markKinds]bool // no more ends of this kind follow
}

// inline writes text with inline markup.
func (p *parser) inline(t markup.Text) {
	c := scan{parser: p, Inline: p.Inline(t)}
	c.Each(c.step)
}

// step reads what is at a place; see [markup.Inline.Each].
func (c *scan) step(i int) int {
	if i < c.escaped {
		return 0
	}
	switch c.S[i] {
	case '\\':
		c.escape(i)
	case '*', '`', '|', '[', ':', '_':
		return c.mark(i)
	}
	return 0
}

// escape writes what stands before a backslash, and leaves that out; with white
// space after it, that too. What it escapes is text.
func (c *scan) escape(i int) {
	c.Flush(i)
	c.Done = i + 1
	if i+1 < len(c.S) && (c.S[i+1] == ' ' || c.S[i+1] == '\n') {
		c.Done = i + 2
	}
	_, w := utf8.DecodeRuneInString(c.S[i+1:])
	c.escaped = i + 1 + w
}

// mark reads inline markup at a place, writes it, and returns its length; 0
// where there is none.
func (c *scan) mark(i int) int {
	s := c.S[i:]
	switch {
	case s[0] == '_' && strings.HasPrefix(s, "_`"):
		return c.between(i, targetMark, 2, c.plain)
	case s[0] == '_':
		return c.named(i)
	case s[0] == ':':
		return c.prefixed(i)
	case strings.HasPrefix(s, "**"):
		return c.between(i, strongMark, 2, c.element("strong"))
	case s[0] == '*':
		return c.between(i, emphasisMark, 1, c.element("em"))
	case strings.HasPrefix(s, "``"):
		return c.between(i, literalMark, 2, c.literalText)
	case s[0] == '`':
		return c.between(i, backquoteMark, 1, func(from, to int) { c.interpreted(from, to, "") })
	case s[0] == '|':
		return c.between(i, barMark, 1, c.substitute)
	default:
		return c.footnote(i)
	}
}

// between reads what stands between a mark and its end, and returns the length
// of all that; 0 where the mark begins nothing.
func (c *scan) between(i, kind, open int, write func(from, to int)) int {
	from := i + open
	if !c.mayStart(i, from) {
		return 0
	}
	to := c.end(from, kind)
	if to < 0 {
		return 0
	}
	c.Flush(i)
	end := to + len(closers[kind])
	if kind == backquoteMark || kind == barMark { // a reference
		for n := 0; n < 2 && end < len(c.S) && c.S[end] == '_'; n++ {
			end++
		}
	}
	write(from, to)
	if kind == backquoteMark && strings.HasPrefix(c.S[end:], ":") { // a role behind it, which was written by now
		if n := roleLength(c.S[end+1:]); n > 0 {
			end += n + 2
		}
	}
	return end - i
}

// mayStart reports whether markup may begin at i, whose content begins at from:
// after white space or what opens, and before text; not where it stands alone
// between two quotes.
func (c *scan) mayStart(i, from int) bool {
	if from >= len(c.S) || isSpaceByte(c.S[from]) {
		return false
	}
	if i == 0 {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(c.S[:i])
	if unicode.IsSpace(r) || strings.ContainsRune("-:/", r) || strings.ContainsRune("'\"([{<", r) || c.Done == i {
		return !c.quoted(r, from)
	}
	return r >= utf8.RuneSelf && (unicode.Is(unicode.Ps, r) || unicode.Is(unicode.Pi, r) || unicode.Is(unicode.Pf, r) || unicode.Is(unicode.Pd, r) || unicode.Is(unicode.Po, r))
}

// quoted reports whether a mark stands between a sign that opens and the one
// that closes it, as the star in "(*)" does.
func (c *scan) quoted(before rune, from int) bool {
	i := strings.IndexRune("'\"([{<", before)
	return i >= 0 && c.S[from] == "'\")]}>"[i]
}

func isSpaceByte(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\f' || b == '\v' }

// end finds the end of markup of a kind from a place on, or -1. Where there is
// none, there is none further on either.
func (c *scan) end(from, kind int) int {
	if c.none[kind] {
		return -1
	}
	closer := closers[kind]
	for i := from + 1; i+len(closer) <= len(c.S); i++ {
		if c.S[i] == '\\' && kind != literalMark {
			i++
			continue
		}
		if c.S[i] != closer[0] || !strings.HasPrefix(c.S[i:], closer) || isSpaceByte(c.S[i-1]) {
			continue
		}
		if c.mayEnd(i+len(closer), kind) {
			return i
		}
	}
	c.none[kind] = true
	return -1
}

// mayEnd reports whether markup may end before a place: at the end, before
// white space or what closes.
func (c *scan) mayEnd(i, kind int) bool {
	if (kind == backquoteMark || kind == barMark) && i < len(c.S) && (c.S[i] == '_' || c.S[i] == ':' && kind == backquoteMark) {
		for i < len(c.S) && c.S[i] == '_' {
			i++
		}
	}
	if i >= len(c.S) || isSpaceByte(c.S[i]) {
		return true
	}
	if c.S[i] < utf8.RuneSelf {
		return strings.IndexByte("'\")]}>-/\\:.,;!?", c.S[i]) >= 0
	}
	r, _ := utf8.DecodeRuneInString(c.S[i:])
	return unicode.IsPunct(r) || unicode.IsSpace(r)
}

// element returns what writes an element of plain text.
func (c *scan) element(tag string) func(from, to int) {
	return func(from, to int) {
		c.Open(tag, c.T.Span(from, to))
		c.plain(from, to)
		c.Close()
	}
}

// plain writes text without its backslashes.
func (c *scan) plain(from, to int) {
	for i := from; i < to; i++ {
		if c.S[i] != '\\' {
			continue
		}
		c.Write(c.T, from, i)
		from = i + 1
		i++
		if i < to && (c.S[i] == ' ' || c.S[i] == '\n') {
			from++
		}
	}
	if from < to {
		c.Write(c.T, from, to)
	}
}

// literalText writes code, in which a backslash is one.
func (c *scan) literalText(from, to int) {
	c.Open("code", c.T.Span(from, to))
	c.Write(c.T, from, to)
	c.Close()
}

// prefixed reads ":role:`text`".
func (c *scan) prefixed(i int) int {
	end := i + 1
	for end < len(c.S) && (isAlnum(c.S[end]) || strings.IndexByte("-_+.:", c.S[end]) >= 0) && c.S[end-1:min(end+1, len(c.S))] != ":`" {
		end++
	}
	if end >= len(c.S) || c.S[end] != '`' || c.S[end-1] != ':' || end-1 == i || !c.mayStart(i, end) || strings.HasPrefix(c.S[end:], "``") {
		return 0
	}
	to := -1
	if end+1 < len(c.S) {
		to = c.end(end+1, backquoteMark)
	}
	if to < 0 {
		return 0
	}
	c.Flush(i)
	c.interpreted(end+1, to, strings.ToLower(c.S[i+1:end-1]))
	return to + 1 - i
}

// interpreted writes what stands between backquotes: with an underscore behind
// it a link, else text with a role, which may also stand behind it.
func (c *scan) interpreted(from, to int, role string) {
	if role == "" && to+1 < len(c.S) && c.S[to+1] == '_' {
		c.link(from, to)
		return
	}
	if role == "" {
		if rest := c.S[to+1:]; strings.HasPrefix(rest, ":") {
			role = strings.ToLower(rest[1 : 1+roleLength(rest[1:])])
		}
	}
	c.role(role, from, to)
}

// roleLength is the length of a role's name that ends with a colon, or 0.
func roleLength(s string) int {
	i := 0
	for i < len(s) && (isAlnum(s[i]) || strings.IndexByte("-_+.", s[i]) >= 0) {
		i++
	}
	if i < len(s) && s[i] == ':' {
		return i
	}
	return 0
}

// footnote reads a reference to a footnote or a citation.
func (c *scan) footnote(i int) int {
	if !c.mayStart(i, i+1) {
		return 0
	}
	end := i + 1
	for end < len(c.S) && end-i < 100 && c.S[end] != ']' && c.S[end] != '[' && !isSpaceByte(c.S[end]) {
		end++
	}
	if end == i+1 || !strings.HasPrefix(c.S[end:], "]_") || !c.mayEnd(end+2, noteMark) {
		return 0
	}
	label := c.S[i+1 : end]
	switch {
	case label == "#":
		label = c.nextNumber(&c.autoRef)
	case label == "*":
		c.symRef++
		label = "s" + strconv.Itoa(c.symRef)
	case label[0] == '#':
		label = label[1:]
	}
	c.Flush(i)
	c.Reference(label, c.T.Span(i, end+2))
	return end + 2 - i
}
