package org

import (
	"strconv"
	"strings"
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
	none map[string]bool // what follows nowhere any more
}

// tags are the elements of the marks.
var tags = map[byte]string{'*': "strong", '/': "em", '_': "", '=': "code", '~': "code", '+': "del"}

// inline writes text with inline markup.
func (p *parser) inline(t markup.Text) {
	if p.inlines >= maxInlines {
		p.Write(t, 0, len(t.S))
		return
	}
	p.inlines++
	defer func() { p.inlines-- }()
	c := scan{parser: p, Inline: p.Inline(t), none: map[string]bool{}}
	c.Each(c.step)
}

// step reads what is at a place; see [markup.Inline.Each].
func (c *scan) step(i int) int {
	switch b := c.S[i]; b {
	case '*', '/', '_', '=', '~', '+':
		if n := c.marked(i, b); n > 0 || b != '_' {
			return n
		}
		return c.raised(i, "sub")
	case '^':
		return c.raised(i, "sup")
	case '[':
		return c.bracket(i)
	case '<':
		return c.angle(i)
	case '\\':
		return c.backslash(i)
	case '$':
		return c.dollar(i)
	case '{':
		return c.macro(i)
	case '@':
		return c.snippet(i)
	case 's':
		return c.source(i)
	case '-', '.':
		return c.dashes(i)
	}
	return 0
}

// find is where what follows next, or -1.
func (c *scan) find(from int, what string) int {
	if from > len(c.S) || c.none[what] {
		return -1
	}
	i := strings.Index(c.S[from:], what)
	if i < 0 {
		c.none[what] = true
		return -1
	}
	return from + i
}

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' }

// marked reads text between two equal marks.
func (c *scan) marked(i int, mark byte) int {
	if i > 0 && !isSpace(c.S[i-1]) && strings.IndexByte("-({'\"", c.S[i-1]) < 0 && (c.Done != i || i == 0) {
		return 0
	}
	if i+1 >= len(c.S) || isSpace(c.S[i+1]) || c.S[i+1] == mark {
		return 0
	}
	end := c.closing(i+1, mark)
	if end < 0 {
		return 0
	}
	c.Flush(i)
	tag := tags[mark]
	inner := c.T.Slice(i+1, end)
	switch {
	case tag == "":
		c.inline(inner)
	case tag == "code":
		c.Open(tag, c.T.Span(i+1, end))
		c.Write(inner, 0, len(inner.S))
		c.Close()
	default:
		c.Open(tag, c.T.Span(i+1, end))
		c.inline(inner)
		c.Close()
	}
	return end + 1 - i
}

// closing is where marked text ends, or -1: a mark behind text and before what
// is no more of a word.
func (c *scan) closing(from int, mark byte) int {
	key := string(mark)
	if c.none[key] {
		return -1
	}
	for i := from + 1; i < len(c.S); i++ {
		if c.S[i] == mark && !isSpace(c.S[i-1]) && (i+1 == len(c.S) || isSpace(c.S[i+1]) || strings.IndexByte("-.,;:!?'\")}[\\|", c.S[i+1]) >= 0 || c.S[i+1] >= utf8.RuneSelf) {
			return i
		}
	}
	c.none[key] = true
	return -1
}

// raised reads "_{text}" and "^{text}", or a raised number.
func (c *scan) raised(i int, tag string) int {
	if i == 0 || isSpace(c.S[i-1]) || i+1 >= len(c.S) {
		return 0
	}
	from, to, end := i+1, i+1, 0
	if c.S[i+1] == '{' {
		stop := strings.IndexByte(c.S[i:min(len(c.S), i+200)], '}')
		if stop < 0 {
			return 0
		}
		from, to, end = i+2, i+stop, i+stop+1
	} else if tag == "sup" {
		for to < len(c.S) && to < i+9 && '0' <= c.S[to] && c.S[to] <= '9' {
			to++
		}
		end = to
	}
	if from >= to {
		return 0
	}
	c.Flush(i)
	c.Open(tag, c.T.Span(from, to))
	c.Write(c.T, from, to)
	c.Close()
	return end - i
}

