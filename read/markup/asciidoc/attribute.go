package asciidoc

import (
	"maps"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// characters are the attributes that stand for a character.
var characters = map[string]string{
	"empty": "", "blank": "", "sp": " ", "nbsp": "\u00a0", "zwsp": "\u200b", "wj": "\u2060", "apos": "'", "quot": `"`, "lsquo": "‘", "rsquo": "’",
	"ldquo": "“", "rdquo": "”", "deg": "°", "plus": "+", "brvbar": "¦", "vbar": "|", "amp": "&", "lt": "<", "gt": ">", "startsb": "[", "endsb": "]",
	"caret": "^", "asterisk": "*", "tilde": "~", "backslash": `\`, "backtick": "`", "two-colons": "::", "two-semicolons": ";;", "cpp": "C++", "cxx": "C++", "pp": "++",
}

// builtin are the attributes that are set from the start.
func builtin() map[string]string {
	m := maps.Clone(characters)
	for name, value := range map[string]string{"asciidoctor": "", "backend": "html5", "backend-html5": "", "basebackend": "html", "basebackend-html": "",
		"doctype": "article", "filetype": "html", "outfilesuffix": ".html"} {
		m[name] = value
	}
	return m
}

// attribute reads an entry ":name: value" and returns how many lines it has; a
// value goes on below a line that ends with a backslash. 0 where it is none.
func (p *parser) attribute(lines []markup.Line) int {
	s := lines[0].Of(p.src)
	if len(s) < 3 || s[0] != ':' {
		return 0
	}
	end := strings.IndexByte(s[1:], ':') + 1
	if end < 2 || end+1 < len(s) && s[end+1] != ' ' && s[end+1] != '\t' {
		return 0
	}
	name := s[1:end]
	if !isAttributeName(strings.Trim(name, "!")) {
		return 0
	}
	value := strings.TrimSpace(s[end+1:])
	n := 1
	for n < len(lines) && n < maxContinued && strings.HasSuffix(value, `\`) {
		value = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(value, `\`), " "), " +")) + " " + strings.TrimSpace(lines[n].Of(p.src))
		n++
	}
	p.set(name, value, lines[0].Span())
	return n
}

// maxContinued is over how many lines a value goes.
const maxContinued = 64

func (p *parser) set(name, value string, src doc.Span) {
	lower := strings.ToLower(strings.Trim(name, "!"))
	switch {
	case strings.Contains(name, "!"):
		delete(p.attrs, lower)
	case len(p.attrs) < maxAttributes || p.attrs[lower] != "":
		var b markup.Buffer
		b.Add(value, src)
		p.attrs[lower] = p.expand(b.Text()).S
	}
}

// maxAttributes is how many attributes are kept.
const maxAttributes = 10_000

func isAttributeName(s string) bool {
	for i := range len(s) {
		if !isWord(s[i]) && s[i] != '-' {
			return false
		}
	}
	return s != "" && s[0] != '-'
}

func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= 0x80
}

// expand replaces the attributes in a text. Those that nothing sets stay.
func (p *parser) expand(t markup.Text) markup.Text {
	if !strings.Contains(t.S, "{") {
		return t
	}
	var b markup.Buffer
	done := 0
	for i := 0; i < len(t.S); {
		open := strings.IndexByte(t.S[i:], '{')
		if open < 0 {
			break
		}
		i += open
		length := p.nameLength(t.S[i+1:])
		if length == 0 {
			i++
			continue
		}
		name := t.S[i+1 : i+1+length]
		end := i + length + 2
		src := t.Span(i, end)
		value, ok := p.value(name)
		switch {
		case i > 0 && t.S[i-1] == '\\':
			b.Join(t, done, i-1)
			b.Join(t, i, end)
		case !ok:
			i = end
			continue
		default:
			b.Join(t, done, i)
			if !p.Spend(len(value), "an attribute", src) {
				return t
			}
			b.Add(value, src)
		}
		i, done = end, end
	}
	b.Join(t, done, len(t.S))
	return b.Text()
}

// maxName is the longest name of an attribute.
const maxName = 100

// nameLength is the length of a name that ends with a brace, or 0.
func (p *parser) nameLength(s string) int {
	for i := 0; i < len(s) && i < maxName; i++ {
		switch {
		case s[i] == '}':
			return i
		case !isWord(s[i]) && s[i] != '-' && s[i] != ':' && s[i] != '!':
			return 0
		}
	}
	return 0
}

// value is what an attribute stands for; a counter counts.
func (p *parser) value(name string) (string, bool) {
	if kind, counter, ok := strings.Cut(name, ":"); ok {
		counter, start, _ := strings.Cut(counter, ":")
		if (kind != "counter" && kind != "counter2") || counter == "" || p.counters == nil {
			return "", false
		}
		if n, err := strconv.Atoi(start); err == nil && p.counters[counter] == 0 {
			p.counters[counter] = n - 1
		}
		p.counters[counter]++
		p.attrs[counter] = strconv.Itoa(p.counters[counter])
		if kind == "counter2" {
			return "", true
		}
		return p.attrs[counter], true
	}
	v, ok := p.attrs[strings.ToLower(name)]
	return v, ok
}

// preprocess returns the lines that conditions leave, without those that
// include others.
func (p *parser) preprocess(lines []markup.Line) []markup.Line {
	var out []markup.Line
	var open []bool // by condition that is open: what it lets through is read
	hidden := 0
	verbatim := ""
	for i := 0; i < len(lines) && p.Going(); i++ {
		l := lines[i]
		s := l.Of(p.src)
		name, target, rest, ok := directive(s)
		switch {
		case ok && name == "endif":
			if n := len(open); n > 0 {
				if !open[n-1] {
					hidden--
				}
				open = open[:n-1]
			}
			continue
		case ok && name != "include":
			holds := p.holds(name, target, rest)
			if rest != "" && name != "ifeval" { // the line itself is the content
				if holds && hidden == 0 {
					out = append(out, markup.Line{Start: l.End - 1 - len(rest), End: l.End - 1})
				}
				continue
			}
			if open = append(open, holds); !holds {
				hidden++
			}
			continue
		case hidden > 0:
			continue
		case ok:
			p.Left(p.expand(markup.Of(target, doc.Span{End: len(target)})).S)
			continue
		case strings.HasPrefix(s, `\`):
			if _, _, _, escaped := directive(s[1:]); escaped {
				l.Start++
			}
		}
		switch d := isDelimiter(s); {
		case verbatim != "":
			if s == verbatim {
				verbatim = ""
			}
		case d == '-' && len(s) > 2 || d == '.' || d == '+' || d == '/' || d == '`':
			if verbatim = s; d == '`' {
				verbatim = "```"
			}
		case s != "" && s[0] == ':':
			if n := p.attribute(lines[i:]); n > 1 {
				out = append(out, lines[i:i+n-1]...)
				i += n - 1
				l = lines[i]
			}
		}
		out = append(out, l)
	}
	return out
}

