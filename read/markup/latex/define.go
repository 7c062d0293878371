package latex

import (
	"strconv"
	"strings"
)

// named is the command that a definition is of: "\name" or "{\name}".
func (p *pass) named(i int) (name string, after int, ok bool) {
	i = afterBlanks(p.s, i)
	if from, to, is := p.group(i); is {
		inner := strings.TrimSpace(p.s[from:to])
		return strings.TrimPrefix(inner, `\`), to + 1, strings.HasPrefix(inner, `\`)
	}
	if i >= len(p.s) || p.s[i] != '\\' {
		return "", i, false
	}
	name, after = command(p.s, i)
	return name, after, true
}

// newCommand reads what follows \newcommand.
func (p *pass) newCommand(i int) (after int, ok bool) {
	name, i, ok := p.named(p.star(i))
	if !ok {
		return 0, false
	}
	var m macro
	if from, to, is := option(p.s, i); is {
		m.args, _ = strconv.Atoi(strings.TrimSpace(p.s[from:to]))
		i = to + 1
		if from, to, is := option(p.s, i); is {
			m.optional, m.standard = true, p.s[from:to]
			i = to + 1
		}
	}
	from, to, ok := p.group(i)
	if !ok {
		return 0, false
	}
	m.body = p.s[from:to]
	p.define(name, m)
	return to + 1, true
}

// newDocumentCommand reads what follows \NewDocumentCommand. Of its arguments
// those that must be there and one optional before them are known.
func (p *pass) newDocumentCommand(i int) (after int, ok bool) {
	name, i, ok := p.named(i)
	if !ok {
		return 0, false
	}
	parts, after := p.groups(i, 2)
	if len(parts) < 2 {
		return 0, false
	}
	spec := strings.ReplaceAll(p.s[parts[0].Start:parts[0].End], " ", "")
	m := macro{args: len(spec), body: p.s[parts[1].Start:parts[1].End], optional: strings.HasPrefix(spec, "o")}
	if strings.Trim(strings.TrimPrefix(spec, "o"), "m") == "" {
		p.define(name, m)
	}
	return after, true
}

// def reads what follows \def: a name, its parameters and its body.
func (p *pass) def(i int) (after int, ok bool) {
	name, i, ok := p.named(i)
	if !ok {
		return 0, false
	}
	open := strings.IndexByte(p.s[i:min(len(p.s), i+60)], '{')
	if open < 0 {
		return 0, false
	}
	parameters := p.s[i : i+open]
	from, to, ok := p.group(i + open)
	if !ok {
		return 0, false
	}
	m := macro{args: strings.Count(parameters, "#"), body: p.s[from:to]}
	if strings.Trim(parameters, "#123456789 ") == "" {
		p.define(name, m)
	}
	return to + 1, true
}

// let reads "\let\a=\b".
func (p *pass) let(i int) int {
	name, after, ok := p.named(i)
	if !ok {
		return i
	}
	after = afterBlanks(p.s, after)
	if after < len(p.s) && p.s[after] == '=' {
		after = afterBlanks(p.s, after+1)
	}
	if after >= len(p.s) || p.s[after] != '\\' {
		return min(after+1, len(p.s))
	}
	other, end := command(p.s, after)
	m, ok := p.macros[other]
	if !ok {
		m = macro{body: `\` + other}
	}
	p.define(name, m)
	return end
}

// theorem reads "\newtheorem{name}[like]{Title}".
func (p *pass) theorem(command string, i int) int {
	i = p.star(i)
	if command == "declaretheorem" {
		from, to, ok := option(p.s, i)
		names, after := p.groups(p.skipOptions(i), 1)
		if len(names) == 1 {
			name := p.s[names[0].Start:names[0].End]
			p.theorems[name] = strings.ToUpper(name[:min(1, len(name))]) + name[min(1, len(name)):]
			if title := optionNamed(p.s, from, to, "name"); ok && title != "" {
				p.theorems[name] = title
			}
		}
		return after
	}
	names, after := p.groups(i, 1)
	titles, end := p.groups(p.skipOptions(after), 1)
	if len(names) == 1 && len(titles) == 1 && len(p.theorems) < maxMacros {
		p.theorems[p.s[names[0].Start:names[0].End]] = p.s[titles[0].Start:titles[0].End]
	}
	return p.skipOptions(end)
}

// optionNamed is the value of a name in a list of options.
func optionNamed(s string, from, to int, name string) string {
	for pair := range strings.SplitSeq(s[from:max(from, to)], ",") {
		if key, value, ok := strings.Cut(pair, "="); ok && strings.EqualFold(strings.TrimSpace(key), name) {
			return strings.Trim(strings.TrimSpace(value), "{}")
		}
	}
	return ""
}

// define keeps a macro, unless it changes how something looks that we know.
func (p *pass) define(name string, m macro) {
	_, isSection := rankOf(name)
	if known(name) || isSection || name == "" || m.args > 9 || m.args < 0 || strings.HasPrefix(name, "the") || len(p.macros) >= maxMacros {
		return
	}
	p.macros[name] = m
}
