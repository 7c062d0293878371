package readtest

import (
	"bytes"
	"strings"
)

// hostileInput makes an input of about n bytes, or a fixed one.
type hostileInput struct {
	name string
	make func(n int) []byte
}

// times repeats unit up to about n bytes, at least once, between a head and a
// tail.
func times(head, unit, tail string) func(n int) []byte {
	return func(n int) []byte {
		return []byte(head + strings.Repeat(unit, max(1, n/len(unit))) + tail)
	}
}

func fixed(s string) func(int) []byte {
	return func(int) []byte { return []byte(s) }
}

// hostile are inputs that broke readers before: bytes that are no text, marks
// that nest without end, things that are never closed.
var hostile = [...]hostileInput{
	{"empty", fixed("")},
	{"bom only", fixed("\ufeff")},
	{"two boms", fixed("\ufeff\ufeff# A\n")},
	{"utf-16 mark only", fixed("\xff\xfe")},
	{"utf-16", times("\xff\xfe", "a\x00\n\x00", "")},
	{"utf-16 odd", times("\xfe\xff", "\x00a", "\x00")},
	{"some nuls", times("", "text\x00 and text\n", "")},
	{"nuls only", times("", "\x00", "")},
	{"invalid utf-8", times("año\n", "ñandú \xff", "\xe2\x82")},
	{"surrogates", times("", "a\xed\xa0\x80b ñandú ", "")},
	{"legacy", times("", "se\xf1or\n\n", "")},
	{"noise", noise},
	{"controls", times("", "a\x01\x02\x07\x1b[0m\x7f b c d e f g h i\n", "")},
	{"crlf", times("# A\r\n", "text\r\n\r\n", "- a\r\n")},
	{"lone cr", times("# A\r", "text\r\r", "")},
	{"mixed line ends", times("", "a\n\r\nb\r\u0085c\u2028d\u2029\n", "")},
	{"form feeds", times("", "\f", "x")},
	{"newlines", times("", "\n", "")},
	{"blanks", times("", " ", "")},
	{"tabs", times("", "\t", "x")},
	{"one long line", times("", "word", "")},
	{"one line of words", times("", "word ", "")},
	{"combining marks", times("e", "\u0301", "")},
	{"joined emoji", times("👩", "\u200d👩", "")},
	{"quote marks", times("", "> ", "a")},
	{"quote lines", times("", "> > > a\n", "")},
	{"list marks", times("", "- ", "a")},
	{"deep list", deepList},
	{"ordered marks", times("", "1. ", "a")},
	{"hashes", times("", "#", " a")},
	{"underlines", times("", "a\n=\n", "")},
	{"open brackets", times("", "[", "")},
	{"bracket pairs", times("", "[a](", "")},
	{"definitions", times("", "[a]: b\n", "")},
	{"stars", times("", "*", "a")},
	{"backticks", times("", "`", "")},
	{"open fence", times("```go\n", "line\n", "")},
	{"fences", times("", "```\n~~~\n", "")},
	{"pipes", times("", "|", "\n|-|\n")},
	{"table", times("|a|b|\n|-|-|\n", "|1|2|\n", "")},
	{"wide table", times("|", "a|", "\n|-|\n")},
	{"rules", times("", "---\n", "")},
	{"open front matter", times("---\n", "a: b\n", "")},
	{"open tags", times("", "<div>", "")},
	{"angles", times("", "<", "")},
	{"open comment", times("<!-- ", "a -\n", "")},
	{"open braces", times("", "{", "")},
	{"open quotes", times("", `"`, "")},
	{"backslashes", times("", `\`, "")},
	{"entities", times("", "&#x", "")},
	{"dollars", times("", "$$\n", "")},
	{"footnotes", times("", "[^a]: b\n\n    c\n", "")},
	{"commas", times("", ",", "\n")},
}

// deepList nests as deep as fits: each line is two blanks further in.
func deepList(n int) []byte {
	var b bytes.Buffer
	for depth := 0; b.Len() < n; depth++ {
		b.WriteString(strings.Repeat("  ", depth))
		b.WriteString("- a\n")
	}
	return b.Bytes()
}

// noise is n bytes of a linear congruential generator, the same ones always.
func noise(n int) []byte {
	out := make([]byte, n)
	x := uint32(n)
	for i := range out {
		x = x*1664525 + 1013904223
		out[i] = byte(x >> 24)
	}
	return out
}
