package rst

import (
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markup"
)

// admonitions are the directives that set their content off, with what they
// call it.
var admonitions = map[string]string{
	"attention": "Attention", "caution": "Caution", "danger": "Danger", "error": "Error", "hint": "Hint", "important": "Important", "note": "Note",
	"tip": "Tip", "warning": "Warning", "seealso": "See also", "todo": "To do",
}

// versions are the directives about versions, with what they say before it.
var versions = map[string]string{
	"versionadded": "Added in version", "versionchanged": "Changed in version", "deprecated": "Deprecated since version",
	"versionremoved": "Removed in version", "deprecated-removed": "Deprecated since version",
}

// silent are the directives that only steer a program.
var silent = map[string]bool{
	"toctree": true, "contents": true, "sectnum": true, "section-numbering": true, "index": true, "currentmodule": true, "tabularcolumns": true,
	"raw": true, "default-role": true, "role": true, "default-domain": true, "header": true,
	"footer": true, "target-notes": true, "sectionauthor": true, "codeauthor": true, "testsetup": true, "testcleanup": true, "autosummary": true,
	"py:currentmodule": true, "restructuredtext-test-directive": true, "todolist": true, "bibliography": true, "genindex": true,
	"meta": true, "title": true, "highlight": true, "highlightlang": true, "unicode": true, "date": true, "plot": true, "graph": true,
	"inheritance-diagram": true, "automodsumm": true, "google-analytics": true, "skip": true,
}

// codes are the directives whose content is code: the language is their
// argument where nothing is named here.
var codes = map[string]string{
	"code": "", "code-block": "", "sourcecode": "", "parsed-literal": "text", "doctest": "python", "testcode": "python", "testoutput": "text",
	"productionlist": "text", "prompt": "", "ipython": "python", "jupyter-execute": "python", "execute_code": "python", "graphviz": "dot",
	"digraph": "dot", "mermaid": "mermaid", "uml": "plantuml", "code-cell": "", "console": "console", "tsql": "sql",
}

// plain are the directives that are read by their content alone.
var plain = map[string]bool{
	"only": true, "ifconfig": true, "container": true, "compound": true, "hlist": true, "glossary": true, "line-block": true, "tabs": true,
	"tab-set": true, "grid": true, "content-tabs": true, "div": true, "centered": true, "replace": true, "acks": true, "ifnotslides": true,
	"pull-quote": false, "grid-item": true, "flat-table": false, "margin": true,
}

// directive reads a directive by its name.
func (p *parser) directive(name string, d parts, depth int) {
	label, admonishes := admonitions[name]
	version, aboutVersion := versions[name]
	language, isCode := codes[name]
	switch {
	case silent[name]:
		p.steer(name, d)
	case plain[name]:
		p.plainly(name, d, depth)
	case isCode:
		p.code(language, d)
	case admonishes:
		p.Open("blockquote", d.src)
		p.Lead(label+":", d.src)
		p.body(d.all, depth+1)
		p.EndLead()
		p.Close()
	case aboutVersion:
		p.version(version, d, depth)
	case name == "include" || name == "literalinclude" || name == "mdinclude" || name == "program-output":
		p.Left(d.arg(p.src))
	case name == "math":
		if len(d.all) > 0 {
			p.Math(markup.Joined(p.src, d.all))
		}
	case name == "image" || name == "thumbnail":
		p.image(d)
	case name == "figure":
		p.figure(d, depth)
	case name == "table" || name == "csv-table" || name == "list-table" || name == "flat-table":
		p.directiveTable(name, d, depth)
	case name == "module" || name == "py:module" || name == "cssclass" || name == "rst-class" || name == "class" && !namesClass(d.arg(p.src)):
		p.body(d.body, depth+1)
	case name == "epigraph" || name == "highlights" || name == "pull-quote":
		p.Open("blockquote", d.src)
		p.body(d.all, depth+1)
		p.Close()
	default:
		p.described(name, d, depth)
	}
}

