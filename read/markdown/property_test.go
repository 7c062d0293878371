package markdown_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markdown"
)

// writer writes Markdown of a known structure.
type writer struct {
	lines  []string
	blocks []written
}

// written is a block as it was written: its span in lines.
type written struct {
	kind        doc.Kind
	level       uint8
	label       string
	parent      int32
	first, last int // lines
	prefix      int // bytes before its mark on the first line
}

// prefix is what containers put before the lines in them.
type prefix struct{ first, rest string }

// open notes a block that begins on the next line.
func (w *writer) open(kind doc.Kind, level uint8, label string, parent int32, p prefix) int32 {
	w.blocks = append(w.blocks, written{kind, level, label, parent, len(w.lines), 0, len(p.first)})
	return int32(len(w.blocks) - 1)
}

func (w *writer) close(block int32) { w.blocks[block].last = len(w.lines) - 1 }

// leaf writes a leaf of some lines.
func (w *writer) leaf(kind doc.Kind, level uint8, label string, parent int32, p prefix, lines ...string) {
	b := w.open(kind, level, label, parent, p)
	for i, line := range lines {
		if i == 0 {
			w.lines = append(w.lines, strings.TrimRight(p.first+line, " "))
		} else {
			w.lines = append(w.lines, strings.TrimRight(p.rest+line, " "))
		}
	}
	w.close(b)
}

// text joins the lines and returns the blocks that a scan must find.
func (w *writer) text(end string) (string, []doc.Block) {
	var b strings.Builder
	starts := make([]int, len(w.lines))
	for i, line := range w.lines {
		starts[i] = b.Len()
		b.WriteString(line)
		b.WriteString(end)
	}
	blocks := make([]doc.Block, len(w.blocks))
	for i, x := range w.blocks {
		start := starts[x.first]
		if before := w.lines[x.first][:x.prefix]; strings.TrimLeft(before, " ") != "" || x.kind == doc.Item {
			start += x.prefix
		}
		span := doc.Span{Start: start, End: starts[x.last] + len(w.lines[x.last])}
		blocks[i] = doc.Block{Kind: x.kind, Level: x.level, Label: x.label, Parent: x.parent, Span: span}
	}
	return b.String(), blocks
}

var words = rapid.Custom(func(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
		"palabra", "año", "x", "*énfasis*", "`código`", "[enlace](u)", "中文", "a-b", "3.5", "¿qué?", "(nota)", "~", "$5",
	}), 0, 4).Draw(t, "words"), " ")
})

// prose is a line that begins no block.
func prose(t *rapid.T) string { return strings.TrimRight("Texto "+words.Draw(t, "prose"), " ") }

// children writes blocks that stand side by side, blank lines between them.
func (w *writer) children(t *rapid.T, parent int32, p prefix, depth int) {
	after := doc.Root
	for i := range rapid.IntRange(1, 4).Draw(t, "blocks") {
		if i > 0 {
			for range rapid.IntRange(1, 2).Draw(t, "blank") {
				w.lines = append(w.lines, strings.TrimRight(p.rest, " "))
			}
			p.first = p.rest
		}
		after = w.block(t, parent, p, depth, after)
	}
}

// block writes a block and returns its kind. after is what stands before it.
func (w *writer) block(t *rapid.T, parent int32, p prefix, depth int, after doc.Kind) doc.Kind {
	kinds := []doc.Kind{doc.Paragraph, doc.Heading, doc.Code, doc.Rule, doc.HTML, doc.Table, doc.Math, doc.Definition}
	if depth < 4 {
		kinds = append(kinds, doc.Quote, doc.List, doc.Footnote, doc.List)
	}
	kind := rapid.SampledFrom(kinds).Draw(t, "kind")
	switch kind {
	case doc.Quote:
		b := w.open(kind, 0, "", parent, p)
		w.children(t, b, prefix{p.first + "> ", p.rest + "> "}, depth+1)
		w.close(b)
	case doc.Footnote:
		label := rapid.StringMatching(`[a-zñ0-9]{1,5}`).Draw(t, "name")
		b := w.open(kind, 0, label, parent, p)
		w.children(t, b, prefix{p.first + "[^" + label + "]: ", p.rest + "    "}, depth+1)
		w.close(b)
	case doc.List:
		w.list(t, parent, p, depth, after == doc.List)
	case doc.Table:
		w.table(t, parent, p)
	case doc.Heading:
		w.heading(t, parent, p)
	case doc.Code:
		w.code(t, parent, p)
	default:
		w.simple(t, kind, parent, p)
	}
	return kind
}

