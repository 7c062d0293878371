package rst

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// fieldName is the length of ":name:" that a line begins with, or 0. What goes
// on without a blank is a role.
func fieldName(s string) int {
	if len(s) < 3 || s[0] != ':' || s[1] == ' ' || s[1] == ':' || s[1] == '\t' {
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '`':
			return 0
		case s[i] == ':' && (i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\t'):
			return i + 1
		}
	}
	return 0
}

// bibliographic are the fields at the top that are metadata, and under which
// name we have them; without a name they are dropped.
var bibliographic = map[string]string{
	"author": "author", "authors": "author", "date": "date", "title": "title", "description": "description", "summary": "description", "keywords": "keywords",
	"tags": "keywords", "modified": "modified", "updated": "modified", "lang": "language", "language": "language", "orphan": "", "tocdepth": "",
	"nocomments": "", "no-search": "", "nosearch": "", "slug": "", "html_theme.sidebar_secondary.remove": "",
}

// fields reads a field list: at the top as metadata, elsewhere as terms.
func (p *parser) fields(lines []markup.Line, depth int) int {
	n := 0
	open := false
	for n < len(lines) && p.Going() {
		if lines[n].Blank() {
			n++
			continue
		}
		length := fieldName(lines[n].Of(p.src))
		if length == 0 {
			break
		}
		name := markup.Line{Start: lines[n].Start + 1, End: lines[n].Start + length - 1}
		inner, count := p.item(lines[n:], length)
		n += count
		if p.top && depth == 0 && p.bibliographic(strings.ToLower(name.Of(p.src)), inner) {
			continue
		}
		if !open {
			p.Open("dl", name.Span())
			open = true
		}
		p.Open("dt", name.Span())
		p.inline(markup.Of(p.src, name.Span()))
		p.Close()
		p.detail(inner, depth)
	}
	if open {
		p.Close()
	}
	return n
}

// bibliographic takes a field that is metadata.
func (p *parser) bibliographic(name string, lines []markup.Line) bool {
	key, ok := bibliographic[name]
	if !ok {
		return false
	}
	value := strings.TrimSpace(markup.Joined(p.src, lines).S)
	switch key {
	case "":
	case "language":
		p.Language = markup.Language(value)
	case "title":
		p.Title = value
	default:
		p.Set(key, strings.NewReplacer("\n- ", ", ", "\n* ", ", ").Replace(strings.TrimPrefix(strings.TrimPrefix(value, "- "), "* ")))
	}
	return true
}

// optionEnd is the length of the options that a line of an option list begins
// with, or 0: "-a, --all=X", two blanks, and what they do.
func optionEnd(s string) int {
	if len(s) < 2 || s[0] != '-' && s[0] != '/' {
		return 0
	}
	end := len(s)
	if i := strings.Index(s, "  "); i >= 0 {
		end = i
	}
	for option := range strings.SplitSeq(s[:end], ", ") {
		if !isOption(option) {
			return 0
		}
	}
	return end
}

// isOption reports whether s is an option with at most one argument.
func isOption(s string) bool {
	name, arg, ok := strings.Cut(s, " ")
	if !ok {
		name, arg, _ = strings.Cut(s, "=")
	}
	if strings.ContainsAny(arg, " \t") && !(strings.HasPrefix(arg, "<") && strings.HasSuffix(arg, ">")) {
		return false
	}
	switch {
	case strings.HasPrefix(name, "--"):
		name = name[2:]
	case strings.HasPrefix(name, "-"):
		if name = name[1:]; ok && len(name) != 1 {
			return false
		}
	case strings.HasPrefix(name, "/"):
		if name = name[1:]; len(name) != 1 {
			return false
		}
	default:
		return false
	}
	r, _ := utf8.DecodeRuneInString(name)
	return name != "" && name[0] != '-' && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '?')
}

func (p *parser) options(lines []markup.Line, depth int) int {
	n := 0
	p.Open("dl", lines[0].Span())
	for n < len(lines) && p.Going() {
		if lines[n].Blank() {
			n++
			continue
		}
		length := optionEnd(lines[n].Of(p.src))
		if length == 0 {
			break
		}
		src := doc.Span{Start: lines[n].Start, End: lines[n].Start + length}
		inner, count := p.item(lines[n:], length)
		n += count
		p.Open("dt", src)
		p.Open("code", src)
		p.Copy(src)
		p.Close()
		p.Close()
		p.detail(inner, depth)
	}
	p.Close()
	return n
}
