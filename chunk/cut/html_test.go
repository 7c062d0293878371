package cut_test

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
)

func TestHTML(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"rows; the first stays with the header", "<table>\n<thead><tr><th>País</th><th>€</th></tr></thead>\n<tbody>\n<tr><td>Perú</td><td>40</td></tr>\n<tr><td>Chile</td><td>50</td></tr>\n</tbody>\n</table>\n",
			"<table>\n<thead><tr><th>País</th><th>€</th></tr></thead>\n<tbody>\n<tr><td>Perú</td><td>40</td></tr>\n¦<tr><td>Chile</td><td>50</td></tr>\n</tbody>\n</table>\n"},
		{"several header rows without thead, and no end tags", "<TABLE><TR><TH COLSPAN=2>Fees<TR><TH>Plan<TH>Price<TR><TD>A<TD>1<TR><TD>B<TD>2</TABLE>\n",
			"<TABLE><TR><TH COLSPAN=2>Fees<TR><TH>Plan<TH>Price<TR><TD>A<TD>1¦<TR><TD>B<TD>2</TABLE>\n"},
		{"rows that a cell spans are one", "<table>\n<tr><td rowspan=\"2\">Norte</td><td>1</td></tr>\n<tr><td>2</td></tr>\n<tr><td>Sur</td><td>3</td></tr>\n</table>\n",
			"<table>\n<tr><td rowspan=\"2\">Norte</td><td>1</td></tr>\n<tr><td>2</td></tr>\n¦<tr><td>Sur</td><td>3</td></tr>\n</table>\n"},
		{"groups of rows", "<table><tbody><tr><td>a</td></tr></tbody><tbody><tr><td>b</td></tr></tbody></table>\n",
			"<table><tbody><tr><td>a</td></tr></tbody>¦<tbody><tr><td>b</td></tr></tbody></table>\n"},
		{"a cell that spans the rest of its group", "<table><tbody><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d</tbody><tbody><tr><td>e</tbody></table>\n",
			"<table><tbody><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d</tbody>¦<tbody><tr><td>e</tbody></table>\n"},
		{"a table in a cell is no row of its own", "<table><tr><td><table><tr><td>x</td></tr><tr><td>y</td></tr></table></td></tr><tr><td>z</td></tr></table>\n",
			"<table><tr><td><table><tr><td>x</td></tr><tr><td>y</td></tr></table></td></tr>¦<tr><td>z</td></tr></table>\n"},
		{"no row in a comment, an attribute or a script", "<table><tr><td>a<!-- <tr> --></td></tr><tr title=\"<tr>\"><td>b</td></tr></table>\n",
			"<table><tr><td>a<!-- <tr> --></td></tr>¦<tr title=\"<tr>\"><td>b</td></tr></table>\n"},
		{"items", "<ul>\n<li>Uno.\n<li>Dos.\n</ul>\n", "<ul>\n¦<li>Uno.\n¦<li>Dos.\n¦</ul>\n"},
	} {
		d := parse(t, tt.text)
		if got := pieces(t, cut.Blocks, d, d.Whole()); got != tt.want {
			t.Errorf("%s:\ngot  %q\nwant %q", tt.name, got, tt.want)
		}
	}
}

// TestInsideHTMLTable asks about ever smaller pieces of one table.
func TestInsideHTMLTable(t *testing.T) {
	text := "<table>\n<tr><th>Caso</th></tr>\n<tr><td rowspan=2>Norte</td><td class=\"a b\">Hay plazo. No hay prórroga.</td></tr>\n<tr><td>2 o más</td></tr>\n</table>\n"
	d := parse(t, text)
	for _, tt := range []struct{ name, want string }{
		{"header and rows that belong together", "<table>\n<tr><th>Caso</th></tr>\n¦<tr><td rowspan=2>Norte</td><td class=\"a b\">Hay plazo. No hay prórroga.</td></tr>\n¦<tr><td>2 o más</td></tr>\n</table>\n"},
		{"cells", "<tr><td rowspan=2>Norte</td>¦<td class=\"a b\">Hay plazo. No hay prórroga.</td></tr>\n"},
		{"sentences of a cell", "<td class=\"a b\">Hay plazo. ¦No hay prórroga.</td></tr>\n"},
		{"words, not inside a tag", "<td class=\"a b\">Hay ¦plazo. "},
		{"borders of tags", "Norte¦</td>"},
	} {
		part := strings.ReplaceAll(tt.want, "¦", "")
		at := strings.Index(text, part)
		if at < 0 {
			t.Fatalf("%s: %q is not there", tt.name, part)
		}
		if got := pieces(t, cut.Blocks, d, doc.Span{Start: at, End: at + len(part)}); got != tt.want {
			t.Errorf("%s:\ngot  %q\nwant %q", tt.name, got, tt.want)
		}
	}
}

