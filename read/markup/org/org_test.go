package org_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markup/markuptest"
	"github.com/pildora/pildora/read/markup/org"
	"github.com/pildora/pildora/read/readtest"
)

var suite = markuptest.Suite{
	Reader: org.Reader{},
	Format: readtest.Format{
		Media: org.Media,
		Seeds: map[string]string{
			"head":   "#+TITLE: A\n#+MACRO: b c$1\n* TODO [#A] D :e:\nDEADLINE: <2024-01-02 Tue>\n:F:\n:END:\n{{{b(g)}}} *h* /i/ =j= [[k][l]] [fn:1]\n\n[fn:1] m\n",
			"table":  "#+CAPTION: a\n| b | c |\n|---+---|\n| d | e |\n",
			"lists":  "- a\n  - [X] b\n1. c\n- d :: e\n",
			"blocks": "#+begin_src go\na\n#+end_src\n#+begin_quote\nb\n#+end_quote\n: c\n\\begin{x}\nd\n\\end{x}\n",
			"latin":  "* T\xedtulo\nse\xf1or, a\xf1os atr\xe1s\n",
		},
		Capped: func(n int64) read.Reader { return org.Reader{MaxBytes: n} },
	},
	Archive: "testdata/org.txtar",
	Ext:     ".org",
	Exact:   0.5,
	Short: map[string]string{
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
	},
	Includes: map[string]bool{"#+INCLUDE: \"%s\" src\n": true},
	Bombs: map[string]string{
		"others":    bomb(),
		"arguments": "#+MACRO: a " + strings.Repeat("$1", 10_000) + "\n{{{a(" + strings.Repeat("x", 10_000) + ")}}}\n",
	},
	Deep: map[string]string{"- ": "", "#+begin_quote\n": "#+end_quote\n", "[fn::a ": "]", "*a /b ": "/ *", "| ": ""},
	Hostile: []markuptest.Input{
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
	},
}

func TestReader(t *testing.T) { suite.Run(t) }

func FuzzReader(f *testing.F) { suite.Fuzz(f) }

func BenchmarkRead(b *testing.B) { suite.Bench(b) }

// bomb is of macros that hold each other.
func bomb() string {
	var b strings.Builder
	b.WriteString("#+MACRO: a0 " + strings.Repeat("x", 1000) + "\n")
	for i := range 7 {
		fmt.Fprintf(&b, "#+MACRO: a%d %s\n", i+1, strings.Repeat(fmt.Sprintf("{{{a%d}}}", i), 20))
	}
	b.WriteString("\n{{{a7}}}\n")
	return b.String()
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
