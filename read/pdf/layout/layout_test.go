package layout_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/pdf/layout"
	"github.com/pildora/pildora/read/pdf/page"
)

var update = flag.Bool("update", false, "write what comes out to testdata")

func source() read.Source { return read.Source{URI: "a/b.pdf", Media: "application/pdf"} }

// lay lays pages out and checks what holds for every document.
func lay(t interface {
	Helper()
	Fatalf(string, ...any)
}, pages *page.Document) *doc.Document {
	t.Helper()
	d, err := layout.Document(context.Background(), copied(pages), source())
	if err != nil {
		t.Fatalf("%v", err)
	}
	if err := check(d, pages); err != nil {
		t.Fatalf("%v\n%s", err, d.Text)
	}
	return d
}

// copied are pages whose glyphs can be taken once more.
func copied(d *page.Document) *page.Document {
	c := *d
	c.Pages = slices.Clone(d.Pages)
	return &c
}

func check(d *doc.Document, pages *page.Document) error {
	if err := d.Validate(); err != nil {
		return err
	}
	at := 0
	for _, o := range d.Origins {
		if o.Text.Start < at || o.Text.End > len(d.Text) {
			return fmt.Errorf("origin %+v out of order", o)
		}
		if strings.TrimSpace(d.Text[at:o.Text.Start]) != "" {
			return fmt.Errorf("no origin for %q", d.Text[at:o.Text.Start])
		}
		if o.Page < 1 || o.Page > len(pages.Pages) {
			return fmt.Errorf("origin %+v on no page", o)
		}
		for _, c := range o.Box {
			if math.IsNaN(float64(c)) || math.IsInf(float64(c), 0) {
				return fmt.Errorf("origin %+v has no box", o)
			}
		}
		at = o.Text.End
	}
	if strings.TrimSpace(d.Text[at:]) != "" {
		return fmt.Errorf("no origin for %q", d.Text[at:])
	}
	return nil
}

// outlineOf are the blocks of a document, a line each, indented as they nest.
func outlineOf(d *doc.Document) string {
	var b strings.Builder
	for i := range d.Blocks {
		k := &d.Blocks[i]
		fmt.Fprintf(&b, "%s%s", strings.Repeat("  ", d.Depth(i)), k.Kind)
		if k.Level > 0 {
			fmt.Fprintf(&b, " %d", k.Level)
		}
		if k.Label != "" {
			fmt.Fprintf(&b, " %q", k.Label)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestGolden lays out each drawing of testdata.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no drawings: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d := lay(t, sketch(t, string(archive.Files[0].Data)))
			got := []txtar.File{archive.Files[0], {Name: "text.md", Data: []byte(d.Text)}, {Name: "blocks", Data: []byte(outlineOf(d))}}
			if *update {
				archive.Files = got
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(archive.Files) != len(got) {
				t.Fatalf("%d files in the archive, want %d", len(archive.Files), len(got))
			}
			for i, f := range archive.Files {
				if string(f.Data) != string(got[i].Data) {
					t.Errorf("%s:\n%s\nwant\n%s", f.Name, got[i].Data, f.Data)
				}
			}
		})
	}
}

// TestOrigins leads a word back to where it was drawn.
func TestOrigins(t *testing.T) {
	pages := sketch(t, `page 600 800
text 50 700 10 - | Primera línea de un párrafo que es bastante larga para dos.
text 50 688 10 - | Segunda.
page 600 800
text 590 100 10 @90 | vertical`)
	d := lay(t, pages)
	want := map[string]doc.Origin{
		"Segunda":  {Page: 1, Box: [4]float32{50, 686, 90, 696}},
		"vertical": {Page: 2, Box: [4]float32{582, 100, 592, 140}},
	}
	for word, o := range want {
		start := strings.Index(d.Text, word)
		found := false
		for got := range d.Locate(doc.Span{Start: start, End: start + len(word)}) {
			found = true
			if got.Page != o.Page || got.Box != o.Box {
				t.Errorf("%s: got page %d, %v; want %d, %v", word, got.Page, got.Box, o.Page, o.Box)
			}
		}
		if !found {
			t.Errorf("%s has no origin", word)
		}
	}
}

