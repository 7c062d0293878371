package enrich_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
)

const wide = "<table>\n  <thead>\n    <tr><th rowspan=\"2\">Zona</th><th colspan=\"2\">Tarifa</th></tr>\n    <tr><th>Alta</th><th>Baja</th></tr>\n  </thead>\n  <tbody>\n    <tr><td>Norte</td><td>12</td><td>9</td></tr>\n    <tr><td>Sur</td><td>11</td><td>8</td></tr>\n  </tbody>\n</table>\n"

const bare = "<table><tr><th>Plan<th>Price<tr><td>Basic<td>10<tr><td>Extra<td>20</table><table><tr><td>a<tr><td>b</table>\n"

func TestHeader(t *testing.T) {
	long := strings.Repeat("palabras y más palabras ", 8)
	for _, tt := range []struct {
		name, text, body string
		most             int
		want             string
	}{
		{"inside a row: header and first cell", "| País | Dieta | Nota |\n|---|---|---|\n| Perú | 40 | Con factura. Sin factura, 30. |\n", "Sin factura", 400,
			"| País | Dieta | Nota |\n|---|---|---|\n| Perú |\n"},
		{"from the second cell on", "| Country | Fee |\n|---|---|\n| Peru | 40 |\n", "| 40 |", 400, "| Country | Fee |\n|---|---|\n| Peru |\n"},
		{"the delimiter line gives way first", "| Country | Fee |\n|---|---|\n| Peru | 40 |\n", "| 40 |", 120, "| Country | Fee |\n| Peru |\n"},
		{"then the first cell", "| Country | Fee |\n|---|---|\n| Peru | 40 |\n", "| 40 |", 76, "| Country | Fee |\n"},
		{"then the header", "| Country | Fee |\n|---|---|\n| Peru | 40 |\n", "| 40 |", 44, "| Peru |\n"},
		{"inside the first cell", "| País | Dieta |\n|---|---|\n| Perú. Y Chile. | 40 |\n", "Y Chile", 400, "| País | Dieta |\n|---|---|\n"},
		{"inside the header row", "| País | Dieta |\n|---|---|\n| Perú | 40 |\n", "| Dieta |", 400, ""},

		{"rows of HTML, several header rows", wide, "    <tr><td>Sur", 4000, "<thead>\n    <tr><th rowspan=\"2\">Zona</th><th colspan=\"2\">Tarifa</th></tr>\n    <tr><th>Alta</th><th>Baja</th></tr>\n  </thead>\n"},
		{"the first row behind a thead", wide, "  <tbody>", 4000, "<thead>\n    <tr><th rowspan=\"2\">Zona</th><th colspan=\"2\">Tarifa</th></tr>\n    <tr><th>Alta</th><th>Baja</th></tr>\n  </thead>\n"},
		{"without tags, where those are too many", wide, "<td>11</td>", 160, "Zona | Tarifa\nAlta | Baja\nSur\n"},
		{"inside a row of HTML", wide, "<td>11</td>", 4000, "<thead>\n    <tr><th rowspan=\"2\">Zona</th><th colspan=\"2\">Tarifa</th></tr>\n    <tr><th>Alta</th><th>Baja</th></tr>\n  </thead>\n<td>Sur</td>\n"},
		{"a header without thead and end tags", bare, "<tr><td>Extra", 400, "<tr><th>Plan<th>Price\n"},
		{"inside such a row", bare, "<td>20", 400, "<tr><th>Plan<th>Price\n<td>Extra\n"},
		{"another table of the same block", bare, "<tr><td>b", 400, ""},
		{"inside the header", wide, "<tr><th>Alta", 400, ""},

		{"code: the function", "Así:\n\n```go\nfunc F(s string) error {\n\ta()\n\n\tb()\n}\n```\n", "\tb()", 400, "func F(s string) error {\n"},
		{"code: class and method", "```python\nclass A:\n    def f(self):\n        a()\n\n        b()\n```\n", "        b()", 400, "class A:\n    def f(self):\n"},
		{"code: the class gives way", "```python\nclass A:\n    def f(self):\n        a()\n\n        b()\n```\n", "        b()", 100, "    def f(self):\n"},
		{"code: in the middle of a line", "```python\ndef f(x):\n    return \"uno dos\"\n```\n", "dos\"", 400, "def f(x):\n"},
		{"code: a document of nothing else", "```py\ndef f():\n    a()\n    b()\n```", "    b()", 400, "def f():\n"},
		{"code from its start", "```go\nfunc F() {\n\ta()\n}\n```\n", "```go", 400, ""},
		{"code: another function", "```go\nfunc F() {\n\ta()\n}\n\nfunc G() {}\n```\n", "func G", 400, ""},

		{"a nested item", "- Documentos de identidad:\n  - DNI\n  - Pasaporte\n", "  - Pasaporte", 400, "- Documentos de identidad:\n"},
		{"two levels up", "1. Before you start\n   - Tools:\n     - a saw\n     - a drill\n", "     - a drill", 400, "1. Before you start\n   - Tools:\n"},
		{"the outermost gives way", "1. Before you start\n   - Tools:\n     - a saw\n     - a drill\n", "     - a drill", 60, "   - Tools:\n"},
		{"a further paragraph of an item", "- Solicitud.\n\n  Se presenta en línea.\n", "  Se presenta", 400, "- Solicitud.\n"},
		{"the item's own text goes on", "- Solicitud. Se presenta en línea.\n", "Se presenta", 400, ""},
		{"an item of the outer list", "- Uno\n  - a\n- Dos\n", "- Dos", 400, ""},
		{"of a long first line the first sentence", "- Primera frase. Y " + long + "\n  - punto\n", "  - punto", 400, "- Primera frase.\n"},
		{"code in an item", "1. Ejecute:\n\n   ```sh\n   ls\n   ```\n", "   ```sh", 400, "1. Ejecute:\n"},
		{"items in one line", "- - uno\n  - dos\n", "- uno", 400, ""},
	} {
		d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: "m.md", Data: []byte(tt.text)})
		if err != nil {
			t.Fatal(err)
		}
		f := enrich.Framer{Max: tt.most, Measure: size.Runes, Roles: []chunk.Role{chunk.Header}}
		at := strings.Index(tt.text, tt.body)
		parts, _ := f.Frame(d, doc.Span{Start: at, End: at + len(tt.body)})
		if got := chunk.Head(d, parts); got != tt.want {
			t.Errorf("%s:\ngot  %q\nwant %q", tt.name, got, tt.want)
		}
	}
}