// TestNoCutInsideATag packs tables of all widths: what is left of a table never
// ends inside one of its tags that fits.
func TestNoCutInsideATag(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteString("<table class=\"a b\">\n")
		for range rapid.IntRange(1, 6).Draw(t, "rows") {
			b.WriteString("<tr data-x=\"1 > 0\">")
			for range rapid.IntRange(1, 3).Draw(t, "cells") {
				b.WriteString("<td>" + rapid.StringMatching(`([a-zñ]{1,9}[ .]|<b>á</b>|<br>){0,6}`).Draw(t, "cell") + "</td>")
			}
			b.WriteString("</tr>\n")
		}
		b.WriteString("</table>\n")
		text := b.String()
		d := &doc.Document{Text: text, Blocks: markdown.Scan(text)}
		splitter := chunk.Pack(chunk.Limits{Max: rapid.IntRange(24, 120).Draw(t, "max"), Measure: size.Bytes}, cut.Blocks, cut.Words)
		for c, err := range splitter.Split(context.Background(), d, d.Whole()) {
			if err != nil {
				t.Fatal(err)
			}
			body, open := d.Slice(c.Span), false
			for i := 0; i < len(body); i++ {
				switch {
				case strings.HasPrefix(body[i:], "\"1 > 0\""):
					i += len("\"1 > 0\"") - 1
				case body[i] == '<':
					open = true
				case body[i] == '>' && !open:
					t.Fatalf("%q begins inside a tag", body)
				case body[i] == '>':
					open = false
				}
			}
			if open {
				t.Fatalf("%q ends inside a tag", body)
			}
		}
	})
}

// TestCellsGiveSentences: of one cell of a row that is too long, sentences are
// cut; of a whole row none.
func TestCellsGiveSentences(t *testing.T) {
	row := "| Uno. Dos. | Hay plazo. No hay prórroga. |\n"
	d := parse(t, "| a | b |\n|---|---|\n"+row)
	at := strings.Index(d.Text, row)
	whole := doc.Span{Start: at, End: len(d.Text)}
	if got := pieces(t, cut.Sentences("es"), d, whole); got != row {
		t.Errorf("a row: got %q", got)
	}
	cell := doc.Span{Start: strings.Index(d.Text, "| Hay"), End: len(d.Text)}
	if got, want := pieces(t, cut.Sentences("es"), d, cell), "| Hay plazo. ¦No hay prórroga. |\n"; got != want {
		t.Errorf("a cell: got %q, want %q", got, want)
	}
}

// TestInsideBlocksGrowsLinearly cuts long tables, code and lists, one level
// after the other.
func TestInsideBlocksGrowsLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, make := range map[string]func(n int) string{
		"cells of one row": func(n int) string { return "|a|\n|-|\n" + strings.Repeat("| una celda ", n/12) + "|\n" },
		"one cell":         func(n int) string { return "|a|\n|-|\n| " + strings.Repeat("Una frase. ", n/11) + "|\n" },
		"html rows": func(n int) string {
			return "<table>\n" + strings.Repeat("<tr><td>uno</td><td>dos</td></tr>\n", n/34) + "</table>\n"
		},
		"html rows that one cell spans": func(n int) string {
			return "<table><tr><td rowspan=0>a" + strings.Repeat("<tr><td>uno<td>dos\n", n/19) + "</table>\n"
		},
		"html tables in tables": func(n int) string { return strings.Repeat("<table><tr><td>a<td>", n/20) + "\n" },
		"html that doesn't end": func(n int) string { return "<table>" + strings.Repeat("<b \"", n/4) + "\n" },
		"tags":                  func(n int) string { return "<table>" + strings.Repeat("<b>", n/3) + "\n" },
		"a tower of braces": func(n int) string {
			var b strings.Builder
			b.WriteString("```go\n")
			for b.Len() < n {
				b.WriteString("f {\n")
			}
			return b.String() + "```\n"
		},
		"braces in one line": func(n int) string { return "```go\n" + strings.Repeat("{", n) + "\n```\n" },
		"declarations":       func(n int) string { return "```go\n" + strings.Repeat("func f() {\n\ta()\n\tb()\n}\n", n/23) + "```\n" },
		"items":              func(n int) string { return strings.Repeat("- uno\n  - dos\n    - tres\n", n/26) },
	} {
		splitter := chunk.Pack(chunk.Limits{Max: 60, Measure: size.Runes}, cut.Blocks, cut.Sentences("es"), cut.Words, cut.Segments)
		split := func(n int) func() {
			text := make(n)
			d := &doc.Document{Text: text, Blocks: markdown.Scan(text)}
			return func() {
				for _, err := range splitter.Split(context.Background(), d, d.Whole()) {
					if err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		const n = 1 << 16
		if err := cputime.Grows(16, split(n), split(16*n)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
