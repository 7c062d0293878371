package org_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markup"
	"github.com/pildora/pildora/read/markup/markuptest"
	"github.com/pildora/pildora/read/markup/org"
	"github.com/pildora/pildora/read/readtest"
)

var contract = readtest.Format{
	Media: org.Media,
	Seeds: map[string]string{
		"head":   "#+TITLE: A\n#+MACRO: b c$1\n* TODO [#A] D :e:\nDEADLINE: <2024-01-02 Tue>\n:F:\n:END:\n{{{b(g)}}} *h* /i/ =j= [[k][l]] [fn:1]\n\n[fn:1] m\n",
		"table":  "#+CAPTION: a\n| b | c |\n|---+---|\n| d | e |\n",
		"lists":  "- a\n  - [X] b\n1. c\n- d :: e\n",
		"blocks": "#+begin_src go\na\n#+end_src\n#+begin_quote\nb\n#+end_quote\n: c\n\\begin{x}\nd\n\\end{x}\n",
		"latin":  "* T\xedtulo\nse\xf1or, a\xf1os atr\xe1s\n",
	},
	Capped: func(n int64) read.Reader { return org.Reader{MaxBytes: n} },
}

func TestContract(t *testing.T) { readtest.Run(t, org.Reader{}, contract) }

func FuzzContract(f *testing.F) { readtest.Fuzz(f, org.Reader{}, contract) }

func TestGolden(t *testing.T) { readtest.Golden(t, org.Reader{}, contract, nil) }

func TestOrigins(t *testing.T) {
	markuptest.Origins(t, org.Reader{}, "testdata/org.txtar", ".org", 0.5)
}

var hostile = []markuptest.Input{
	{Name: "open bold", Unit: "*a "},
	{Name: "marks", Unit: " *a/b_c=d~e+f"},
	{Name: "links", Unit: "[[a"},
	{Name: "open links", Unit: "[[a]["},
	{Name: "footnotes", Unit: "[fn:1] "},
	{Name: "open footnotes", Unit: "[fn::a "},
	{Name: "nested footnotes", Unit: " [fn::a", Tail: strings.Repeat("]", 100)},
	{Name: "headlines", Unit: "* a\n"},
	{Name: "stars", Unit: "*"},
	{Name: "hidden", Unit: "* a :noexport:\n"},
	{Name: "cookies", Head: "* a ", Unit: "[1/2]"},
	{Name: "drawers", Unit: ":a:\n"},
	{Name: "closed drawers", Unit: ":a:\n:end:\n"},
	{Name: "open blocks", Unit: "#+begin_src\n"},
	{Name: "other blocks", Unit: "#+begin_a\n#+end_b\n"},
	{Name: "quotes", Unit: "#+begin_quote\n", Tail: "#+end_quote\n"},
	{Name: "environments", Unit: "\\begin{a}\n"},
	{Name: "definitions", Unit: "[fn:1] a\n"},
	{Name: "deep items", Unit: "- - "},
	{Name: "items", Unit: "- a\n\n"},
	{Name: "terms", Unit: "- a :: b\n"},
	{Name: "blocks in items", Unit: "- a\n  #+begin_src\n"},
	{Name: "cells", Unit: "|a"},
	{Name: "rows", Unit: "| a |\n"},
	{Name: "fixed", Unit: ": a\n"},
	{Name: "captions", Unit: "#+CAPTION: a\n"},
	{Name: "macros", Head: "#+MACRO: a b\n", Unit: "{{{a}}}"},
	{Name: "open macros", Unit: "{{{a"},
	{Name: "dollars", Unit: "$a "},
	{Name: "targets", Unit: "<<a"},
	{Name: "angles", Unit: "<a:"},
	{Name: "dashes", Unit: "-", Tail: "a"},
	{Name: "dots", Head: "a", Unit: "."},
	{Name: "sources", Unit: " src_a{"},
	{Name: "raised", Unit: "a_{"},
}

func TestGrowth(t *testing.T) { markuptest.Growth(t, org.Reader{}, hostile) }

// TestBomb: macros that hold each other end in an error that says so.
func TestBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("#+MACRO: a0 " + strings.Repeat("x", 1000) + "\n")
	for i := range 7 {
		fmt.Fprintf(&b, "#+MACRO: a%d %s\n", i+1, strings.Repeat(fmt.Sprintf("{{{a%d}}}", i), 20))
	}
	b.WriteString("\n{{{a7}}}\n")
	for name, src := range map[string]string{
		"others":    b.String(),
		"arguments": "#+MACRO: a " + strings.Repeat("$1", 10_000) + "\n{{{a(" + strings.Repeat("x", 10_000) + ")}}}\n",
	} {
		_, err := org.Reader{}.Read(t.Context(), read.Source{URI: "bomb.org", Data: []byte(src)})
		if !errors.Is(err, markup.ErrExpansion) || !strings.Contains(err.Error(), "bomb.org") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestNothingIsOpened: what is included is named, not read.
func TestNothingIsOpened(t *testing.T) {
	name := t.TempDir() + "/secret.txt"
	if err := os.WriteFile(name, []byte("secret words"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := markuptest.Read(t, org.Reader{}, "#+INCLUDE: \""+name+"\" src\n")
	if strings.Contains(d.Text, "secret words") || len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], name) {
		t.Errorf("%q, %q", d.Text, d.Warnings)
	}
}

func TestTooLittle(t *testing.T) {
	for src, want := range map[string]string{
		"":                       "",
		"*":                      "\\*\n",
		"* ":                     "\\*\n",
		"* TODO":                 "",
		"* TODO [#A] :a:":        "",
		"#+":                     "#+\n",
		"#+title:":               "",
		"#+begin_src":            "#+begin_src\n",
		"#+begin_src\n#+end_src": "",
		"|":                      "",
		"|-":                     "",
		"- ":                     "",
		"[[":                     "[[\n",
		"[[]]":                   "[[]]\n",
		"[[a]]":                  "a\n",
		"[fn:":                   "[fn:\n",
		"[fn:1":                  "[fn:1\n",
		"{{{":                    "{{{\n",
		"{{{a}}}":                "",
		":a:":                    ":a:\n",
		":end:":                  ":end:\n",
		"a\\\\":                  "a\n",
		"- a :: ":                "a\n",
		"- ::":                   "",
	} {
		markuptest.Text(t, org.Reader{}, src, want)
	}
}

func BenchmarkRead(b *testing.B) {
	markuptest.Bench(b, org.Reader{}, "testdata/org.txtar", ".org")
}

// TestBlockInItem: what a block in an item holds may stand at the margin.
func TestBlockInItem(t *testing.T) {
	markuptest.Text(t, org.Reader{}, "- a\n  #+begin_example\nb\n\n\n  c\n  #+end_example\n  d\n- e\n", "- a\n\n  ```\n  b\n\n\n  c\n  ```\n\n  d\n\n- e\n")
}

// TestOpenBlock: what nothing ends in an item is text, and a block after it is
// one.
func TestOpenBlock(t *testing.T) {
	markuptest.Text(t, org.Reader{}, "- a\n  #+begin_src go\n\n#+begin_src go\nb\n#+end_src\n", "- a\n\n  #+begin_src go\n\n```go\nb\n```\n")
}

func TestDepth(t *testing.T) {
	for open, end := range map[string]string{"- ": "", "#+begin_quote\n": "#+end_quote\n", "[fn::a ": "]", "*a /b ": "/ *", "| ": ""} {
		markuptest.Deep(t, org.Reader{}, open, end)
	}
}