func TestMeta(t *testing.T) {
	pages := sketch(t, "page 600 800\ntext 50 700 10 - | Hola")
	pages.Meta, pages.Language, pages.Warnings = map[string]string{"title": "Un título"}, "es-ES", []string{"algo"}
	d := lay(t, pages)
	if d.URI != "a/b.pdf" || d.Media != "application/pdf" || d.Title != "Un título" || d.Language != "es" || len(d.Warnings) != 1 {
		t.Errorf("got %q %q %q %q %q", d.URI, d.Media, d.Title, d.Language, d.Warnings)
	}
	pages.Meta, pages.Language = nil, "x"
	if d := lay(t, pages); d.Title != "" || d.Language != "" {
		t.Errorf("got %q %q", d.Title, d.Language)
	}
	if d := lay(t, &page.Document{}); d.Text != "" || len(d.Blocks) != 0 {
		t.Errorf("no pages: %q", d.Text)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := layout.Document(ctx, sketch(t, "page 600 800\ntext 50 700 10 - | Hola"), source())
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "a/b.pdf") {
		t.Errorf("got %v", err)
	}
}

// anything is pages with words, rules and elements anywhere.
func anything(t *rapid.T) *page.Document {
	d := &page.Document{}
	seen := map[string]bool{} // a text drawn twice at one place is read once
	for range rapid.IntRange(1, 2).Draw(t, "pages") {
		p := page.Page{Number: len(d.Pages) + 1, Width: 600, Height: 800}
		grid := rapid.SampledFrom([]float32{1, 12, 40}).Draw(t, "grid")
		coordinate := func(most int) float32 {
			return float32(rapid.IntRange(1, int(float32(most)/grid)).Draw(t, "at")) * grid
		}
		for range rapid.IntRange(0, 6).Draw(t, "elements") {
			p.Elements = append(p.Elements, page.Element{Type: rapid.SampledFrom([]string{"P", "H1", "LI", "Table", "Caption", "TOCI"}).Draw(t, "type"),
				Parent: int32(rapid.IntRange(-1, 6).Draw(t, "parent"))})
		}
		for range rapid.IntRange(0, 60).Draw(t, "texts") {
			size := rapid.SampledFrom([]float32{7, 10, 10, 10, 12, 18}).Draw(t, "size")
			options := []string{rapid.SampledFrom([]string{"-", "-", "b", "m", "i", "@90", "@270"}).Draw(t, "flags"), fmt.Sprintf("#%d", rapid.IntRange(-1, 6).Draw(t, "element"))}
			text := rapid.StringMatching(`[1-9a(•]?[.)]? ?[α-ω]{2,9}( [α-ω]{2,9}){0,6}[-.]?`).Draw(t, "text")
			if x, y := coordinate(400), coordinate(760); !seen[text] {
				seen[text] = true
				write(&p, x, y, size, options, text)
			}
		}
		for range rapid.IntRange(0, 12).Draw(t, "lines") {
			x, y, l := coordinate(500), coordinate(700), coordinate(500)
			b := page.Box{Left: x, Bottom: y, Right: x + l, Top: y}
			if rapid.Bool().Draw(t, "down") {
				b = page.Box{Left: x, Bottom: y, Right: x, Top: y + l}
			}
			p.Lines = append(p.Lines, page.Line{Box: b})
		}
		d.Pages = append(d.Pages, p)
	}
	return d
}

// TestEveryLetterOnce: whatever is drawn on the page comes out, once, and the
// same at every call.
func TestEveryLetterOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pages := anything(t)
		d := lay(t, pages)
		want, got, copies := map[rune]int{}, map[rune]int{}, map[rune]int{}
		for _, p := range pages.Pages {
			for i, g := range p.Glyphs {
				x, y := (g.Box.Left+g.Box.Right)/2, (g.Box.Bottom+g.Box.Top)/2
				if !unicode.Is(unicode.Greek, g.Rune) || x > p.Width+1 || y > p.Height+1 || x < -1 || y < -1 {
					continue
				}
				want[g.Rune]++
				for _, o := range p.Glyphs[:i] {
					if o.Rune == g.Rune && math.Abs(float64(o.X-g.X)) < 3 && math.Abs(float64(o.Y-g.Y)) < 3 {
						copies[g.Rune]++ // drawn twice at one place: may be read once
						break
					}
				}
			}
		}
		for _, r := range d.Text {
			if unicode.Is(unicode.Greek, r) {
				got[r]++
			}
		}
		tables := slices.ContainsFunc(d.Blocks, func(b doc.Block) bool { return b.Kind == doc.Table })
		for r, n := range want {
			if tables && got[r] > n || got[r] < n && got[r] >= n-copies[r] {
				got[r] = n // a cell over several rows stands in each of them
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got %v\nwant %v\n%s", got, want, d.Text)
		}
		if again := lay(t, pages); again.Text != d.Text || !reflect.DeepEqual(again.Blocks, d.Blocks) || !reflect.DeepEqual(again.Origins, d.Origins) {
			t.Fatalf("another call gives another document:\n%s\n%s", d.Text, again.Text)
		}
	})
}

