package xml

import (
	"strings"

	"github.com/pildora/pildora/doc"
)

// at is the place of an element's marks: its start tag.
func (n *node) at() doc.Origin { return doc.Origin{Source: n.tag} }

// write writes text with its places.
func (w *writer) write(n *node) {
	for _, p := range n.text {
		w.b.Text(p.text, doc.Origin{Source: p.from})
	}
}

// mark writes text that stands for a tag.
func (w *writer) mark(text string, n *node) { w.b.Text(text, n.at()) }

// prose writes a document that is written to be read.
func (w *writer) prose(root *node) {
	w.tei = strings.HasPrefix(root.name, "TEI") || root.name == "teiCorpus"
	w.ids = idsOf(root)
	w.node(root, false)
	for i := 0; i < len(w.notes); i++ { // there may be notes in notes
		n := w.notes[i]
		w.b.Open("x-footnote", n.at(), "label", noteLabel(i))
		w.children(n, false)
		w.b.Close()
	}
}

// children writes what is in n, as part of a line where inside is set.
func (w *writer) children(n *node, inside bool) {
	for _, c := range n.children {
		if !w.going() {
			return
		}
		switch {
		case !c.isText():
			w.node(c, inside)
		case inside || n.measure.loose > 0: // else it is indentation
			w.write(c)
		}
	}
}

// within writes what is in n in an element of HTML.
func (w *writer) within(tag string, n *node, inside bool, attrs ...string) {
	w.b.Open(tag, n.at(), attrs...)
	w.children(n, inside)
	w.b.Close()
}

// node writes an element by its role.
func (w *writer) node(n *node, inside bool) {
	r := roles[n.name]
	switch r.act {
	case through:
		w.children(n, inside)
	case dropped, alternate:
	case paragraph:
		w.within("p", n, true)
	case division:
		w.division(n, r.tag)
	case inline:
		w.inline(n, r.tag, inside)
	case section:
		w.section(n)
	case heading:
		w.heading(n)
	case list:
		w.list(n, r.tag)
	case item:
		w.within("li", n, false)
	case defs:
		w.defs(n)
	case entry, term, meaning: // without the list around them
		w.children(n, inside)
	case table:
		w.table(n)
	case group, row, cell:
		w.children(n, inside)
	case code:
		w.code(n)
	case admonish:
		w.admonish(n, inside)
	case quoted:
		w.mark("“", n)
		w.children(n, true)
		w.mark("”", n)
	case figure:
		w.figure(n)
	case caption:
		w.caption(n)
	case picture:
		w.picture(n)
	case footnote:
		w.footnote(n, inside)
	case link:
		w.link(n)
	case formula:
		w.formula(n, inside)
	case verse:
		w.children(n, true)
		w.b.Void("br", n.at())
	case question:
		w.question(n)
	case turn:
		w.turn(n)
	case rule:
		w.b.Void("hr", n.at())
	case lineBreak:
		w.b.Void("br", n.at())
	case about:
		if roles[parentName(n)].act == item { // more on a step
			w.children(n, false)
			break
		}
		w.about(n)
	case citation:
		w.citation(n)
	default:
		w.shapely(n, inside)
	}
}

// shapely writes an element of an unknown name: what holds text is a paragraph,
// unless it is part of one.
func (w *writer) shapely(n *node, inside bool) {
	if inside || n.measure.loose == 0 {
		w.children(n, inside)
		return
	}
	w.within("p", n, true)
}

// question writes the paragraphs of a question in bold.
func (w *writer) question(n *node) {
	for _, c := range n.children {
		if c.isText() && c.blank() {
			continue
		}
		if !c.isText() && roles[c.name].act != paragraph {
			w.node(c, false)
			continue
		}
		w.b.Open("p", c.at())
		w.b.Open("strong", c.at())
		w.write(c)
		w.children(c, true)
		w.b.Close()
		w.b.Close()
	}
}

// turn writes what one speaker says, after the name.
func (w *writer) turn(n *node) {
	who := n.child("speaker")
	w.b.Open("x-turn", n.at(), "label", strings.TrimRight(who.string(), ".:"))
	if who != nil {
		w.b.Open("p", who.at())
		w.within("strong", who, true)
		w.b.Close()
	}
	w.children(n, false)
	w.b.Close()
}

func (w *writer) division(n *node, tag string) {
	if tag == "" {
		tag = "div"
	}
	w.within(tag, n, false)
}

// inline writes an element within a line. What emphasis is like, an attribute
// says.
func (w *writer) inline(n *node, tag string, inside bool) {
	if tag == "code" {
		if !inside && strings.IndexByte(n.verbatim(), '\n') >= 0 {
			w.code(n)
			return
		}
		w.within(tag, n, true)
		return
	}
	style := strings.ToLower(n.get("role") + " " + n.get("rend") + " " + n.get("rendition") + " " + n.get("style"))
	switch {
	case strings.Contains(style, "bold"), strings.Contains(style, "strong"):
		tag = "strong"
	case strings.Contains(style, "sup"):
		tag = "sup"
	case strings.Contains(style, "sub"):
		tag = "sub"
	case strings.Contains(style, "mono"), strings.Contains(style, "code"):
		tag = "code"
	}
	w.within(tag, n, true)
}

