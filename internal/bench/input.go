package main

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode/utf8"
)

// input is a kind of text whose growth is looked at.
type input struct {
	name, about string
	// text makes n bytes of it, or a little less, out of ordinary Markdown.
	text func(ordinary string, n int) string
}

// inputs lists ordinary Markdown and what hurts a careless splitter.
func inputs() []input {
	return []input{
		{"markdown", "ordinary Markdown, Spanish and English", func(md string, n int) string { return repeated(md, n) }},
		{"words", "one line of words", func(md string, n int) string { return repeated(strings.Join(strings.Fields(md), " "), n) }},
		{"a", "one run of 'a'", func(_ string, n int) string { return strings.Repeat("a", n) }},
		{"base64", "base64 without a line end", func(_ string, n int) string {
			return base64.StdEncoding.EncodeToString(random(n / 4 * 3))[:n/4*4]
		}},
		{"cjk", "Chinese characters without marks", func(_ string, n int) string { return ideographs(n) }},
		{"longline", "Markdown with an unbroken line of 16 KB in every 64 KB", func(md string, n int) string {
			return repeated(between(md, strings.Repeat("x", 16<<10)+"\n\n", 64<<10), n)
		}},
		{"quotes", "towers of `> `, 200 high", func(_ string, n int) string { return repeated(strings.Repeat("> ", 200)+"a\n\n", n) }},
		{"lists", "lists in lists, 60 deep", func(_ string, n int) string { return repeated(nested(60), n) }},
		{"fence", "a fence that nobody closes", func(md string, n int) string {
			return "~~~~~~~~\n" + repeated(strings.ReplaceAll(md, "~~~", "~~"), n-9)
		}},
		{"table", "one table of short rows", func(_ string, n int) string {
			return "| a | b | c |\n| - | - | - |\n" + repeated("| one | two words | 3 |\n", n-28)
		}},
		{"headings", "headings with nothing below", func(_ string, n int) string {
			return repeated("# One\n## Two\n### Three\n#### Four\n", n)
		}},
	}
}

func inputOf(name string) (input, error) {
	for _, in := range inputs() {
		if in.name == name {
			return in, nil
		}
	}
	return input{}, fmt.Errorf("unknown input %q: bench list names them", name)
}

// repeated is n bytes of unit after unit, less what would cut a character.
func repeated(unit string, n int) string {
	n = max(n, 0)
	text := strings.Repeat(unit, n/len(unit)+1)
	for n < len(text) && n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// between puts a piece after the first line end in every so many bytes.
func between(text, piece string, every int) string {
	var b strings.Builder
	for len(text) > every {
		at := every
		if i := strings.Index(text[every:], "\n\n"); i >= 0 {
			at += i + 2
		}
		b.WriteString(text[:at])
		b.WriteString(piece)
		text = text[at:]
	}
	b.WriteString(text)
	return b.String()
}

func nested(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat("  ", i) + "- item\n")
	}
	return b.String() + "\n"
}

func source() *rand.Rand { return rand.New(rand.NewPCG(7, 7)) }

func random(n int) []byte {
	r, out := source(), make([]byte, n)
	for i := range out {
		out[i] = byte(r.Uint32())
	}
	return out
}

func ideographs(n int) string {
	r := source()
	var b strings.Builder
	b.Grow(n)
	for b.Len()+3 <= n {
		b.WriteRune(rune(0x4E00 + r.IntN(0x9FA5-0x4E00)))
	}
	return b.String()
}
