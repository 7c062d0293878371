package latex

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// macro is a command that the source defines.
type macro struct {
	args     int
	optional bool   // the first argument may be left out
	standard string // and is this then
	body     string
}

// expander replaces macros, and drops comments and definitions.
type expander struct {
	*markup.Writer
	macros   map[string]macro
	theorems map[string]string
}

// maxNested is how deep macros are replaced in what others stand for.
const maxNested = 32

// maxMacros is how many macros are kept.
const maxMacros = 10_000

// pass is one text on its way through the expander.
type pass struct {
	*expander
	scan   scanner
	t      markup.Text
	s      string
	b      *markup.Buffer
	braces map[int]int // nil until they are needed
	depth  int
}

// expand adds a text to b without comments and definitions and with its macros
// replaced.
func (x *expander) expand(b *markup.Buffer, t markup.Text, depth int) {
	p := pass{expander: x, scan: scanner{s: t.S}, t: t, s: t.S, b: b, depth: depth}
	done := 0
	for i := 0; i < len(p.s) && p.Going(); {
		switch p.s[i] {
		case '%':
			b.Join(t, done, i)
			i = p.comment(i)
			done = i
		case '$':
			if r, ok := p.scan.region(i); ok {
				i = r.end
				continue
			}
			i++
		case '\\':
			if r, ok := p.scan.region(i); ok {
				i = r.end
				continue
			}
			name, end := command(p.s, i)
			if after, ok := p.special(name, end, func() { b.Join(t, done, i) }); ok {
				i, done = after, after
				continue
			}
			i = max(end, i+1)
			if name == "url" || name == "href" || name == "path" || name == "nolinkurl" { // a percent sign in them is one
				if from := afterBlanks(p.s, end); from < len(p.s) && p.s[from] == '{' {
					if stop := strings.IndexByte(p.s[from:min(len(p.s), from+maxVerb)], '}'); stop > 0 {
						i = from + stop
					}
				}
			}
		default:
			i++
		}
	}
	b.Join(t, done, len(p.s))
}

// comment is where a comment ends: with the blanks that the next line begins
// with. A blank line behind it still parts paragraphs.
func (p *pass) comment(i int) int {
	end := strings.IndexByte(p.s[i:], '\n')
	if end < 0 {
		return len(p.s)
	}
	next := i + end + 1
	i = next
	for i < len(p.s) && (p.s[i] == ' ' || p.s[i] == '\t' || p.s[i] == '\r') {
		i++
	}
	if i < len(p.s) && p.s[i] == '\n' {
		return next - 1
	}
	return i
}

// special reads a definition, a condition that never holds, or a macro, and
// returns what is behind it. flush writes what stands before.
func (p *pass) special(name string, end int, flush func()) (int, bool) {
	switch strings.TrimSuffix(name, "*") {
	case "newcommand", "renewcommand", "providecommand", "DeclareRobustCommand", "newrobustcmd":
		if after, ok := p.newCommand(end); ok {
			flush()
			return after, true
		}
	case "NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand", "DeclareDocumentCommand":
		if after, ok := p.newDocumentCommand(end); ok {
			flush()
			return after, true
		}
	case "def", "gdef", "edef", "xdef":
		if after, ok := p.def(end); ok {
			flush()
			return after, true
		}
	case "let":
		flush()
		return p.let(end), true
	case "newtheorem", "declaretheorem", "spnewtheorem":
		flush()
		return p.theorem(name, end), true
	case "newenvironment", "renewenvironment":
		flush()
		after := end
		for range 3 {
			after = p.skipOptions(after)
			if _, to, ok := p.group(after); ok {
				after = to + 1
			}
		}
		return after, true
	case "DeclareMathOperator":
		flush()
		_, after := p.groups(p.star(end), 2)
		return after, true
	case "iffalse":
		if i := p.scan.find(`\fi`, end); i >= 0 {
			flush()
			return i + 3, true
		}
	default:
		if m, ok := p.macros[name]; ok {
			return p.call(name, m, end, flush)
		}
	}
	return 0, false
}

func (p *pass) star(i int) int {
	if i < len(p.s) && p.s[i] == '*' {
		return i + 1
	}
	return i
}

