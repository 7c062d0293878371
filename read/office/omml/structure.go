package omml

import (
	"strings"

	"github.com/pildora/pildora/read/office/opc"
)

func (w *writer) fraction(n *opc.Node) {
	num, den := w.inner(n.Kid("m:num")), w.inner(n.Kid("m:den"))
	switch value(n.Kid("m:fPr"), "m:type", "bar") {
	case "noBar":
		w.put(`\genfrac{}{}{0pt}{}{` + num + "}{" + den + "}")
	case "lin", "skw":
		w.put("{" + num + "}/{" + den + "}")
	default:
		w.put(`\frac{` + num + "}{" + den + "}")
	}
}

// scripts writes what stands below and above.
func (w *writer) scripts(n *opc.Node) {
	base, sub, sup := w.inner(n.Kid("m:e")), w.inner(n.Kid("m:sub")), w.inner(n.Kid("m:sup"))
	low, high := "_{"+sub+"}", "^{"+sup+"}"
	if sub == "" {
		low = ""
	}
	if sup == "" {
		high = ""
	}
	if n.Name == "m:sPre" {
		w.put("{}" + low + high + base)
		return
	}
	w.put(grouped(base) + low + high)
}

// grouped is tex so that a script after it stands at all of it.
func grouped(tex string) string {
	switch {
	case tex == "":
		return "{}"
	case strings.Contains(tex, "_{") || strings.Contains(tex, "^{"):
		return "{" + tex + "}"
	}
	return tex
}

func (w *writer) radical(n *opc.Node) {
	degree := w.inner(n.Kid("m:deg"))
	if degree != "" && !on(n.Kid("m:radPr"), "m:degHide") {
		degree = "[" + degree + "]"
	} else {
		degree = ""
	}
	w.put(`\sqrt` + degree + "{" + w.inner(n.Kid("m:e")) + "}")
}

// nary writes a sum, an integral and the like.
func (w *writer) nary(n *opc.Node) {
	properties := n.Kid("m:naryPr")
	sign := value(properties, "m:chr", "∫")
	if tex, ok := naries[sign]; ok {
		sign = tex
	}
	w.put(sign)
	if sub := w.inner(n.Kid("m:sub")); sub != "" && !on(properties, "m:subHide") {
		w.put("_{" + sub + "}")
	}
	if sup := w.inner(n.Kid("m:sup")); sup != "" && !on(properties, "m:supHide") {
		w.put("^{" + sup + "}")
	}
	if e := w.inner(n.Kid("m:e")); e != "" {
		w.put(" " + e)
	}
}

var naries = map[string]string{
	"∑": `\sum`, "∏": `\prod`, "∐": `\coprod`, "∫": `\int`, "∬": `\iint`, "∭": `\iiint`, "∮": `\oint`, "∯": `\oiint`, "∰": `\oiiint`,
	"⋃": `\bigcup`, "⋂": `\bigcap`, "⋁": `\bigvee`, "⋀": `\bigwedge`, "⨁": `\bigoplus`, "⨂": `\bigotimes`, "⨀": `\bigodot`, "⨆": `\bigsqcup`,
}

// brackets are how delimiters are written in TeX.
var brackets = map[string]string{
	"{": `\{`, "}": `\}`, "⟨": `\langle`, "⟩": `\rangle`, "〈": `\langle`, "〉": `\rangle`, "⌊": `\lfloor`, "⌋": `\rfloor`, "⌈": `\lceil`,
	"⌉": `\rceil`, "‖": `\|`, "∥": `\|`, "⟦": `\llbracket`, "⟧": `\rrbracket`, "∣": "|",
}

// matrices are the environments of matrices between delimiters.
var matrices = map[string]string{"()": "pmatrix", "[]": "bmatrix", "{}": "Bmatrix", "||": "vmatrix", "‖‖": "Vmatrix"}

// delimited writes what stands between brackets.
func (w *writer) delimited(n *opc.Node) {
	properties := n.Kid("m:dPr")
	left, right := value(properties, "m:begChr", "("), value(properties, "m:endChr", ")")
	var parts []*opc.Node
	for e := range n.All("m:e") {
		parts = append(parts, e)
	}
	if len(parts) == 1 {
		if only := single(parts[0]); only != nil && only.Name == "m:m" && matrices[left+right] != "" {
			w.put(w.matrix(only, matrices[left+right]))
			return
		} else if only != nil && only.Name == "m:eqArr" && left == "{" && right == "" {
			w.put(w.lines(only, "cases"))
			return
		}
	}
	var inner []string
	for _, e := range parts {
		inner = append(inner, w.inner(e))
	}
	content := strings.Join(inner, value(properties, "m:sepChr", "|"))
	if left, right = bracket(left), bracket(right); left != "" && right != "" && !tall(content) {
		w.put(left)
		w.put(content)
		w.put(right)
		return
	}
	if left == "" {
		left = "."
	}
	if right == "" {
		right = "."
	}
	w.put(`\left` + left)
	w.put(" " + content + " ")
	w.put(`\right` + right)
}

func bracket(sign string) string {
	if tex, ok := brackets[sign]; ok {
		return tex
	}
	return sign
}

// tall reports whether brackets around tex must grow.
func tall(tex string) bool {
	for _, high := range [...]string{`\frac`, `\begin`, `\sum`, `\prod`, `\int`, `\sqrt`, `\genfrac`} {
		if strings.Contains(tex, high) {
			return true
		}
	}
	return false
}

