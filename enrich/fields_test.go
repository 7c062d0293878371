package enrich_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/enrich"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read/markdown"
	"github.com/pildora/pildora/size"
	"github.com/pildora/pildora/size/token"
)

func TestFields(t *testing.T) {
	table := "| País | Dieta | Nota |\n|---|---|---|\n| Perú | 40 € | a \\| b |\n| Chile |  | sin nota |\n"
	for _, tt := range []struct{ name, text, body, want string }{
		{"rows", table, "| Perú | 40 € | a \\| b |\n| Chile |  | sin nota |", "País: Perú\nDieta: 40 €\nNota: a | b\n\nPaís: Chile\nNota: sin nota"},
		{"with what stands around them", "Dietas:\n\n" + table + "\nFin.\n", "Dietas:\n\n" + table + "\nFin.", "Dietas:\n\nPaís: Perú\nDieta: 40 €\nNota: a | b\n\nPaís: Chile\nNota: sin nota\n\nFin."},
		{"a part of a row", table, "| 40 € | a", "Dieta: 40 €\nNota: a"},
		{"a part of a cell", table, "nota |", "Nota: nota"},
		{"the header alone", table, "| País | Dieta | Nota |\n|---|---|---|", "| País | Dieta | Nota |\n|---|---|---|"},
		{"a column without a name", "| |Fee|\n|-|-|\n|Peru|40|\n", "|Peru|40|", "Peru\nFee: 40"},
		{"a table in a quote", "> | a | b |\n> |---|---|\n> | 1 | 2 |\n> | 3 | 4 |\n", "> | 1 | 2 |\n> | 3 | 4 |", "a: 1\nb: 2\n\na: 3\nb: 4"},
		{"more cells than names", "|a|\n|-|\n|1|2|\n", "|1|2|", "a: 1\n2"},
		{"no table", "Uno | dos.\n", "Uno | dos.", "Uno | dos."},
	} {
		d := &doc.Document{Text: tt.text, Blocks: markdown.Scan(tt.text)}
		at := strings.Index(tt.text, tt.body)
		if got := new(enrich.Fields).Render(d, doc.Span{Start: at, End: at + len(tt.body)}); got != tt.want {
			t.Errorf("%s:\ngot  %q\nwant %q", tt.name, got, tt.want)
		}
	}
}

// TestFrameOfFields: lines name their columns, so the header row is not
// repeated; the first cell is.
func TestFrameOfFields(t *testing.T) {
	text := "| País | Dieta |\n|---|---|\n| Perú | 40 |\n"
	d := &doc.Document{Text: text, Blocks: markdown.Scan(text)}
	f := enrich.Framer{Max: 400, Measure: size.Runes, Roles: []chunk.Role{chunk.Header}, Fields: new(enrich.Fields)}
	for body, want := range map[string]string{"| 40 |": "País: Perú\n", "| Perú | 40 |": ""} {
		at := strings.Index(text, body)
		parts, _ := f.Frame(d, doc.Span{Start: at, End: at + len(body)})
		if got := chunk.Head(d, parts); got != want {
			t.Errorf("%q: got %q, want %q", body, got, want)
		}
	}
}

// packers are the ways of packing, greedy, looking ahead, and by pills.
func packers(l chunk.Limits) []chunk.Splitter {
	cutters := []chunk.Cutter{cut.Blocks, cut.Sentences("es"), cut.Words, cut.Segments}
	return []chunk.Splitter{chunk.Pack(l, cutters...), chunk.Ahead(l, chunk.DefaultCosts, cutters...),
		pill.Split(pill.Options{Limits: l, Inner: chunk.Ahead(l, chunk.DefaultCosts, cutters...)})}
}

