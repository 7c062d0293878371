package convert_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/convert"
)

var none doc.Origin

func build(t *testing.T, write func(b *convert.Builder)) *doc.Document {
	t.Helper()
	var b convert.Builder
	write(&b)
	d, err := b.Document(context.Background(), read.Source{URI: "a.x", Media: "x/y"})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	return d
}

// element writes an element of nothing but text.
func element(b *convert.Builder, tag, text string, attrs ...string) {
	b.Open(tag, none, attrs...)
	b.Text(text, none)
	b.Close()
}

func TestElements(t *testing.T) {
	for name, tt := range map[string]struct {
		write  func(b *convert.Builder)
		want   string
		blocks string
	}{
		"heading and paragraph": {func(b *convert.Builder) {
			element(b, "h1", "Uno & <dos>")
			element(b, "p", "Tres\n  cuatro &amp; cinco")
		}, "# Uno & <dos>\n\nTres cuatro &amp; cinco\n", "heading paragraph"},
		"table without header": {func(b *convert.Builder) {
			b.Open("table", none)
			b.Open("tr", none)
			element(b, "td", "1", "colspan", "2")
			b.Close()
			b.Open("tr", none)
			element(b, "td", "2")
			element(b, "td", "3|")
			b.Close()
			b.Close()
		}, "| | |\n|---|---|\n| 1 |\n| 2 | 3\\| |\n", ""},
		"slide": {func(b *convert.Builder) {
			b.Open("x-page", none, "label", "3")
			element(b, "h2", "Título")
			b.Open("ul", none)
			element(b, "li", "uno")
			b.Close()
			b.Close()
		}, "## Título\n\n- uno\n", "page heading list item paragraph"},
		"footnote": {func(b *convert.Builder) {
			element(b, "p", "Texto[^1].")
			b.Open("x-footnote", none, "label", "1")
			element(b, "p", "Nota.")
			element(b, "p", "Otra.")
			b.Close()
		}, "Texto[^1].\n\n[^1]: Nota.\n\n    Otra.\n", "paragraph footnote paragraph paragraph"},
		"formula": {func(b *convert.Builder) { element(b, "x-math", "\na^2\n\n+ b\n") }, "$$\na^2\n+ b\n$$\n", "math"},
		"code":    {func(b *convert.Builder) { element(b, "pre", "f(x)\n\n  y & z", "class", "language-go") }, "```go\nf(x)\n\n  y & z\n```\n", "code"},
		"nothing": {func(b *convert.Builder) {}, "", ""},
		"unbalanced": {func(b *convert.Builder) {
			b.Close()
			b.Open("p", none)
			b.Text("uno", none)
		}, "uno\n", "paragraph"},
	} {
		t.Run(name, func(t *testing.T) {
			d := build(t, tt.write)
			if d.Text != tt.want {
				t.Errorf("got %q, want %q", d.Text, tt.want)
			}
			var kinds []string
			for _, b := range d.Blocks {
				kinds = append(kinds, b.Kind.String())
			}
			if got := strings.Join(kinds, " "); tt.blocks != "" && got != tt.blocks {
				t.Errorf("blocks %q, want %q", got, tt.blocks)
			}
		})
	}
}

// TestElementsWithoutMeaning holds that the text in an element that means
// nothing isn't lost.
func TestElementsWithoutMeaning(t *testing.T) {
	for _, tag := range []string{"span", "x", "font", "time"} {
		var b convert.Builder
		b.Open(tag, doc.Origin{})
		b.Text("text", doc.Origin{})
		b.Close()
		d, err := b.Document(context.Background(), read.Source{URI: "a"})
		if err != nil || d.Text != "text\n" {
			t.Errorf("%s: %q, %v", tag, d.Text, err)
		}
	}
}

func TestOrigins(t *testing.T) {
	source := "XXuno dosYYtres"
	d := build(t, func(b *convert.Builder) {
		b.Open("p", doc.Origin{Part: "p"})
		b.Text("uno  dos"[:4], doc.Origin{Source: doc.Span{Start: 2, End: 6}})
		b.Text("dos", doc.Origin{Source: doc.Span{Start: 6, End: 9}})
		b.Open("strong", doc.Origin{Source: doc.Span{Start: 9, End: 11}})
		b.Text("tres", doc.Origin{Source: doc.Span{Start: 11, End: 15}})
		b.Close()
		b.Text("¡otro", doc.Origin{Source: doc.Span{Start: 0, End: 2}})
		b.Close()
		b.Open("p", none)
		b.Text("fin", doc.Origin{Page: 2, Box: [4]float32{1, 2, 3, 4}})
		b.Text(" aquí", doc.Origin{Page: 2, Box: [4]float32{1, 2, 3, 4}})
		b.Close()
	})
	if want := "uno dos**tres**¡otro\n\nfin aquí\n"; d.Text != want {
		t.Fatalf("text %q, want %q", d.Text, want)
	}
	var got []string
	for _, o := range d.Origins {
		got = append(got, fmt.Sprintf("%s=%s/%d", d.Slice(o.Text), source[o.Source.Start:o.Source.End], o.Page))
	}
	want := "uno dos=uno dos/0 **=YY/0 tres=tres/0 **=YY/0 ¡otro=XX/0 fin aquí=/2"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got %s\nwant %s", s, want)
	}
}

func TestLimits(t *testing.T) {
	var b convert.Builder
	for range 100_000 {
		b.Open("div", none)
	}
	b.Text("dentro", none)
	d, err := b.Document(context.Background(), read.Source{URI: "a.x"})
	if err != nil || d.Text != "dentro\n" {
		t.Fatalf("%v, %v", d, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.Document(ctx, read.Source{URI: "a.x"}); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "a.x") {
		t.Errorf("cancelled: %v", err)
	}
}

// TestAnything: whatever is built is valid, is covered by its origins and loses
// no word.
func TestAnything(t *testing.T) {
	tags := []string{"p", "h2", "ul", "ol", "li", "blockquote", "table", "tr", "td", "th", "pre", "code", "strong", "em", "dl", "dt", "dd",
		"details", "summary", "figure", "figcaption", "x-page", "x-turn", "x-footnote", "x-record", "div", "caption", "q"}
	rapid.Check(t, func(t *rapid.T) {
		var b convert.Builder
		var words []string
		at := 0
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			switch rapid.IntRange(0, 4).Draw(t, "step") {
			case 0, 1:
				b.Open(rapid.SampledFrom(tags).Draw(t, "tag"), doc.Origin{Part: "tag"}, "label", "x")
			case 2:
				b.Close()
			case 3:
				b.Void("br", doc.Origin{Part: "br"})
			default:
				word := fmt.Sprintf("w%dñ", len(words))
				words = append(words, word)
				b.Text(" "+word+" ", doc.Origin{Source: doc.Span{Start: at, End: at + len(word) + 2}})
				at += len(word) + 2
			}
		}
		d, err := b.Document(context.Background(), read.Source{URI: "a.x"})
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
		for _, w := range words {
			if !strings.Contains(d.Text, w) {
				t.Fatalf("%q is lost in %q", w, d.Text)
			}
		}
		covered := 0
		for _, o := range d.Origins {
			if o.Text.Start > covered && !doc.IsBlank(d.Text[covered:o.Text.Start]) {
				t.Fatalf("no origin for %q", d.Text[covered:o.Text.Start])
			}
			covered = max(covered, o.Text.End)
		}
		if !doc.IsBlank(d.Text[covered:]) {
			t.Fatalf("no origin for %q", d.Text[covered:])
		}
	})
}
