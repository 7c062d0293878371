package omml

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/pildora/pildora/read/office/opc"
)

// run writes text of one kind: variables, upright names, plain words.
func (w *writer) run(n *opc.Node) {
	properties := n.Kid("m:rPr")
	text := ""
	for _, k := range n.Kids {
		switch k.Name {
		case "m:t", "w:t":
			text += k.Content()
		case "w:br":
			text += " "
		}
	}
	switch {
	case text == "":
	case on(properties, "m:nor"):
		w.put(`\text{` + escape(text) + "}")
	case value(properties, "m:scr", "") == "double-struck":
		w.put(`\mathbb{` + symbols(text) + "}")
	case value(properties, "m:scr", "") == "script":
		w.put(`\mathcal{` + symbols(text) + "}")
	case value(properties, "m:scr", "") == "fraktur":
		w.put(`\mathfrak{` + symbols(text) + "}")
	case value(properties, "m:sty", "") == "b" && strings.IndexFunc(text, isLetter) >= 0:
		w.put(`\mathbf{` + symbols(text) + "}")
	default:
		w.text(text)
	}
}

func isLetter(r rune) bool { return r < 0x80 && letter(byte(r)) }

func (w *writer) text(s string) {
	tex := symbols(s)
	if w.aligned {
		tex = strings.ReplaceAll(tex, `\&`, "&")
	}
	w.put(tex)
}

// escape escapes what means something in the text of TeX.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "%", `\%`, "#", `\#`, "&", `\&`, "_", `\_`).Replace(s)
}

// symbols writes text in mathematics: signs as commands, letters of the
// mathematical alphabets as letters.
func symbols(s string) string {
	var w writer
	for _, r := range s {
		tex, ok := commands[r]
		switch {
		case ok:
		case 0x1d400 <= r && r <= 0x1d7ff: // mathematical alphanumeric symbols
			tex = symbols(norm.NFKC.String(string(r)))
		default:
			tex = string(r)
		}
		w.put(tex)
	}
	return w.b.String()
}

// commands are the signs that TeX has another writing for.
var commands = func() map[rune]string {
	all := map[rune]string{
		'{': `\{`, '}': `\}`, '$': `\$`, '%': `\%`, '#': `\#`, '&': `\&`, '\\': `\backslash`, '~': `\sim`,
		'−': "-", '–': "-", '\u2010': "-", '\u00a0': " ", '\u2061': "", '\u2062': "", '\u2063': "", '\u2064': "", '\u200b': "", '\u2009': `\,`, '\u2003': `\quad`,
		'′': "'", '″': "''", '*': "*", '∗': "*",
	}
	for sign, name := range map[rune]string{
		'α': "alpha", 'β': "beta", 'γ': "gamma", 'δ': "delta", 'ε': "varepsilon", 'ϵ': "epsilon", 'ζ': "zeta", 'η': "eta", 'θ': "theta",
		'ϑ': "vartheta", 'ι': "iota", 'κ': "kappa", 'λ': "lambda", 'μ': "mu", 'µ': "mu", 'ν': "nu", 'ξ': "xi", 'π': "pi", 'ϖ': "varpi", 'ρ': "rho",
		'ϱ': "varrho", 'σ': "sigma", 'ς': "varsigma", 'τ': "tau", 'υ': "upsilon", 'φ': "varphi", 'ϕ': "phi", 'χ': "chi", 'ψ': "psi", 'ω': "omega",
		'Γ': "Gamma", 'Δ': "Delta", 'Θ': "Theta", 'Λ': "Lambda", 'Ξ': "Xi", 'Π': "Pi", 'Σ': "Sigma", 'Υ': "Upsilon", 'Φ': "Phi", 'Ψ': "Psi", 'Ω': "Omega",
		'±': "pm", '∓': "mp", '×': "times", '÷': "div", '·': "cdot", '⋅': "cdot", '∘': "circ", '∙': "bullet", '⊕': "oplus", '⊗': "otimes", '⊙': "odot",
		'≤': "leq", '≥': "geq", '≠': "neq", '≈': "approx", '≡': "equiv", '∼': "sim", '≃': "simeq", '≅': "cong", '∝': "propto", '≪': "ll", '≫': "gg", '≺': "prec", '≻': "succ",
		'∈': "in", '∉': "notin", '∋': "ni", '⊂': "subset", '⊃': "supset", '⊆': "subseteq", '⊇': "supseteq", '∪': "cup", '∩': "cap", '∖': "setminus", '∅': "emptyset",
		'∀': "forall", '∃': "exists", '∄': "nexists", '¬': "neg", '∧': "land", '∨': "lor", '⊢': "vdash", '⊨': "models", '⊥': "perp", '∥': "parallel", '∠': "angle",
		'→': "to", '←': "leftarrow", '↔': "leftrightarrow", '⇒': "Rightarrow", '⇐': "Leftarrow", '⇔': "Leftrightarrow", '↦': "mapsto", '↑': "uparrow", '↓': "downarrow",
		'⟶': "longrightarrow", '⟹': "Longrightarrow", '⟺': "Longleftrightarrow", '⇌': "rightleftharpoons",
		'∞': "infty", '∂': "partial", '∇': "nabla", '∑': "sum", '∏': "prod", '∫': "int", '√': "surd", '…': "dots", '⋯': "cdots", '⋮': "vdots", '⋱': "ddots",
		'ℏ': "hbar", 'ℓ': "ell", 'ℜ': "Re", 'ℑ': "Im", 'ℵ': "aleph", '†': "dagger", '°': "degree", '∴': "therefore", '∵': "because",
		'⟨': "langle", '⟩': "rangle", '⌊': "lfloor", '⌋': "rfloor", '⌈': "lceil", '⌉': "rceil", '‖': "|",
	} {
		all[sign] = `\` + name
	}
	for sign, letter := range map[rune]string{'ℝ': "R", 'ℕ': "N", 'ℤ': "Z", 'ℚ': "Q", 'ℂ': "C", 'ℙ': "P"} {
		all[sign] = `\mathbb{` + letter + "}"
	}
	return all
}()