// TestFieldsFit: with tables written as lines, what is embedded keeps to max,
// measured as a whole, the bodies tile the text, and each row that is whole in
// one body is written with the names of its columns.
func TestFieldsFit(t *testing.T) {
	cl100k, err := token.New("cl100k")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"Perú", "40 €", "con factura. Sin ella, 30.", "", "a \\| b", "palabramuylargaquenocabe", "🇪🇸", "Norte y sur de la isla"})
		var b strings.Builder
		b.WriteString("# Dietas\n\n")
		for range rapid.IntRange(0, 3).Draw(t, "tables") {
			columns := rapid.IntRange(1, 4).Draw(t, "columns")
			row := func() {
				b.WriteString("| " + strings.Join(rapid.SliceOfN(word, columns, columns).Draw(t, "row"), " | ") + " |\n")
			}
			b.WriteString(rapid.SampledFrom([]string{"", "Un párrafo. Y otro.\n\n", "- punto\n\n"}).Draw(t, "before"))
			row()
			b.WriteString(strings.Repeat("|---", columns) + "|\n")
			for range rapid.IntRange(0, 6).Draw(t, "rows") {
				row()
			}
			b.WriteString("\n")
		}
		text := b.String() + "Fin.\n"
		d := &doc.Document{Text: text, Blocks: markdown.Scan(text)}
		measure := rapid.SampledFrom([]size.Measure{size.Runes, cl100k, size.Plus(cl100k, 2)}).Draw(t, "measure")
		fields := new(enrich.Fields)
		l := chunk.Limits{Max: rapid.IntRange(4, 90).Draw(t, "max"), Measure: measure, Rendering: fields}
		part, _ := size.Bare(measure)
		if rapid.Bool().Draw(t, "framed") {
			l.Frame = enrich.Framer{Max: l.Max, Measure: part, Roles: []chunk.Role{chunk.Breadcrumb, chunk.Header}, Fields: fields}.Remembering()
		}
		if rapid.Bool().Draw(t, "overlap") {
			l.Overlap = chunk.Overlapping{Max: l.Max / 4, Units: []chunk.Cutter{cut.Words}}
		}
		for i, splitter := range packers(l) {
			at := 0
			for c, err := range splitter.Split(context.Background(), d, d.Whole()) {
				if err != nil {
					t.Fatal(err)
				}
				if c.Span.Start != at {
					t.Fatalf("packer %d: %d follows %d", i, c.Span.Start, at)
				}
				at = c.Span.End
				embedded := chunk.Embed(d, c)
				if n := measure.Size(embedded); n > l.Max && !slices.Contains(c.Warnings, chunk.WarnGrapheme) {
					t.Fatalf("packer %d: %q measures %d, max is %d", i, embedded, n, l.Max)
				}
				body := d.Body(c.Span)
				if rendered := chunk.Rendered(fields, d, body); c.Rendered != "" && c.Rendered != rendered {
					t.Fatalf("packer %d: %q is written %q, want %q", i, d.Slice(body), c.Rendered, rendered)
				} else if c.Rendered == "" && rendered != "" && measure.Size(rendered) <= l.Max {
					t.Fatalf("packer %d: %q fits and is not written", i, rendered)
				}
			}
			if at != len(text) {
				t.Fatalf("packer %d: ends at %d of %d", i, at, len(text))
			}
		}
	})
}

func TestFieldsGrowLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	cl100k, err := token.New("cl100k")
	if err != nil {
		t.Fatal(err)
	}
	for name, make := range map[string]func(n int) string{
		"rows":     func(n int) string { return "| uno | dos |\n|---|---|\n" + strings.Repeat("| a | b |\n", n/10) },
		"one row":  func(n int) string { return "| uno | dos |\n|---|---|\n" + strings.Repeat("| a ", n/4) + "|\n" },
		"one cell": func(n int) string { return "| uno | dos |\n|---|---|\n| " + strings.Repeat("a b c. ", n/7) + "|\n" },
		"tables":   func(n int) string { return strings.Repeat("| uno |\n|---|\n| a |\n\nTexto.\n\n", n/33) },
	} {
		splits := func(n int) func() {
			text := make(n)
			d := &doc.Document{Text: text, Blocks: markdown.Scan(text)}
			return func() {
				for _, splitter := range packers(chunk.Limits{Max: 100, Measure: cl100k, Rendering: new(enrich.Fields)}) {
					for _, err := range splitter.Split(context.Background(), d, d.Whole()) {
						if err != nil {
							t.Fatal(err)
						}
					}
				}
			}
		}
		const n = 1 << 12
		if err := cputime.Grows(16, splits(n), splits(16*n)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
