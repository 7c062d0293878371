package flow_test

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/convert"
	"github.com/pildora/pildora/read/office/flow"
)

func markdown(t *testing.T, blocks ...flow.Block) string {
	t.Helper()
	var b convert.Builder
	flow.Write(&b, blocks)
	d, err := b.Document(context.Background(), read.Source{URI: "a", Media: "a/b"})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	return d.Text
}

func words(kind flow.Kind, text string) flow.Block { return flow.Words(kind, text, doc.Origin{}) }

func item(list, level, indent int, text string) flow.Block {
	b := words(flow.Item, text)
	b.Mark = flow.Mark{List: list, Level: level, Indent: indent}
	return b
}

func numbered(list, level, value int, text string) flow.Block {
	b := item(list, level, 0, text)
	b.Mark.Ordered, b.Mark.Value = true, value
	return b
}

func image(alt string) flow.Block {
	return flow.Block{Pieces: []flow.Piece{{Kind: flow.Image, Text: alt}}}
}

func table(rows ...[]string) flow.Block {
	g := &flow.Grid{}
	for _, cells := range rows {
		var r flow.Row
		for _, c := range cells {
			r.Cells = append(r.Cells, flow.Cell{Blocks: []flow.Block{words(flow.Paragraph, c)}})
		}
		g.Rows = append(g.Rows, r)
	}
	return flow.Block{Kind: flow.Table, Table: g}
}

