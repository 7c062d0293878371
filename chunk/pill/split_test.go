package pill_test

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
)

func parse(t rapid.TB, text string) *doc.Document {
	t.Helper()
	d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: "t.md", Media: "text/markdown", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func splitter(l chunk.Limits, m pill.Merge) chunk.Splitter {
	inner := chunk.Pack(l, cut.Blocks, cut.LongLines, cut.Sentences(""), cut.Headings, cut.Words, cut.Segments)
	return pill.Split(pill.Options{Limits: l, Inner: inner, Merge: m})
}

func bodies(t rapid.TB, s chunk.Splitter, d *doc.Document) []chunk.Chunk {
	t.Helper()
	var out []chunk.Chunk
	for c, err := range s.Split(context.Background(), d, d.Whole()) {
		if err != nil {
			t.Fatalf("split: %v", err)
		}
		if out = append(out, c); len(out) > len(d.Text)+1 {
			t.Fatal("more chunks than bytes")
		}
	}
	return out
}

// shown writes the chunks with ¦ between them.
func shown(d *doc.Document, chunks []chunk.Chunk) string {
	var b strings.Builder
	for i, c := range chunks {
		if i > 0 {
			b.WriteString("¦")
		}
		b.WriteString(d.Slice(c.Span))
	}
	return b.String()
}

var fragments = []string{
	"# Uno\n\n", "## ¿Cómo pago?\n\n", "## ¿Puedo devolver?\n", "### Artículo 5\n\n", "Un párrafo breve. Con dos frases.\n\n", "Salvo el lunes.\n\n",
	"| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n", "- uno\n- dos\n  - dos a\n\n", "1. Abra.\n2. Cierre.\n\n", "```\ncode()\n```\n\n", "**P:** ¿Sí?\n\n", "**R:** No.\n\n",
	"Los pasos son:\n\n", "\n\n", "   ", "\u0301", "👩‍👩‍👧", "> cita\n\n", "[^1]: nota\n\n", "Texto con[^1] nota. ", "palabra ", "**Ana:** hola\n\n", "**Luis:** adiós\n\n",
	"Título 3\n===\n\n", "<details><summary>¿Qué?</summary>\n\nEso.\n\n</details>\n\n", "---\n\n", "Término\n: definición\n\n", "\r\n", "\ufeff",
}

func TestSplitTilesKeepsLimitsAndPills(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := parse(t, strings.Join(rapid.SliceOfN(rapid.SampledFrom(fragments), 0, 40).Draw(t, "text"), ""))
		measure := rapid.SampledFrom([]size.Measure{size.Bytes, size.Runes, size.Words, size.Func(func(s string) int { return len(s) / 3 })}).Draw(t, "measure")
		l := chunk.Limits{Measure: measure, Max: rapid.IntRange(8, 200).Draw(t, "max")}
		m := pill.Merge{}
		switch rapid.IntRange(0, 2).Draw(t, "merge") {
		case 1:
			m.Siblings = true
		case 2:
			m.Under = rapid.IntRange(1, 50).Draw(t, "under")
		}
		chunks := bodies(t, splitter(l, m), d)
		at := 0
		for i, c := range chunks {
			if c.Span.Start != at || c.Span.End <= at {
				t.Fatalf("chunk %d is %v, expected to begin at %d: %q", i, c.Span, at, shown(d, chunks))
			}
			at = c.Span.End
			if n := measure.Size(chunk.Embed(d, c)); n > l.Max && len(c.Warnings) == 0 {
				t.Fatalf("chunk %d measures %d of %d: %q", i, n, l.Max, d.Slice(c.Span))
			}
			if i > 0 && d.Body(c.Span).Empty() {
				t.Fatalf("chunk %d %v is blank: %q", i, c.Span, shown(d, chunks))
			}
		}
		if at != len(d.Text) {
			t.Fatalf("chunks end at %d of %d", at, len(d.Text))
		}
	})
}
