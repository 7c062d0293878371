package rst_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markup/markuptest"
	"github.com/pildora/pildora/read/markup/rst"
	"github.com/pildora/pildora/read/readtest"
)

var suite = markuptest.Suite{
	Reader: rst.Reader{},
	Format: readtest.Format{
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
	},
	Archive: "testdata/rst.txtar",
	Ext:     ".rst",
	Exact:   0.5,
	Short: map[string]string{
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
	},
	Includes: map[string]bool{
		".. include:: %s\n": true, ".. literalinclude:: %s\n": true, ".. csv-table::\n   :file: %s\n": true, ".. raw:: html\n   :file: %s\n": false,
	},
	Bombs: map[string]string{"others": bomb()},
	Deep:  map[string]string{"- ": "", "1. ": "", ".. note:: ": "", ":a: ": "", "-a  ": "", "*a ": "* ", "| ": ""},
	Hostile: []markuptest.Input{
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
	},
}

func TestReader(t *testing.T) { suite.Run(t) }

func FuzzReader(f *testing.F) { suite.Fuzz(f) }

func BenchmarkRead(b *testing.B) { suite.Bench(b) }

// bomb is of substitutions that hold each other.
func bomb() string {
	var b strings.Builder
	for i := range 8 {
		fmt.Fprintf(&b, ".. |a%d| replace:: %s\n", i, strings.Repeat(fmt.Sprintf("|a%d| ", i+1), 20))
	}
	b.WriteString(".. |a8| replace:: " + strings.Repeat("x", 1000) + "\n\n|a0|\n")
	return b.String()
}