// hostile are pages that nobody would draw, by name; n is about how many glyphs
// or lines they have.
var hostile = map[string]func(n int) *page.Document{
	"one point": func(n int) *page.Document {
		return glyphs(n, func(i int) (x, y float32) { return 100, 100 })
	},
	"one line": func(n int) *page.Document {
		return glyphs(n, func(i int) (x, y float32) { return float32(i%60000) / 100, 100 })
	},
	"one column": func(n int) *page.Document {
		return glyphs(n, func(i int) (x, y float32) { return 100, float32(i%80000) / 100 })
	},
	"scattered": func(n int) *page.Document {
		return glyphs(n, func(i int) (x, y float32) { return float32(i * 7919 % 600), float32(i * 104729 % 800) })
	},
	"stairs": func(n int) *page.Document {
		return glyphs(n, func(i int) (x, y float32) { return float32(i % 600), float32(i * 13 % 800) })
	},
	"no coordinate": func(n int) *page.Document {
		return glyphs(n, func(i int) (x, y float32) { return float32(math.NaN()), float32(i) })
	},
	"infinite": func(n int) *page.Document {
		return glyphs(n, func(i int) (x, y float32) { return float32(math.Inf(i%2*2 - 1)), 5 })
	},
	"far away": func(n int) *page.Document { return glyphs(n, func(i int) (x, y float32) { return 1e30, -1e30 }) },
	"many pages": func(n int) *page.Document {
		d := &page.Document{}
		for i := range n / 20 {
			p := page.Page{Number: i + 1, Width: 600, Height: 800}
			write(&p, 50, 780, 10, []string{"-"}, "running head")
			write(&p, 50, 400, 10, []string{"-"}, "and more")
			d.Pages = append(d.Pages, p)
		}
		return d
	},
	"lines": func(n int) *page.Document {
		d := glyphs(n, func(i int) (x, y float32) { return float32(i % 600), float32(i / 600 % 800) })
		for i := range n {
			at := float32(i%4000) / 5
			d.Pages[0].Lines = append(d.Pages[0].Lines, page.Line{Box: page.Box{Left: at, Right: at, Bottom: 0, Top: 800}}, page.Line{Box: page.Box{Left: 0, Right: 600, Bottom: at, Top: at}})
		}
		return d
	},
	"notes": func(n int) *page.Document {
		p := page.Page{Number: 1, Width: 600, Height: 800}
		for i := range n / 40 {
			write(&p, 50, 790-float32(i)*100/float32(n), 10, []string{"-"}, "some text with a")
			write(&p, 140, 794-float32(i)*100/float32(n), 5, []string{"-"}, "3")
		}
		for i := range n / 40 {
			write(&p, 50, 400-float32(i)*3000/float32(n), 7, []string{"-"}, "4 a note of it")
		}
		return &page.Document{Pages: []page.Page{p}}
	},
	"rows that are no table": func(n int) *page.Document {
		return rows(n, "Label of a value", "The value, no number")
	},
	"columns of text in rows": func(n int) *page.Document {
		return rows(n, "some text, of which each line ends in a", "comma, or in the first of many words,")
	},
	"items": func(n int) *page.Document {
		d := &page.Document{}
		for i := range n/500 + 1 {
			p := page.Page{Number: i + 1, Width: 600, Height: 800}
			for j := range 50 {
				write(&p, float32(50+j%7*10), float32(780-15*j), 10, []string{"-"}, "• item 1) x")
			}
			d.Pages = append(d.Pages, p)
		}
		return d
	},
	"elements in a circle": func(n int) *page.Document {
		d := glyphs(n, func(i int) (x, y float32) { return float32(i % 600), float32(i / 600 % 800) })
		for i := range n {
			d.Pages[0].Elements = append(d.Pages[0].Elements, page.Element{Type: "Span", Parent: int32((i + 1) % n)})
			d.Pages[0].Glyphs[i].Element = int32(n - i)
		}
		return d
	},
	"one table over pages": func(n int) *page.Document {
		d := &page.Document{}
		for i := range n/100 + 1 {
			p := page.Page{Number: i + 1, Width: 600, Height: 800}
			for x := range 4 {
				p.Lines = append(p.Lines, page.Line{Box: page.Box{Left: float32(50 + 100*x), Right: float32(50 + 100*x), Bottom: 50, Top: 750}})
			}
			for y := range 8 {
				p.Lines = append(p.Lines, page.Line{Box: page.Box{Left: 50, Right: 350, Bottom: float32(50 + 100*y), Top: float32(50 + 100*y)}})
				if y < 7 {
					write(&p, 60, float32(100+100*y), 10, []string{"-"}, "uno")
					write(&p, 160, float32(100+100*y), 10, []string{"-"}, "dos")
				}
			}
			d.Pages = append(d.Pages, p)
		}
		return d
	},
}

