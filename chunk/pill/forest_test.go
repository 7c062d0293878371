package pill_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/pildora/pildora/chunk/pill"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/markdown"
)

// shapes are pieces of texts that detectors look for, and some that look like
// them.
var shapes = append([]string{
	"# FAQ\n\n", "## 1. Objeto\n\n", "### 1.1. Sedes\n\n", "## Paso 1. Abrir\n\n", "## Paso 2. Cerrar\n\n", "# Glosario\n\n", "## Article 2. Term\n\n",
	"**Artículo 3.** Texto.\n\n", "Art. 4.- Texto.\n\n", "2.1 Texto.\n\n", "2.2 Texto.\n\n", "TÍTULO II\n\n", "a) uno\n\n", "b) dos\n\n",
	"1. Abra la tapa.\n\n", "2. Cierre la tapa.\n\n", "1. ¿Cómo?\n\n", "2. ¿Cuándo?\n\n", "- **Término**: texto\n", "**ADR.** Acuerdo.\n\n", "**Bulto.** Unidad.\n\n",
	"Tabla 1. Título\n\n", "Fuente: propia.\n\n", "Nota:\n\n", "![x](y.png)\n\n", "*Foto.*\n\n", "Figura 2: algo\n\n", "No obstante, vale.\n\n", "Excepto:\n\n",
	"«Cliente» significa algo.\n\n", "P: ¿Uno?\nR: Dos.\n", "**¿Y esto?**\n\n", "Ana: hola\nLuis: adiós\nAna: ya\n\n", "[10:32] Ana: hola\n\n", "De: Ana\nPara: Luis\nAsunto: X\n\n",
	"El lunes, Ana escribió:\n\n", "> Ana: hola\n>\n", "Nombre: Ana\nEdad: 3\n\n", "[^1]: otra\n\n", "<h3>¿Y?</h3>\n\n", "<details>\n", "</details>\n\n", "<summary>¿Qué?</summary>\n",
	"---\nmarp: true\n---\n", "<!-- slide -->\n", "\t", "  ", "- ", "1. ", "> ",
}, fragments...)

func checkForest(t rapid.TB, d *doc.Document, s doc.Span) {
	f := pill.Find(d, s)
	if again := pill.Find(d, s); !slices.Equal(f.Pills, again.Pills) {
		t.Fatalf("%q: two runs differ", d.Text)
	}
	open := int32(-1)
	for i, q := range f.Pills {
		switch {
		case q.Span.Start < s.Start || q.Span.End > s.End || q.Span.Empty():
			t.Fatalf("%q: pill %d, a %s, is %s", d.Text, i, q.Kind, q.Span)
		case !border(d.Text, q.Span.Start) || !border(d.Text, q.Span.End):
			t.Fatalf("%q: pill %d, a %s, is cut inside a rune: %s", d.Text, i, q.Kind, q.Span)
		case doc.IsBlank(d.Slice(q.Span)):
			t.Fatalf("%q: pill %d, a %s, is blank", d.Text, i, q.Kind)
		case i > 0 && (q.Span.Start < f.Pills[i-1].Span.Start || q.Span == f.Pills[i-1].Span):
			t.Fatalf("%q: pill %d, a %s, is out of order", d.Text, i, q.Kind)
		}
		for open >= 0 && f.Pills[open].Span.End <= q.Span.Start {
			open = f.Pills[open].Parent
		}
		if q.Parent != open || open >= 0 && !f.Pills[open].Span.Contains(q.Span) {
			t.Fatalf("%q: pill %d, a %s at %s, has parent %d, not %d", d.Text, i, q.Kind, q.Span, q.Parent, open)
		}
		open = int32(i)
	}
}

func border(text string, i int) bool { return i == len(text) || utf8.RuneStart(text[i]) }

func TestForestIsLaminar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := parse(t, strings.Join(rapid.SliceOfN(rapid.SampledFrom(shapes), 0, 60).Draw(t, "text"), ""))
		d.Language = rapid.SampledFrom([]string{"", "es", "en"}).Draw(t, "language")
		checkForest(t, d, d.Whole())
		if n := len(d.Blocks); n > 0 {
			from := rapid.IntRange(0, n-1).Draw(t, "from")
			checkForest(t, d, doc.Span{Start: d.Blocks[from].Span.Start, End: len(d.Text)})
		}
	})
}

// TestNothingIsLost holds that what one detector finds by itself stands in the
// forest, unless it crosses something: pills of cases don't.
func TestNothingIsLost(t *testing.T) {
	for _, c := range pillCases(t) {
		d := parse(t, strings.NewReplacer("⟦", "", "⟧", "").Replace(c.text))
		d.Language = c.lang
		all := pill.Find(d, d.Whole())
		for _, x := range pill.Detectors() {
			if x.Kind.String() != c.kind {
				continue
			}
			for _, q := range pill.FindBy(d, d.Whole(), x).Pills {
				if !slices.ContainsFunc(all.Pills, func(o pill.Pill) bool { return o.Span == q.Span }) {
					t.Errorf("%s/%s/%s: %q is lost", c.kind, c.lang, c.name, d.Slice(q.Span))
				}
			}
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range shapes {
		f.Add(s + s)
	}
	f.Add(strings.Join(shapes, ""))
	f.Fuzz(func(t *testing.T, text string) {
		d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: "t.md", Media: "text/markdown", Data: []byte(text)})
		if err != nil {
			t.Skip(err)
		}
		checkForest(t, d, d.Whole())
	})
}

func TestFindGrowsLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	repeated := func(first, again string) func(int) string {
		return func(n int) string { return first + strings.Repeat(again, 1+n/len(again)) }
	}
	hostile := map[string]func(int) string{
		"all shapes": repeated("", strings.Join(shapes, "")),
		"numbered paragraphs": func(n int) string {
			var b strings.Builder
			for i := 1; b.Len() < n; i++ {
				fmt.Fprintf(&b, "%d. x\n\ny\n\n", i)
			}
			return b.String()
		},
	}
	for _, s := range shapes {
		hostile[s] = repeated("", s)
	}
	for name, s := range map[string][2]string{
		"steps numbered on":       {"", "1. Abra.\n\n2. Abra.\n\nx\n\n"},
		"a run of rules":          {"a: 1\nb: 2\n\n", "---\n\n"},
		"records and rules":       {"", "a: 1\nb: 2\n\n---\n\n---\n\n"},
		"open details":            {"", "<details><summary>¿Qué?</summary>\n\n"},
		"captions":                {"| a |\n|---|\n| 1 |\n\n", "Fuente: x.\n\n"},
		"one paragraph of labels": {"Ana: hola\n", "Luis: hola\n"},
		"paragraph and notes":     {"a[^1]\n\n", "[^1]: b\n\n"},
		"paragraphs and a list":   {"- a\n\n", "  b\n\n"},
		"lists in an item":        {"- a\n\n", "  - b\n\n  x\n\n"},
		"deep lists":              {"", strings.Repeat("- ", 300) + "a\n"},
		"deep quotes":             {"", strings.Repeat("> ", 300) + "Ana: b\n"},
		"headings that ask":       {"", "# a?\n## b?\n### c?\n"},
		"headings going down":     {"", "# 1 a\n\nx\n\n## 1.1 b\n\nx\n\n"},
		"a bold wall":             {"", "**"},
		"images on one line":      {"", "![a](b)"},
		"open images":             {"", "!["},
		"exceptions":              {"x\n\n", "Salvo esto.\n\n"},
		"exceptions with a colon": {"x\n\n", "Salvo esto:\n\n- a\n\n"},
		"messages":                {"a\n\n", "El lunes, Ana escribió:\n\n> b\n\n"},
	} {
		hostile[name] = repeated(s[0], s[1])
	}
	const n = 1 << 15
	for name, text := range hostile {
		small, large := parse(t, text(n)), parse(t, text(16*n))
		err := cputime.Grows(16, func() { pill.Find(small, small.Whole()) }, func() { pill.Find(large, large.Whole()) })
		if err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// BenchmarkFind finds the pills of mix_4.md in the folder that PILDORA_BENCH
// names, or of the examples where it names none.
func BenchmarkFind(b *testing.B) {
	var text []byte
	if dir := os.Getenv("PILDORA_BENCH"); dir != "" {
		data, err := os.ReadFile(filepath.Join(dir, "mix_4.md"))
		if err != nil {
			b.Fatal(err)
		}
		text = data
	} else {
		files, err := filepath.Glob("../../examples/*/*/*.md")
		if err != nil || len(files) == 0 {
			b.Fatalf("examples: %v, %d files", err, len(files))
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			text = append(append(text, data...), '\n', '\n')
		}
	}
	d, err := markdown.Reader{}.Read(context.Background(), read.Source{URI: "t.md", Media: "text/markdown", Data: text})
	if err != nil {
		b.Fatal(err)
	}
	d.Outline()
	b.SetBytes(int64(len(text)))
	start := cputime.Process()
	pills := 0
	for b.Loop() {
		pills = len(pill.Find(d, d.Whole()).Pills)
	}
	b.ReportMetric(float64((cputime.Process()-start).Nanoseconds())/float64(b.N)/float64(len(d.Blocks)), "cpu-ns/block")
	b.ReportMetric(float64(pills), "pills")
}

// TestFindKinds asks for tables and lists: they are those that all detectors find
// where nothing else is in their way.
func TestFindKinds(t *testing.T) {
	d := parse(t, "# Uno\n\nSe piden:\n\n- uno\n- dos\n\nTabla 1. Precios\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n«Cliente» significa algo.\n")
	var want []pill.Pill
	for _, p := range pill.Find(d, d.Whole()).Pills {
		if p.Kind == pill.List || p.Kind == pill.Table {
			want = append(want, pill.Pill{Kind: p.Kind, Span: p.Span})
		}
	}
	var got []pill.Pill
	for _, p := range pill.FindKinds(d, d.Whole(), pill.Table, pill.List).Pills {
		got = append(got, pill.Pill{Kind: p.Kind, Span: p.Span})
	}
	if len(want) != 2 || !slices.Equal(got, want) {
		t.Errorf("got %v, wanted %v", got, want)
	}
	if none := pill.FindKinds(d, d.Whole()).Pills; len(none) != 0 {
		t.Errorf("without kinds: %v", none)
	}
}