// titleOf is the element that has the title of a section, or nil.
func titleOf(n *node) *node {
	if t := n.child("title", "head", "heading"); t != nil {
		return t
	}
	for _, c := range n.children {
		if roles[c.name].act == about {
			return aboutTitle(c)
		}
	}
	return nil
}

// section writes a section: its title one level below that of the section
// around it.
func (w *writer) section(n *node) {
	titled := titleOf(n) != nil
	if titled {
		w.depth++
	}
	w.b.Open("section", n.at())
	w.children(n, false)
	w.b.Close()
	if titled {
		w.depth--
	}
}

// heading writes a title: of a section a heading, else a caption or a line in
// bold.
func (w *writer) heading(n *node) {
	switch roles[parentName(n)].act {
	case section, through, about, unknown:
		level := max(1, w.depth)
		if n.name == "bridgehead" {
			level++
		}
		w.titled(n, level)
	case figure, table, caption:
		w.within("figcaption", n, true)
	default:
		w.b.Open("p", n.at())
		w.within("strong", n, true)
		w.b.Close()
	}
}

func parentName(n *node) string {
	if n.parent == nil {
		return ""
	}
	return n.parent.name
}

// titled writes a heading, with the number that stands beside it.
func (w *writer) titled(n *node, level int) {
	w.b.Open([...]string{"h1", "h2", "h3", "h4", "h5", "h6"}[min(max(level, 1), 6)-1], n.at())
	if label := n.parent.child("label"); label != nil && n.parent.measure.loose == 0 {
		w.children(label, true)
		w.mark(" ", label)
	}
	w.children(n, true)
	w.b.Close()
}

// list writes a list under its title. A glossary of TEI is one of terms.
func (w *writer) list(n *node, tag string) {
	kind := n.get("type") + n.get("list-type")
	if kind == "gloss" {
		w.defs(n)
		return
	}
	if strings.HasPrefix(kind, "order") || strings.HasSuffix(kind, "number") || kind == "arabic" || strings.HasPrefix(kind, "alpha") || strings.HasPrefix(kind, "roman") {
		tag = "ol"
	}
	if t := n.child("title", "head"); t != nil {
		w.heading(t)
	}
	w.b.Open(tag, n.at())
	for _, c := range n.children {
		switch {
		case c.isText() || c.name == "title" || c.name == "head":
		case roles[c.name].act == item:
			w.node(c, false)
		case roles[c.name].act == dropped:
		default: // it stands among items
			w.within("li", c, roles[c.name].act == paragraph)
		}
	}
	w.b.Close()
}

// defs writes terms and what they mean.
func (w *writer) defs(n *node) {
	if t := n.child("title", "head"); t != nil {
		w.heading(t)
	}
	w.b.Open("dl", n.at())
	w.meanings(n)
	w.b.Close()
}

func (w *writer) meanings(n *node) {
	for _, c := range n.children {
		if c.isText() || !w.going() {
			continue
		}
		switch act := roles[c.name].act; {
		case act == term, c.name == "label":
			w.within("dt", c, true)
		case act == meaning, act == item:
			w.within("dd", c, false)
		case act == heading, act == dropped:
		default:
			w.meanings(c)
		}
	}
}

// code writes verbatim text.
func (w *writer) code(n *node) {
	var attrs []string
	for _, name := range []string{"language", "outputclass", "lang"} {
		if language := n.get(name); language != "" {
			attrs = []string{"class", "language-" + strings.TrimPrefix(language, "language-")}
			break
		}
	}
	w.b.Open("pre", n.at(), attrs...)
	w.verbatim(n)
	w.b.Close()
}

func (w *writer) verbatim(n *node) {
	w.write(n)
	for _, c := range n.children {
		w.verbatim(c)
	}
}

// admonish writes a note to the reader under what it is called. In TEI it is a
// footnote, or a paragraph.
func (w *writer) admonish(n *node, inside bool) {
	if w.tei {
		w.footnote(n, inside)
		return
	}
	w.b.Open("blockquote", n.at())
	if n.child("title") == nil {
		name := n.get("type")
		if name == "" || name == "other" {
			name = n.name
		}
		w.b.Open("p", n.at())
		w.b.Open("strong", n.at())
		w.mark(strings.ToUpper(name[:1])+name[1:]+":", n)
		w.b.Close()
		w.b.Close()
	}
	w.children(n, false)
	w.b.Close()
}

// citation writes a reference. Where its parts have nothing between them, there
// are commas.
func (w *writer) citation(n *node) {
	w.b.Open("p", n.at())
	first := true
	w.parts(n, &first)
	w.b.Close()
}

func (w *writer) parts(n *node, first *bool) {
	if n.measure.elems == 0 || n.measure.loose > 0 {
		if !*first {
			w.mark(", ", n)
		}
		*first = false
		w.children(n, true)
		return
	}
	for _, c := range n.children {
		if !c.isText() && c.measure.bytes > 0 && roles[c.name].act != dropped && w.going() {
			w.parts(c, first)
		}
	}
}