// rows are n/60 rows of two texts, on a page that is as high as they need: the
// distance of rows doesn't change with their number.
func rows(n int, left, right string) *page.Document {
	const step = 10
	p := page.Page{Number: 1, Width: 600, Height: float32(n/60+2) * step}
	for i := range n / 60 {
		y := p.Height - float32(i+1)*step
		write(&p, 50, y, 6, []string{"-"}, left)
		write(&p, 300, y, 6, []string{"-"}, right)
	}
	return &page.Document{Pages: []page.Page{p}}
}

func glyphs(n int, at func(i int) (x, y float32)) *page.Document {
	p := page.Page{Number: 1, Width: 600, Height: 800, Fonts: []page.Font{{Name: "F"}}}
	for i := range n {
		x, y := at(i)
		p.Glyphs = append(p.Glyphs, page.Glyph{Rune: 'a' + rune(i%20), X: x, Y: y, Size: 10, Element: -1, Box: page.Box{Left: x, Right: x + 5, Bottom: y - 2, Top: y + 8}})
	}
	return &page.Document{Pages: []page.Page{p}}
}

// TestHostile: pages of any kind are read within a time that doesn't grow as
// the square of what is on them.
func TestHostile(t *testing.T) {
	const small, times = 12_000, 8 // less is over before it can be told from what is done once
	for name, draw := range hostile {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{1, 2, 17, 400} {
				lay(t, draw(n))
			}
			work := func(pages *page.Document) func() {
				return func() {
					if _, err := layout.Document(context.Background(), copied(pages), source()); err != nil {
						t.Error(err)
					}
				}
			}
			if err := cputime.Grows(times, work(draw(small)), work(draw(small*times))); err != nil {
				t.Error(err)
			}
		})
	}
}

// FuzzGlyphs draws glyphs, lines and elements anywhere that bytes say.
func FuzzGlyphs(f *testing.F) {
	f.Add([]byte("some bytes that say where glyphs stand on the page"))
	f.Add([]byte("\x00\xff\x10\x10\x20\x20\x30\x30\x40\x40\x50\x50\x60\x60\x70\x70"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := page.Page{Number: 1, Width: 256, Height: 256, Fonts: []page.Font{{Name: "F"}, {Name: "Symbol"}}}
		runes := []rune("a1. -•\nب\u0002\u00adﬁ한(2)ⅣA漢")
		for ; len(data) >= 7; data = data[7:] {
			x, y, a, b, size := float32(data[0]), float32(data[1]), float32(data[2]), float32(data[3]), float32(data[4]%40)
			switch data[5] % 8 {
			case 0:
				p.Lines = append(p.Lines, page.Line{Box: page.Box{Left: x, Right: x + a, Bottom: y, Top: y}})
			case 1:
				p.Lines = append(p.Lines, page.Line{Box: page.Box{Left: x, Right: x, Bottom: y, Top: y + b}})
			case 2:
				p.Areas = append(p.Areas, page.Area{Box: page.Box{Left: x, Right: x + a, Bottom: y, Top: y + b}})
			case 3:
				p.Elements = append(p.Elements, page.Element{Type: []string{"P", "H", "LI", "Sect", "TD", "Figure"}[data[4]%6], Parent: int32(data[0]) - 20, Alt: "x"})
				p.Images = append(p.Images, page.Image{Box: page.Box{Left: x, Right: x + a, Bottom: y, Top: y + b}, Element: int32(data[6])})
			default:
				p.Glyphs = append(p.Glyphs, page.Glyph{Rune: runes[int(data[2])%len(runes)], X: x, Y: y, Size: size, Font: int32(data[6] % 3), Element: int32(data[6]) - 10,
					Angle: float32(data[3]) * 2, Flags: page.Flags(data[6]), Box: page.Box{Left: x, Right: x + size/2, Bottom: y - size/5, Top: y + size}})
			}
		}
		lay(t, &page.Document{Pages: []page.Page{p}})
	})
}