// single is the only element with content in n, or nil.
func single(n *opc.Node) *opc.Node {
	var only *opc.Node
	for _, k := range n.Kids {
		if strings.HasSuffix(k.Name, "Pr") || k.Name == "" {
			continue
		}
		if only != nil {
			return nil
		}
		only = k
	}
	return only
}

func (w *writer) matrix(n *opc.Node, environment string) string {
	var rows []string
	for r := range n.All("m:mr") {
		var cells []string
		for e := range r.All("m:e") {
			cells = append(cells, w.inner(e))
		}
		rows = append(rows, strings.Join(cells, " & "))
	}
	return `\begin{` + environment + `} ` + strings.Join(rows, ` \\ `) + ` \end{` + environment + `}`
}

// lines writes formulas one below the other.
func (w *writer) lines(n *opc.Node, environment string) string {
	inside := writer{aligned: true}
	var rows []string
	for e := range n.All("m:e") {
		rows = append(rows, inside.inner(e))
	}
	return `\begin{` + environment + `} ` + strings.Join(rows, ` \\ `) + ` \end{` + environment + `}`
}

// functions are the names that TeX has a command for.
var functions = map[string]bool{
	"sin": true, "cos": true, "tan": true, "cot": true, "sec": true, "csc": true, "arcsin": true, "arccos": true, "arctan": true,
	"sinh": true, "cosh": true, "tanh": true, "coth": true, "log": true, "ln": true, "lg": true, "exp": true, "lim": true, "max": true,
	"min": true, "sup": true, "inf": true, "det": true, "dim": true, "ker": true, "gcd": true, "arg": true, "deg": true, "hom": true, "Pr": true,
	"limsup": true, "liminf": true,
}

func (w *writer) function(n *opc.Node) {
	w.put(named(w.inner(n.Kid("m:fName"))))
	if e := w.inner(n.Kid("m:e")); e != "" {
		if e[0] != '(' && !strings.HasPrefix(e, `\left`) {
			e = " " + e
		}
		w.put(e)
	}
}

// named is the command for a function whose name tex begins with.
func named(tex string) string {
	plain := strings.TrimSuffix(strings.TrimPrefix(tex, `\mathrm{`), "}")
	end := 0
	for end < len(plain) && letter(plain[end]) {
		end++
	}
	switch name := plain[:end]; {
	case functions[name] && end == len(plain):
		return `\` + name
	case functions[name] && tex == plain:
		return `\` + tex
	case end > 1 && end == len(plain) && tex == plain:
		return `\operatorname{` + name + "}"
	}
	return tex
}

// limit writes what stands right below or above something.
func (w *writer) limit(n *opc.Node) {
	base, lim := named(w.inner(n.Kid("m:e"))), w.inner(n.Kid("m:lim"))
	simple := strings.HasPrefix(base, `\`) && functions[base[1:]] || strings.HasPrefix(base, `\underbrace`) || strings.HasPrefix(base, `\overbrace`)
	switch {
	case simple && n.Name == "m:limLow":
		w.put(base + "_{" + lim + "}")
	case simple:
		w.put(base + "^{" + lim + "}")
	case n.Name == "m:limLow":
		w.put(`\underset{` + lim + "}{" + base + "}")
	default:
		w.put(`\overset{` + lim + "}{" + base + "}")
	}
}

var accents = map[string]string{
	"\u0302": `\hat`, "\u0303": `\tilde`, "\u0304": `\bar`, "\u0305": `\overline`, "\u0307": `\dot`, "\u0308": `\ddot`, "\u20db": `\dddot`,
	"\u20d7": `\vec`, "\u20d6": `\overleftarrow`, "\u20e1": `\overleftrightarrow`, "\u030c": `\check`, "\u0306": `\breve`, "\u0301": `\acute`, "\u0300": `\grave`, "\u0331": `\underline`,
	"^": `\hat`, "~": `\tilde`, "¯": `\bar`, "→": `\vec`, "˙": `\dot`, "¨": `\ddot`,
}

func (w *writer) accent(n *opc.Node) {
	command, ok := accents[value(n.Kid("m:accPr"), "m:chr", "\u0302")]
	if !ok {
		command = `\hat`
	}
	w.put(command + "{" + w.inner(n.Kid("m:e")) + "}")
}

func (w *writer) bar(n *opc.Node) {
	command := `\underline`
	if value(n.Kid("m:barPr"), "m:pos", "bot") == "top" {
		command = `\overline`
	}
	w.put(command + "{" + w.inner(n.Kid("m:e")) + "}")
}

// group writes a brace or an arrow over or under something.
func (w *writer) group(n *opc.Node) {
	properties, e := n.Kid("m:groupChrPr"), w.inner(n.Kid("m:e"))
	top := value(properties, "m:pos", "bot") == "top"
	switch sign := value(properties, "m:chr", "⏟"); {
	case sign == "⏟" || sign == "︸":
		w.put(`\underbrace{` + e + "}")
	case sign == "⏞" || sign == "︷":
		w.put(`\overbrace{` + e + "}")
	case top:
		w.put(`\overset{` + symbols(sign) + "}{" + e + "}")
	default:
		w.put(`\underset{` + symbols(sign) + "}{" + e + "}")
	}
}
