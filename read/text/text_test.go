package text_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/readtest"
	"github.com/pildora/pildora/read/text"
)

var format = readtest.Format{
	Media: "text/plain",
	Exact: true,
	Seeds: map[string]string{
		"prose":       "Primera línea.\nSegunda línea.\n\nOtro párrafo.\n",
		"crlf":        "a\r\nb\r\n\r\nc\r\n",
		"pages":       "page one\n\fpage two\n\n\f\fpage four",
		"bom":         "\ufeffHello.\n\nWorld",
		"windows":     "La compa\xf1\xeda abonar\xe1 el salario.\r\n\r\nFin.\f\nOtra p\xe1gina.",
		"utf-16":      "\xff\xfeh\x00i\x00\n\x00\n\x00\x0c\x00x\x00",
		"nul":         "words before the gap\x00\x00 and words after the gap",
		"odd breaks":  "a\u0085b\u0085\u0085c\u2028d\u2029e\rf\r\rg",
		"headings":    "Manual\n======\n\n1. Uno\n\nTexto.\n\n2. Dos\n\n- a\n- b\n\nCAPÍTULO I\n\nTexto.\n",
		"headers":     "H 1\n\na\n\fH 2\n\nb\n\fH 3\n\nc\n",
		"blank lines": " \t\n\n  indented\n\ttabbed\n\u00a0\n\ufeff\nend",
	},
	Capped: func(n int64) read.Reader { return text.Reader{MaxBytes: n} },
}

func TestReader(t *testing.T)    { readtest.Run(t, text.Reader{}, format) }
func FuzzReader(f *testing.F)    { readtest.Fuzz(f, text.Reader{}, format) }
func ctx() context.Context       { return context.Background() }
func src(s string) read.Source   { return read.Source{URI: "a.txt", Data: []byte(s)} }
func join(parts []string) string { return strings.Join(parts, "|") }

// paragraphs returns the text of each block.
func paragraphs(t *testing.T, d *doc.Document) []string {
	t.Helper()
	var out []string
	for _, b := range d.Blocks {
		if b.Kind != doc.Paragraph || b.Parent != -1 {
			t.Errorf("block %+v", b)
		}
		out = append(out, d.Slice(b.Span))
	}
	return out
}

func TestParagraphs(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"\n\n", ""},
		{"\ufeff", ""},
		{"\ufeffA", "A"},
		{"\ufeff\ufeff  A", "  A"},
		{"a\nb\n\nc", "a\nb|c"},
		{"a\r\nb\r\n\r\nc\r\n", "a\r\nb|c"},
		{"a\rb\r\rc", "a\rb|c"},
		{"a\u0085b\u0085\u0085c", "a\u0085b|c"},
		{"a\u2028b\u2029c", "a\u2028b|c"},
		{"a\u2027b\u00c5c", "a\u2027b\u00c5c"},
		{"a\n \t\u00a0\u3000\nb", "a|b"},
		{"  a\n\tb\n\n   c  \n", "  a\n\tb|   c  "},
		{"a\fb\n\f\nc", "a|b|c"},
		{"a\x00\n\n\x00\n", "a\x00|\x00"},
	} {
		d, err := text.Reader{}.Read(ctx(), src(c.in))
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
			continue
		}
		if got := join(paragraphs(t, d)); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
		if d.Text != c.in || d.Title != "" || d.Language != "" || d.Media != "text/plain" || d.URI != "a.txt" {
			t.Errorf("%q: %+v", c.in, d)
		}
	}
}

func pagesOf(d *doc.Document) string {
	var out []string
	for _, o := range d.Origins {
		out = append(out, fmt.Sprintf("%d:%q", o.Page, d.Slice(o.Text)))
	}
	return join(out)
}

func TestPages(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"no pages", ""},
		{"one\n\ftwo", `1:"one\n\f"|2:"two"`},
		{"one\f", `1:"one\f"`},
		{"\f\fthree", `1:"\f"|2:"\f"|3:"three"`},
	} {
		d, err := text.Reader{}.Read(ctx(), src(c.in))
		if err != nil || pagesOf(d) != c.want {
			t.Errorf("%q: %s, %v, want %s", c.in, pagesOf(d), err, c.want)
			continue
		}
		for _, o := range d.Origins {
			if o.Text != o.Source {
				t.Errorf("%q: origin %+v moves text that is the source", c.in, o)
			}
		}
	}
}