// angle reads an address, a target or a time in angle brackets.
func (c *scan) angle(i int) int {
	s := c.S[i:]
	for _, mark := range [...]string{"<<<", "<<"} {
		if !strings.HasPrefix(s, mark) {
			continue
		}
		end := c.find(i+len(mark), strings.Repeat(">", len(mark)))
		if end <= i+len(mark) || end > i+200 || strings.Contains(c.S[i:end], "\n") {
			return 0
		}
		c.Flush(i)
		if len(mark) == 3 {
			c.Write(c.T, i+3, end)
		}
		return end + len(mark) - i
	}
	end := strings.IndexByte(s[:min(len(s), 500)], '>')
	if end < 2 || strings.ContainsAny(s[1:end], "\n<") {
		return 0
	}
	inner := s[1:end]
	isTime := len(inner) >= 10 && inner[4] == '-' && inner[7] == '-' && strings.Trim(inner[:10], "0123456789-") == ""
	scheme, _, ok := strings.Cut(inner, ":")
	if !isTime && (!ok || strings.ContainsAny(inner, " ") || scheme != "http" && scheme != "https" && scheme != "mailto" && scheme != "ftp") {
		return 0
	}
	c.Flush(i)
	c.Write(c.T, i+1, i+end)
	return end + 1
}

// entities are the names of characters behind a backslash.
var entities = map[string]string{
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ",
	"nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ",
	"Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "to": "→", "rightarrow": "→", "leftarrow": "←", "Rightarrow": "⇒", "Leftarrow": "⇐",
	"rarr": "→", "larr": "←", "uarr": "↑", "darr": "↓", "pm": "±", "times": "×", "cdot": "·", "le": "≤", "ge": "≥", "ne": "≠", "approx": "≈", "infin": "∞", "infty": "∞", "deg": "°",
	"nbsp": "\u00a0", "ndash": "–", "mdash": "—", "hellip": "…", "dots": "…", "laquo": "«", "raquo": "»", "copy": "©", "reg": "®", "trade": "™", "euro": "€", "EUR": "€",
	"pound": "£", "sect": "§", "para": "¶", "dag": "†", "bull": "•", "middot": "·", "ast": "*", "under": "_", "vbar": "|", "slash": "/", "tilde": "~", "plus": "+", "equal": "=",
	"lbrack": "[", "rbrack": "]", "lt": "<", "gt": ">", "amp": "&", "quot": `"`, "checkmark": "✓", "aacute": "á", "eacute": "é", "iacute": "í", "oacute": "ó", "uacute": "ú",
	"ntilde": "ñ", "uuml": "ü", "auml": "ä", "ouml": "ö", "szlig": "ß", "ccedil": "ç", "iexcl": "¡", "iquest": "¿", "zwsp": "",
}

// backslash reads a formula, a character by its name, or the end of a line.
func (c *scan) backslash(i int) int {
	s := c.S[i:]
	switch {
	case strings.HasPrefix(s, `\(`), strings.HasPrefix(s, `\[`):
		closer := `\)`
		if s[1] == '[' {
			closer = `\]`
		}
		end := c.find(i+2, closer)
		if end < 0 {
			return 0
		}
		c.formula(i, i+2, end)
		return end + 2 - i
	case strings.HasPrefix(s, `\\`) && (len(s) == 2 || s[2] == '\n' || strings.HasPrefix(s[2:], " \n")):
		c.Flush(i)
		if len(s) > 2 {
			c.Void("br", c.T.Span(i, i+2))
		}
		return 2
	}
	n := 1
	for n < len(s) && n < 20 && ('a' <= s[n] && s[n] <= 'z' || 'A' <= s[n] && s[n] <= 'Z') {
		n++
	}
	shown, ok := entities[s[1:n]]
	if !ok {
		return 0
	}
	c.Flush(i)
	if strings.HasPrefix(s[n:], "{}") {
		n += 2
	}
	c.Put(shown, c.T.Span(i, i+n))
	return n
}

// formula writes a formula in a line.
func (c *scan) formula(start, from, to int) {
	c.Flush(start)
	src := c.T.Span(start, to)
	c.Put("$", src)
	c.Write(c.T, from, to)
	c.Put("$", src)
}

