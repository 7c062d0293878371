package asciidoc

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// admonitions are the labels of admonitions, as they are shown.
var admonitions = map[string]string{"NOTE": "Note", "TIP": "Tip", "IMPORTANT": "Important", "CAUTION": "Caution", "WARNING": "Warning"}

// delimitedBlock reads what stands between two delimiters.
func (p *parser) delimitedBlock(kind byte, delimiter string, lines []markup.Line, first markup.Line, m meta, depth int) {
	src := first.Span()
	switch {
	case kind == '/' || m.style == "comment":
	case p.styled(m, lines, src, depth, false):
	case kind == '`':
		language, _, _ := strings.Cut(delimiter[3:], ",")
		p.code(language, m, src, lines)
	case kind == '-' && len(delimiter) > 2:
		p.code("", m, src, lines)
	case kind == '.':
		p.titled(m, src, func() { p.Code("", lines) })
	case kind == '+': // for the backend, past everything
	case kind == '_' || kind == '*':
		p.quote(m, src, func() { p.blocks(lines, depth+1) })
	case kind == '=' && m.has("collapsible"):
		p.details(m, src, lines, depth)
	default:
		p.title(m)
		p.blocks(lines, depth+1)
	}
}

// styled reads lines by a style that was given to them, and reports whether
// there is such one. A paragraph's lines are no blocks by themselves.
func (p *parser) styled(m meta, lines []markup.Line, src doc.Span, depth int, paragraph bool) bool {
	content := func() {
		if paragraph {
			p.paragraph(markup.Joined(p.src, lines), meta{})
		} else {
			p.blocks(lines, depth+1)
		}
	}
	style := m.style
	if style == "" && len(m.attrs) > 1 && m.attrs[1] != "" && paragraph {
		style = "source"
	}
	switch style {
	case "NOTE", "TIP", "IMPORTANT", "CAUTION", "WARNING":
		p.admonition(admonitions[style], src, m, content)
	case "source", "listing", "asciidoc":
		p.code("", m, src, lines)
	case "literal":
		p.titled(m, src, func() { p.Code("", lines) })
	case "quote":
		p.quote(m, src, content)
	case "verse":
		p.quote(m, src, func() { p.verse(lines) })
	case "stem", "latexmath", "asciimath":
		p.titled(m, src, func() { p.Math(joined(p.src, lines)) })
	case "pass":
	default:
		return false
	}
	return true
}

// joined is the text of lines, of which there may be none.
func joined(source string, lines []markup.Line) markup.Text {
	return markup.Joined(source, markup.Tight(lines))
}

// code writes code in the language that its attributes name.
func (p *parser) code(language string, m meta, src doc.Span, lines []markup.Line) {
	if v := m.at(2, "language"); v != "" {
		language = v
	} else if language == "" && m.style == "source" {
		language = p.attrs["source-language"]
	}
	switch m.style {
	case "", "source", "listing", "literal":
	default:
		if language == "" && m.style == "asciidoc" {
			language = m.style
		}
	}
	p.titled(m, src, func() { p.Code(language, lines) })
}

func (p *parser) admonition(label string, src doc.Span, m meta, content func()) {
	p.Open("blockquote", src)
	p.Lead(label+":", src)
	p.title(m)
	content()
	p.EndLead()
	p.Close()
}

// quote writes a quote with whom it is of.
func (p *parser) quote(m meta, src doc.Span, content func()) {
	p.title(m)
	p.Open("blockquote", src)
	content()
	if m.style == "quote" || m.style == "verse" {
		by := strings.Trim(m.at(2, "attribution")+", "+m.at(3, "citetitle"), ", ")
		if by != "" {
			p.Open("p", src)
			var b markup.Buffer
			b.Add("— "+by, src)
			p.inline(b.Text())
			p.Close()
		}
	}
	p.Close()
}

// verse writes lines whose ends count.
func (p *parser) verse(lines []markup.Line) {
	for len(lines) > 0 {
		n := 0
		for n < len(lines) && !lines[n].Blank() {
			n++
		}
		if n > 0 {
			p.Open("p", markup.SpanOf(lines[:n]))
			p.broken(markup.Joined(p.src, lines[:n]))
			p.Close()
		}
		lines = lines[min(len(lines), n+1):]
	}
}

// details writes a block that can be folded, with its title as summary.
func (p *parser) details(m meta, src doc.Span, lines []markup.Line, depth int) {
	p.Open("details", src)
	p.Open("summary", m.title.Span())
	if m.title.Blank() {
		p.Put("Details", src)
	} else {
		p.inline(markup.Of(p.src, m.title.Span()))
	}
	p.Close()
	p.blocks(lines, depth+1)
	p.Close()
}

// blockMacro reads "name::target[attributes]" on a line of its own.
func blockMacro(s string) (name, target, attrs string, ok bool) {
	if !strings.HasSuffix(s, "]") {
		return "", "", "", false
	}
	name, rest, found := strings.Cut(s, "::")
	if !found || name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_-0123456789") != "" || strings.HasPrefix(rest, " ") {
		return "", "", "", false
	}
	i := strings.IndexByte(rest, '[')
	if i < 0 || strings.Contains(rest[:i], " ") && name != "image" {
		return "", "", "", false
	}
	return name, rest[:i], rest[i+1 : len(rest)-1], true
}

// macro writes what a block macro shows.
func (p *parser) macro(name, target, attrs string, l markup.Line, m meta) {
	src := l.Span()
	var list meta
	list.read(attrs)
	switch name {
	case "image":
		if t := list.named["title"]; t != "" && m.title.Blank() {
			if i := strings.Index(l.Of(p.src), t); i >= 0 {
				m.title = markup.Line{Start: l.Start + i, End: l.Start + i + len(t)}
			}
		}
		p.titled(m, src, func() {
			p.Open("p", src)
			p.Void("img", src, "src", p.target(target), "alt", list.at(1, "alt"))
			p.Close()
		})
	case "toc", "video", "audio":
	default:
		p.paragraph(markup.Of(p.src, src), m)
	}
}

// target is an address with its attributes replaced.
func (p *parser) target(s string) string {
	return p.expand(markup.Of(s, doc.Span{End: len(s)})).S
}