// TestHeaderOfManyHeaderRows: a reader may find several.
func TestHeaderOfManyHeaderRows(t *testing.T) {
	text := "| Zona | Tarifa | |\n| | Alta | Baja |\n|---|---|---|\n| Norte | 12 | 9 |\n| Sur | 11 | 8 |\n"
	line := func(part string) doc.Span {
		at := strings.Index(text, part)
		return doc.Span{Start: at, End: at + len(part)}
	}
	row := func(level uint8, s doc.Span) doc.Block {
		return doc.Block{Kind: doc.Row, Level: level, Parent: 0, Span: s}
	}
	d := &doc.Document{Text: text, Blocks: []doc.Block{{Kind: doc.Table, Parent: -1, Span: doc.Span{End: len(text) - 1}},
		row(1, line("| Zona | Tarifa | |")), row(1, line("| | Alta | Baja |\n|---|---|---|")), row(0, line("| Norte | 12 | 9 |")), row(0, line("| Sur | 11 | 8 |"))}}
	for most, want := range map[int]string{
		400: "| Zona | Tarifa | |\n| | Alta | Baja |\n|---|---|---|\n",
		160: "| Zona | Tarifa | |\n| | Alta | Baja |\n",
	} {
		parts, _ := enrich.Framer{Max: most, Measure: size.Runes, Roles: []chunk.Role{chunk.Header}}.Frame(d, line("| Sur | 11 | 8 |"))
		if got := chunk.Head(d, parts); got != want {
			t.Errorf("%d: got %q, want %q", most, got, want)
		}
	}
}

// TestHeadersGrowLinearly asks for the frames of all bodies of 64 bytes.
func TestHeadersGrowLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, make := range map[string]func(n int) string{
		"html rows":    func(n int) string { return "<table>\n" + strings.Repeat("<tr><td>uno</td><td>dos</td></tr>\n", n/34) },
		"header cells": func(n int) string { return "<table>\n" + strings.Repeat("<tr><th>uno</th></tr>\n", n/22) },
		"one row":      func(n int) string { return "|a|\n|-|\n" + strings.Repeat("| celda ", n/8) },
		"braces":       func(n int) string { return "```go\n" + strings.Repeat("f {\n", n/4) },
		"one line":     func(n int) string { return "```go\n" + strings.Repeat("f {", n/3) },
		"items in items": func(n int) string {
			var b strings.Builder
			for b.Len() < n {
				for depth := range 60 {
					b.WriteString(strings.Repeat("  ", depth) + "- uno\n")
				}
			}
			return b.String()
		},
		"items in one line": func(n int) string { return strings.Repeat("- ", n/2) + "a" },
		"a long item": func(n int) string {
			return "- " + strings.Repeat("Una frase. ", n/11) + "\n\n  " + strings.Repeat("Otra. ", n/6)
		},
	} {
		frames := func(n int) func() {
			text := make(n)
			d := &doc.Document{Text: text, Blocks: markdown.Scan(text)}
			return func() {
				framer := enrich.Framer{Max: 400, Measure: size.Runes, Roles: []chunk.Role{chunk.Header}}.Remembering()
				for at := 0; at+64 < len(text); at += 64 {
					framer(d, doc.Span{Start: at, End: at + 64})
				}
			}
		}
		const n = 1 << 16
		if err := cputime.Grows(16, frames(n), frames(16*n)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
