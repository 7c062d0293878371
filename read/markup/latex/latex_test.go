package latex_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markup"
	"github.com/pildora/pildora/read/markup/latex"
	"github.com/pildora/pildora/read/markup/markuptest"
	"github.com/pildora/pildora/read/readtest"
)

var contract = readtest.Format{
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
}

func TestContract(t *testing.T) { readtest.Run(t, latex.Reader{}, contract) }

func FuzzContract(f *testing.F) { readtest.Fuzz(f, latex.Reader{}, contract) }

func TestGolden(t *testing.T) { readtest.Golden(t, latex.Reader{}, contract, nil) }

func TestOrigins(t *testing.T) {
	markuptest.Origins(t, latex.Reader{}, "testdata/latex.txtar", ".tex", 0.35)
}

var hostile = []markuptest.Input{
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
}

func TestGrowth(t *testing.T) { markuptest.Growth(t, latex.Reader{}, hostile) }

// TestBomb: macros that hold each other, and those that hold themselves, end in
// an error that says so, or stay as they are.
func TestBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("\\newcommand{\\xa}{" + strings.Repeat("x", 1000) + "}\n")
	for i := range 8 {
		fmt.Fprintf(&b, "\\newcommand{\\x%c}{%s}\n", 'b'+i, strings.Repeat(fmt.Sprintf("\\x%c ", 'a'+i), 20))
	}
	for name, src := range map[string]string{
		"others":    b.String() + "\\xi\n",
		"itself":    "\\def\\x{\\x\\x}\\x",
		"arguments": "\\def\\x#1{\\x{#1#1}}\\x{aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}",
	} {
		_, err := latex.Reader{}.Read(t.Context(), read.Source{URI: "bomb.tex", Data: []byte(src)})
		if !errors.Is(err, markup.ErrExpansion) || !strings.Contains(err.Error(), "bomb.tex") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestNothingIsOpened: what is input is named, not read.
func TestNothingIsOpened(t *testing.T) {
	name := t.TempDir() + "/secret.tex"
	if err := os.WriteFile(name, []byte("secret words"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"input", "include", "lstinputlisting", "verbatiminput", "subfile"} {
		d := markuptest.Read(t, latex.Reader{}, "\\"+command+"{"+name+"}\n")
		if strings.Contains(d.Text, "secret words") || len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], name) {
			t.Errorf("%s: %q, %q", command, d.Text, d.Warnings)
		}
	}
}

func TestTooLittle(t *testing.T) {
	for src, want := range map[string]string{
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
	} {
		markuptest.Text(t, latex.Reader{}, src, want)
	}
}

func BenchmarkRead(b *testing.B) {
	markuptest.Bench(b, latex.Reader{}, "testdata/latex.txtar", ".tex")
}

func TestDepth(t *testing.T) {
	for open, end := range map[string]string{"{": "}", "{\\bf ": "}", "\\emph{": "}", "\\footnote{": "}", "\\begin{quote}": "\\end{quote}", "\\begin{itemize}\\item ": "\\end{itemize}",
		"\\begin{tabular}{l}": "\\end{tabular}", "\\section{": "}", "\\unknown{": "}", "\\'{": "}"} {
		markuptest.Deep(t, latex.Reader{}, open, end)
	}
}
