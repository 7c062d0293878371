package chunk_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
)

// TestWindow: the bodies are those of the splitter under it, and a window is what
// can be reached by n steps from a body over bodies that touch, without leaving
// its section or its parent.
func TestWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := genDocument(t)
		under, _ := genNested(t, 1)
		n := rapid.IntRange(-1, 4).Draw(t, "n")
		want := split(t, under, d)
		got := split(t, chunk.Window(n, under), d)
		if len(got) != len(want) {
			t.Fatalf("%d chunks of %d", len(got), len(want))
		}
		section := func(c chunk.Chunk) int { return d.SectionOf(d.Body(c.Span)) }
		for i, c := range got {
			if c.Span != want[i].Span || c.Level != want[i].Level {
				t.Fatalf("chunk %d is %v on level %d, was %v on %d", i, c.Span, c.Level, want[i].Span, want[i].Level)
			}
			if want[i].Kind == chunk.KindParent {
				if c.Kind != chunk.KindParent || !c.Window.Empty() {
					t.Fatalf("the parent %v has become %v", want[i], c)
				}
				continue
			}
			first, last := i, i
			for i-first < n && first > 0 && want[first-1].Kind != chunk.KindParent && section(want[first-1]) == section(c) {
				first--
			}
			for last-i < n && last+1 < len(want) && want[last+1].Kind != chunk.KindParent && section(want[last+1]) == section(c) {
				last++
			}
			if window := (doc.Span{Start: want[first].Span.Start, End: want[last].Span.End}); c.Kind != chunk.KindWindow || c.Window != window {
				t.Fatalf("chunk %d %v has the kind %q and the window %v, expected %v", i, c.Span, c.Kind, c.Window, window)
			}
		}
	})
}

func TestWindowOfSentences(t *testing.T) {
	d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: "t.md", Data: []byte("# Uno\n\nA es. B es. C es.\n\nD es.\n\n# Dos\n\nE es.\n")})
	if err != nil {
		t.Fatal(err)
	}
	one := chunk.Pack(chunk.Limits{Max: 100, Measure: size.Runes}, cut.Words)
	s := chunk.Window(1, chunk.Each(cut.Sentences("es"), func(*doc.Document, doc.Span) chunk.Splitter { return one }))
	want := [][2]string{
		{"# Uno\n\nA es.", "# Uno\n\nA es. B es."}, {"B es.", "# Uno\n\nA es. B es. C es."}, {"C es.", "B es. C es.\n\nD es."},
		{"D es.", "C es.\n\nD es."}, {"# Dos\n\nE es.", "# Dos\n\nE es."},
	}
	got := split(t, s, d)
	if len(got) != len(want) {
		t.Fatalf("%d chunks", len(got))
	}
	for i, c := range got {
		if body, window := d.Slice(d.Body(c.Span)), d.Slice(d.Body(c.Window)); body != want[i][0] || window != want[i][1] {
			t.Errorf("%d: %q in %q, want %q", i, body, window, want[i])
		}
	}
}
