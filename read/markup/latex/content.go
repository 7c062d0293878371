package latex

import (
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// maxDepth is how deep groups, arguments and environments nest that are read.
const maxDepth = 3 * markup.MaxDepth

// content reads a part of the text.
func (p *parser) content(from, to int) {
	if p.depth >= maxDepth {
		p.text(from, to)
		return
	}
	p.depth++
	defer func() { p.depth-- }()
	for i := from; i < to && p.Going(); {
		i = p.step(i, to)
	}
}

// step reads what stands at a place and returns what is behind it.
func (p *parser) step(i, to int) int {
	switch c := p.s[i]; c {
	case '\\', '$':
		if r, ok := p.regions[i]; ok && r.end <= to {
			p.region(i, r)
			return r.end
		}
		if c == '$' {
			p.text(i, i+1)
			return i + 1
		}
		return p.command(i, to)
	case '{':
		return p.group(i, to)
	case '}':
		return i + 1
	case '\n':
		if end := afterLineEnd(p.s, i); end > 0 && end < to {
			if p.inline == 0 {
				p.closeP()
			} else {
				p.blank(i)
			}
			return end
		}
		p.blank(i)
		return i + 1
	case ' ', '\t', '\r', '~', '&':
		p.blank(i)
		return i + 1
	case '-', '`', '\'', '!', '?', '"':
		return p.sign(i, to)
	}
	end := i + 1
	for end < to && strings.IndexByte("\\${}\n~&-`'!?\"", p.s[end]) < 0 {
		end++
	}
	stop := end
	if strings.HasPrefix(p.s[end:to], `\and`) { // a comma follows
		stop = markup.TrimEnd(p.s, i, end)
	}
	p.text(i, stop)
	return end
}

// blank writes a blank, where a line has begun.
func (p *parser) blank(i int) {
	if p.captured != nil || p.inP || p.inline > 0 {
		if strings.HasPrefix(p.s[i+1:], `\and `) || strings.HasPrefix(p.s[i+1:], "\\and\n") {
			return // a comma follows
		}
		if p.s[i] == ' ' || p.s[i] == '\n' {
			p.text(i, i+1)
		} else {
			p.put(" ", i, i+1)
		}
	}
}

// signs are dashes and quotes as TeX has them.
var signs = [...]struct{ tex, shown string }{{"---", "—"}, {"--", "–"}, {"``", "“"}, {"''", "”"}, {"`", "‘"}, {"!`", "¡"}, {"?`", "¿"}, {"\"`", "„"}, {"\"'", "“"},
	{"\"<", "«"}, {"\">", "»"}, {"\"-", ""}, {"\"=", "-"}}

func (p *parser) sign(i, to int) int {
	if end := p.token(i, to); end > 0 {
		return end
	}
	for _, sign := range signs {
		if strings.HasPrefix(p.s[i:to], sign.tex) {
			p.put(sign.shown, i, i+len(sign.tex))
			return i + len(sign.tex)
		}
	}
	p.text(i, i+1)
	return i + 1
}

// token reads what the Open Logic Project puts before a word that may be set
// differently: "!!{formula}s", "!!a{proof}", "!!^{sentence}".
func (p *parser) token(i, to int) int {
	rest, ok := strings.CutPrefix(p.s[i:to], "!!")
	if !ok {
		return 0
	}
	rest = strings.TrimPrefix(rest, "^")
	article := strings.HasPrefix(rest, "a{")
	if rest = strings.TrimPrefix(rest, "a"); !strings.HasPrefix(rest, "{") {
		return 0
	}
	end := to - len(rest)
	if article {
		p.put("a ", i, end)
	}
	return end
}

// group reads braces: those that begin with a switch of the font are an
// element, others mean nothing.
func (p *parser) group(i, to int) int {
	end, ok := p.braces[i]
	if !ok || end > to {
		return i + 1
	}
	at := afterBlanks(p.s, i+1)
	if at < end && p.s[at] == '\\' {
		name, after := command(p.s, at)
		if tag, ok := switches[name]; ok && strings.TrimSpace(p.s[after:end]) != "" {
			p.element(tag, afterBlanks(p.s, after), end)
			return end + 1
		}
	}
	return i + 1
}

// switches are the commands that change the font up to the end of a group.
var switches = map[string]string{"bf": "strong", "bfseries": "strong", "it": "em", "itshape": "em", "em": "em", "sl": "em", "slshape": "em", "tt": "code", "ttfamily": "code"}

// region writes a formula or code.
func (p *parser) region(at int, r region) {
	if p.captured != nil {
		if r.kind == '$' || r.kind == 'c' {
			p.text(r.from, r.to)
		}
		return
	}
	switch r.kind {
	case '$':
		from, to := trim(p.s, r.from, r.to)
		p.put("$", at, r.from)
		p.text(from, to)
		p.put("$", r.to, r.end)
	case 'c':
		p.openP(at)
		p.Open("code", p.span(r.from, r.to))
		p.text(r.from, r.to)
		p.Close()
	case 'd':
		p.closeP()
		from, to := r.from, r.to
		if formulas[r.name] {
			from, to = at, r.end
		}
		from, to = trim(p.s, from, to)
		p.Math(p.t.Slice(from, to))
	case 'v':
		if hidden := verbatims[r.name]; !hidden {
			p.closeP()
			p.listing(r)
		}
	}
}

func trim(s string, from, to int) (int, int) {
	for from < to && (s[from] == ' ' || s[from] == '\n' || s[from] == '\t' || s[from] == '\r') {
		from++
	}
	for to > from && (s[to-1] == ' ' || s[to-1] == '\n' || s[to-1] == '\t' || s[to-1] == '\r') {
		to--
	}
	return from, to
}

// listing writes code, whose language and caption its options name.
func (p *parser) listing(r region) {
	from, language, caption := r.from, p.code, ""
	if a, b, ok := option(p.s, from); ok && strings.IndexByte(p.s[from:a], '\n') < 0 {
		if v := optionNamed(p.s, a, b, "language"); v != "" {
			language = v
		}
		caption = optionNamed(p.s, a, b, "caption")
		if from = b + 1; caption != "" {
			a = a + strings.Index(p.s[a:b], caption)
			p.Open("figure", p.span(a, b))
			p.Open("figcaption", p.span(a, b))
			p.line(a, a+len(caption))
			p.Close()
			defer p.Close()
		}
	}
	if r.name == "minted" {
		if v, after := environment(p.s, from); v != "" && after <= r.to {
			language, from = v, after
		}
	}
	if r.name != "lstlisting" && r.name != "minted" {
		language = ""
	}
	if end := strings.IndexByte(p.s[from:r.to], '\n'); end >= 0 && strings.TrimSpace(p.s[from:from+end]) == "" {
		from += end + 1
	}
	_, to := trim(p.s, from, r.to)
	if from >= to {
		return
	}
	var attrs []string
	if fields := strings.FieldsFunc(language, func(c rune) bool { return c == ']' || c == '[' || c == ' ' || c == '{' }); len(fields) > 0 {
		attrs = []string{"class", "language-" + strings.ToLower(fields[len(fields)-1])}
	}
	p.Open("pre", p.span(from, to), attrs...)
	p.Write(p.t, from, to)
	p.Close()
}

// section writes the title of a section.
func (p *parser) section(rank, i, to int) int {
	if i < to && p.s[i] == '*' {
		i++
	}
	if _, end, ok := option(p.s, i); ok {
		i = end + 1
	}
	from, end, ok := p.arg(i, to)
	if !ok {
		return i
	}
	p.heading(rank, from, end)
	return end + 1
}

func (p *parser) heading(rank, from, to int) {
	p.closeP()
	level := 1
	for _, r := range p.ranks {
		if r < rank {
			level++
		}
	}
	if p.titled && !p.title.Empty() {
		level++
	}
	p.open("h"+strconv.Itoa(min(level, 6)), p.span(from, to))
	p.line(from, to)
	p.shut()
}

// arg is where the content of the braces lies that follow.
func (p *parser) arg(i, to int) (from, end int, ok bool) {
	i = afterBlanks(p.s, i)
	if i >= to || p.s[i] != '{' {
		return 0, 0, false
	}
	end, ok = p.braces[i]
	return i + 1, end, ok && end < to
}

// args skips n arguments in braces, and those in brackets around them.
func (p *parser) args(i, to, n int) int {
	for range n {
		i = p.options(i, to)
		_, end, ok := p.arg(i, to)
		if !ok {
			return i
		}
		i = end + 1
	}
	return p.options(i, to)
}

// overlay skips the slides that something is on, as beamer has them: "<2->".
func (p *parser) overlay(i, to int) int {
	if i < to && p.s[i] == '<' {
		if end := strings.IndexByte(p.s[i:min(to, i+40)], '>'); end > 0 {
			return i + end + 1
		}
	}
	return i
}

// options skips arguments in brackets, and overlays.
func (p *parser) options(i, to int) int {
	for range 4 {
		if after := p.overlay(i, to); after > i {
			i = after
			continue
		}
		_, end, ok := option(p.s, i)
		if !ok || end >= to {
			return i
		}
		i = end + 1
	}
	return i
}

// makeTitle writes the title with author and date below it.
func (p *parser) makeTitle(at int) {
	p.closeP()
	if !p.title.Empty() {
		p.open("h1", p.span(p.title.Start, p.title.End))
		p.line(p.title.Start, p.title.End)
		p.shut()
	}
	for _, s := range [...]doc.Span{p.author, p.date} {
		if !s.Empty() {
			p.block(s.Start, s.End)
		}
	}
}
