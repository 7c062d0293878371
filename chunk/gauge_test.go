package chunk_test

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/size/token"
)

// TestGaugeSplitsAsSplittersDo splits pieces of a document by splitters of all
// kinds with one gauge, of the same measure or another, and each by itself.
func TestGaugeSplitsAsSplittersDo(t *testing.T) {
	tokens, err := token.New("cl100k")
	if err != nil {
		t.Fatal(err)
	}
	measures := []size.Measure{size.Bytes, size.Runes, size.Plus(size.Runes, 2), tokens, size.Func(func(s string) int { return len(s) })}
	rapid.Check(t, func(t *rapid.T) {
		d := &doc.Document{Text: genText(t)}
		if rapid.Bool().Draw(t, "blocks") {
			d.Blocks = markdown.Scan(d.Text)
		}
		l, _ := genLimits(t)
		l.Measure = rapid.SampledFrom(measures).Draw(t, "measure")
		cutters := genCutters(t)
		splitters := []chunk.Splitter{chunk.Pack(l, cutters...), chunk.Ahead(l, chunk.DefaultCosts, cutters...)}
		splitters = append(splitters, chunk.Each(cut.Sections, func(_ *doc.Document, s doc.Span) chunk.Splitter { return splitters[s.Start%2] }))
		of := l
		of.Measure = rapid.SampledFrom(measures).Draw(t, "measure of the gauge")
		g := chunk.NewGauge(d, d.Whole(), of)
		for _, piece := range pieces(t, d) {
			by := rapid.SampledFrom(splitters).Draw(t, "splitter")
			if got, want := splitWith(t, g, by, piece), splitPiece(t, by, d, piece); got != want {
				t.Fatalf("%v: got %s, want %s", piece, got, want)
			}
		}
	})
}

// pieces draws spans of d that tile it, between clusters.
func pieces(t *rapid.T, d *doc.Document) []doc.Span {
	var out []doc.Span
	start := 0
	for i := 1; i < len(d.Text); i++ {
		if chunk.GraphemeBorder(d.Text, i) && rapid.IntRange(0, 30).Draw(t, "cut") == 0 {
			out = append(out, doc.Span{Start: start, End: i})
			start = i
		}
	}
	return append(out, doc.Span{Start: start, End: len(d.Text)})
}

func splitWith(t *rapid.T, g *chunk.Gauge, by chunk.Splitter, s doc.Span) string {
	var out []chunk.Chunk
	g.Split(context.Background(), by, s, func(c chunk.Chunk, err error) bool {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
		return true
	})
	return fmt.Sprint(out)
}

func splitPiece(t *rapid.T, by chunk.Splitter, d *doc.Document, s doc.Span) string {
	var out []chunk.Chunk
	for c, err := range by.Split(context.Background(), d, s) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return fmt.Sprint(out)
}

// doubled writes the whole of a document twice.
type doubled struct{}

func (doubled) Parts(d *doc.Document) []doc.Span { return []doc.Span{d.Whole()} }
func (doubled) Render(d *doc.Document, body doc.Span) string {
	return d.Slice(body) + d.Slice(body)
}

// TestGaugeHoldsWhatFits holds that Holds says what Chunk does.
func TestGaugeHoldsWhatFits(t *testing.T) {
	measures := []size.Measure{size.Bytes, size.Runes, size.Plus(size.Runes, 2), size.Words, size.Func(func(s string) int { return len(s) })}
	rapid.Check(t, func(t *rapid.T) {
		d := &doc.Document{Text: genText(t)}
		l, _ := genLimits(t)
		l.Measure = rapid.SampledFrom(measures).Draw(t, "measure")
		if rapid.Bool().Draw(t, "rendered") {
			l.Rendering = doubled{}
		}
		g := chunk.NewGauge(d, d.Whole(), l)
		for _, s := range pieces(t, d) {
			c, want := g.Chunk(s)
			if got := g.Holds(s); got != want {
				t.Fatalf("%q, %d long: %v, want %v", d.Slice(s), c.Size, got, want)
			}
		}
	})
}
