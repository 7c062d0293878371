package xml

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/pildora/pildora/read/record"
)

// large is how much text an element has at least, in bytes, that is a record of
// its own in another.
const large = 400

// data writes data: a record for each element that comes again or is large,
// in it a line for each value, with the names that lead to it, dots between.
func (w *writer) data(n *node) {
	l := listing{w: w}
	l.values(n, "", 0)
	l.end()
}

// listing is a list of values that is open, or not yet.
type listing struct {
	w    *writer
	open bool
}

func (l *listing) end() {
	if l.open {
		l.w.b.Close()
		l.open = false
	}
}

// begin opens an item.
func (l *listing) begin(n *node) {
	if !l.open {
		l.w.b.Open("ul", n.at())
		l.open = true
	}
	l.w.b.Open("li", n.at())
}

// values writes what is in n; path is the names that lead to it.
func (l *listing) values(n *node, path string, depth int) {
	for _, a := range n.attrs {
		l.begin(n)
		l.w.mark(path+a.name+": "+a.value, n)
		l.w.b.Close()
	}
	counts := map[string]int{}
	for _, c := range n.children {
		if !c.isText() {
			counts[c.name]++
		}
	}
	seen := map[string]int{}
	for _, c := range n.children {
		if !l.w.going() {
			return
		}
		switch {
		case c.isText():
			if n.measure.loose > 0 && !c.blank() { // beside elements
				l.begin(n)
				l.w.write(c)
				l.w.b.Close()
			}
		case c.measure.elems == 0:
			l.value(c, path)
		case c.measure.loose > 0:
			l.value(c, path)
		case counts[c.name] > 1 || c.measure.bytes > large || depth > maxPath:
			l.end()
			l.w.record(c, path, seen[c.name], counts[c.name] > 1)
		default:
			l.values(c, path+c.name+".", depth+1)
		}
		if !c.isText() {
			seen[c.name]++
		}
	}
}

// maxPath is how many names lead to a value at most.
const maxPath = 8

// markup finds text that is HTML.
var markup = regexp.MustCompile(`(?i)</(?:p|div|a|b|i|ul|ol|li|span|strong|em|table|h[1-6]|blockquote|pre)>|<(?:br|p|hr|img)(?:\s[^<>]*)?/?>`)

// value writes an element without elements, or text with elements in it.
func (l *listing) value(n *node, path string) {
	l.begin(n)
	l.w.mark(path+n.name, n)
	var attrs []string
	for _, a := range n.attrs {
		attrs = append(attrs, a.name+": "+a.value)
	}
	switch {
	case n.measure.bytes > 0:
		l.w.mark(": ", n)
		if text := n.verbatim(); n.measure.elems == 0 && markup.MatchString(text) {
			l.w.fragment(n)
		} else {
			l.w.flat(n)
		}
		if len(attrs) > 0 {
			l.w.mark(" ("+strings.Join(attrs, ", ")+")", n)
		}
	case len(attrs) > 0:
		l.w.mark(": "+strings.Join(attrs, ", "), n)
	}
	l.w.b.Close()
}

// flat writes all text in n.
func (w *writer) flat(n *node) {
	w.write(n)
	for _, c := range n.children {
		w.flat(c)
	}
}

// record writes the i-th element of its name as a record.
func (w *writer) record(n *node, path string, i int, several bool) {
	name := labelOf(n)
	if name == "" {
		if name = path + n.name; several {
			name = fmt.Sprintf("%s[%d]", name, i)
		}
	}
	w.b.Open("x-record", n.at(), "label", name)
	w.b.Open("p", n.at())
	w.mark(path+n.name+":", n)
	w.b.Close()
	w.data(n)
	w.b.Close()
}

// longestLabel is the longest name of a record, in bytes.
const longestLabel = 120

// labelOf is what a record is called, by an attribute or an element.
func labelOf(n *node) string {
	for _, key := range record.Labels() {
		for _, a := range n.attrs {
			if strings.EqualFold(a.name, key) && a.value != "" && len(a.value) <= longestLabel {
				return a.value
			}
		}
		for _, c := range n.children {
			if strings.EqualFold(c.name, key) && c.measure.elems == 0 {
				if s := c.string(); s != "" && len(s) <= longestLabel {
					return s
				}
			}
		}
	}
	return ""
}
