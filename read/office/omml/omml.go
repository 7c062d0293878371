// Package omml writes the formulas of Office Open XML in TeX.
package omml

import (
	"strings"

	"github.com/pildora/pildora/read/office/opc"
)

// What no formula that people write exceeds. Each level of a formula is written
// out within the one around it, so that depth times size is what it costs.
const (
	maxDepth = 200
	maxBytes = 1 << 16
)

// TeX is the formula in an m:oMath, or in any element with parts of a formula,
// as a line of TeX without dollar signs. It is empty where the formula is. A
// formula that is no longer one, by its size or depth, is the text in it.
func TeX(n *opc.Node) string {
	if n == nil {
		return ""
	}
	if size := 0; n.Depth() > maxDepth || tooLong(n, &size) {
		return strings.Join(strings.Fields(n.Content()), " ")
	}
	var w writer
	w.kids(n)
	return strings.TrimSpace(w.b.String())
}

func tooLong(n *opc.Node, size *int) bool {
	*size += len(n.Text)
	for _, k := range n.Kids {
		if *size > maxBytes || tooLong(k, size) {
			return true
		}
	}
	return *size > maxBytes
}

// writer writes TeX.
type writer struct {
	b       strings.Builder
	command bool // the last thing written is a command that a letter would run into
	aligned bool // an & in the text is a place to align at
}

// put writes TeX as it is.
func (w *writer) put(tex string) {
	if tex == "" {
		return
	}
	if w.command && letter(tex[0]) {
		w.b.WriteByte(' ')
	}
	w.b.WriteString(tex)
	w.command = false
	if i := strings.LastIndexByte(tex, '\\'); i >= 0 && i+1 < len(tex) {
		w.command = strings.IndexFunc(tex[i+1:], func(r rune) bool { return r > 0x7f || !letter(byte(r)) }) < 0
	}
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func (w *writer) kids(n *opc.Node) {
	if n == nil {
		return
	}
	for _, k := range n.Kids {
		w.node(k)
	}
}

// inner is the TeX of what is in n.
func (w *writer) inner(n *opc.Node) string {
	inside := writer{aligned: w.aligned}
	inside.kids(n)
	return strings.TrimSpace(inside.b.String())
}

// node writes one element. What isn't known is looked through.
func (w *writer) node(n *opc.Node) {
	switch n.Name {
	case "m:r":
		w.run(n)
	case "m:f":
		w.fraction(n)
	case "m:sSup", "m:sSub", "m:sSubSup", "m:sPre":
		w.scripts(n)
	case "m:rad":
		w.radical(n)
	case "m:nary":
		w.nary(n)
	case "m:d":
		w.delimited(n)
	case "m:m":
		w.put(w.matrix(n, "matrix"))
	case "m:eqArr":
		w.put(w.lines(n, "aligned"))
	case "m:func":
		w.function(n)
	case "m:limLow", "m:limUpp":
		w.limit(n)
	case "m:acc":
		w.accent(n)
	case "m:bar":
		w.bar(n)
	case "m:groupChr":
		w.group(n)
	case "m:borderBox":
		w.put(`\boxed{` + w.inner(n.Kid("m:e")) + "}")
	case "m:phant":
		if value(n.Kid("m:phantPr"), "m:show", "1") != "0" {
			w.kids(n.Kid("m:e"))
		}
	case "m:t", "w:t":
		w.text(n.Content())
	case "w:br", "m:br":
		w.put(`\\ `)
	case "w:del", "w:moveFrom":
	default:
		if !strings.HasSuffix(n.Name, "Pr") {
			w.kids(n)
		}
	}
}

// value is the value of a property, or what it is where it isn't set.
func value(properties *opc.Node, name, otherwise string) string {
	n := properties.Kid(name)
	switch {
	case n == nil:
		return otherwise
	case n.Has("m:val"):
		return n.Attr("m:val")
	case n.Has("val"):
		return n.Attr("val")
	}
	return "1" // a switch that is there is on
}

// on reports whether a switch is on.
func on(properties *opc.Node, name string) bool {
	v := value(properties, name, "0")
	return v == "1" || v == "on" || v == "true"
}
