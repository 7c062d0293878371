package org

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// hash reads a line that begins with a number sign: a block, a keyword, a
// comment; 0 where it is text.
func (p *parser) hash(lines []markup.Line, s string, depth int) int {
	if s == "#" || strings.HasPrefix(s, "# ") {
		return 1
	}
	lower := strings.ToLower(s[:min(len(s), 60)])
	if strings.HasPrefix(lower, "#+begin_") || strings.HasPrefix(lower, "#+begin:") {
		if n := p.delimited(lines, s, lower, depth); n > 0 {
			return n
		}
	}
	name, value := keyword(p.src, lines[0])
	switch name {
	case "":
		return 0
	case "caption":
		p.caption = append(p.caption, value)
	case "include", "setupfile":
		file, _, _ := strings.Cut(strings.TrimPrefix(value.Of(p.src), `"`), `"`)
		p.Left(file)
	}
	return 1
}

// admonitions are the blocks that set their content off, with what they call
// it.
var admonitions = map[string]string{"note": "Note", "tip": "Tip", "warning": "Warning", "important": "Important", "caution": "Caution", "abstract": "Abstract",
	"definition": "Definition", "theorem": "Theorem", "proof": "Proof", "example*": "Example", "info": "Info"}

// delimited reads the block between #+begin_name and #+end_name; 0 where nothing
// ends it.
func (p *parser) delimited(lines []markup.Line, s, lower string, depth int) int {
	head := lower[len("#+begin"):]
	name, _, _ := strings.Cut(strings.TrimPrefix(head, "_"), " ")
	closer := "#+end_" + name
	if strings.HasPrefix(head, ":") {
		name, closer = "dynamic", "#+end"
	}
	if p.noEnd[closer] {
		return 0
	}
	for i := 1; i < len(lines); i++ {
		l := strings.TrimSpace(lines[i].Of(p.src))
		if len(l) < len(closer) || !strings.EqualFold(l[:len(closer)], closer) || len(l) > len(closer) && l[len(closer)] != ':' && l[len(closer)] != ' ' {
			continue
		}
		args := strings.Fields(s)[1:]
		p.write(name, args, markup.Tight(lines[1:i]), lines[0].Span(), depth)
		return i + 1
	}
	p.noEnd[closer] = true
	return 0
}

// write writes what stands in a block.
func (p *parser) write(name string, args []string, lines []markup.Line, src doc.Span, depth int) {
	if len(lines) == 0 {
		p.caption = nil
		return
	}
	switch name {
	case "src", "example":
		language := ""
		if name == "src" && len(args) > 0 {
			language = args[0]
		}
		p.code(language, lines, src)
	case "comment", "export", "html", "latex", "ascii", "md", "beamer":
	case "quote":
		p.Open("blockquote", src)
		p.body(markup.Dedent(p.src, lines), depth+1)
		p.Close()
	case "verse":
		p.verse(lines)
	default:
		if label := admonitions[name]; label != "" {
			p.Open("blockquote", src)
			p.Lead(label+":", src)
			p.body(markup.Dedent(p.src, lines), depth+1)
			p.EndLead()
			p.Close()
			return
		}
		p.body(markup.Dedent(p.src, lines), depth+1)
	}
}

// code writes code, with its caption. A comma before a star or a keyword is no
// part of it.
func (p *parser) code(language string, lines []markup.Line, src doc.Span) {
	lines = markup.Dedent(p.src, lines)
	for i, l := range lines {
		at := markup.TrimStart(p.src, l.Start, l.End)
		if s := p.src[at:l.End]; at == l.Start && (strings.HasPrefix(s, ",*") || strings.HasPrefix(s, ",#+") || strings.HasPrefix(s, ",,")) {
			lines[i].Start++
		}
	}
	if len(p.caption) == 0 {
		p.Code(language, lines)
		return
	}
	p.Open("figure", src)
	p.captioned("figcaption")
	p.Code(language, lines)
	p.Close()
}

// verse writes lines whose ends count.
func (p *parser) verse(lines []markup.Line) {
	open := false
	for i, l := range lines {
		if l.Blank() {
			if open {
				p.Close()
				open = false
			}
			continue
		}
		if open {
			p.Void("br", lines[i-1].Span())
		} else {
			p.Open("p", l.Span())
			open = true
		}
		p.inline(markup.Of(p.src, l.Span()))
	}
	if open {
		p.Close()
	}
}
