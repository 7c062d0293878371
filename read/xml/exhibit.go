package xml

import (
	"strconv"
	"strings"
)

// table writes a table of CALS, HTML, DITA or TEI.
func (w *writer) table(n *node) {
	w.b.Open("table", n.at())
	if t := n.child("title", "head", "caption"); t != nil {
		w.within("caption", t, true)
	}
	columns := map[string]int{}
	w.rows(n, columns, false)
	w.b.Close()
}

// rows writes the rows in n; those of a head are headers. columns are the
// numbers of the columns that have names.
func (w *writer) rows(n *node, columns map[string]int, head bool) {
	for _, c := range n.children {
		if c.isText() || !w.going() {
			continue
		}
		r := roles[c.name]
		switch {
		case c.name == "colspec":
			if name := c.get("colname"); name != "" {
				columns[name] = len(columns)
			}
		case r.act == group:
			w.b.Open(r.tag, c.at())
			w.rows(c, columns, head || r.tag == "thead")
			w.b.Close()
		case r.act == row:
			w.row(c, columns, head || strings.HasSuffix(c.name, "head") || c.get("role") == "label")
		case r.act == heading, r.act == caption, r.act == dropped:
		default:
			w.rows(c, columns, head)
		}
	}
}

func (w *writer) row(n *node, columns map[string]int, head bool) {
	w.b.Open("tr", n.at())
	for _, c := range n.children {
		if c.isText() {
			continue
		}
		tag := "td"
		if head || c.name == "th" || c.get("role") == "label" {
			tag = "th"
		}
		w.within(tag, c, false, spans(c, columns)...)
	}
	w.b.Close()
}

// spans are the columns and rows that a cell spans, as attributes of HTML.
func spans(n *node, columns map[string]int) []string {
	var attrs []string
	add := func(name string, span int) {
		if span > 1 {
			attrs = append(attrs, name, strconv.Itoa(span))
		}
	}
	first, one := columns[n.get("namest")]
	last, two := columns[n.get("nameend")]
	if one && two {
		add("colspan", last-first+1)
	} else {
		add("colspan", number(n.get("colspan"), n.get("cols")))
	}
	if more := number(n.get("morerows")); more > 0 {
		add("rowspan", more+1)
	} else {
		add("rowspan", number(n.get("rowspan"), n.get("rows")))
	}
	return attrs
}

// number is the first of the texts that is a number, or 0.
func number(texts ...string) int {
	for _, s := range texts {
		if n, err := strconv.Atoi(s); err == nil {
			return n
		}
	}
	return 0
}

// figure writes pictures with their caption.
func (w *writer) figure(n *node) {
	w.b.Open("figure", n.at())
	if label := n.child("label"); label != nil && n.child("caption") == nil {
		w.within("figcaption", label, true)
	}
	w.children(n, false)
	w.b.Close()
}

// caption writes a caption: the number of what it stands at, and all that is in
// it, on one line.
func (w *writer) caption(n *node) {
	w.b.Open("figcaption", n.at())
	if label := n.parent.child("label"); label != nil {
		w.children(label, true)
		w.mark(" ", label)
	}
	for _, c := range n.children {
		if c.isText() {
			w.write(c)
			continue
		}
		w.children(c, true)
		w.mark(" ", c)
	}
	w.b.Close()
}

// picture writes an image, if something is said of it.
func (w *writer) picture(n *node) {
	alt := n.get("alt")
	for p, up := n, 0; alt == "" && p != nil && up < nearDepth && roles[p.name].act != section; p, up = p.parent, up+1 {
		if t := p.child("alt", "alt-text", "textobject", "figDesc"); t != nil {
			alt = t.string()
		}
		if roles[p.name].act == figure {
			break
		}
	}
	src := first(n.get("fileref"), n.get("href"), n.get("url"), n.get("src"))
	if alt != "" || src != "" {
		w.b.Void("img", n.at(), "alt", alt, "src", src)
	}
}

func first(texts ...string) string {
	for _, s := range texts {
		if s != "" {
			return s
		}
	}
	return ""
}

// footnote puts a note off to the end and refers to it.
func (w *writer) footnote(n *node, inside bool) {
	if label := idLabel(n.get("id")); !inside && !w.tei && label != "" { // it stands among others, and is referred to
		w.b.Open("x-footnote", n.at(), "label", label)
		w.children(n, false)
		w.b.Close()
		return
	}
	if !inside {
		w.within("p", n, true)
		return
	}
	w.notes = append(w.notes, n)
	w.mark("[^"+noteLabel(len(w.notes)-1)+"]", n)
}

func noteLabel(i int) string { return strconv.Itoa(i + 1) }

// idLabel is an id fit for the name of a footnote.
func idLabel(id string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return -1
	}, id)
}

// link writes what leads elsewhere. A reference without a text is called as what
// it refers to.
func (w *writer) link(n *node) {
	if n.get("ref-type") == "fn" {
		if label := idLabel(n.get("rid")); label != "" {
			w.mark("[^"+label+"]", n)
			return
		}
	}
	href := first(n.get("url"), n.get("href"), n.get("target"))
	remote := strings.Contains(href, "://") || strings.HasPrefix(href, "mailto:")
	if remote {
		w.b.Open("a", n.at(), "href", href)
	}
	if n.measure.bytes > 0 {
		w.children(n, true)
	} else {
		id := first(n.get("linkend"), n.get("rid"), strings.TrimPrefix(href, "#"))
		w.mark(first(w.ids[id], href, id), n)
	}
	if remote {
		w.b.Close()
	}
}

// idsOf are the titles of what has an id.
func idsOf(root *node) map[string]string {
	ids := map[string]string{}
	var walk func(n *node)
	walk = func(n *node) {
		if id := n.get("id"); id != "" {
			if t := titleOf(n); t != nil {
				ids[id] = t.string()
			}
		}
		for _, c := range n.children {
			walk(c)
		}
	}
	walk(root)
	return ids
}

// formula writes a formula in TeX where there is one, else its text.
func (w *writer) formula(n *node, inside bool) {
	source := tex(n)
	if source == nil {
		if inside || n.name == "math" {
			w.children(n, true)
		} else {
			w.within("p", n, true)
		}
		return
	}
	if inside {
		w.b.Open("math", n.at())
		w.b.Open("annotation", n.at(), "encoding", "application/x-tex")
		w.verbatim(source)
		w.b.Close()
		w.b.Close()
		return
	}
	w.b.Open("x-math", n.at())
	w.verbatim(source)
	w.b.Close()
}

// tex is the element in which a formula stands in TeX, or nil.
func tex(n *node) *node {
	if strings.EqualFold(n.get("notation"), "tex") {
		return n
	}
	if t := n.within("tex-math"); t != nil {
		return t
	}
	for a := range n.below("annotation") {
		if strings.Contains(strings.ToLower(a.get("encoding")), "tex") {
			return a
		}
	}
	return nil
}
