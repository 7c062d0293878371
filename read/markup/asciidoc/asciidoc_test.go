package asciidoc_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markup"
	"github.com/pildora/pildora/read/markup/asciidoc"
	"github.com/pildora/pildora/read/markup/markuptest"
	"github.com/pildora/pildora/read/readtest"
)

var contract = readtest.Format{
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
}

func TestContract(t *testing.T) { readtest.Run(t, asciidoc.Reader{}, contract) }

func FuzzContract(f *testing.F) { readtest.Fuzz(f, asciidoc.Reader{}, contract) }

func TestGolden(t *testing.T) { readtest.Golden(t, asciidoc.Reader{}, contract, nil) }

func TestOrigins(t *testing.T) {
	markuptest.Origins(t, asciidoc.Reader{}, "testdata/asciidoc.txtar", ".adoc", 0.5)
}

var hostile = []markuptest.Input{
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
}

func TestGrowth(t *testing.T) { markuptest.Growth(t, asciidoc.Reader{}, hostile) }

// TestBomb: attributes that hold each other end in an error that says so.
func TestBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString(":a0: " + strings.Repeat("x", 1000) + "\n")
	for i := range 8 {
		fmt.Fprintf(&b, ":a%d: %s\n", i+1, strings.Repeat(fmt.Sprintf("{a%d}", i), 20))
	}
	b.WriteString("\n{a8}\n")
	_, err := asciidoc.Reader{}.Read(t.Context(), read.Source{URI: "bomb.adoc", Data: []byte(b.String())})
	if !errors.Is(err, markup.ErrExpansion) || !strings.Contains(err.Error(), "bomb.adoc") {
		t.Errorf("error %v", err)
	}
}

// TestNothingIsOpened: what is included is named, not read.
func TestNothingIsOpened(t *testing.T) {
	name := t.TempDir() + "/secret.txt"
	if err := os.WriteFile(name, []byte("secret words"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := markuptest.Read(t, asciidoc.Reader{}, "include::"+name+"[]\n\n----\ninclude::"+name+"[]\n----\n")
	if strings.Contains(d.Text, "secret words") || len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], name) {
		t.Errorf("%q, %q", d.Text, d.Warnings)
	}
}

func TestTooLittle(t *testing.T) {
	for src, want := range map[string]string{
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
	} {
		markuptest.Text(t, asciidoc.Reader{}, src, want)
	}
}

func BenchmarkRead(b *testing.B) {
	markuptest.Bench(b, asciidoc.Reader{}, "testdata/asciidoc.txtar", ".adoc")
}

func TestDepth(t *testing.T) {
	for open, end := range map[string]string{"* a\n+\n": "", "* ": "", "> ": "", "a::\n+\n": "", "footnote:[": "]", "*a _b ": "_ *", "<<": ">>"} {
		markuptest.Deep(t, asciidoc.Reader{}, open, end)
	}
}
