package asciidoc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markup/asciidoc"
	"github.com/pildora/pildora/read/markup/markuptest"
	"github.com/pildora/pildora/read/readtest"
)

var suite = markuptest.Suite{
	Reader: asciidoc.Reader{},
	Format: readtest.Format{
		Media: asciidoc.Media,
		Seeds: map[string]string{
			"header": "= Title\nA B <c@d>\n:e: f\n\ng {e} *h* _i_ `j` http://k[l] footnote:[m] <<n,o>>\n",
			"table":  "[cols=\"1,a\"]\n|===\n|a |b\n\n2+|c\n.2+|d |e\n|===\n",
			"lists":  "* a\n** b\n+\n----\nc\n----\n. d\ne:: f\n<1> g\n",
			"blocks": "NOTE: a\n\n.b\n====\nc\n====\n\n[quote,d]\n____\ne\n____\n\nimage::f[g]\n",
			"if":     "ifdef::a[]\nb\nendif::[]\nifndef::a[c]\ninclude::d[]\n",
			"latin":  "= T\xedtulo\n\nse\xf1or, a\xf1os atr\xe1s\n",
		},
		Capped: func(n int64) read.Reader { return asciidoc.Reader{MaxBytes: n} },
	},
	Archive: "testdata/asciidoc.txtar",
	Ext:     ".adoc",
	Exact:   0.5,
	Short: map[string]string{
		"":                      "",
		"=":                     "\\=\n",
		"= ":                    "\\=\n",
		"----":                  "",
		"----\na":               "```\na\n```\n",
		"|===":                  "",
		"|===\n|a":              "| |\n|---|\n| a |\n",
		"|===\n|a\n|b |c\n|===": "| |\n|---|\n| a |\n| b |\n| c |\n",
		"* ":                    "\\*\n",
		"* a\n+":                "- a\n",
		"a::":                   "a\n",
		".\n":                   ".\n",
		"[]\na":                 "a\n",
		"[[]]":                  "[[]]\n",
		"endif::[]":             "",
		"ifdef::x[]\na":         "",
		"*a* *":                 "**a** *\n",
		"\\":                    "\\\n",
		"link:[":                "link:[\n",
		"<<>>":                  "<<>>\n",
		"a +":                   "a\n",
		":a: \\":                "",
	},
	Includes: map[string]bool{"include::%s[]\n\n----\ninclude::%s[]\n----\n": true},
	Bombs:    map[string]string{"others": bomb()},
	Deep:     map[string]string{"* a\n+\n": "", "* ": "", "> ": "", "a::\n+\n": "", "footnote:[": "]", "*a _b ": "_ *", "<<": ">>"},
	Hostile: []markuptest.Input{
		{Name: "open bold", Unit: "*a "},
		{Name: "open unconstrained", Unit: "**a "},
		{Name: "marks", Unit: "*_`#"},
		{Name: "open mono", Unit: "`a "},
		{Name: "open brackets", Unit: "link:a[ "},
		{Name: "macros", Unit: "link:a:b:c"},
		{Name: "addresses", Unit: "http://a"},
		{Name: "references", Unit: "<<a "},
		{Name: "titled references", Head: "[[a]]\n== " + strings.Repeat("title ", 50) + "\n\n", Unit: "<<a>> "},
		{Name: "attributes", Head: ":a: b\n\n", Unit: "{a} "},
		{Name: "braces", Unit: "{a"},
		{Name: "entries", Unit: ":a: {a}\n"},
		{Name: "bullets", Unit: "* a\n\n"},
		{Name: "deep bullets", Unit: "* a\n** b\n*** c\n**** d\n***** e\n. f\n.. g\n- h\n"},
		{Name: "terms", Unit: "a::\n"},
		{Name: "late terms", Unit: "a::\n\n"},
		{Name: "colons", Unit: ":", Tail: " a"},
		{Name: "plus", Head: "* a\n", Unit: "+\n"},
		{Name: "continued", Head: "* a\n", Unit: "+\nb\n"},
		{Name: "attribute lines", Head: "* a\n", Unit: "[b]\n"},
		{Name: "blocks", Unit: "====\n"},
		{Name: "open blocks", Unit: "====\n*****\n______\n--\n"},
		{Name: "conditions", Unit: "ifdef::a[]\n"},
		{Name: "cells", Head: "|===\n", Unit: "|a"},
		{Name: "rows", Head: "|===\n", Unit: "|a |b\n"},
		{Name: "row spans", Head: "[cols=40*]\n|===\n" + strings.Repeat(".1000+|a ", 39) + "\n", Unit: "|b\n"},
		{Name: "repeated", Head: "|===\n", Unit: "1000*|\n"},
		{Name: "nested cells", Head: "[cols=a]\n|===\n", Unit: "|* a\n"},
		{Name: "values", Head: ",===\n", Unit: "a,\"b\"\n"},
		{Name: "open values", Head: ",===\n", Unit: "\"a\n"},
		{Name: "footnotes", Unit: "footnote:[a]"},
		{Name: "nested footnotes", Unit: "footnote:[a "},
		{Name: "backslashes", Unit: "\\*"},
		{Name: "roles", Unit: "[.a]#"},
		{Name: "setext", Unit: "ab\n--\n"},
		{Name: "quotes", Unit: "\"`a"},
		{Name: "index", Unit: "((a"},
		{Name: "continuations", Unit: ":a: b \\\n"},
	},
}

func TestReader(t *testing.T) { suite.Run(t) }

func FuzzReader(f *testing.F) { suite.Fuzz(f) }

func BenchmarkRead(b *testing.B) { suite.Bench(b) }

// bomb is of attributes that hold each other.
func bomb() string {
	var b strings.Builder
	b.WriteString(":a0: " + strings.Repeat("x", 1000) + "\n")
	for i := range 8 {
		fmt.Fprintf(&b, ":a%d: %s\n", i+1, strings.Repeat(fmt.Sprintf("{a%d}", i), 20))
	}
	b.WriteString("\n{a8}\n")
	return b.String()
}
