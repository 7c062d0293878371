package asciidoc

import (
	"strings"

	"github.com/pildora/pildora/read/markup"
)

// meta is what the lines before a block say about it.
type meta struct {
	style string
	attrs []string          // by position; the first is the style
	named map[string]string // also options, as "header-option"
	title markup.Line       // blank where it has none
}

// has reports whether an option is set.
func (m *meta) has(option string) bool { _, ok := m.named[option+"-option"]; return ok }

// at is the attribute at a position, from 1, or with a name.
func (m *meta) at(position int, name string) string {
	if v := m.named[name]; v != "" {
		return v
	}
	if position <= len(m.attrs) {
		return m.attrs[position-1]
	}
	return ""
}

// take returns what was gathered for the next block, and begins anew.
func (p *parser) take() meta {
	m := p.meta
	p.meta = meta{}
	return m
}

// metaLine reads a line about the next block: attributes in brackets, an anchor
// or a title.
func (p *parser) metaLine(l markup.Line) bool {
	s := l.Of(p.src)
	switch {
	case isAttributeLine(s):
		if !strings.HasPrefix(s, "[[") {
			p.meta.read(p.expand(markup.Of(p.src, markup.Line{Start: l.Start + 1, End: l.End - 1}.Span())).S)
		}
		return true
	case isBlockTitle(s):
		p.meta.title = markup.Line{Start: l.Start + 1, End: l.End}
		return true
	}
	return false
}

func isAttributeLine(s string) bool {
	if len(s) < 2 || s[0] != '[' || s[len(s)-1] != ']' {
		return false
	}
	if strings.HasPrefix(s, "[[") {
		return strings.HasSuffix(s, "]]") && len(s) > 4
	}
	c := s[1]
	return c == ']' || isWord(c) || strings.IndexByte(`.#%,{"'`, c) >= 0
}

func isBlockTitle(s string) bool {
	return len(s) > 1 && s[0] == '.' && s[1] != '.' && s[1] != ' ' && s[1] != '\t'
}

// read adds a list of attributes.
func (m *meta) read(list string) {
	if m.named == nil {
		m.named = map[string]string{}
	}
	for i, a := range splitAttributes(list) {
		name, value, ok := strings.Cut(a, "=")
		if name = strings.TrimSpace(name); ok && isAttributeName(name) {
			value = unquote(value)
			m.named[name] = value
			if name == "options" || name == "opts" {
				for option := range strings.SplitSeq(value, ",") {
					m.named[strings.TrimSpace(option)+"-option"] = ""
				}
			}
			continue
		}
		a = unquote(a)
		if i == 0 || strings.HasPrefix(a, "%") {
			a = m.shorthand(a)
		}
		if i == 0 {
			m.style = a
		}
		for len(m.attrs) <= i {
			m.attrs = append(m.attrs, "")
		}
		if a != "" {
			m.attrs[i] = a
		}
	}
}

// shorthand takes the id, roles and options from "style#id.role%option".
func (m *meta) shorthand(s string) string {
	end := strings.IndexAny(s, "#.%")
	if end < 0 || strings.Contains(s, " ") && s[0] != '%' && s[0] != '.' && s[0] != '#' {
		return s
	}
	for rest := s[end:]; rest != ""; {
		stop := strings.IndexAny(rest[1:], "#.%") + 1
		if stop == 0 {
			stop = len(rest)
		}
		switch value := strings.TrimSpace(rest[1:stop]); rest[0] {
		case '%':
			m.named[value+"-option"] = ""
		case '#':
			m.named["id"] = value
		}
		rest = rest[stop:]
	}
	return strings.TrimSpace(s[:end])
}

// splitAttributes splits a list at the commas outside of quotes.
func splitAttributes(s string) []string {
	var out []string
	start := 0
	quote := byte(0)
	for i := range len(s) {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case (c == '"' || c == '\'') && (i == start || strings.TrimSpace(s[start:i]) == "" || s[i-1] == '='):
			quote = c
		case c == ',':
			out = append(out, strings.TrimSpace(s[start:i]))
			start = i + 1
		}
	}
	return append(out, strings.TrimSpace(s[start:]))
}

func unquote(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// survey finds the titles that cross-references lead to: of sections, by their
// own id or the one made of their title, and of blocks with an id.
func (p *parser) survey(lines []markup.Line) {
	id, blockTitle, verbatim := "", "", ""
	for i := 0; i < len(lines) && p.Going(); i++ {
		s := lines[i].Of(p.src)
		d := isDelimiter(s)
		switch {
		case verbatim != "":
			if s == verbatim {
				verbatim = ""
			}
			continue
		case d == '-' && len(s) > 2 || d == '.' || d == '+' || d == '/':
			verbatim = s // the block may have an id
		case strings.HasPrefix(s, "[[") && isAttributeLine(s):
			id, _, _ = strings.Cut(s[2:len(s)-2], ",")
			continue
		case strings.HasPrefix(s, "[") && isAttributeLine(s):
			var m meta
			if m.read(s[1 : len(s)-1]); m.named["id"] != "" {
				id = m.named["id"]
			}
			continue
		case s == "" || isComment(s):
			continue
		}
		title := ""
		if level, _ := p.sectionLevel(lines[i:]); level > 0 {
			title = p.sectionTitle(lines[i]).Of(p.src)
			p.name(autoID(title), title)
		} else if isBlockTitle(s) {
			blockTitle = s[1:]
			continue // the id may follow
		} else {
			title = blockTitle
		}
		if id != "" && title != "" {
			p.name(id, title)
		}
		id, blockTitle = "", ""
	}
}

func (p *parser) name(id, title string) {
	if _, ok := p.titles[id]; !ok && len(p.titles) < maxAttributes {
		p.titles[id] = title
	}
}

// autoID is the id that is made of a title.
func autoID(title string) string {
	var b strings.Builder
	b.WriteByte('_')
	for _, c := range strings.ToLower(title) {
		switch {
		case c == ' ' || c == '-' || c == '.' || c == '_':
			if s := b.String(); s[len(s)-1] != '_' {
				b.WriteByte('_')
			}
		case c < 0x80 && !isWord(byte(c)):
		default:
			b.WriteRune(c)
		}
	}
	return strings.TrimSuffix(b.String(), "_")
}