func TestWrite(t *testing.T) {
	mono := func(s string) flow.Piece { return flow.Piece{Text: s, Style: flow.Mono} }
	for name, c := range map[string]struct {
		blocks []flow.Block
		want   string
	}{
		"lists by level": {[]flow.Block{item(1, 0, 0, "a"), item(1, 2, 0, "b"), item(1, 1, 0, "c"), item(1, 0, 0, "d")},
			"- a\n  - b\n  - c\n- d\n"},
		"lists by indentation": {[]flow.Block{item(1, 0, 10, "a"), item(2, 0, 20, "b"), item(1, 0, 10, "c")},
			"- a\n  - b\n- c\n"},
		"a list that goes on counting": {[]flow.Block{numbered(1, 0, 1, "a"), numbered(2, 0, 2, "b"), numbered(3, 0, 1, "c")},
			"1. a\n2. b\n\n1) c\n"},
		"an item of two paragraphs": {[]flow.Block{item(1, 0, 0, "a"), words(flow.More, "b"), item(1, 0, 0, "c"), words(flow.Paragraph, "d"), words(flow.More, "e")},
			"- a\n\n  b\n\n- c\n\nd\n\ne\n"},
		"lines of code": {[]flow.Block{{Kind: flow.Code, Pieces: []flow.Piece{mono("a  b")}}, words(flow.Paragraph, " "), {Kind: flow.Code, Pieces: []flow.Piece{mono("c"), {Kind: flow.Break}, mono("d")}}, words(flow.Paragraph, "e")},
			"```\na  b\n\nc\nd\n```\n\ne\n"},
		"quotes": {[]flow.Block{words(flow.Quote, "a"), words(flow.Quote, "b"), words(flow.Paragraph, "c")},
			"> a\n>\n> b\n\nc\n"},
		"styles": {[]flow.Block{{Pieces: []flow.Piece{{Text: "a "}, {Text: "b", Style: flow.Strong}, {Text: " ", Style: flow.Strong}, {Text: "c", Style: flow.Strong | flow.Emphasis},
			{Text: " d"}, {Text: "e", Link: "https://x.y"}, {Text: "f", Link: "https://x.y", Style: flow.Deleted}, {Text: "g", Link: "https://z.y"}}}},
			"a **b *c*** d[e~~f~~](https://x.y)[g](https://z.y)\n"},
		"caption below an image": {[]flow.Block{image("A ship"), words(flow.Paragraph, ""), words(flow.Caption, "Figure 1"), table([]string{"a", "b"}, []string{"1", "2"})},
			"![A ship]()\n\nFigure 1\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"},
		"caption below a table": {[]flow.Block{table([]string{"a", "b"}, []string{"1", "2"}), words(flow.Caption, "Table 1"), words(flow.Paragraph, "c")},
			"Table 1\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nc\n"},
		"names of columns beside an empty corner": {[]flow.Block{table([]string{"", "2006", "2007"}, []string{"a", "1", "2"})},
			"| | 2006 | 2007 |\n|---|---|---|\n| a | 1 | 2 |\n"},
		"frame": {[]flow.Block{{Kind: flow.Table, Table: &flow.Grid{Rows: []flow.Row{{Cells: []flow.Cell{{Blocks: []flow.Block{words(flow.Paragraph, "a"), item(1, 0, 0, "b")}}}}}}}},
			"a\n\n- b\n"},
		"pages beside each other": {[]flow.Block{table([]string{strings.TrimSpace(strings.Repeat("word ", 500)), "b"})},
			strings.TrimSpace(strings.Repeat("word ", 500)) + "\n\nb\n"},
		"note": {[]flow.Block{words(flow.Paragraph, "a[^1]"), {Kind: flow.Note, Label: "1", Inner: []flow.Block{words(flow.Paragraph, "b"), item(1, 0, 0, "c")}}},
			"a[^1]\n\n[^1]: b\n\n    - c\n"},
		"formula in a cell": {[]flow.Block{{Kind: flow.Table, Table: &flow.Grid{Rows: []flow.Row{
			{Header: true, Cells: []flow.Cell{{Blocks: []flow.Block{words(flow.Formula, "x^2")}}, {Blocks: []flow.Block{numbered(1, 0, 3, "c")}}}},
			{Header: true, Cells: []flow.Cell{{}, {Blocks: []flow.Block{item(1, 0, 0, "d")}}}}}}}},
			"| $x^2$ | 3. c |\n|---|---|\n| | • d |\n"},
		"nothing": {[]flow.Block{words(flow.Heading, " "), {Kind: flow.Table, Table: &flow.Grid{}}, {Kind: flow.Formula}}, ""},
	} {
		if got := markdown(t, c.blocks...); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestAnything writes any blocks in any order: no word is lost, and none comes
// twice.
func TestAnything(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := 0
		var blocks func(depth int) []flow.Block
		blocks = func(depth int) []flow.Block {
			var out []flow.Block
			for range rapid.IntRange(0, 6).Draw(r, "blocks") {
				b := flow.Block{Kind: rapid.SampledFrom([]flow.Kind{flow.Paragraph, flow.Heading, flow.Item, flow.More, flow.Code, flow.Quote, flow.Caption, flow.Table}).Draw(r, "kind"),
					Level: rapid.IntRange(0, 8).Draw(r, "level")}
				if b.Kind == flow.Table {
					b.Table = &flow.Grid{}
					for i := range rapid.IntRange(0, 3).Draw(r, "rows") {
						row := flow.Row{Header: i == 0 && rapid.Bool().Draw(r, "header")}
						for range rapid.IntRange(0, 3).Draw(r, "cells") {
							if depth < 2 {
								row.Cells = append(row.Cells, flow.Cell{Blocks: blocks(depth + 1)})
							}
						}
						b.Table.Rows = append(b.Table.Rows, row)
					}
					out = append(out, b)
					continue
				}
				b.Mark = flow.Mark{List: rapid.IntRange(0, 2).Draw(r, "list"), Level: rapid.IntRange(0, 3).Draw(r, "depth"), Ordered: rapid.Bool().Draw(r, "ordered"), Value: 1}
				for range rapid.IntRange(0, 3).Draw(r, "pieces") {
					n++
					b.Pieces = append(b.Pieces, flow.Piece{Text: " w" + strings.Repeat("x", n) + "z ", Style: flow.Style(rapid.IntRange(0, 7).Draw(r, "style"))})
				}
				out = append(out, b)
			}
			return out
		}
		got := markdown(t, blocks(0)...)
		for i := 1; i <= n; i++ {
			if count := strings.Count(got, "w"+strings.Repeat("x", i)+"z"); count != 1 {
				r.Fatalf("word %d of %d comes %d times in %q", i, n, count, got)
			}
		}
	})
}
