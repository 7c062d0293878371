package latex

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// theoremNames are the usual names of environments that are statements.
var theoremNames = map[string]string{
	"theorem": "Theorem", "thm": "Theorem", "lemma": "Lemma", "lem": "Lemma", "proposition": "Proposition", "prop": "Proposition", "corollary": "Corollary", "cor": "Corollary",
	"definition": "Definition", "defn": "Definition", "defi": "Definition", "dfn": "Definition", "example": "Example", "ex": "Example", "exa": "Example", "remark": "Remark",
	"rem": "Remark", "problem": "Problem", "prob": "Problem", "conjecture": "Conjecture", "conj": "Conjecture", "claim": "Claim", "exercise": "Exercise", "note": "Note",
	"notation": "Notation", "axiom": "Axiom", "fact": "Fact", "question": "Question", "solution": "Solution", "observation": "Observation", "assumption": "Assumption",
	"teorema": "Teorema", "lema": "Lema", "proposicion": "Proposición", "corolario": "Corolario", "definicion": "Definición", "ejemplo": "Ejemplo", "ejercicio": "Ejercicio",
}

// words are those that LaTeX itself writes, by language.
var words = map[string]map[string]string{
	"en": {"abstract": "Abstract", "proof": "Proof", "bibliography": "References"},
	"es": {"abstract": "Resumen", "proof": "Demostración", "bibliography": "Referencias"},
	"ca": {"abstract": "Resum", "proof": "Demostració", "bibliography": "Referències"},
	"fr": {"abstract": "Résumé", "proof": "Démonstration", "bibliography": "Références"},
	"de": {"abstract": "Zusammenfassung", "proof": "Beweis", "bibliography": "Literatur"},
	"pt": {"abstract": "Resumo", "proof": "Demonstração", "bibliography": "Referências"},
	"it": {"abstract": "Sommario", "proof": "Dimostrazione", "bibliography": "Riferimenti bibliografici"},
}

func (p *parser) word(name string) string {
	if w := words[p.Language][name]; w != "" {
		return w
	}
	return words["en"][name]
}

// envArgs is how many arguments in braces follow the begin of an environment
// that are not read.
var envArgs = map[string]int{"minipage": 1, "multicols": 1, "wrapfigure": 2, "wraptable": 2, "column": 1, "adjustbox": 1, "subfigure": 1, "subtable": 1, "adjustwidth": 2,
	"spacing": 1, "otherlanguage": 1, "otherlanguage*": 1, "sidewaystable": 0, "subequations": 0, "thebibliography": 1, "tcolorbox": 0, "textblock": 1, "list": 2, "onlyenv": 0, "center": 0}

// begin reads an environment.
func (p *parser) begin(at, after, to int) int {
	e, ok := p.envs[at]
	if !ok || e.end > to || e.from > e.to {
		if name, end := environment(p.s, after); name != "" {
			return min(end, to)
		}
		return after
	}
	name := strings.TrimSuffix(e.name, "*")
	if tables[name] {
		p.table(e)
		return e.end
	}
	if p.captured != nil {
		p.content(e.from, e.to)
		return e.end
	}
	p.closeP()
	inline := p.inline
	p.inline = 0
	p.environment(name, e)
	p.closeP()
	p.inline = inline
	return e.end
}

// environment reads the content of an environment by its name.
func (p *parser) environment(name string, e env) {
	src := p.span(e.from, e.to)
	switch name {
	case "itemize", "compactitem", "inparaitem", "asparaitem", "tightitemize":
		p.list("ul", e)
	case "enumerate", "compactenum", "inparaenum", "asparaenum", "tightenumerate", "enumerate*":
		p.list("ol", e)
	case "description", "compactdesc", "labeling":
		p.descriptions(e)
	case "quote", "quotation", "verse", "displayquote", "quoting":
		p.Open("blockquote", src)
		p.block(p.options(e.from, e.to), e.to)
		p.Close()
	case "figure", "wrapfigure", "SCfigure", "subfigure", "listing", "algorithm", "sidewaysfigure":
		p.Open("figure", src)
		p.block(p.args(e.from, e.to, envArgs[name]), e.to)
		p.Close()
	case "table", "wraptable", "sidewaystable", "subtable":
		p.float(name, e)
	case "abstract":
		p.Lead(p.word("abstract")+".", src)
		p.block(e.from, e.to)
		p.EndLead()
	case "thebibliography":
		p.Open("p", src)
		p.Open("strong", src)
		p.Put(p.word("bibliography"), src)
		p.Close()
		p.Close()
		p.block(p.args(e.from, e.to, 1), e.to)
	case "frame":
		p.frame(e)
	case "block", "exampleblock", "alertblock":
		from := p.options(e.from, e.to)
		if a, b, ok := p.arg(from, e.to); ok {
			p.Open("p", p.span(a, b))
			p.Open("strong", p.span(a, b))
			p.line(a, b)
			p.Close()
			p.Close()
			from = b + 1
		}
		p.block(from, e.to)
	default:
		if label := p.theorem(name); label != "" {
			p.statement(label, e)
			return
		}
		from := e.from
		if n, ok := envArgs[name]; ok || strings.HasPrefix(p.s[from:e.to], "[") {
			from = p.args(from, e.to, n)
		}
		p.block(from, e.to)
	}
}

