package rst

import (
	"strings"

	"github.com/pildora/pildora/read/markup"
)

// survey finds what may be used before it is defined.
func (p *parser) survey(lines []markup.Line) {
	for i := 0; i < len(lines) && p.Going(); i++ {
		start := markup.TrimStart(p.src, lines[i].Start, lines[i].End)
		s := p.src[start:lines[i].End]
		if !strings.HasPrefix(s, ".. ") {
			continue
		}
		rest := strings.TrimLeft(s[3:], " \t")
		at := lines[i].End - len(rest)
		switch {
		case strings.HasPrefix(rest, "_"):
			p.surveyTarget(rest, lines, i)
		case strings.HasPrefix(rest, "|"):
			p.surveySubstitution(rest, at, lines, i)
		case strings.HasPrefix(rest, "["):
			if end := strings.IndexByte(rest, ']'); end > 0 && isNumber(rest[1:end]) {
				p.numbers[rest[1:end]] = true
			}
		}
	}
}

// surveyTarget reads ".. _name: url", or the title of the section that follows
// ".. _name:".
func (p *parser) surveyTarget(rest string, lines []markup.Line, i int) {
	name, url, ok := targetOf(rest)
	if !ok {
		return
	}
	t := target{url: url}
	if url == "" {
		t = p.aim(lines, i+1)
	}
	if _, known := p.targets[name]; !known {
		p.targets[name] = t
	}
}

// aim is where a target without an address leads: to an address on the next
// line, or to the section after it.
func (p *parser) aim(lines []markup.Line, i int) target {
	if i < len(lines) && !lines[i].Blank() && lines[i].Indent(p.src) > 0 {
		if s := strings.TrimSpace(lines[i].Of(p.src)); strings.Contains(s, "://") && !strings.Contains(s, " ") {
			return target{url: s}
		}
	}
	for steps := 0; i < len(lines) && steps < 8; i, steps = i+1, steps+1 {
		s := lines[i].Of(p.src)
		if lines[i].Blank() || strings.HasPrefix(s, ".. _") {
			continue
		}
		if adornment(s) != 0 && i+2 < len(lines) && lines[i+2].Of(p.src) == s {
			return target{title: strings.TrimSpace(lines[i+1].Of(p.src))}
		}
		if i+1 < len(lines) && p.underlines(lines[i], lines[i+1]) {
			return target{title: s}
		}
		break
	}
	return target{}
}

// targetOf reads "_name: url" or "_`na:me`: url".
func targetOf(s string) (name, url string, ok bool) {
	s = s[1:]
	if strings.HasPrefix(s, "`") {
		end := strings.Index(s[1:], "`:")
		if end < 0 {
			return "", "", false
		}
		return normal(s[1 : 1+end]), strings.TrimSpace(s[end+3:]), true
	}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == ':' && (i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\t'):
			return normal(strings.ReplaceAll(s[:i], `\`, "")), strings.TrimSpace(s[i+1:]), i > 0
		}
	}
	return "", "", false
}

// normal is a name as names are compared.
func normal(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), " "))
}

// reference names the target of a link without an address of its own.
func (p *parser) reference(name string) (target, bool) {
	t, ok := p.targets[normal(name)]
	if strings.HasSuffix(t.url, "_") { // another name
		other, known := p.targets[normal(strings.Trim(t.url, "`_"))]
		return other, known
	}
	return t, ok
}

// surveySubstitution reads ".. |name| directive:: text", with the lines that go
// on below it.
func (p *parser) surveySubstitution(rest string, at int, lines []markup.Line, i int) {
	end := strings.Index(rest[1:], "|")
	if end <= 0 {
		return
	}
	name := normal(rest[1 : 1+end])
	after := strings.TrimLeft(rest[end+2:], " ")
	directive, _, ok := strings.Cut(after, "::")
	if !ok || strings.ContainsAny(directive, " \t") {
		return
	}
	first := at + len(rest) - len(after) + len(directive) + 2
	margin := lines[i].Indent(p.src)
	text := []markup.Line{{Start: markup.TrimStart(p.src, first, lines[i].End), End: lines[i].End}}
	sub := substitution{directive: directive}
	for j := i + 1; j < len(lines) && !lines[j].Blank() && lines[j].Indent(p.src) > margin; j++ {
		l := lines[j].Strip(p.src, lines[j].Indent(p.src))
		if v, ok := strings.CutPrefix(l.Of(p.src), ":alt:"); ok {
			sub.alt = strings.TrimSpace(v)
		}
		if l.Of(p.src)[0] != ':' {
			text = append(text, l)
		}
	}
	sub.text = markup.Joined(p.src, markup.Tight(text))
	if _, known := p.subs[name]; !known {
		p.subs[name] = sub
	}
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// adornment is the character of a line of one punctuation character repeated,
// or 0.
func adornment(s string) byte {
	if s == "" || !isPunct(s[0]) || strings.Trim(s, s[:1]) != "" {
		return 0
	}
	return s[0]
}

func isPunct(c byte) bool {
	return c > ' ' && c < 0x7f && !('0' <= c && c <= '9') && !('a' <= c && c <= 'z') && !('A' <= c && c <= 'Z')
}