// group is where the content of the braces lies that follow a place.
func (p *pass) group(i int) (from, to int, ok bool) {
	i = afterBlanks(p.s, i)
	if i >= len(p.s) || p.s[i] != '{' {
		return 0, 0, false
	}
	if p.braces == nil {
		p.braces = bracesOf(p.s)
	}
	to, ok = p.braces[i]
	return i + 1, to, ok
}

// bracesOf finds the braces of a text that close each other.
func bracesOf(s string) map[int]int {
	out := map[int]int{}
	var open []int
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '%':
			if end := strings.IndexByte(s[i:], '\n'); end >= 0 {
				i += end
			} else {
				i = len(s)
			}
		case '{':
			open = append(open, i)
		case '}':
			if n := len(open); n > 0 {
				out[open[n-1]] = i
				open = open[:n-1]
			}
		}
	}
	return out
}

// groups are the contents of n groups, and what is behind them.
func (p *pass) groups(i, n int) (out []doc.Span, after int) {
	for range n {
		from, to, ok := p.group(i)
		if !ok {
			return out, i
		}
		out = append(out, doc.Span{Start: from, End: to})
		i = to + 1
	}
	return out, i
}

// maxOption is the longest optional argument.
const maxOption = 2000

// option is the content of the brackets at a place.
func option(s string, i int) (from, to int, ok bool) {
	i = afterBlanks(s, i)
	if i >= len(s) || s[i] != '[' {
		return 0, 0, false
	}
	depth := 0
	for k := i + 1; k < len(s) && k-i < maxOption; k++ {
		switch s[k] {
		case '\\':
			k++
		case '{', '[':
			depth++
		case '}':
			depth--
		case ']':
			if depth == 0 {
				return i + 1, k, true
			}
			depth--
		}
	}
	return 0, 0, false
}

func (p *pass) skipOptions(i int) int {
	for range 3 {
		_, to, ok := option(p.s, i)
		if !ok {
			return i
		}
		i = to + 1
	}
	return i
}

// call replaces a macro with its arguments.
func (p *pass) call(name string, m macro, end int, flush func()) (int, bool) {
	if p.depth >= maxNested {
		return 0, false
	}
	args := make([]markup.Text, 0, m.args)
	i := end
	if m.optional {
		if from, to, ok := option(p.s, i); ok {
			args = append(args, p.t.Slice(from, to))
			i = to + 1
		} else {
			var b markup.Buffer
			b.Add(m.standard, p.t.Span(end-1, end))
			args = append(args, b.Text())
		}
	}
	for len(args) < m.args {
		from, to, ok := p.group(i)
		if !ok {
			if from, to, ok = p.single(i); !ok {
				return 0, false
			}
			i = to
		} else {
			i = to + 1
		}
		args = append(args, p.t.Slice(from, to))
	}
	if m.args == 0 && isLetter(name[len(name)-1]) && !strings.Contains(m.body, `\xspace`) {
		i = afterBlanks(p.s, i)
	}
	src := p.t.Span(end-len(name)-1, end)
	body := m.with(args, src)
	if !p.Spend(1+len(body.S), `\`+name, src) {
		return 0, false
	}
	flush()
	p.expand(p.b, body, p.depth+1)
	return i, true
}

// single is the argument of one character or command without braces.
func (p *pass) single(i int) (from, to int, ok bool) {
	i = afterBlanks(p.s, i)
	if i >= len(p.s) || p.s[i] == '}' || p.s[i] == '\n' {
		return 0, 0, false
	}
	if p.s[i] == '\\' {
		_, end := command(p.s, i)
		return i, end, true
	}
	end := i + 1
	for end < len(p.s) && p.s[end]&0xc0 == 0x80 {
		end++
	}
	return i, end, true
}

// with is the body with arguments in place of #1, #2 …
func (m macro) with(args []markup.Text, src doc.Span) markup.Text {
	var b markup.Buffer
	done := 0
	for i := 0; i+1 < len(m.body); i++ {
		switch n := int(m.body[i+1]) - '1'; {
		case m.body[i] == '\\':
			i++
		case m.body[i] == '#' && n >= 0 && n < len(args):
			b.Add(m.body[done:i], src)
			b.Join(args[n], 0, len(args[n].S))
			done = i + 2
			i++
		}
	}
	b.Add(m.body[done:], src)
	return b.Text()
}