// theorem is what a statement is called, or "".
func (p *parser) theorem(name string) string {
	if label := p.theorems[name]; label != "" {
		return label
	}
	if name == "proof" {
		return p.word("proof")
	}
	return theoremNames[name]
}

// statement reads a theorem or the like, with the name it has in brackets.
func (p *parser) statement(label string, e env) {
	from := e.from
	if a, b, ok := option(p.s, from); ok && b < e.to {
		name := p.plain(doc.Span{Start: a, End: b})
		if from = b + 1; name != "" {
			label += " (" + strings.Join(strings.Fields(name), " ") + ")"
		}
	}
	p.Lead(label+".", p.span(e.from, e.from+1))
	p.block(from, e.to)
	p.EndLead()
}

// frame reads a slide: its title is a heading.
func (p *parser) frame(e env) {
	from := p.options(e.from, e.to)
	if a, b, ok := p.arg(from, e.to); ok {
		p.heading(frameRank, a, b)
		from = b + 1
		if a, b, ok := p.arg(from, e.to); ok && a == from+1 {
			p.block(a, b)
			from = b + 1
		}
	}
	p.block(from, e.to)
}

// float reads a table with its caption.
func (p *parser) float(name string, e env) {
	saved := p.caption
	p.caption = p.captionIn(e)
	p.block(p.args(e.from, e.to, envArgs[name]), e.to)
	p.caption = saved
}

// captionIn finds the caption of a float that holds a table.
func (p *parser) captionIn(e env) doc.Span {
	i := strings.Index(p.s[e.from:e.to], `\caption`)
	if i < 0 || !strings.Contains(p.s[e.from:e.to], `\begin{tab`) && !strings.Contains(p.s[e.from:e.to], `\begin{longtab`) {
		return doc.Span{}
	}
	i += e.from + len(`\caption`)
	if i < e.to && p.s[i] == '*' {
		i++
	}
	from, end, ok := p.arg(p.options(i, e.to), e.to)
	if !ok {
		return doc.Span{}
	}
	return doc.Span{Start: from, End: end}
}

// item is one of a list: what stands in brackets, and its content.
type item struct {
	label    doc.Span
	from, to int
}

// items splits the content of a list at its \item commands.
func (p *parser) items(e env) []item {
	var out []item
	for i := e.from; i < e.to && p.Going(); {
		if p.s[i] == '{' {
			if end, ok := p.braces[i]; ok && end < e.to {
				i = end + 1
				continue
			}
		}
		if p.s[i] != '\\' && p.s[i] != '$' {
			i++
			continue
		}
		if r, ok := p.regions[i]; ok {
			i = r.end
			continue
		}
		if inner, ok := p.envs[i]; ok {
			i = max(inner.end, i+1)
			continue
		}
		name, end := command(p.s, i)
		if name == "item" {
			if len(out) > 0 {
				out[len(out)-1].to = i
			}
			end = p.overlay(end, e.to)
			it := item{from: min(end, e.to), to: e.to}
			if a, b, ok := option(p.s, end); ok && b < e.to {
				it.label, it.from = doc.Span{Start: a, End: b}, p.overlay(b+1, e.to)
			}
			out = append(out, it)
		}
		i = max(end, i+1)
	}
	return out
}

func (p *parser) list(tag string, e env) {
	p.Open(tag, p.span(e.from, e.to))
	for _, it := range p.items(e) {
		p.Open("li", p.span(it.from, it.to))
		if !it.label.Empty() {
			if label := strings.TrimSpace(p.plain(it.label)); label != "" && label != "•" && label != "-" && label != "–" {
				p.Lead(label, p.span(it.label.Start, it.label.End))
			}
		}
		p.block(it.from, it.to)
		p.EndLead()
		p.Close()
	}
	p.Close()
}

func (p *parser) descriptions(e env) {
	p.Open("dl", p.span(e.from, e.to))
	for _, it := range p.items(e) {
		if !it.label.Empty() {
			p.Open("dt", p.span(it.label.Start, it.label.End))
			p.line(it.label.Start, it.label.End)
			p.Close()
		}
		p.Open("dd", p.span(it.from, it.to))
		p.block(it.from, it.to)
		p.Close()
	}
	p.Close()
}
