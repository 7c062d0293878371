package rst_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markup"
	"github.com/pildora/pildora/read/markup/markuptest"
	"github.com/pildora/pildora/read/markup/rst"
	"github.com/pildora/pildora/read/readtest"
)

var contract = readtest.Format{
	Media: rst.Media,
	Seeds: map[string]string{
		"section": "Title\n=====\n\ntext ``a`` *b* **c** `d <e>`_ :f:`g` |h| [1]_\n\n.. [1] i\n.. |h| replace:: j\n",
		"grid":    "+--+--+\n|a | b|\n+==+==+\n|c    |\n+--+--+\n",
		"simple":  "== ==\na  b\n== ==\nc  d\n-----\n== ==\n",
		"lists":   "- a\n\n  b\n#. c\n\nterm\n  d\n:e: f\n-g  h\n\n| i\n",
		"blocks":  ".. note:: a\n\n   b\n\n.. csv-table:: c\n   :header: d,e\n\n   \"f\"\"\",g\n\nh::\n\n  i\n\n>>> j\n",
		"latin":   "T\xedtulo\n======\n\nse\xf1or, a\xf1os atr\xe1s\n",
	},
	Capped: func(n int64) read.Reader { return rst.Reader{MaxBytes: n} },
}

func TestContract(t *testing.T) { readtest.Run(t, rst.Reader{}, contract) }

func FuzzContract(f *testing.F) { readtest.Fuzz(f, rst.Reader{}, contract) }

func TestGolden(t *testing.T) { readtest.Golden(t, rst.Reader{}, contract, nil) }

func TestOrigins(t *testing.T) {
	markuptest.Origins(t, rst.Reader{}, "testdata/rst.txtar", ".rst", 0.5)
}

var hostile = []markuptest.Input{
	{Name: "open emphasis", Unit: "*a "},
	{Name: "open strong", Unit: "**a "},
	{Name: "open literals", Unit: "``a "},
	{Name: "open roles", Unit: ":r:`a "},
	{Name: "open bars", Unit: "|a "},
	{Name: "open notes", Unit: "[a "},
	{Name: "references", Unit: "a_ "},
	{Name: "long names", Unit: "a", Tail: "_"},
	{Name: "underscores", Unit: "a_"},
	{Name: "quotes", Unit: " a\n  b\n"},
	{Name: "bullets", Unit: "- "},
	{Name: "numbers", Unit: "1. "},
	{Name: "fields", Unit: ":a: "},
	{Name: "definitions", Unit: "a\n b\n"},
	{Name: "directives", Unit: ".. note:: "},
	{Name: "deep directives", Unit: ".. note::\n\n  x\n\n"},
	{Name: "targets", Unit: ".. _a:\n"},
	{Name: "substitutions", Head: ".. |a| replace:: |a| |a|\n\n", Unit: "|a| "},
	{Name: "corners", Unit: strings.Repeat("+", 400) + "\n"},
	{Name: "grid", Head: "+-+-+\n", Unit: "|a|b|\n+-+-+\n"},
	{Name: "wide grid", Head: "+" + strings.Repeat("-+", 500) + "\n", Unit: "|" + strings.Repeat("a|", 500) + "\n+" + strings.Repeat("-+", 500) + "\n"},
	{Name: "simple tables", Unit: "= =\na b\n= =\n\n"},
	{Name: "open simple tables", Unit: "= =\na b\n"},
	{Name: "columns", Head: strings.Repeat("= ", 300) + "\n", Unit: "a b\n", Tail: strings.Repeat("= ", 300) + "\n"},
	{Name: "overlines", Unit: "====\na\n"},
	{Name: "sections", Unit: "a\n=\nb\n-\n"},
	{Name: "quoted cells", Head: ".. csv-table::\n\n", Unit: "   \"a\"\"\n"},
	{Name: "notes", Unit: ".. [#] a\n"},
	{Name: "literals", Unit: "a::\n\n b\n\n"},
}

func TestGrowth(t *testing.T) { markuptest.Growth(t, rst.Reader{}, hostile) }

// TestBomb: substitutions that hold each other end in an error that says so.
func TestBomb(t *testing.T) {
	var b strings.Builder
	for i := range 8 {
		fmt.Fprintf(&b, ".. |a%d| replace:: %s\n", i, strings.Repeat(fmt.Sprintf("|a%d| ", i+1), 20))
	}
	b.WriteString(".. |a8| replace:: " + strings.Repeat("x", 1000) + "\n\n|a0|\n")
	_, err := rst.Reader{}.Read(t.Context(), read.Source{URI: "bomb.rst", Data: []byte(b.String())})
	if !errors.Is(err, markup.ErrExpansion) || !strings.Contains(err.Error(), "bomb.rst") {
		t.Errorf("error %v", err)
	}
}

// TestNothingIsOpened: what is included is named, not read.
func TestNothingIsOpened(t *testing.T) {
	name := t.TempDir() + "/secret.txt"
	if err := os.WriteFile(name, []byte("secret words"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, directive := range []string{".. include:: ", ".. literalinclude:: ", ".. csv-table::\n   :file: ", ".. raw:: html\n   :file: "} {
		d := markuptest.Read(t, rst.Reader{}, directive+name+"\n")
		if strings.Contains(d.Text, "secret words") {
			t.Errorf("%s is followed", directive)
		}
	}
}

func TestTooLittle(t *testing.T) {
	for src, want := range map[string]string{
		"":                        "",
		"..":                      "",
		".. ":                     "",
		"a\n=":                    "# a\n",
		"abc\n==":                 "abc ==\n",
		"==\nab\n==\n":            "# ab\n",
		"..\n\n  quote\n":         "> quote\n",
		"a::":                     "a:\n",
		"a ::\n\nb":               "a\n\nb\n",
		"+-+\n|a|\n":              "+-+ |a|\n",
		"= =\na b\n":              "= = a b\n",
		".. |x| replace::\n\n|x|": "",
		"``a``b":                  "``a``b\n",
		"`a`_":                    "a\n",
		":role:`":                 ":role:`\n",
		"x\n\n----\n\ny":          "x\n\n***\n\ny\n",
	} {
		markuptest.Text(t, rst.Reader{}, src, want)
	}
}

func BenchmarkRead(b *testing.B) {
	markuptest.Bench(b, rst.Reader{}, "testdata/rst.txtar", ".rst")
}

func TestDepth(t *testing.T) {
	for open, end := range map[string]string{"- ": "", "1. ": "", ".. note:: ": "", ":a: ": "", "-a  ": "", "*a ": "* ", "| ": ""} {
		markuptest.Deep(t, rst.Reader{}, open, end)
	}
}