// TestPagesOfLegacyText: a page of text in another charset leads to its bytes.
func TestPagesOfLegacyText(t *testing.T) {
	in := strings.Repeat("se\xf1or\n", 100) + "\f" + strings.Repeat("ni\xf1o\n", 100)
	d, err := text.Reader{}.Read(ctx(), src(in))
	if err != nil || len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], "windows-1252") {
		t.Fatalf("%v, %v", d, err)
	}
	for _, o := range d.Origins {
		source := in[o.Source.Start:o.Source.End]
		if page := 1 + strings.Count(d.Text[:o.Text.Start], "\f"); o.Page != page {
			t.Errorf("origin %+v is on page %d", o, page)
		}
		if got := d.Slice(o.Text); !strings.Contains(strings.ReplaceAll(source, "\xf1", "ñ"), got) {
			t.Errorf("%q is not in %q", got, source)
		}
	}
}

// TestBlocksCoverText: what lies between the blocks is blank, where no line is a
// page's header or footer.
func TestBlocksCoverText(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"a", "word ", "\n", "\r\n", "\r", "\u0085", "\u2028", "\u2029", "\f", " ", "\t", "\ufeff", "é", "港", "😀", "\x00", "\u2027",
		"- ", "  ", "1. ", "2. ", "1.1 ", "===\n", "-----\n", "Art. 1", "Capítulo II", "TODO", "(a) ", "b) "})
	rapid.Check(t, func(rt *rapid.T) {
		in := strings.Join(rapid.SliceOfN(pieces, 0, 30).Draw(rt, "pieces"), "")
		if strings.Count(in, "\f") >= 2 {
			rt.Skip("pages")
		}
		if strings.Count(in, "\x00")*5 > len(in) {
			rt.Skip("UTF-16 by its looks")
		}
		d, err := text.Reader{}.Read(ctx(), src(in))
		if errors.Is(err, read.ErrBinary) {
			rt.Skip("binary by its looks")
		}
		if err != nil || d.Text != in {
			rt.Fatalf("%q, %v", d.Text, err)
		}
		if err := invariants(d); err != nil {
			rt.Fatalf("%q: %v", in, err)
		}
		last := 0
		for i := range d.Children(-1) {
			b := d.Blocks[i]
			if !doc.IsBlank(in[last:b.Span.Start]) {
				rt.Fatalf("%q stands before %v of %q", in[last:b.Span.Start], b.Span, in)
			}
			last = b.Span.End
		}
		if !doc.IsBlank(in[last:]) {
			rt.Fatalf("text after the last paragraph: %q", in[last:])
		}
	})
}

func TestTitle(t *testing.T) {
	for in, want := range map[string]string{
		"Manual\n======\n\nTexto.\n\nParte\n-----\n\nTexto.\n": "Manual",
		"Manual\n======\n\nTexto.\n\nOtro\n====\n":             "",
		"Texto.\n\nManual\n======\n":                           "",
		"Texto.\n":                                             "",
	} {
		d, err := text.Reader{}.Read(ctx(), src(in))
		if err != nil || d.Title != want {
			t.Errorf("%q: title %q, %v, want %q", in, d.Title, err, want)
		}
	}
}

func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, unit := range map[string]string{
		"items": "- a\n", "numbers": "1. a\n", "underlined": "abc\n===\n", "rules": "===\n", "capitals": "ABC\n\n", "numbered": "1. A\n\n", "deep numbers": "1.1.1.1.1 A\n\n",
		"named": "Artículo 1\n\n", "two lines": "CAPÍTULO I\nNada\n\n", "pages": "a\n\f", "empty pages": "\f", "long lines": strings.Repeat("a", 300) + "\n",
		"stairs": "- a\n  b\n c\n", "items and paragraphs": "- a\n\n  b\n\n", "indented": "   a\n\n", "memo": "Aa\n\n   b\n\n", "blanks": "   ", "gaps": "A    B\n\n",
	} {
		reads := func(n int) func() {
			in := src(strings.Repeat(unit, n/len(unit)) + "x")
			return func() {
				if _, err := (text.Reader{}).Read(ctx(), in); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := cputime.Grows(16, reads(1<<15), reads(1<<19)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