// namesClass reports whether the argument of a class directive is a class of a
// program, as Sphinx has it, and not one of a style sheet.
func namesClass(arg string) bool {
	return strings.ContainsAny(arg, "(.ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

// steer reads what a directive without content says about the document.
func (p *parser) steer(name string, d parts) {
	switch name {
	case "highlight", "highlightlang":
		if p.language = d.arg(p.src); p.language == "none" || p.language == "default" {
			p.language = ""
		}
	case "title":
		p.Title = d.arg(p.src)
	case "meta":
		for key, value := range d.options {
			key, _, _ = strings.Cut(key, " ") // "description lang=en"
			if as := bibliographic[key]; as != "" && as != "title" && as != "language" {
				p.Set(as, value)
			}
		}
	}
}

// plainly reads the content of a directive, without arguments that only a
// program understands.
func (p *parser) plainly(name string, d parts, depth int) {
	if name == "only" || name == "ifconfig" || name == "container" || name == "div" || name == "grid" || name == "hlist" {
		p.body(d.rest(), depth+1)
		return
	}
	p.body(d.all, depth+1)
}

// rest is the content below the first line.
func (d *parts) rest() []markup.Line {
	return markup.Tight(d.all[min(len(d.all), min(1, len(d.args))):])
}

// code reads code, whose first line is the language or code itself.
func (p *parser) code(language string, d parts) {
	if language == "" {
		if language = d.arg(p.src); language == "" {
			language = p.language
		}
	}
	body := d.body
	if len(body) == 0 && len(d.args) > 1 { // no blank line before the code
		body = d.args[1:]
	}
	caption := d.options["caption"]
	if caption == "" || len(body) == 0 {
		p.Code(language, body)
		return
	}
	p.Open("figure", d.src)
	p.Open("figcaption", d.src)
	p.Put(caption, p.optionSpan(d, caption))
	p.Close()
	p.Code(language, body)
	p.Close()
}

// optionSpan is where the value of an option stands in the source.
func (p *parser) optionSpan(d parts, value string) doc.Span {
	if i := strings.Index(p.src[d.src.Start:d.src.End], value); i >= 0 {
		return doc.Span{Start: d.src.Start + i, End: d.src.Start + i + len(value)}
	}
	return d.src
}

// version reads a note about a version: its number, and what was changed.
func (p *parser) version(says string, d parts, depth int) {
	all := d.all
	number, rest, _ := strings.Cut(strings.TrimSpace(d.arg(p.src)), " ")
	if len(d.args) > 0 && len(all) > 0 {
		first := all[0]
		first.Start = first.End - len(strings.TrimLeft(rest, " "))
		all = markup.Tight(append([]markup.Line{first}, all[1:]...))
	}
	p.Lead(strings.TrimSpace(says+" "+number)+":", d.src)
	p.body(all, depth+1)
	p.EndLead()
}

func (p *parser) image(d parts) {
	p.Open("p", d.src)
	p.Void("img", d.src, "src", d.arg(p.src), "alt", d.options["alt"])
	p.Close()
}

// figure reads an image with its caption, the first paragraph, and a legend.
func (p *parser) figure(d parts, depth int) {
	p.Open("figure", d.src)
	p.image(d)
	n := paragraphEnd(d.body)
	if n > 0 && !strings.HasPrefix(d.body[0].Of(p.src), "..") {
		p.Open("figcaption", markup.SpanOf(d.body[:n]))
		p.inline(markup.Joined(p.src, d.body[:n]))
		p.Close()
		p.body(d.body[n:], depth+1)
	}
	p.Close()
}

// titled are the directives whose argument is a title above their content.
var titled = map[string]bool{
	"admonition": true, "topic": true, "sidebar": true, "rubric": true, "tab": true, "tab-item": true, "dropdown": true, "card": true, "grid-item-card": true,
	"collapse": true, "details": true, "group-tab": true, "code-tab": true, "panel": true, "exercise": true, "example": true, "proof": true, "theorem": true,
	"toggle": true, "note-box": true, "panel-group": true,
}

// described reads a directive that we don't know, or that describes an object
// of a program: its arguments as they stand, and its content below them.
func (p *parser) described(name string, d parts, depth int) {
	if titled[name] {
		p.titledBlock(name, d, depth)
		return
	}
	if len(d.args) == 0 {
		p.body(d.body, depth+1)
		return
	}
	p.Open("dl", d.src)
	for _, l := range d.args {
		p.Open("dt", l.Span())
		p.Open("code", l.Span())
		p.Copy(l.Span())
		p.Close()
		p.Close()
	}
	p.detail(d.body, depth)
	p.Close()
}

// titledBlock reads a title and what stands below it.
func (p *parser) titledBlock(name string, d parts, depth int) {
	if name == "admonition" || name == "sidebar" || name == "topic" {
		p.Open("blockquote", d.src)
		defer p.Close()
	}
	if len(d.args) > 0 {
		src := markup.SpanOf(d.args)
		p.Open("p", src)
		p.Open("strong", src)
		p.inline(markup.Joined(p.src, d.args))
		p.Close()
		p.Close()
	}
	p.body(d.body, depth+1)
}