// directive reads a line of the preprocessor: "ifdef::name[rest]".
func directive(s string) (name, target, rest string, ok bool) {
	if !strings.HasSuffix(s, "]") {
		return "", "", "", false
	}
	name, after, found := strings.Cut(s, "::")
	switch name {
	case "ifdef", "ifndef", "ifeval", "endif", "include":
	default:
		return "", "", "", false
	}
	i := strings.IndexByte(after, '[')
	if !found || i < 0 {
		return "", "", "", false
	}
	return name, after[:i], after[i+1 : len(after)-1], true
}

// holds reports whether a condition holds.
func (p *parser) holds(name, target, rest string) bool {
	if name == "ifeval" {
		return p.evaluate(rest)
	}
	sep, all := ",", false
	if strings.Contains(target, "+") {
		sep, all = "+", true
	}
	set := all
	for attr := range strings.SplitSeq(target, sep) {
		_, is := p.attrs[strings.ToLower(strings.TrimSpace(attr))]
		if all {
			set = set && is
		} else {
			set = set || is
		}
	}
	return set == (name == "ifdef")
}

// evaluate compares the two sides of an expression.
func (p *parser) evaluate(s string) bool {
	for _, op := range [...]string{"==", "!=", "<=", ">=", "<", ">"} {
		left, right, ok := strings.Cut(s, op)
		if !ok {
			continue
		}
		a, b := p.operand(left), p.operand(right)
		order := strings.Compare(a, b)
		if x, err := strconv.ParseFloat(a, 64); err == nil {
			if y, err := strconv.ParseFloat(b, 64); err == nil {
				order = 0
				if x < y {
					order = -1
				} else if x > y {
					order = 1
				}
			}
		}
		switch op {
		case "==":
			return order == 0
		case "!=":
			return order != 0
		case "<=":
			return order <= 0
		case ">=":
			return order >= 0
		case "<":
			return order < 0
		default:
			return order > 0
		}
	}
	return false
}

func (p *parser) operand(s string) string {
	s = strings.Trim(strings.TrimSpace(s), `"'`)
	return p.expand(markup.Of(s, doc.Span{End: len(s)})).S
}