// list writes a list, which apart keeps from being one with the list before it.
func (w *writer) list(t *rapid.T, parent int32, p prefix, depth int, apart bool) {
	markers := []string{"-", "1.", "+", "7)"}
	n := rapid.IntRange(0, 3).Draw(t, "marker")
	if apart { // a comment keeps them apart
		w.leaf(doc.HTML, 0, "", parent, p, "<!-- end -->")
		p.first = p.rest
	}
	level := uint8(n % 2)
	b := w.open(doc.List, level, "", parent, p)
	for i := range rapid.IntRange(1, 3).Draw(t, "items") {
		if i > 0 {
			p.first = p.rest
			if rapid.Bool().Draw(t, "loose") {
				w.lines = append(w.lines, strings.TrimRight(p.rest, " "))
			}
		}
		mark := markers[n] + strings.Repeat(" ", rapid.IntRange(1, 4).Draw(t, "padding"))
		item := w.open(doc.Item, 0, "", b, p)
		w.children(t, item, prefix{p.first + mark, p.rest + strings.Repeat(" ", len(mark))}, depth+1)
		w.close(item)
	}
	w.close(b)
}

func (w *writer) table(t *rapid.T, parent int32, p prefix) {
	cells := rapid.IntRange(1, 3).Draw(t, "cells")
	b := w.open(doc.Table, 0, "", parent, p)
	w.leaf(doc.Row, 1, "", b, p, "|"+strings.Repeat(" a \\| b |", cells), "|"+strings.Repeat(":--|", cells))
	for range rapid.IntRange(0, 3).Draw(t, "rows") {
		w.leaf(doc.Row, 0, "", b, prefix{p.rest, p.rest}, "| "+prose(t)+" |")
	}
	w.close(b)
}

func (w *writer) heading(t *rapid.T, parent int32, p prefix) {
	if rapid.Bool().Draw(t, "setext") {
		lines := rapid.SliceOfN(rapid.Custom(prose), 1, 3).Draw(t, "lines")
		level := uint8(rapid.IntRange(1, 2).Draw(t, "level"))
		line := map[uint8]string{1: "===", 2: "---"}[level]
		w.leaf(doc.Heading, level, strings.Join(lines, " "), parent, p, append(lines, line)...)
		return
	}
	level := rapid.IntRange(1, 6).Draw(t, "level")
	label := words.Draw(t, "label")
	closing := rapid.SampledFrom([]string{"", " #", " ###"}).Draw(t, "closing")
	w.leaf(doc.Heading, uint8(level), label, parent, p, strings.Repeat("#", level)+" "+label+closing)
}

func (w *writer) code(t *rapid.T, parent int32, p prefix) {
	inside := rapid.SliceOfN(rapid.SampledFrom([]string{
		"# no", "- no", "> no", "", "    x", "| a |", "| - |", "$$", "~~", "``", "<div>", "[^1]: no", "===", "---",
	}), 0, 4).Draw(t, "inside")
	fence := rapid.SampledFrom([]string{"```", "~~~", "`````"}).Draw(t, "fence")
	label := rapid.SampledFrom([]string{"", "go", "c++"}).Draw(t, "info")
	w.leaf(doc.Code, 0, label, parent, p, slices.Concat([]string{fence + label}, inside, []string{fence})...)
}

// simple writes a leaf that needs no drawing of its parts.
func (w *writer) simple(t *rapid.T, kind doc.Kind, parent int32, p prefix) {
	text := prose(t)
	switch kind {
	case doc.Paragraph:
		lines := rapid.SliceOfN(rapid.Custom(prose), 1, 3).Draw(t, "lines")
		w.leaf(kind, 0, "", parent, p, lines...)
	case doc.Rule:
		w.leaf(kind, 0, "", parent, p, "___")
	case doc.HTML:
		w.leaf(kind, 0, "", parent, p, "<div>", text, "</div>")
	case doc.Math:
		w.leaf(kind, 0, "", parent, p, "$$", "- x", "# y", "$$")
	case doc.Definition:
		label := rapid.StringMatching(`[a-zñ] ?[a-z0-9]{1,5}`).Draw(t, "label")
		w.leaf(kind, 0, label, parent, p, "["+label+"]:", "/u", `"`+text, `end"`)
	}
}

// TestKnownStructure writes documents of known structure and reads them back:
// every block, with its level, label, parent and exact span.
func TestKnownStructure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w writer
		w.children(t, -1, prefix{}, 0)
		text, want := w.text(rapid.SampledFrom([]string{"\n", "\r\n", "\r"}).Draw(t, "line end"))
		got := markdown.Scan(text)
		if err := invariants(text, got); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("text\n%s\n%v", text, firstDifference(got, want))
		}
	})
}

func firstDifference(got, want []doc.Block) string {
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			return fmt.Sprintf("block %d\ngot  %+v\nwant %+v", i, got[min(i, len(got)):min(i+1, len(got))], want[i])
		}
	}
	return fmt.Sprintf("%d blocks, want %d", len(got), len(want))
}