// dollar reads a formula between dollar signs.
func (c *scan) dollar(i int) int {
	if strings.HasPrefix(c.S[i:], "$$") {
		end := c.find(i+2, "$$")
		if end <= i+2 {
			return 0
		}
		c.formula(i, i+2, end)
		return end + 2 - i
	}
	if i+1 >= len(c.S) || isSpace(c.S[i+1]) || i > 0 && c.S[i-1] == '$' {
		return 0
	}
	end := c.find(i+1, "$")
	if end <= i+1 || isSpace(c.S[end-1]) || end > i+1000 || end+1 < len(c.S) && ('0' <= c.S[end+1] && c.S[end+1] <= '9' || 'a' <= c.S[end+1] && c.S[end+1] <= 'z') {
		return 0
	}
	c.Flush(i)
	c.Write(c.T, i, end+1)
	return end + 1 - i
}

// macro replaces "{{{name(arguments)}}}".
func (c *scan) macro(i int) int {
	if !strings.HasPrefix(c.S[i:], "{{{") {
		return 0
	}
	end := c.find(i+3, "}}}")
	if end < 0 {
		return 0
	}
	src := c.T.Span(i, end+3)
	name, args, _ := strings.Cut(c.S[i+3:end], "(")
	name = strings.ToLower(strings.TrimSpace(name))
	c.Flush(i)
	text, ok := c.macros[name]
	if !ok {
		switch name {
		case "title":
			for _, l := range c.title {
				if c.Spend(l.End-l.Start, "a title", src) {
					c.Put(l.Of(c.src), src)
				}
			}
		case "author", "date":
			if c.Spend(len(c.Meta[name]), "a macro", src) {
				c.Put(c.Meta[name], src)
			}
		}
		return end + 3 - i
	}
	values := strings.Split(strings.TrimSuffix(args, ")"), ",")
	for k, v := range values[:min(len(values), 9)] {
		mark := "$" + strconv.Itoa(k+1)
		if !c.Spend(len(v)*strings.Count(text, mark), "a macro", src) {
			return end + 3 - i
		}
		text = strings.ReplaceAll(text, mark, strings.TrimSpace(v))
	}
	if c.Spend(len(text), "a macro", src) {
		var b markup.Buffer
		b.Add(text, src)
		c.inline(b.Text())
	}
	return end + 3 - i
}

// snippet skips text for one kind of export.
func (c *scan) snippet(i int) int {
	if !strings.HasPrefix(c.S[i:], "@@") {
		return 0
	}
	end := c.find(i+2, "@@")
	if end < 0 {
		return 0
	}
	c.Flush(i)
	return end + 2 - i
}

// source reads "src_language[options]{code}".
func (c *scan) source(i int) int {
	s := c.S[i:min(len(c.S), i+1000)]
	if !strings.HasPrefix(s, "src_") || i > 0 && !isSpace(c.S[i-1]) && c.S[i-1] != '(' {
		return 0
	}
	open := strings.IndexAny(s, "{ \n")
	if open < 0 || s[open] != '{' {
		return 0
	}
	end := strings.IndexByte(s[open:], '}')
	if end < 2 {
		return 0
	}
	span := doc.Span{Start: i + open + 1, End: i + open + end}
	c.Flush(i)
	c.Open("code", c.T.Span(span.Start, span.End))
	c.Write(c.T, span.Start, span.End)
	c.Close()
	return open + end + 1
}

// dashes reads "--", "---" and "...".
func (c *scan) dashes(i int) int {
	run := 1
	for i+run < len(c.S) && c.S[i+run] == c.S[i] {
		run++
	}
	shown := ""
	switch {
	case c.S[i] == '-' && run == 2 && (i == 0 || isSpace(c.S[i-1])) && i+2 < len(c.S) && !isSpace(c.S[i+2]): // an option
	case c.S[i] == '-' && run == 2:
		shown = "–"
	case c.S[i] == '-' && run == 3:
		shown = "—"
	case c.S[i] == '.' && run == 3:
		shown = "…"
	}
	if shown == "" {
		if run > 1 {
			c.Flush(i + run)
			return run
		}
		return 0
	}
	c.Flush(i)
	c.Put(shown, c.T.Span(i, i+run))
	return run
}
