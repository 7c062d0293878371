package latex_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markup/latex"
	"github.com/pildora/pildora/read/markup/markuptest"
	"github.com/pildora/pildora/read/readtest"
)

var suite = markuptest.Suite{
	Reader: latex.Reader{},
	Format: readtest.Format{
		Media: latex.Media,
		Seeds: map[string]string{
			"article": "\\documentclass{article}\\title{A}\\begin{document}\\maketitle\\section{B}\nc $d$ \\emph{e}\\footnote{f} % g\n\\end{document}\n",
			"table":   "\\begin{tabular}{ll}\\hline a & \\multicolumn{2}{c}{b} \\\\ \\midrule \\multirow{2}{*}{c} & d \\\\ & e \\end{tabular}",
			"lists":   "\\begin{itemize}\\item a\\begin{description}\\item[b] c\\end{description}\\end{itemize}",
			"macros":  "\\newcommand{\\a}[1]{b#1}\\a{c}\\def\\d{e}\\d\n\\begin{verbatim}\n%f\n\\end{verbatim}\n\\[ g \\]",
			"accents": "\\'a \\~n \\c{c} ``d'' --- \\ss{} \\verb|e|",
			"latin":   "\\section{T\xedtulo}\nse\xf1or, a\xf1os atr\xe1s\n",
		},
		Capped: func(n int64) read.Reader { return latex.Reader{MaxBytes: n} },
	},
	Archive: "testdata/latex.txtar",
	Ext:     ".tex",
	Exact:   0.35,
	Short: map[string]string{
		"":                             "",
		"%":                            "",
		"\\":                           "",
		"\\begin":                      "",
		"\\begin{a":                    "a\n",
		"\\begin{tabular}":             "",
		"\\end{a}":                     "",
		"\\section":                    "",
		"\\section{a":                  "a\n",
		"$":                            "$\n",
		"$a":                           "$a\n",
		"\\[a":                         "a\n",
		"\\verb":                       "",
		"\\newcommand":                 "",
		"\\newcommand{\\a}":            "a\n",
		"\\'":                          "",
		"a\\\\":                        "a\n",
		"{\\bf a}b":                    "**a**b\n",
		"\\item a":                     "a\n",
		"a % b\nc":                     "a c\n",
		"a % b\n\nc":                   "a\n\nc\n",
		"a%\n  b":                      "ab\n",
		"\\begin{verbatim}\na\n":       "```\na\n```\n",
		"\\begin{document}a":           "a\n",
		"\\usepackage[spanish]{babel}": "",
	},
	Includes: map[string]bool{"\\input{%s}\n": true, "\\include{%s}\n": true, "\\lstinputlisting{%s}\n": true, "\\verbatiminput{%s}\n": true, "\\subfile{%s}\n": true},
	Bombs: map[string]string{
		"others":    bomb(),
		"itself":    "\\def\\x{\\x\\x}\\x",
		"arguments": "\\def\\x#1{\\x{#1#1}}\\x{aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}",
	},
	Deep: map[string]string{"{": "}", "{\\bf ": "}", "\\emph{": "}", "\\footnote{": "}", "\\begin{quote}": "\\end{quote}", "\\begin{itemize}\\item ": "\\end{itemize}",
		"\\begin{tabular}{l}": "\\end{tabular}", "\\section{": "}", "\\unknown{": "}", "\\'{": "}"},
	Hostile: []markuptest.Input{
		{Name: "braces", Unit: "{"},
		{Name: "closed braces", Unit: "{", Tail: "}"},
		{Name: "groups", Unit: "{\\bf a"},
		{Name: "emphasis", Unit: "\\emph{a "},
		{Name: "commands", Unit: "\\a"},
		{Name: "begins", Unit: "\\begin{a}"},
		{Name: "ends", Head: strings.Repeat("\\begin{a}", 1000), Unit: "\\end{b}"},
		{Name: "lists", Unit: "\\begin{itemize}\\item a\n"},
		{Name: "items", Head: "\\begin{itemize}", Unit: "\\item a\n", Tail: "\\end{itemize}"},
		{Name: "dollars", Unit: "$a\n"},
		{Name: "open formulas", Unit: "\\[ a "},
		{Name: "open environments", Unit: "\\begin{equation} a "},
		{Name: "open code", Unit: "\\begin{verbatim} a "},
		{Name: "verbs", Unit: "\\verb|a"},
		{Name: "comments", Unit: "%\n"},
		{Name: "calls", Head: "\\newcommand{\\m}[1]{#1}", Unit: "\\m{"},
		{Name: "closed calls", Head: "\\newcommand{\\m}[1]{#1}", Unit: "\\m{a}"},
		{Name: "options", Head: "\\newcommand{\\m}[2][a]{#1}", Unit: "\\m["},
		{Name: "definitions", Unit: "\\newcommand{\\x}{"},
		{Name: "defs", Unit: "\\def\\x#1{a}\\x"},
		{Name: "false", Unit: "\\iffalse "},
		{Name: "cells", Head: "\\begin{tabular}{l}", Unit: "a&", Tail: "\\end{tabular}"},
		{Name: "rows", Head: "\\begin{tabular}{l}", Unit: "a\\\\", Tail: "\\end{tabular}"},
		{Name: "tables", Unit: "\\begin{tabular}{l}a&"},
		{Name: "floats", Unit: "\\begin{table}\\begin{tabular}{l}a\\end{tabular}"},
		{Name: "nested cells", Head: "\\begin{tabular}{l}", Unit: "\\multirow{2}{*}{", Tail: "\\end{tabular}"},
		{Name: "footnotes", Unit: "\\footnote{a"},
		{Name: "closed footnotes", Unit: "\\footnote{a}"},
		{Name: "sections", Unit: "\\section{a}"},
		{Name: "accents", Unit: "\\'a"},
		{Name: "line breaks", Unit: "a\\\\"},
		{Name: "theorems", Unit: "\\begin{thm}[a]"},
	},
}

func TestReader(t *testing.T) { suite.Run(t) }

func FuzzReader(f *testing.F) { suite.Fuzz(f) }

func BenchmarkRead(b *testing.B) { suite.Bench(b) }

// bomb is of macros that hold each other.
func bomb() string {
	var b strings.Builder
	b.WriteString("\\newcommand{\\xa}{" + strings.Repeat("x", 1000) + "}\n")
	for i := range 8 {
		fmt.Fprintf(&b, "\\newcommand{\\x%c}{%s}\n", 'b'+i, strings.Repeat(fmt.Sprintf("\\x%c ", 'a'+i), 20))
	}
	return b.String() + "\\xi\n"
}
